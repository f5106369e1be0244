/** The rules that every form with a payment shares: texts, e-mail addresses, telephone numbers. Pure and browser-safe. */
/** Characters at most. E-mail: RFC 5321, section 4.5.3.1. */
export const contactLengths = { email: 254, phone: 30 } as const

/** Digits of a telephone number of any country (ITU-T E.164 allows 15, and an extension may follow). */
export const phoneDigits = { least: 5, most: 20 } as const

/** One @, no spaces, a dot after it: enough to catch slips; only a letter that arrives proves an address. */
export function plausibleEmail(text: string): boolean {
  return /^[^\s@<>(),;:"[\]\\]+@[^\s@<>(),;:"[\]\\]+\.[^\s@<>(),;:"[\]\\.]{2,}$/.test(text) && !text.includes('..')
}

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
