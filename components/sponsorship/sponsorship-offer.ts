/** What a sponsorship form offers: content, as it is offered now, in the shape that the browser gets. */
import type { WidgetOffer } from '#components/behaviours/turnstile.ts'
import type { SponsorshipEvent } from '#lib/content/sponsorship-events.ts'
import type { SponsorshipTerms } from '#lib/sponsorship/form.ts'

export type SponsorshipOffer = {
  event: SponsorshipEvent
  /** The address of the thank-you page. */
  thankYou: `/${string}`
  terms: SponsorshipTerms
  /** What the levels are, where content says more than their names. */
  levelTexts: Readonly<Record<string, string>>
  /** Until when promotional items are taken. */
  itemsUntil: string
  reassurance: string
  /** Whether cards are taken; without them an invoice is the way. */
  cards: boolean
  /** Turnstile's widget, where its keys are set. */
  challenge: WidgetOffer | null
}
