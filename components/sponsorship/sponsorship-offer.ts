/** What a sponsorship form offers: content, as it is offered now, in the shape that the browser gets. */
import type { WidgetOffer } from '#components/behaviours/turnstile.ts'
import type { SponsorshipTerms } from '#lib/giving/sponsorship/form.ts'
import type { SponsorshipEvent } from '#lib/site/content/sponsorship-events.ts'

export type SponsorshipOffer = {
  event: SponsorshipEvent
  thankYou: `/${string}`
  terms: SponsorshipTerms
  /** What each level includes, by its id. */
  includes: Readonly<Record<string, readonly string[] | undefined>>
  /** What is sponsored, with its date: "the 5K Run4Love on September 11, 2027". */
  sponsored: string
  reassurance: string
  /** Whether cards are taken; without them an invoice is the way. */
  cards: boolean
  challenge: WidgetOffer | null
}
