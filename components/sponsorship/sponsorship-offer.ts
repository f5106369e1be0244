/** The current terms of a sponsorship form, in the shape that the browser gets. */
import type { WidgetOffer } from '#components/behaviours/turnstile.ts'
import type { SponsorshipTerms } from '#lib/giving/sponsorship/form.ts'

export type SponsorshipOffer = {
  event: string
  thankYou: `/${string}`
  terms: SponsorshipTerms
  /** The benefits of each level, by its id. */
  includes: Readonly<Record<string, readonly string[] | undefined>>
  /** The sponsored event with its date: "the 5K Run4Love on September 11, 2027". */
  sponsored: string
  reassurance: string
  /** Whether cards are taken; otherwise only invoices are offered. */
  cards: boolean
  challenge: WidgetOffer | null
}
