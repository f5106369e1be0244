/** Signing up for the newsletter: validate, store, thank. It is sent once mail is set up; until then the wish is kept. */
import 'server-only'
import { storeEnquiry } from './store-enquiry.ts'

export const newsletterLengths = { name: 100, email: 254 } as const

/** Specification section 8. */
export const nameAndEmailRequired = 'Name and Email are required'

type Field = 'name' | 'email'
export type NewsletterValues = Record<Field, string>
export type NewsletterError = { field: Field; message: string }

export type SignUpResult =
  | { kind: 'stored'; reference: string }
  | { kind: 'invalid'; summary: string; errors: NewsletterError[] }
  | { kind: 'away' }

const plausibleEmail = /^[^\s@<>(),;:"[\]\\]+@[^\s@<>(),;:"[\]\\]+\.[^\s@<>(),;:"[\]\\.]{2,}$/
/** A line break or another control character in a name or an address is an attempt to write mail headers. */
const oneLine = (text: string) => text.replace(/\p{Cc}+/gu, ' ').trim()

export function checkSignUp({ name, email }: NewsletterValues): NewsletterError[] {
  const errors: NewsletterError[] = []
  if (name === '') errors.push({ field: 'name', message: 'Enter your name' })
  else if (name.length > newsletterLengths.name)
    errors.push({ field: 'name', message: `Shorten your name to ${newsletterLengths.name} characters or fewer` })
  if (email.length > newsletterLengths.email || !plausibleEmail.test(email))
    errors.push({ field: 'email', message: 'Enter your e-mail address, like name@example.org' })
  return errors
}

/** @param body whatever a stranger sent: only `name` and `email` are read, and only when they are text. */
export function readSignUp(body: Record<string, unknown>): NewsletterValues {
  const text = (value: unknown) => (typeof value === 'string' ? oneLine(value) : '')
  return { name: text(body.name), email: text(body.email) }
}

export async function signUp(values: NewsletterValues, idempotencyKey: string | null): Promise<SignUpResult> {
  const errors = checkSignUp(values)
  if (errors.length > 0) {
    const missing = values.name === '' || values.email === ''
    return {
      kind: 'invalid',
      summary: missing ? nameAndEmailRequired : 'Please correct the fields that are marked.',
      errors,
    }
  }
  return storeEnquiry({ form: 'newsletter', fields: values, idempotencyKey })
}
