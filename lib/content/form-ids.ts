/** The enquiry forms by id, as `form` in POST /api/enquiries and in /forms/{form}. Constants only; safe in a browser. */
import { isOneOf } from '#lib/narrow.ts'

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
] as const

export type EnquiryForm = (typeof enquiryForms)[number]

/** Whether `value`, which a stranger may have sent, is one of them. */
export function isEnquiryForm(value: unknown): value is EnquiryForm {
  return isOneOf(enquiryForms, value)
}

/** What is kept, listed and mailed like an enquiry, under a form of its own elsewhere: no page of /forms belongs to it. */
export const invoiceForm = 'sponsorship-invoice'
