/**
 * POST /api/create-checkout-session: from a donation form to a payment page. JSON gets the page's address or secret; a plain form (field
 * `intent`: next, back or pay) gets the next step, its errors, or a redirect to Stripe.
 */
import { handleCheckout } from '#lib/giving/checkout/handle-request.ts'
import { readDonation } from '#lib/giving/donation/checkout.ts'
import { handled } from '#lib/platform/http/failure.ts'

export const POST = handled((request: Request) => handleCheckout(request, readDonation))
