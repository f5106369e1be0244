/** What a sponsorship form offers: content, held against the clock, in the shape that the browser gets. */
import type { WidgetOffer } from '#components/behaviours/turnstile.ts'
import type { SponsorshipEvent } from '#lib/content/sponsorship-events.ts'
import type { SponsorshipTerms } from '#lib/sponsorship/rules.ts'

export type SponsorshipOffer = {
  event: SponsorshipEvent
  terms: SponsorshipTerms
  /** What the levels are, where content says more than their names. */
  levelTexts: Readonly<Record<string, string>>
  /** The box for promotional items, and until when they are taken. */
  itemsLabel: string
  itemsUntil: string
  reassurance: string
  /** Whether cards are taken; without them an invoice is the way. */
  cards: boolean
  /** Turnstile's widget, where its keys are set. */
  challenge: WidgetOffer | null
}
