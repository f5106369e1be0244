/** The rules that every form with a payment shares: texts, e-mail addresses, telephone numbers. Pure and browser-safe. */
import { enquiryLengths, phoneDigits, plausibleEmail } from '#lib/enquiries/rules.ts'

/** Characters at most. */
export const contactLengths = { email: enquiryLengths.email, phone: 30 } as const

export const somethingMissing = 'Please fill out all the required fields.'
export const somethingWrong = 'Please correct the fields that are marked.'

/** `called` as in "Shorten your first name to 100 characters or fewer". Each of these answers null for what is right. */
export function tooLong(typed: string, most: number, called: string): string | null {
  return typed.length > most ? `Shorten ${called} to ${most} characters or fewer` : null
}

export function textError(typed: string, missing: string, most: number, called: string): string | null {
  return typed === '' ? missing : tooLong(typed, most, called)
}

export function emailError(typed: string): string | null {
  if (!plausibleEmail(typed)) return 'Enter your e-mail address, like name@example.org'
  return tooLong(typed, contactLengths.email, 'your e-mail address')
}

export function phoneError(typed: string): string | null {
  if (typed === '') return 'Enter your telephone number'
  const digits = typed.replace(/\D/g, '').length
  const readable = /^\+?[\d ()-]+$/.test(typed) && digits >= phoneDigits.least && digits <= phoneDigits.most
  return readable && typed.length <= contactLengths.phone
    ? null
    : 'Enter your telephone number in digits, like +91 22 5555 0100'
}

/** The errors found, in the order of `fields`. */
export function gatherErrors<Field extends string>(
  fields: readonly Field[],
  found: Partial<Record<Field, string | null>>,
): { field: Field; message: string }[] {
  return fields.flatMap((field) => {
    const message = found[field]
    return message ? [{ field, message }] : []
  })
}
