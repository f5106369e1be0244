import { stopClock } from '#lib/platform/clock.ts'
import type { Page } from '#lib/site/content/schema.ts'
import { eventsOf } from '#lib/site/seo/structured-data.ts'
import { dance, race, webinar } from './examples.ts'

jest.mock('#lib/platform/env.ts', () => ({ env: () => ({ siteUrl: 'https://mendedbowl.org' }) }))
const events = [dance(), race({ online: 'virtually' }), webinar({ calledOff: ['2026-03-04'] })]
const charityEvent = (id: string) => events.find((event) => event.id === id)
jest.mock('#lib/site/content/index.ts', () => ({
  site: () => ({ names: { organisation: 'Mended Bowl' } }),
  charityEvent: (id: string) => charityEvent(id),
}))

afterEach(() => stopClock(undefined))

const pageAt = (address: string, ...blocks: object[]) => ({ address, blocks }) as unknown as Page
const shown = (event: string) => ({ kind: 'event', heading: 'When', event, share: false })
const about = (event: string) => eventsOf(pageAt(charityEvent(event)?.href ?? '', shown(event)))

test('an event has the offset of its time zone, in summer and winter', () => {
  stopClock('2027-01-01T00:00:00Z')
  expect(about('webinar')).toMatchObject([
    {
      '@type': 'Event',
      startDate: '2027-01-06T12:00:00-05:00',
      endDate: '2027-01-06T13:00:00-05:00',
      eventStatus: 'https://schema.org/EventScheduled',
      eventAttendanceMode: 'https://schema.org/OnlineEventAttendanceMode',
      location: [{ '@type': 'VirtualLocation', name: 'Zoom', url: 'https://mendedbowl.org/Bowls' }],
      organizer: { '@type': 'NGO', name: 'Mended Bowl', url: 'https://mendedbowl.org/' },
    },
  ])
  stopClock('2027-05-01T00:00:00Z')
  expect(about('webinar')).toMatchObject([{ startDate: '2027-05-05T12:00:00-04:00' }])
})

test('a venue and an online location are both listed', () => {
  stopClock('2027-01-01T00:00:00Z')
  expect(about('race')).toMatchObject([
    {
      startDate: '2027-09-11T08:00:00-04:00',
      eventAttendanceMode: 'https://schema.org/MixedEventAttendanceMode',
      location: [
        {
          '@type': 'Place',
          name: 'Riverpark',
          address: { addressLocality: 'Chattanooga', addressRegion: 'Tennessee', addressCountry: 'US' },
        },
        { '@type': 'VirtualLocation', name: 'virtually' },
      ],
    },
  ])
})

test('a cancelled event says so', () => {
  stopClock('2026-02-20T00:00:00Z')
  expect(about('webinar')).toMatchObject([{ eventStatus: 'https://schema.org/EventCancelled' }])
})

test('events are described only on their own pages', () => {
  expect(eventsOf(pageAt('/OurEvents', { kind: 'events', heading: 'Our events' }))).toEqual([])
  expect(eventsOf(pageAt('/Press5k', shown('race')))).toEqual([])
})
