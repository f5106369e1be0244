/** The server-rendered HTML of event blocks at different times. */
import { renderToStaticMarkup } from 'react-dom/server'
import { Event, Events } from '#components/blocks/event.tsx'
import { stopClock } from '#lib/platform/clock.ts'
import type { Page } from '#lib/site/content/schema.ts'
import { dance, race, webinar } from './examples.ts'

const register = { label: 'Register', href: 'https://tickets.test/bowls' }
const past = { text: 'It was **fine**.', actions: [{ label: 'See the pictures', href: '/Pictures' }] }
const mockEvents = () => [
  dance({ register, afterwards: past, yearly: true }),
  race(),
  webinar({ register, calledOff: ['2026-03-04'] }),
]
jest.mock('#lib/platform/env.ts', () => ({ env: () => ({ siteUrl: 'https://mendedbowl.org' }) }))
jest.mock('#lib/site/content/index.ts', () => ({
  site: () => ({ external: { tickets: { label: 'Tickets', href: 'https://tickets.test/bowls', newTab: true } } }),
  stories: () => [],
  charityEvents: () => mockEvents(),
  charityEvent: (id: string) => mockEvents().find((event) => event.id === id),
}))

afterEach(() => stopClock(undefined))

const page = { address: '/Bowls', title: 'Bowls', locale: 'en-GB', blocks: [] } as unknown as Page

function eventAt(moment: string, event: string): string {
  stopClock(moment)
  const block = { kind: 'event', heading: 'When', event, share: false } as const
  return renderToStaticMarkup(<Event block={block} page={page} index={0} id="block" />)
}

test('an upcoming event has its time, tickets and calendar links', () => {
  const html = eventAt('2026-01-01T00:00:00Z', 'dance')
  expect(html).toContain('data-state="coming"')
  expect(html).toContain(
    '<time dateTime="2026-02-07T18:30:00-05:00">Saturday, 7 February 2026, 6:30 to 8:30\u00a0pm</time>',
  )
  expect(html).toMatch(new RegExp(`href="${register.href}"[^>]* target="_blank" rel="noopener">Register`))
  expect(html).toContain('(opens in a new tab)')
  expect(html).toContain('href="/calendar/dance.ics"')
  expect(html).not.toContain('See the pictures')
  expect(eventAt('2026-02-08T00:00:00Z', 'dance')).toContain('On now')
})

test('a past event says so, sells nothing, and links to what follows', () => {
  const html = eventAt('2026-02-08T01:30:00Z', 'dance')
  expect(html).toContain('Past event')
  expect(html).toContain('It was <strong>fine</strong>.')
  expect(html).toContain('expected in February 2027')
  expect(html).toContain('href="/Pictures"')
  expect(html).not.toContain(register.href)
  expect(html).not.toContain('Add to calendar')
  expect(html).not.toContain('data-changes')
})

test('a cancelled event sells nothing, and shows the next dates', () => {
  const html = eventAt('2026-02-01T00:00:00Z', 'webinar')
  expect(html).toContain('Called off')
  expect(html).not.toContain(register.href)
  expect(html).not.toContain('Add to calendar')
  expect(html).toContain('Wednesday, 6 May 2026')
})

test('a list is fetched again when its first event changes', () => {
  stopClock('2026-01-01T00:00:00Z')
  const list = (only?: string[]) =>
    renderToStaticMarkup(<Events block={{ kind: 'events', heading: 'Ours', only }} page={page} index={0} id="block" />)
  expect(list()).toContain('data-changes="2026-01-07T17:00:00.000Z"')
  expect(list(['race', 'dance'])).toContain('data-changes="2026-02-07T23:30:00.000Z"')
  expect(list(['race']).match(/<li/g)).toHaveLength(1)
})
