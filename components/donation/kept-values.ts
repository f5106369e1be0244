/** Keeps the donor's details in the browser's session storage, so that a reload or a look around loses nothing. Never card data, which we never have. */
import type { DonationValues } from '#lib/donation/form.ts'
import { tributeNames } from '#lib/donation/tribute.ts'
import type { Currency } from '#lib/money.ts'

const place = 'donation'
/** Specification section 3, and the address: everything but the PAN. */
const details = [
  'firstName',
  'lastName',
  'phone',
  'email',
  'donorType',
  'reason',
  'org_name',
  'line1',
  'line2',
  'city',
  'state',
  'postal_code',
  'country',
] as const
/** The gift itself belongs to one visit of one form: a link that presets another gift must not meet the last one. */
const gift = ['paymenttype', 'money', 'otherMoney', ...tributeNames] as const

export function keepValues(values: DonationValues, currency: Currency): void {
  try {
    const kept = [...details, ...gift].map((field) => [field, values[field] ?? ''])
    sessionStorage.setItem(place, JSON.stringify({ ...Object.fromEntries(kept), currency }))
  } catch {
    // Storage that is full or forbidden: the form works without it.
  }
}

/** The details; with `isSameVisit`, the gift as well, when it was chosen in this form's currency. */
export function keptValues(currency: Currency, isSameVisit: boolean): DonationValues {
  try {
    const read: unknown = JSON.parse(sessionStorage.getItem(place) ?? '{}')
    if (typeof read !== 'object' || read === null) return {}
    const isSameGift = isSameVisit && 'currency' in read && read.currency === currency
    const fields: readonly string[] = isSameGift ? [...details, ...gift] : details
    const entries = Object.entries(read).filter(([field, value]) => fields.includes(field) && typeof value === 'string')
    return Object.fromEntries(entries)
  } catch {
    return {}
  }
}

/** Whether this page was reloaded or come back to, rather than opened by a link. */
export function cameBack(): boolean {
  const [navigation] = performance.getEntriesByType('navigation')
  return navigation !== undefined && 'type' in navigation && navigation.type !== 'navigate'
}
