/** Which medical camps are still to come. Pure. */

import { wallTime } from '#lib/platform/zone.ts'
import type { PlannedCamp } from '#lib/site/content/camp-schema.ts'

/** Those whose last day, where they are held, is not over: the soonest first. */
export const comingCamps = (camps: readonly PlannedCamp[], now: Date): PlannedCamp[] =>
  camps
    .filter(({ zone, until }) => wallTime(zone, now).slice(0, 10) <= until)
    .sort((a, b) => a.from.localeCompare(b.from))
