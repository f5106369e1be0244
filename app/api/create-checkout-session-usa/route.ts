/**
 * POST /api/create-checkout-session-usa: from a sponsorship form to a payment page. JSON gets the page's address or secret; a plain form
 * is redirected to Stripe, or returned with errors. 409 carries the correct `total` in dollars.
 */
import { handleCheckout } from '#lib/giving/checkout/handle-request.ts'
import { readSponsorship } from '#lib/giving/sponsorship/checkout.ts'
import { handled } from '#lib/platform/http/failure.ts'

export const POST = handled((request: Request) => handleCheckout(request, readSponsorship))
