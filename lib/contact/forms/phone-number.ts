/** Telephone numbers for storage: E.164 if they can be parsed, else as typed, in ASCII digits. Server only, because the library is large. */
import 'server-only'
import { parsePhoneNumberFromString } from 'libphonenumber-js'
import { withPlainDigits } from '#lib/platform/typed-text.ts'

/** "+1 423-555-0142" becomes "+14235550142"; without its country code a number is ambiguous, and stays as typed. Never throws. */
export function keptPhone(typed: string): string {
  const plain = withPlainDigits(typed)
  const parsed = parsePhoneNumberFromString(plain)
  if (!parsed?.isPossible()) return plain
  return parsed.ext ? `${parsed.number} ext. ${parsed.ext}` : parsed.number
}
