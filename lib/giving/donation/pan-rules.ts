/**
 * India's Permanent Account Number, as donors write it on tax receipts: ten characters, AAAAA9999A, whose fourth letter says
 * what kind of holder it has (Income-tax Rules, rule 114). Pure and browser-safe.
 */

/** Maximum length, including the spaces or hyphens that people type. */
export const panLength = 20

const shape = /^[A-Z]{3}[ABCEFGHJLPT][A-Z]\d{4}[A-Z]$/

/** Normalised: in capitals, without spaces and hyphens. */
export function plainPan(typed: string): string {
  return typed.replace(/[\s-]+/g, '').toUpperCase()
}

type Texts = Record<'panWrong' | 'panOfPerson' | 'panOfOrganisation', string>

/** Null if it can be a PAN of this kind of donor, or if it is empty, because it is optional. */
export function panError(typed: string, organisation: boolean, texts: Texts): string | null {
  const pan = plainPan(typed)
  if (pan === '') return null
  if (!shape.test(pan)) return texts.panWrong
  if (pan[3] === 'P' && organisation) return texts.panOfPerson
  if (pan[3] !== 'P' && !organisation) return texts.panOfOrganisation
  return null
}
