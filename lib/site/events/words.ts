/** Times and places of events in words: "6:30 to 8:30 pm". English uses the wording of the specification; other languages that of Intl. */

import { currentLanguage, currentLocale } from '#lib/platform/languages/current.ts'
import { defaultLanguage } from '#lib/platform/languages/index.ts'
import { messages } from '#lib/platform/messages/index.ts'
import { zoneName } from '#lib/platform/zone.ts'
import type { CharityEvent } from '#lib/site/content/event-schema.ts'
import type { EventState } from './occurrence.ts'

const isEnglish = () => currentLanguage() === defaultLanguage

const clockOfReader = () => new Intl.DateTimeFormat(currentLocale(), { timeStyle: 'short', timeZone: 'UTC' })
const atTime = (time: string) => new Date(`2000-01-01T${time}:00Z`)

/** `time`: hours:minutes, 24-hour. 08:00 -> "8:00 am"; 12:00 -> "noon". */
export function timeInWords(time: string): string {
  if (!isEnglish()) return clockOfReader().format(atTime(time))
  if (time === '12:00') return 'noon'
  return `${clock(time)} ${half(time)}`
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
  return isEnglish() ? `${clock(time).padStart(5, '0')} ${half(time).toUpperCase()}` : timeInWords(time)
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
    .filter((part, place, all) => all.indexOf(part) === place)
    .join(', ')
  return online ? messages()('event.place', { place, online }) : place
}
