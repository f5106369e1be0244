/**
 * "Send me an invoice": a sponsorship without a card. Checked like one that is paid by card, then kept and mailed to the
 * office like an enquiry. Starts no payment and makes no invoice: a person at the office does.
 */
import 'server-only'
import type { Sponsorship } from '#lib/content/giving-schema.ts'
import { invoiceForm } from '#lib/enquiries/form-ids.ts'
import { keptPhone } from '#lib/enquiries/phone-number.ts'
import { type Submission, type Submitted, submit } from '#lib/enquiries/submit-enquiry.ts'
import { judgeSponsorship, type SponsorshipOrder, type SponsorshipRefused } from '#lib/giving/judge-sponsorship.ts'
import { formatMoney, wholeMoney } from '#lib/giving/money.ts'
import type { SponsorshipTerms, SponsorshipValues } from '#lib/giving/sponsorship.ts'
import type { SponsorshipRequest } from '#lib/giving/sponsorship-request.ts'

export type InvoiceResult = Exclude<Submitted, { kind: 'invalid' }> | SponsorshipRefused

export type InvoicePorts = Pick<Submission, 'signs' | 'idempotencyKey' | 'limit'> & {
  form: Pick<Sponsorship, 'id' | 'event'>
  terms: SponsorshipTerms
}

export async function askForInvoice(
  request: Pick<SponsorshipRequest, 'values' | 'claimedDollars'>,
  { form, terms, ...ports }: InvoicePorts,
): Promise<InvoiceResult> {
  const order = judgeSponsorship(request, terms, 'No invoice was asked for.')
  if (order.kind !== 'sound') return order
  return submit({ form: invoiceForm, fields: keptFields(request.values, order, form), ...ports })
}

/** Names of the enquiries, so that their mail, list and table serve; what a program would want to know stands beside them. */
function keptFields(values: SponsorshipValues, order: SponsorshipOrder, form: InvoicePorts['form']) {
  return {
    firstname: values.firstName,
    number: keptPhone(values.phone),
    email: values.email,
    message: letterOf(values, order, form),
    event: form.id,
    levels: order.levels.map(({ id }) => id).join(' '),
    /** In the smallest unit: cents. */
    amount: String(order.total.amount),
    currency: order.total.currency,
  }
}

/** Answers of one line stay on one: only the comments, which come last, can look like anything else. */
function letterOf(values: SponsorshipValues, { levels, total }: SponsorshipOrder, { event }: InvoicePorts['form']) {
  const { firstName, address, website, contact, promotionalItems, comments } = values
  const said = (label: string, answer: string) => (answer ? [`${label}: ${answer.replace(/\s*\n\s*/g, ', ')}`] : [])
  return [
    `Please send an invoice for sponsoring ${event}.`,
    '',
    ...levels.map(({ name, dollars }) => `${name}: ${formatMoney(wholeMoney(dollars, 'USD'))}`),
    `Total: ${formatMoney(total)}`,
    '',
    ...said('To', firstName),
    ...said('Address', address),
    ...said('Website', website),
    ...said('Contact information', contact),
    `Promotional items: ${promotionalItems ? 'yes' : 'no'}`,
    ...(comments ? ['', 'Comments:', comments] : []),
  ].join('\n')
}
