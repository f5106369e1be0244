/** Signing up for the newsletter: check, keep, have it delivered, thank. Shares all but its two questions with the enquiries. */
import 'server-only'
import { oneLine } from '#lib/enquiries/clean-text.ts'
import { enquirySummary, plausibleEmail } from '#lib/enquiries/enquiry-rules.ts'
import { type Submission, type Submitted, submit } from '#lib/enquiries/submit-enquiry.ts'

export const newsletterLengths = { name: 100, email: 254 } as const

/** Specification section 8. */
export const nameAndEmailRequired = 'Name and Email are required'

type Field = 'name' | 'email'
export type NewsletterValues = Record<Field, string>
export type NewsletterError = { field: Field; message: string }

export function checkSignUp({ name, email }: NewsletterValues): NewsletterError[] {
  const errors: NewsletterError[] = []
  if (name === '') errors.push({ field: 'name', message: 'Enter your name' })
  else if (name.length > newsletterLengths.name)
    errors.push({ field: 'name', message: `Shorten your name to ${newsletterLengths.name} characters or fewer` })
  if (email.length > newsletterLengths.email || !plausibleEmail(email))
    errors.push({ field: 'email', message: 'Enter your e-mail address, like name@example.org' })
  return errors
}

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
