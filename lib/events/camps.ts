/** Which medical camps are still to come. Pure. */
import type { PlannedCamp } from '#lib/content/camp-schema.ts'
import { wallTime } from '#lib/zone.ts'

/** Those whose last day, where they are held, is not over: the soonest first. */
export const comingCamps = (camps: readonly PlannedCamp[], now: Date): PlannedCamp[] =>
  camps
    .filter(({ zone, until }) => wallTime(zone, now).slice(0, 10) <= until)
    .sort((a, b) => a.from.localeCompare(b.from))
