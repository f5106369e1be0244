/**
 * POST /api/create-checkout-session-usa: from a sponsorship form to a payment page. JSON gets the page's address or secret; a plain form
 * is redirected to Stripe, or returned with errors. 409 carries the correct `amount` in the smallest unit of `currency`.
 */
import { checkoutHandler } from '#lib/giving/orders/handle-request.ts'
import { sponsorship } from '#lib/giving/products/sponsorship.ts'

export const POST = checkoutHandler(sponsorship)
