/** What the card form in dollars takes: its own limits, and the purposes that gifts in rupees have too. */
import 'server-only'
import { indiaGiving, usaGiving } from '#lib/content/index.ts'
import type { DonationTerms } from '#lib/giving/start-donation.ts'

export function usaTerms(): DonationTerms {
  const { minimum, maximum } = usaGiving()
  return { minimum, maximum, currency: 'USD', reasons: indiaGiving().reasons }
}
