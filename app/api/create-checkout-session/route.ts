/**
 * POST /api/create-checkout-session: from a donation form to a payment page. JSON gets the page's address or secret; a plain form (field
 * `intent`: next, back or pay) gets the next step, its errors, or a redirect to Stripe.
 */
import { checkoutHandler } from '#lib/giving/orders/handle-request.ts'
import { gift } from '#lib/giving/products/gift.ts'

export const POST = checkoutHandler(gift)
