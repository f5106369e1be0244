/**
 * POST /api/create-ticket-session: from a ticket form to a payment page. JSON gets the page's address or secret; a plain form is redirected to
 * Stripe, or returned with errors. 409 when too few places are left.
 */
import { checkoutHandler } from '#lib/giving/orders/handle-request.ts'
import { tickets } from '#lib/giving/products/tickets.ts'

export const POST = checkoutHandler(tickets)
