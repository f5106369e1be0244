/** Signing up for the newsletter: check, keep, have it delivered, thank. Shares all but its two questions with the enquiries. */
import 'server-only'
import { enquiryLengths, enquirySummary } from '#lib/enquiries/rules.ts'
import { type Submission, type Submitted, submit } from '#lib/enquiries/submit-enquiry.ts'
import { oneLine } from '#lib/forms/clean-text.ts'
import { emailError, gatherErrors, textError } from '#lib/forms/field-rules.ts'

export const newsletterLengths = { name: enquiryLengths.firstname, email: enquiryLengths.email } as const

/** Specification section 8. */
export const nameAndEmailRequired = 'Name and Email are required'

type Field = 'name' | 'email'
export type NewsletterValues = Record<Field, string>
export type NewsletterError = { field: Field; message: string }

export const checkSignUp = ({ name, email }: NewsletterValues): NewsletterError[] =>
  gatherErrors<Field>(['name', 'email'], {
    name: textError(name, 'Enter your name', newsletterLengths.name, 'your name'),
    email: emailError(email),
  })

/** @param body whatever a stranger sent: only `name` and `email` are read, and only when they are text. */
export function readSignUp(body: Readonly<Record<string, unknown>>): NewsletterValues {
  const text = (value: unknown) => (typeof value === 'string' ? oneLine(value) : '')
  return { name: text(body.name), email: text(body.email) }
}

export async function signUp(values: NewsletterValues, rest: Omit<Submission, 'form' | 'fields'>): Promise<Submitted> {
  const errors = checkSignUp(values)
  if (errors.length === 0) return submit({ form: 'newsletter', fields: values, ...rest })
  const missing = values.name === '' || values.email === ''
  return { kind: 'invalid', summary: missing ? nameAndEmailRequired : enquirySummary, errors }
}
