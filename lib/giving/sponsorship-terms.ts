/** What a sponsorship form asks by just now: its content, held against the clock. */
import 'server-only'
import { utcNow } from '#lib/clock.ts'
import type { Sponsorship } from '#lib/content/giving-schema.ts'
import { itemsClosedSentence, itemsOpen } from '#lib/giving/promotional-items.ts'
import type { SponsorshipTerms } from '#lib/giving/sponsorship.ts'

/** `now`: ISO 8601, UTC. */
export function sponsorshipTerms({ levels, choose, items }: Sponsorship, now = utcNow()): SponsorshipTerms {
  return {
    levels: levels.map(({ id, name, dollars }) => ({ id, name, dollars })),
    choose,
    itemsOpen: itemsOpen(items, now),
    itemsClosed: itemsClosedSentence(items),
  }
}
