/** Between a wall clock in an IANA zone and a moment. Knows zones through Intl alone, so that their rules are the runtime's; never reads the machine's own zone. */

const minute = 60_000
const halfDay = 12 * 60 * minute

const formats = new Map<string, Intl.DateTimeFormat>()

/** @throws RangeError when there is no such zone: content is checked for that. */
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

/** What clocks in the zone show: 2027-09-11T08:00:00, without an offset. */
export function wallTime(zone: string, moment: Date): string {
  const part: Record<string, string> = {}
  for (const { type, value } of formatOf(zone).formatToParts(moment)) part[type] = value
  return `${part.year}-${part.month}-${part.day}T${part.hour}:${part.minute}:${part.second}`
}

/** Minutes that the zone is ahead of UTC at that moment: -240 in New York in summer. */
export function offsetAt(zone: string, moment: Date): number {
  const whole = Math.floor(moment.getTime() / 1000) * 1000
  return (Date.parse(`${wallTime(zone, moment)}Z`) - whole) / minute
}

/**
 * The moment at which clocks in the zone show this. An hour that comes twice means its first coming, and one that is left out is
 * counted from before the change (RFC 5545, 3.3.5).
 * @param day year-month-day
 * @param time hours:minutes, 24-hour
 */
export function momentOf(zone: string, day: string, time: string): Date {
  const asUtc = Date.parse(`${day}T${time}:00Z`)
  const before = offsetAt(zone, new Date(asUtc - 2 * halfDay))
  const after = offsetAt(zone, new Date(asUtc + 2 * halfDay))
  const [early, late] = [new Date(asUtc - before * minute), new Date(asUtc - after * minute)]
  if (offsetAt(zone, early) === before) return early
  return offsetAt(zone, late) === after ? late : early
}

/** -240 -> -0400; with a sign between: -04:00 */
export function offsetText(offset: number, between = ''): string {
  const whole = Math.abs(offset)
  const two = (value: number) => String(value).padStart(2, '0')
  return `${offset < 0 ? '-' : '+'}${two(Math.floor(whole / 60))}${between}${two(whole % 60)}`
}

/** ISO 8601 with the zone's offset: 2027-09-11T08:00:00-04:00 */
export const isoWithOffset = (zone: string, moment: Date): string =>
  `${wallTime(zone, moment)}${offsetText(offsetAt(zone, moment), ':')}`

/** "New York time" of America/New_York. */
export const zoneName = (zone: string): string => `${zone.slice(zone.lastIndexOf('/') + 1).replaceAll('_', ' ')} time`

/** The first moment after `from` at which the zone's offset is another, to the minute; undefined when there is none within 400 days. */
export function nextChange(zone: string, from: Date): Date | undefined {
  const offset = offsetAt(zone, from)
  let low = from.getTime()
  const end = low + 800 * halfDay
  let high = low
  while (offsetAt(zone, new Date(high)) === offset) {
    low = high
    high += 14 * halfDay
    if (high > end) return undefined
  }
  while (high - low > minute) {
    const middle = Math.floor((low + high) / 2 / minute) * minute
    if (middle <= low) break
    if (offsetAt(zone, new Date(middle)) === offset) low = middle
    else high = middle
  }
  return new Date(Math.ceil(high / minute) * minute)
}
