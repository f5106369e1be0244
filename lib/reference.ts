/** What visitor and office call a thing: short, readable aloud, neither a secret nor a count. */
import { randomInt } from 'node:crypto'

/** Without letters and digits that are mistaken for each other. */
const alphabet = '23456789ABCDEFGHJKMNPQRSTUVWXYZ'
const four = () => Array.from({ length: 4 }, () => alphabet[randomInt(alphabet.length)]).join('')

/** G-7KQM-2X9D. `kind`: the letter in front, such as G for a gift, E for an enquiry. */
export function newReference(kind: string): string {
  return `${kind}-${four()}-${four()}`
}

/** Whether `text`, which a stranger may have written, is of that shape. */
export function isReference(text: unknown): text is string {
  return typeof text === 'string' && /^[A-Z]-[2-9A-HJKMNP-Z]{4}-[2-9A-HJKMNP-Z]{4}$/.test(text)
}
