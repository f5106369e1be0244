/** Ids of the enquiry forms, as in POST /api/enquiries and /forms/{form}, and of the events with sponsors. Constants only; safe in a browser. */
import { isOneOf } from '#lib/platform/narrow.ts'

export const enquiryForms = [
  'volunteer',
  'student-intern',
  'partner',
  'sponsor',
  'camp-sponsor',
  'contact',
  'personal-property',
  'legacy-gift',
  'in-kind-supplies',
  'in-kind-goods',
  'medical-camp-volunteer',
  'get-surgery',
] as const

export type EnquiryFormId = (typeof enquiryForms)[number]

export function isEnquiryForm(value: unknown): value is EnquiryFormId {
  return isOneOf(enquiryForms, value)
}

/** A family's request for a surgery: encrypted, first in the queue, erased early, and counted separately. */
export const helpForm = 'get-surgery' satisfies EnquiryFormId

/** The sign-up in the footer, which has pages under /forms like an enquiry form. */
export const newsletterForm = 'newsletter'

/** Stored, listed and mailed like an enquiry, but it comes from the sponsorship forms and has no page under /forms. */
export const invoiceForm = 'sponsorship-invoice'
