/**
 * POST /api/sponsorship-invoice: sends a sponsorship form to the office, which sends an invoice. JSON gets 202 `{reference}`; a plain form
 * is redirected to its thank-you page, or answered with its own page. 409 carries the correct `amount` in the smallest unit of `currency`.
 */
import { postHandler } from '#lib/contact/forms/read-post.ts'
import { handleInvoice } from '#lib/giving/products/invoice.ts'

export const POST = postHandler(handleInvoice, { oncePerDay: true })
