/** Times and places of events in words: "6:30 to 8:30 pm". Pure. */
import type { CharityEvent } from '#lib/content/event-schema.ts'
import type { EventState } from './occurrence.ts'

/** `time`: hours:minutes, 24-hour. 08:00 -> "8:00 am"; 12:00 -> "noon". */
export function timeInWords(time: string): string {
  if (time === '12:00') return 'noon'
  return `${clock(time)} ${half(time)}`
}

/** "6:30 to 8:30 pm", "8:00 am to noon" */
export function timesInWords(from: string, until: string): string {
  const plain = from !== '12:00' && until !== '12:00' && half(from) === half(until)
  return `${plain ? clock(from) : timeInWords(from)} to ${timeInWords(until)}`
}

const half = (time: string) => (Number(time.slice(0, 2)) < 12 ? 'am' : 'pm')
const clock = (time: string) => `${Number(time.slice(0, 2)) % 12 || 12}:${time.slice(3, 5)}`

/** The specification's `hh:mm a`: 17:00 -> "05:00 PM". */
export function clockTime(time: string): string {
  return `${clock(time).padStart(5, '0')} ${half(time).toUpperCase()}`
}

export const stateInWords: Record<EventState, string> = {
  coming: 'Coming',
  on: 'On now',
  past: 'Past event',
  'called-off': 'Called off',
}

/** "A riverpark, Chattanooga, Tennessee, or virtually"; "Zoom". */
export function placeInWords({ venue, online }: Pick<CharityEvent, 'venue' | 'online'>): string {
  if (!venue) return online ?? ''
  const where = [venue.name, venue.town, venue.region]
    .filter((part, place, all) => all.indexOf(part) === place)
    .join(', ')
  return online ? `${where}, or ${online}` : where
}
