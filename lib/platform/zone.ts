/** Converts between local times in an IANA zone and moments, by Intl. Never depends on the server's own time zone. */
import { dayMs, minuteMs } from '#lib/platform/clock.ts'

const formats = new Map<string, Intl.DateTimeFormat>()

/** @throws RangeError for an unknown zone; content is checked for that. */
function formatOf(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone)
  if (known) return known
  const made = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    calendar: 'iso8601',
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  })
  formats.set(zone, made)
  return made
}

/** The local time in the zone, without an offset: 2027-09-11T08:00:00. */
export function wallTime(zone: string, moment: Date): string {
  const part: Record<string, string> = {}
  for (const { type, value } of formatOf(zone).formatToParts(moment)) part[type] = value
  return `${part.year}-${part.month}-${part.day}T${part.hour}:${part.minute}:${part.second}`
}

/** The local day in the zone: 2027-09-11. */
export const localDay = (zone: string, moment: Date): string => wallTime(zone, moment).slice(0, 10)

/** Minutes that the zone is ahead of UTC at that moment: -240 in New York in summer. */
function offsetAt(zone: string, moment: Date): number {
  const whole = Math.floor(moment.getTime() / 1000) * 1000
  return (Date.parse(`${wallTime(zone, moment)}Z`) - whole) / minuteMs
}

/**
 * The moment of a local time. Where clocks go back, a repeated hour means the first one; where they go forward, a skipped hour
 * is read with the offset before the change (RFC 5545, 3.3.5).
 * @param day year-month-day
 * @param time hours:minutes, 24-hour
 */
export function momentOf(zone: string, day: string, time: string): Date {
  const asUtc = Date.parse(`${day}T${time}:00Z`)
  const before = offsetAt(zone, new Date(asUtc - dayMs))
  const after = offsetAt(zone, new Date(asUtc + dayMs))
  const [early, late] = [new Date(asUtc - before * minuteMs), new Date(asUtc - after * minuteMs)]
  if (offsetAt(zone, early) === before) return early
  return offsetAt(zone, late) === after ? late : early
}

/** The first moment of a day (ISO 8601). @param day such as 2026-11-21. */
export const midnight = (zone: string, day: string): string => momentOf(zone, day, '00:00').toISOString()

/** -240 -> -04:00 */
function offsetText(offset: number): string {
  const whole = Math.abs(offset)
  const two = (value: number) => String(value).padStart(2, '0')
  return `${offset < 0 ? '-' : '+'}${two(Math.floor(whole / 60))}:${two(whole % 60)}`
}

/** ISO 8601 with the zone's offset: 2027-09-11T08:00:00-04:00 */
export const isoWithOffset = (zone: string, moment: Date): string =>
  `${wallTime(zone, moment)}${offsetText(offsetAt(zone, moment))}`

/** "New York time" of America/New_York. */
export const zoneName = (zone: string): string => `${zone.slice(zone.lastIndexOf('/') + 1).replaceAll('_', ' ')} time`

/** A local time as RFC 5545 writes it: 20270911T080000. */
export const localStamp = (zone: string, moment: Date): string => wallTime(zone, moment).replace(/[-:]/g, '')
