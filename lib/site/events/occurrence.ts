/** When an event takes place, computed from its dates and the current time, so that no page announces a past event. Pure. */
import { currentLanguage, currentLocale } from '#lib/platform/languages/current.ts'
import { messages } from '#lib/platform/messages/index.ts'
import { localDay, momentOf, wallTime, zoneName } from '#lib/platform/zone.ts'
import { type CharityEvent, daysOf, type PlannedCamp } from '#lib/site/content/event-schema.ts'

type Dates = Pick<CharityEvent, 'zone' | 'date' | 'starts' | 'ends' | 'calledOff'> & {
  repeats?: CharityEvent['repeats'] | undefined
}

export type EventState = 'coming' | 'on' | 'past' | 'called-off'

export type Occurrence = {
  state: EventState
  /** year-month-day, in the event's zone. */
  day: string
  starts: Date
  /** The end of the day if the end is unknown. */
  ends: Date
  /** When the state changes next; undefined if never. */
  changes?: Date
}

/** The current occurrence, otherwise the next one, otherwise the last one. A cancelled occurrence is returned until it would have ended. */
export function occurrenceAt(event: Dates, now: Date): Occurrence {
  const { value: day } = upcoming(event, now).next()
  return onDay(event, day ?? event.date, now)
}

/** Whether somebody announced the day. Days that only the rule of an event gives are tentative. */
export const isConfirmed = ({ date }: Pick<CharityEvent, 'date'>, day: string): boolean => day <= date

/** The days of the two occurrences after the one that occurrenceAt returns; fewer when there are no more. */
export function laterDays(event: Dates, now: Date): string[] {
  const days: string[] = []
  if (!event.repeats) return days
  const shown = occurrenceAt(event, now).day
  for (const day of upcoming(event, now)) {
    if (days.length === 2) break
    if (day > shown && !event.calledOff.includes(day)) days.push(day)
  }
  return days
}

/** The next day of the event that has not begun and is not cancelled; undefined if there is none. */
export function comingDay(event: Dates, now: Date): string | undefined {
  for (const day of upcoming(event, now))
    if (!event.calledOff.includes(day) && now < momentOf(event.zone, day, event.starts)) return day
  return undefined
}

/** The month (2027-02) in which the next of a yearly event is expected, once the last one is over; undefined for other events. */
export function expectedMonth(
  { yearly, zone, date }: Pick<CharityEvent, 'yearly' | 'zone' | 'date'>,
  now: Date,
): string | undefined {
  if (!yearly) return undefined
  const thisMonth = wallTime(zone, now).slice(0, 7)
  const [held, month] = [Number(date.slice(0, 4)), date.slice(5, 7)]
  const year = Number(thisMonth.slice(0, 4)) + (month < thisMonth.slice(5) ? 1 : 0)
  return `${Math.max(year, held + 1)}-${month}`
}

/** The days of occurrences that have not ended, soonest first. */
function* upcoming(event: Dates, now: Date): Generator<string, undefined> {
  const today = localDay(event.zone, now)
  for (const day of event.repeats ? daysOf(event.repeats, event.date, today) : [event.date])
    if (now < endOf(event, day)) yield day
  return undefined
}

const endOf = ({ zone, ends = '23:59' }: Pick<Dates, 'zone' | 'ends'>, day: string) => momentOf(zone, day, ends)

function onDay({ zone, starts, ends, calledOff }: Dates, day: string, now: Date): Occurrence {
  const times = { day, starts: momentOf(zone, day, starts), ends: endOf({ zone, ends }, day) }
  if (now >= times.ends) return { state: 'past', ...times }
  if (calledOff.includes(day)) return { state: 'called-off', ...times, changes: times.ends }
  const on = now >= times.starts
  return { state: on ? 'on' : 'coming', ...times, changes: on ? times.ends : times.starts }
}

/** Each event with its current occurrence: coming ones first, by date; then past ones, latest first. */
export function soonestFirst<E extends Dates>(events: readonly E[], now: Date): { event: E; shown: Occurrence }[] {
  const over = ({ state }: Occurrence) => state === 'past'
  return events
    .map((event) => ({ event, shown: occurrenceAt(event, now) }))
    .sort(({ shown: a }, { shown: b }) => {
      const between = a.starts.getTime() - b.starts.getTime()
      return Number(over(a)) - Number(over(b)) || (over(a) ? -between : between)
    })
}

/** Camps whose last day, in their own zone, is not over; soonest first. */
export const comingCamps = (camps: readonly PlannedCamp[], now: Date): PlannedCamp[] =>
  camps.filter(({ zone, until }) => localDay(zone, now) <= until).sort((a, b) => a.from.localeCompare(b.from))

/** Times and places of events in words: "6:30 to 8:30 pm". English uses the wording of the specification; other languages that of Intl. */
const isEnglish = () => currentLanguage() === 'en'

const clockOfReader = () => new Intl.DateTimeFormat(currentLocale(), { timeStyle: 'short', timeZone: 'UTC' })
const atTime = (time: string) => new Date(`2000-01-01T${time}:00Z`)

/** `time`: hours:minutes, 24-hour. 08:00 -> "8:00 am", which stays on one line; 12:00 -> "noon". */
export function timeInWords(time: string): string {
  if (!isEnglish()) return clockOfReader().format(atTime(time))
  if (time === '12:00') return 'noon'
  return `${clock(time)}\u00a0${half(time)}`
}

/** "6:30 to 8:30 pm", "8:00 am to noon"; "6:30–8:30 pm" in Hindi. `until`: undefined if unknown. */
export function timesInWords(from: string, until: string | undefined): string {
  if (until === undefined) return timeInWords(from)
  if (!isEnglish()) return clockOfReader().formatRange(atTime(from), atTime(until))
  const plain = from !== '12:00' && until !== '12:00' && half(from) === half(until)
  return `${plain ? clock(from) : timeInWords(from)} to ${timeInWords(until)}`
}

const half = (time: string) => (Number(time.slice(0, 2)) < 12 ? 'am' : 'pm')
const clock = (time: string) => `${Number(time.slice(0, 2)) % 12 || 12}:${time.slice(3, 5)}`

/** The specification's `hh:mm a`: 17:00 -> "05:00 PM". */
export function clockTime(time: string): string {
  return isEnglish() ? `${clock(time).padStart(5, '0')}\u00a0${half(time).toUpperCase()}` : timeInWords(time)
}

/** "New York time"; in other languages Intl's name of the zone, because Intl does not translate cities. */
export function zoneInWords(zone: string): string {
  if (isEnglish()) return zoneName(zone)
  const format = new Intl.DateTimeFormat(currentLocale(), { timeZone: zone, timeZoneName: 'longGeneric' })
  return format.formatToParts(0).find(({ type }) => type === 'timeZoneName')?.value ?? zoneName(zone)
}

const states = { coming: 'event.coming', on: 'event.on', past: 'event.past', 'called-off': 'event.calledOff' } as const

export const stateInWords = (state: EventState): string => messages()(states[state])

/** "A riverpark, Chattanooga, Tennessee, or virtually"; "Zoom". */
export function placeInWords({ venue, online }: Pick<CharityEvent, 'venue' | 'online'>): string {
  if (!venue) return online ?? ''
  const place = [venue.name, venue.town, venue.region]
    .filter((part, index, all) => all.indexOf(part) === index)
    .join(', ')
  return online ? messages()('event.place', { place, online }) : place
}
