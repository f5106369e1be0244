/**
 * "Send me an invoice": a sponsorship without a card. Checked like one that is paid online, then kept and mailed to the
 * office like an enquiry. Starts no payment and makes no invoice: a person at the office does.
 */
import { type ListedEnquiry, release } from '#lib/contact/enquiries/admin.ts'
import { storedResponse, submissionRefusal } from '#lib/contact/enquiries/handle-submission.ts'
import { submitEnquiry } from '#lib/contact/enquiries/store-enquiry.ts'
import { normalizePhone, type PostedForm } from '#lib/contact/forms/read-post.ts'
import { refuse } from '#lib/contact/forms/returned-form.ts'
import { readSpamSignals } from '#lib/contact/forms/spam-reason.ts'
import { checkoutRefusal, givingAction, unreadableRequest } from '#lib/giving/orders/handle-request.ts'
import { awaitOrder, type OfficeOrder, saveOrder } from '#lib/giving/orders/store.ts'
import {
  readSponsorshipRequest,
  type SponsorshipOrder,
  type SponsorshipRequest,
  sponsorshipPage,
  validateSponsorship,
} from '#lib/giving/products/sponsorship.ts'
import { describeSponsorship, invoiceThanks } from '#lib/giving/sponsorship/form.ts'
import { sponsorshipLetter } from '#lib/giving/sponsorship/sponsor.ts'
import { datedEvent, termsOf } from '#lib/giving/sponsorship/terms.ts'
import { inLanguage } from '#lib/platform/languages/current.ts'
import { defaultLanguage } from '#lib/platform/languages/index.ts'
import { messages } from '#lib/platform/messages/index.ts'
import type { Also } from '#lib/platform/store/index.ts'
import { invoiceForm } from '#lib/site/content/form-ids.ts'
import { thankYouAddress } from '#lib/site/content/giving-pages.ts'
import { sponsorshipForm } from '#lib/site/content/index.ts'

export async function handleInvoice(request: Request, post: PostedForm): Promise<Response> {
  // The form's field for the way to pay, which does not apply here.
  const { paymentMethod: _, ...data } = post.data
  const read = readSponsorshipRequest(data, post.kind)
  if (!read.ok) return unreadableRequest(read.failure)

  const sponsorship = read.value
  const { name, page } = sponsorshipForm(sponsorship.event)
  const shown = sponsorshipPage(sponsorship)
  const terms = termsOf(sponsorship.event)
  const nothingDone = messages()('sponsorshipDate.notInvoiced')
  const order = validateSponsorship(sponsorship, terms, { name, locale: page.locale, nothingDone })
  if (!order.ok) return refuse(request, post.kind, checkoutRefusal(order.failure), shown)

  const stored = await submitEnquiry(request, post, {
    form: invoiceForm,
    fields: keptFields(sponsorship, order.value),
    spamSignals: readSpamSignals(
      describeSponsorship(terms),
      { ...data, firstName: data.firstName || data.name },
      'comments',
    ),
    action: givingAction,
    also: (transaction, { reference, isSpam }) =>
      saveOrder(transaction, invoiceOf(reference, isSpam ? 'draft' : 'waiting', sponsorship, order.value)),
  })
  if (!stored.ok) return refuse(request, post.kind, submissionRefusal(stored.failure, 'eventsEmail'), shown)
  const thanks = invoiceThanks(thankYouAddress(page.address), stored.value, sponsorship.values.levels)
  return storedResponse(post.kind, stored.value, thanks)
}

/** Named like the fields of an enquiry, so that its mail, list and export work for invoices too; the rest is for programs. */
function keptFields({ event, values }: SponsorshipRequest, order: SponsorshipOrder) {
  const { day, levels, total } = order
  // The office reads the main language, whatever the sponsor reads.
  const message = inLanguage(defaultLanguage, () =>
    sponsorshipLetter(messages()('officeMail.sponsorshipInvoice', { event: datedEvent(sponsorshipForm(event), day) }), {
      values,
      levels,
      total,
    }),
  )
  return {
    firstname: values.firstName,
    number: normalizePhone(values.phone),
    email: values.email,
    message,
    event,
    day,
    levels: levels.map(({ id }) => id).join(' '),
    /** In the smallest unit: cents. */
    amount: String(total.amount),
    currency: total.currency,
    ...Object.fromEntries(detailFields.map((name) => [name, values[name]])),
    promotionalItems: values.promotionalItems ? 'yes' : '',
  }
}

/** What the office needs for the event. It stands in the message too, where people read it. */
const detailFields = ['website', 'address', 'contact', 'comments'] as const

/** The order that waits for the money of an invoice; a message that was taken for spam is none until somebody releases it. */
function invoiceOf(
  reference: string,
  state: 'draft' | 'waiting',
  { event, values }: SponsorshipRequest,
  { day, levels, total: money }: SponsorshipOrder,
): OfficeOrder {
  const { firstName, email, phone } = values
  return {
    reference,
    product: 'sponsorship',
    form: event,
    payBy: 'invoice',
    state,
    money,
    frequency: 'once',
    donor: { name: firstName, email },
    answers: {
      ...Object.fromEntries(detailFields.map((field) => [field, values[field]])),
      promotionalItems: values.promotionalItems ? 'yes' : '',
      firstName,
      email,
      phone: normalizePhone(phone),
      levels: levels.map(({ id }) => id),
      day,
    },
    identity: null,
    limitKeys: null,
  }
}

/** Releases a message from quarantine; an invoice is waited for from then on. False if it was not quarantined. */
export const releaseMessage = (entry: ListedEnquiry, also?: Also): Promise<boolean> =>
  release(entry, async (transaction, changed) => {
    if (entry.form === invoiceForm) await awaitOrder(transaction, entry.reference)
    await also?.(transaction, changed)
  })
