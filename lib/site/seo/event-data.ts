/** An event for search engines (https://schema.org/Event): the occurrence that its page shows. */
import 'server-only'
import { now } from '#lib/platform/clock.ts'
import { isoWithOffset } from '#lib/platform/zone.ts'
import type { CharityEvent } from '#lib/site/content/event-schema.ts'
import { charityEvent, site } from '#lib/site/content/index.ts'
import type { Page } from '#lib/site/content/schema.ts'
import { occurrenceAt } from '#lib/site/events/occurrence.ts'
import { absoluteUrl } from './absolute-url.ts'
import { cardAddress } from './metadata.ts'

type Json = string | number | boolean | readonly Json[] | { readonly [property: string]: Json }
/** https://schema.org/Thing: a type and its properties. */
export type Thing = { readonly '@type': string } & { readonly [property: string]: Json }

/** The events whose own page this is. Lists of events, and other pages that show an event, describe none. */
export function eventsOf({ address, blocks }: Page): Thing[] {
  return blocks.flatMap((block) => {
    const event = block.kind === 'event' ? charityEvent(block.event) : undefined
    return event?.href === address ? [eventThing(event)] : []
  })
}

function eventThing(event: CharityEvent): Thing {
  const { title, summary, href, zone, venue, online, register } = event
  const { state, starts, ends } = occurrenceAt(event, now())
  const mode = venue ? (online ? 'Mixed' : 'Offline') : 'Online'
  return {
    '@type': 'Event',
    '@id': absoluteUrl(`${href}#event`),
    name: title,
    description: summary,
    url: absoluteUrl(href),
    image: absoluteUrl(cardAddress(href)),
    // Google reads a time without an offset as the visitor's local time.
    startDate: isoWithOffset(zone, starts),
    ...(event.ends !== undefined && { endDate: isoWithOffset(zone, ends) }),
    eventStatus: `https://schema.org/${state === 'called-off' ? 'EventCancelled' : 'EventScheduled'}`,
    eventAttendanceMode: `https://schema.org/${mode}EventAttendanceMode`,
    location: places(event),
    // Without a price, because only the registration page states it.
    ...(register &&
      (state === 'coming' || state === 'on') && {
        offers: [{ '@type': 'Offer', name: register.label, url: register.href }],
      }),
    organizer: { '@type': 'NGO', name: site().names.organisation, url: absoluteUrl('/') },
  }
}

function places({ venue, online, register, href }: CharityEvent): Thing[] {
  const found: Thing[] = []
  if (venue) {
    const { name, town, region, country } = venue
    const address = { addressLocality: town, addressRegion: region, addressCountry: country }
    found.push({ '@type': 'Place', name, address: { '@type': 'PostalAddress', ...address } })
  }
  if (online) found.push({ '@type': 'VirtualLocation', name: online, url: register?.href ?? absoluteUrl(href) })
  return found
}
