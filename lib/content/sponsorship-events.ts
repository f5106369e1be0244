/** The events that take sponsors, and where their forms are. Constants only; safe in a browser. */
import { isOneOf } from '#lib/narrow.ts'

/** As the wire and the content files name them. */
export const sponsorshipEvents = ['5k-run', 'father-daughter-dance'] as const
export type SponsorshipEvent = (typeof sponsorshipEvents)[number]

export const isSponsorshipEvent = (event: unknown): event is SponsorshipEvent => isOneOf(sponsorshipEvents, event)

/** Where each form stands. */
export const sponsorshipAddress = {
  '5k-run': '/Event5kSponsorship',
  'father-daughter-dance': '/FatherDaughterSponser',
} as const satisfies Record<SponsorshipEvent, `/${string}`>
