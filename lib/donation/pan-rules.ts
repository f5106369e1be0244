/**
 * India's Permanent Account Number, as donors write it on tax receipts: ten characters, AAAAA9999A, whose fourth letter says
 * what kind of holder it has (Income-tax Rules, rule 114). Pure and browser-safe.
 */

/** Characters at most, with the spaces or hyphens that people put in. */
export const panLength = 20

const shape = /^[A-Z]{3}[ABCEFGHJLPT][A-Z]\d{4}[A-Z]$/

/** In capitals, without spaces and hyphens: however it was typed, one number is written one way. */
export function plainPan(typed: string): string {
  return typed.replace(/[\s-]+/g, '').toUpperCase()
}

/** Null when it can be a PAN of this kind of donor, or when nothing was typed: it is optional. */
export function panError(typed: string, organisation: boolean): string | null {
  const pan = plainPan(typed)
  if (pan === '') return null
  if (!shape.test(pan)) return 'Enter your PAN, like ABCPE1234F: five letters, four digits and a letter'
  if (pan[3] === 'P' && organisation) {
    return 'This is the PAN of a person. Enter the PAN of your organisation, or go back and choose “Individual”'
  }
  if (pan[3] !== 'P' && !organisation) {
    return 'This is the PAN of an organisation. Enter your own, or go back and choose “Organisation”'
  }
  return null
}
