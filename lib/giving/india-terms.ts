/** What the form in rupees takes and asks: its content, and a PAN only where one can be kept encrypted. */
import 'server-only'
import { indiaGiving } from '#lib/content/index.ts'
import { panIsAsked } from '#lib/giving/pan.ts'
import type { DonationTerms } from '#lib/giving/start-donation.ts'

export function indiaTerms(): DonationTerms {
  const { minimum, maximum, reasons, citizenship, citizens } = indiaGiving()
  return {
    minimum,
    maximum,
    currency: 'INR',
    reasons,
    asksPan: panIsAsked(),
    citizens: (citizenship && citizens) || null,
  }
}
