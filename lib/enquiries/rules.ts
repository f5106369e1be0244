/**
 * The enquiry forms' fields and rules, shared by the page, the browser and the server. Pure and browser-safe. The server
 * asks the same questions again; what a browser found is never believed.
 */

import { contactLengths, phoneDigits, plausibleEmail } from '#lib/forms/field-rules.ts'

/** In the order of the form; `checkbox` is asked only for supplies: the chosen names joined with commas. */
export const enquiryFields = ['firstname', 'lastname', 'number', 'email', 'message', 'checkbox'] as const
export type EnquiryField = (typeof enquiryFields)[number]

/** What stands in the form, as text; a missing field counts as empty. */
export type EnquiryValues = { [Field in EnquiryField]?: string | undefined }

export type EnquiryError = { field: EnquiryField; message: string }

/** Characters at most; `maxlength` of the inputs. */
export const enquiryLengths = {
  firstname: 100,
  lastname: 100,
  number: 40,
  email: contactLengths.email,
  message: 5000,
  checkbox: 1000,
} as const satisfies Record<EnquiryField, number>

/** The form cannot be sent while one of these is empty. */
export const requiredFields = ['firstname', 'lastname', 'email', 'message'] as const satisfies readonly EnquiryField[]

/** The line at the top of the error summary. */
export const enquirySummary = 'Please correct the fields that are marked.'

/** What `checkbox` joins the chosen names with, in the mail and in the store. */
export const choiceSeparator = ', '

const called: Record<EnquiryField, string> = {
  firstname: 'your first name',
  lastname: 'your last name',
  number: 'your telephone number',
  email: 'your e-mail address',
  message: 'your message',
  checkbox: 'your choice',
}

const missing: Record<(typeof requiredFields)[number], string> = {
  firstname: 'Enter your first name',
  lastname: 'Enter your last name',
  email: 'Enter your e-mail address, like name@example.org',
  message: 'Write your message',
}

function wrongIn(field: EnquiryField, typed: string): string | null {
  if (typed === '') return (missing as Partial<Record<EnquiryField, string>>)[field] ?? null
  if (field === 'email' && !plausibleEmail(typed)) return missing.email
  if (field === 'number' && !readablePhone(typed))
    return 'Enter your telephone number in digits, like +1 423 555 0142, or leave it empty'
  const most = enquiryLengths[field]
  return typed.length > most ? `Shorten ${called[field]} to ${most.toLocaleString('en')} characters or fewer` : null
}

function readablePhone(typed: string): boolean {
  const digits = typed.replace(/\D/g, '').length
  const plain = /^[+(\d][\d ()./-]*(?:(?:x|ext\.?) ?\d+)?$/i.test(typed)
  return plain && digits >= phoneDigits.least && digits <= phoneDigits.most
}

/** At most one error a field, in the order of the form; none when the enquiry may be sent. */
export function checkEnquiry(values: EnquiryValues): EnquiryError[] {
  return enquiryFields.flatMap((field) => {
    const message = wrongIn(field, (values[field] ?? '').trim())
    return message ? [{ field, message }] : []
  })
}
