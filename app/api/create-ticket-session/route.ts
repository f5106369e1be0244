/**
 * POST /api/create-ticket-session: from a ticket form to a payment page. JSON gets the page's address or secret; a plain form is redirected to
 * Stripe, or returned with errors. 409 when too few places are left.
 */
import { checkoutHandler } from '#lib/giving/checkout/handle-request.ts'
import { ticketCheckout } from '#lib/giving/tickets/checkout.ts'

export const POST = checkoutHandler(ticketCheckout)
