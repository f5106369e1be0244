/** The events that accept sponsors. Constants only; safe in a browser. */
import { isOneOf } from '#lib/platform/narrow.ts'

/** Ids as in API requests and the content files. */
export const sponsorshipEvents = ['5k-run', 'father-daughter-dance'] as const
export type SponsorshipEvent = (typeof sponsorshipEvents)[number]

export const isSponsorshipEvent = (event: unknown): event is SponsorshipEvent => isOneOf(sponsorshipEvents, event)
