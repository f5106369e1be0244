/** Where an event is held, in one line. Pure. */
import type { CharityEvent } from '#lib/content/event-schema.ts'

/** "A riverpark, Chattanooga, Tennessee, or virtually"; "Zoom". */
export function placeInWords({ venue, online }: Pick<CharityEvent, 'venue' | 'online'>): string {
  if (!venue) return online ?? ''
  const where = [venue.name, venue.town, venue.region]
    .filter((part, place, all) => all.indexOf(part) === place)
    .join(', ')
  return online ? `${where}, or ${online}` : where
}
