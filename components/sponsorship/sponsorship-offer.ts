/** What a sponsorship form offers: content, as it is offered now, in the shape that the browser gets. */
import type { WidgetOffer } from '#components/behaviours/turnstile.ts'
import type { SponsorshipEvent } from '#lib/content/sponsorship-events.ts'
import type { SponsorshipTerms } from '#lib/sponsorship/form.ts'

export type SponsorshipOffer = {
  event: SponsorshipEvent
  thankYou: `/${string}`
  terms: SponsorshipTerms
  /** What the levels are, where content says more than their names. */
  levelTexts: Readonly<Record<string, string>>
  itemsUntil: string
  reassurance: string
  /** Whether cards are taken; without them an invoice is the way. */
  cards: boolean
  challenge: WidgetOffer | null
}
