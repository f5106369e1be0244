/**
 * "Send me an invoice": a sponsorship without a card. Checked like one that is paid online, then kept and mailed to the
 * office like an enquiry. Starts no payment and makes no invoice: a person at the office does.
 */
import 'server-only'
import { type Submission, type Submitted, submitEnquiry } from '#lib/contact/enquiries/submit-enquiry.ts'
import { keptPhone } from '#lib/contact/forms/phone-number.ts'
import type { Refused } from '#lib/giving/checkout/handle-request.ts'
import type { SponsorshipRequest } from '#lib/giving/sponsorship/checkout.ts'
import { datedEvent, type SponsorshipOrder, validateSponsorship } from '#lib/giving/sponsorship/checkout.ts'
import { chosenLevels, type SponsorshipTerms, type SponsorshipValues } from '#lib/giving/sponsorship/form.ts'
import { sponsorshipLetter } from '#lib/giving/sponsorship/mail.ts'
import { inLanguage } from '#lib/platform/languages/current.ts'
import { defaultLanguage } from '#lib/platform/languages/index.ts'
import { messages } from '#lib/platform/messages/index.ts'
import { invoiceForm } from '#lib/site/content/form-ids.ts'
import type { SponsorshipForm } from '#lib/site/content/giving-pages.ts'
import { sponsorshipForm } from '#lib/site/content/index.ts'

type InvoiceResult = Submitted | Refused

type InvoicePorts = Pick<Submission, 'spamSignals' | 'challenge' | 'idempotencyKey' | 'limit'> & {
  form: Pick<SponsorshipForm, 'event' | 'name' | 'page'>
  terms: SponsorshipTerms
}

export async function askForInvoice(
  request: Pick<SponsorshipRequest, 'values' | 'claimed' | 'day'>,
  { form, terms, ...ports }: InvoicePorts,
): Promise<InvoiceResult> {
  const order = validateSponsorship(request, terms, {
    name: form.name,
    locale: form.page.locale,
    nothingDone: messages()('sponsorshipDate.notInvoiced'),
  })
  if (order.kind !== 'valid') return order
  return submitEnquiry({ form: invoiceForm, fields: keptFields(request.values, order, form), ...ports })
}

/** The office reads English, whatever the sponsor reads. */
function letter(values: SponsorshipValues, { day, total }: SponsorshipOrder, event: SponsorshipForm['event']): string {
  const form = sponsorshipForm(event)
  const levels = chosenLevels(values, form.levels)
  return sponsorshipLetter(`Please send an invoice for sponsoring ${datedEvent(form, day)}.`, { values, levels, total })
}

/** Named like the fields of an enquiry, so that its mail, list and export work for invoices too; the rest is for programs. */
function keptFields(values: SponsorshipValues, order: SponsorshipOrder, form: InvoicePorts['form']) {
  return {
    firstname: values.firstName,
    number: keptPhone(values.phone),
    email: values.email,
    message: inLanguage(defaultLanguage, () => letter(values, order, form.event)),
    event: form.event,
    day: order.day,
    levels: order.levels.map(({ id }) => id).join(' '),
    /** In the smallest unit: cents. */
    amount: String(order.total.amount),
    currency: order.total.currency,
  }
}
