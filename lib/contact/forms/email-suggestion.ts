/**
 * "Did you mean gmail.com?" for addresses whose domain is one slip away from a well-known one. Only ever a suggestion. A short list: the
 * libraries for this are no longer maintained, and also suggest replacing valid domains. Pure and browser-safe.
 */

/** Long names only: in a short one, a single letter leads to another company. */
const wellKnown = 'gmail.com yahoo.com yahoo.co.in hotmail.com outlook.com icloud.com rediffmail.com'.split(' ')

/** Valid domains that are one slip away from a name above. */
const notMistyped = /^(?:|e|y)mail\.com$/

/** Misspellings of ".com" that are not top-level domains. */
const mistypedCom = /\.(?:con|cim|comm|cmo|ocm|vom|xom|cpm)$/

/** Whether `typed` is `meant` with one letter added, missing, wrong, or swapped with its neighbour. */
function isOneSlip(typed: string, meant: string): boolean {
  let same = 0
  while (same < meant.length && typed[same] === meant[same]) same += 1
  const rest = typed.slice(same)
  const meantRest = meant.slice(same)
  const shorter = rest.slice(1)
  const meantShorter = meantRest.slice(1)
  const swapped = meantRest.replace(/^(.)(.)/, '$2$1')
  return [meantRest, meantShorter].includes(shorter) || [meantShorter, swapped].includes(rest)
}

/** The address that was probably meant; null if nothing looks wrong. */
export function suggestEmail(typed: string): string | null {
  const at = typed.lastIndexOf('@')
  const domain = typed.slice(at + 1).toLowerCase()
  if (at < 1 || wellKnown.includes(domain) || notMistyped.test(domain)) return null
  const mended = domain.replace(mistypedCom, '.com')
  const meant = wellKnown.find((name) => name === mended || isOneSlip(mended, name))
  if (!meant && mended === domain) return null
  return `${typed.slice(0, at)}@${meant ?? mended}`
}
