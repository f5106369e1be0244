/** Compares the values of content files. Pure. */
import { isRecord } from '#lib/platform/narrow.ts'

/** Deep equality. White space around a text does not count, because forms trim it. A field without a value is treated as missing. */
export function sameValue(a: unknown, b: unknown): boolean {
  if (typeof a === 'string' && typeof b === 'string') return a.trim() === b.trim()
  if (Array.isArray(a) && Array.isArray(b))
    return a.length === b.length && a.every((value, index) => sameValue(value, b[index]))
  if (isRecord(a) && isRecord(b)) {
    const keys = new Set([...Object.keys(a), ...Object.keys(b)])
    return [...keys].every((key) => sameValue(a[key], b[key]))
  }
  return Object.is(a, b)
}

/** Fields by which people recognise an entry of a list. */
const telling = ['id', 'code', 'kind', 'title', 'name', 'label', 'heading', 'question', 'href']

/** The probability, from 0 (nothing in common) to 1, that one is an edited version of the other. */
export function similarity(a: unknown, b: unknown): number {
  if (!isRecord(a) || !isRecord(b)) return sameValue(a, b) ? 1 : 0
  const keys = [...new Set([...Object.keys(a), ...Object.keys(b)])]
  const weight = (key: string) => (telling.includes(key) ? 3 : 1)
  const total = keys.reduce((sum, key) => sum + weight(key), 0)
  const shared = keys.reduce((sum, key) => sum + (sameValue(a[key], b[key]) ? weight(key) : 0), 0)
  return total === 0 ? 1 : shared / total
}
