/** Keeps the donor's details in the browser's session storage, so that a reload or a look around loses nothing. Never card data, which we never have. */
import type { DonationValues } from '#lib/giving/donation.ts'

const place = 'donation'
/** Specification section 3: the values that are kept. */
const kept = ['firstName', 'lastName', 'phone', 'email', 'donorType', 'reason'] as const

export function keepValues(values: DonationValues): void {
  try {
    sessionStorage.setItem(place, JSON.stringify(Object.fromEntries(kept.map((field) => [field, values[field] ?? '']))))
  } catch {
    // Storage that is full or forbidden: the form works without it.
  }
}

export function keptValues(): DonationValues {
  try {
    const read: unknown = JSON.parse(sessionStorage.getItem(place) ?? '{}')
    if (typeof read !== 'object' || read === null) return {}
    const entries = Object.entries(read).filter(
      ([field, value]) => (kept as readonly string[]).includes(field) && typeof value === 'string',
    )
    return Object.fromEntries(entries)
  } catch {
    return {}
  }
}
