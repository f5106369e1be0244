/** VTIMEZONE (RFC 5545, 3.6.5) of an IANA zone, worked out from the zone's own changes: which weekday of which month, for ten years to come. Pure. */
import { weekdayOf } from './recurrence.ts'
import { dayCode } from './rule-text.ts'
import { nextChange, offsetAt, offsetText, wallTime } from './zone.ts'

const years = 10
const stamp = (wall: string) => wall.replace(/[-:]/g, '')

type Change = {
  from: number
  to: number /** What clocks showed, year-month-dayThh:mm:ss, when they were changed. */
  wall: string
}

/** Lines without their ends. The changes start in the year before `from`. */
export function timeZoneComponent(zone: string, from: Date): string[] {
  const changes = changesSince(zone, new Date(Date.UTC(from.getUTCFullYear() - 1, 0, 1)))
  const offset = offsetAt(zone, from)
  const kinds = new Map<string, Change[]>()
  for (const change of changes) {
    const kind = `${change.from} ${change.to}`
    kinds.set(kind, [...(kinds.get(kind) ?? []), change])
  }
  const parts =
    kinds.size === 0
      ? [part('STANDARD', { from: offset, to: offset, wall: '1970-01-01T00:00:00' }, [])]
      : [...kinds.values()].flatMap((same) => {
          const [first] = same
          if (!first) return []
          return [part(first.to > first.from ? 'DAYLIGHT' : 'STANDARD', first, repetition(same))]
        })
  return ['BEGIN:VTIMEZONE', `TZID:${zone}`, ...parts.flat(), 'END:VTIMEZONE']
}

function changesSince(zone: string, start: Date): Change[] {
  const changes: Change[] = []
  const last = start.getUTCFullYear() + years
  let at = nextChange(zone, start)
  while (at && at.getUTCFullYear() < last) {
    const [from, to] = [offsetAt(zone, new Date(at.getTime() - 1000)), offsetAt(zone, at)]
    const wall = new Date(at.getTime() + from * 60_000).toISOString().slice(0, 19)
    changes.push({ from, to, wall })
    at = nextChange(zone, at)
  }
  return changes
}

function part(kind: 'STANDARD' | 'DAYLIGHT', { from, to, wall }: Change, repeats: string[]): string[] {
  const ends = [`TZOFFSETFROM:${offsetText(from)}`, `TZOFFSETTO:${offsetText(to)}`]
  return [`BEGIN:${kind}`, `DTSTART:${stamp(wall)}`, ...ends, ...repeats, `END:${kind}`]
}

/** One rule where all the years agree on it, else the days one by one. */
function repetition(changes: Change[]): string[] {
  if (changes.length < 2) return []
  const places = changes.map(({ wall }) => {
    const [day, dayOfMonth] = [wall.slice(0, 10), Number(wall.slice(8, 10))]
    const length = new Date(Date.UTC(Number(day.slice(0, 4)), Number(day.slice(5, 7)), 0)).getUTCDate()
    const same = `${day.slice(5, 7)} ${weekdayOf(day)} ${wall.slice(11)}`
    return { same, week: Math.ceil(dayOfMonth / 7), last: dayOfMonth + 7 > length }
  })
  const [first] = places
  const [change] = changes
  if (!first || !change) return []
  const alike = places.every(({ same }) => same === first.same)
  const week = places.every(({ week }) => week === first.week) ? first.week : places.every(({ last }) => last) ? -1 : 0
  if (!alike || week === 0)
    return [
      `RDATE:${changes
        .slice(1)
        .map(({ wall }) => stamp(wall))
        .join(',')}`,
    ]
  const weekday = weekdayOf(change.wall.slice(0, 10))
  return [`RRULE:FREQ=YEARLY;BYMONTH=${Number(change.wall.slice(5, 7))};BYDAY=${week}${dayCode(weekday)}`]
}

/** A local time as RFC 5545 writes it: 20270911T080000. */
export const localStamp = (zone: string, moment: Date): string => stamp(wallTime(zone, moment))
