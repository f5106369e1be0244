/** The coming medical camps. Pure. */

import { wallTime } from '#lib/platform/zone.ts'
import type { PlannedCamp } from '#lib/site/content/camp-schema.ts'

/** Camps whose last day, in their own zone, is not over; soonest first. */
export const comingCamps = (camps: readonly PlannedCamp[], now: Date): PlannedCamp[] =>
  camps
    .filter(({ zone, until }) => wallTime(zone, now).slice(0, 10) <= until)
    .sort((a, b) => a.from.localeCompare(b.from))
