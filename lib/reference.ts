/** References for visitors and the office: short, easy to read aloud, not secret and not sequential. */
import { randomInt } from 'node:crypto'

/** Without characters that are easily confused (0 and O, 1, I and L). */
const alphabet = '23456789ABCDEFGHJKMNPQRSTUVWXYZ'
const four = () => Array.from({ length: 4 }, () => alphabet[randomInt(alphabet.length)]).join('')

/** G-7KQM-2X9D. `kind`: the first letter, such as G for a gift or E for an enquiry. */
export function newReference(kind: string): string {
  return `${kind}-${four()}-${four()}`
}

export function isReference(text: unknown): text is string {
  return typeof text === 'string' && /^[A-Z]-[2-9A-HJKMNP-Z]{4}-[2-9A-HJKMNP-Z]{4}$/.test(text)
}
