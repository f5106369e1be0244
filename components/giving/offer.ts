/** What the donation form offers: content, and what the server knows of the payment service, in the shape that the browser gets. */
import type { Limits } from '#lib/giving/donation.ts'

export type DonationOffer = {
  presets: readonly { rupees: number; pays: string }[]
  reasons: readonly { code: number; label: string }[]
  limits: Limits
  /** "Between ₹50 and ₹5,00,000", as the hint of the other amount. */
  limitsSentence: string
  /** Whole rupees: a monthly gift above this asks the donor's bank each month. */
  mandateAbove: number
}
