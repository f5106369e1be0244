import { renderToStaticMarkup } from 'react-dom/server'
import { GET } from '#app/.well-known/security.txt/route.ts'
import { JsonLd } from '#components/seo/json-ld.tsx'
import { stopClock } from '#lib/platform/clock.ts'
import { inLanguage, currentLanguage as mockLanguage } from '#lib/platform/languages/current.ts'
import { splitAddress as mockSplit } from '#lib/platform/languages/index.ts'
import type { Page, Story } from '#lib/site/content/schema.ts'
import { codePageMetadata, pageMetadata, storyMetadata } from '#lib/site/seo/metadata.ts'
import { eventsOf } from '#lib/site/seo/structured-data.ts'
import { changed, load } from '../content/small-site.ts'
import { dance, race, webinar } from '../events/examples.ts'

jest.mock('#lib/platform/env.ts', () => ({ env: () => ({ siteUrl: 'https://mendedbowl.org' }) }))
jest.mock('#lib/site/content/index.ts', () => ({
  site: () => content.site,
  pages: () => mockPages(),
  stories: () => (mockLanguage() === 'en' ? [bowl] : []),
  posts: () => [],
  enquiryForms: () => [],
  charityEvent: (id: string) => mockEvents.find((event) => event.id === id),
}))

const mockEvents = [dance(), race({ online: 'virtually' }), webinar({ calledOff: ['2026-03-04'] })]
test('a researcher learns whom to write to, once that is no sample', async () => {
  stopClock('2026-11-28T12:00:00Z')
  const real = { ...content.site.names, labelled: undefined }
  const answer = async (names: typeof content.site.names) => {
    jest.replaceProperty(content.site, 'names', names)
    const response = await GET()
    return [response.status, await response.text()]
  }
  expect(await answer(real)).toEqual([
    200,
    expect.stringMatching(
      /^Contact: mailto:\S+@\S+\nExpires: 2027-05-27T12:00:00\.000Z\nPreferred-Languages: en.*\nCanonical: https:\/\/mendedbowl\.org\/\.well-known\/security\.txt\n$/,
    ),
  ])
  expect(await answer({ ...real, labelled: true })).toEqual([404, ''])
  stopClock(undefined)
  jest.restoreAllMocks()
})

const content = load(
  changed(
    'content/pages/India.yaml',
    'card: { kind: pattern, pattern: india }',
    'card: { kind: portrait, who: girl, look: 5, pattern: india, alt: A girl who smiles }',
  ),
)
const india = content.pages.find(({ address }) => address === '/India') as Page
const [bowl] = content.stories as [Story]

// India is in Hindi too, and is shown in English to readers of Swahili.
const mockPages = () =>
  [{ address: '/India' }, { address: '/India/page/3' }, { address: '/hi/India' }, { address: '/sw/India', lang: 'en' }]
    .filter(({ address }) => mockSplit(address).language === mockLanguage())
    .map((page) => ({ ...india, ...page }))

test('a page has its title, its canonical address, its languages and a card with alternate text', () => {
  const [url, title, description] = ['https://mendedbowl.org/India', 'India | Mended Bowl', 'Bowls of India.']
  const images = [{ url: 'https://mendedbowl.org/og/India.png', width: 1200, height: 630, alt: 'A girl who smiles' }]
  const languages = { en: url, hi: 'https://mendedbowl.org/hi/India', 'x-default': url }
  expect(pageMetadata(india)).toEqual({
    title: { absolute: title },
    description,
    alternates: { canonical: url, languages },
    robots: { index: true, follow: true, 'max-image-preview': 'large' },
    openGraph: { type: 'website', url, title, description, siteName: 'Mended Bowl', locale: 'en_GB', images },
    twitter: { card: 'summary_large_image', title, description, images },
  })
})

test('a translation names the same versions as its original, and a page without one is the page in English', () => {
  const heads = (['hi', 'sw'] as const).map((language) =>
    inLanguage(language, () => pageMetadata({ ...india, address: `/${language}/India` })),
  )
  const versions = pageMetadata(india).alternates?.languages
  expect(heads.map(({ alternates }) => alternates)).toEqual([
    { canonical: 'https://mendedbowl.org/hi/India', languages: versions },
    { canonical: 'https://mendedbowl.org/India', languages: versions },
  ])
  expect(heads[0]?.openGraph?.images).toEqual(pageMetadata(india).openGraph?.images)
})

test('a page in the middle of a list has its own address and shares the card of the first', () => {
  const head = pageMetadata({ ...india, address: '/India/page/2' })
  expect(head.alternates?.canonical).toBe('https://mendedbowl.org/India/page/2')
  // Firefox prefetches <link rel="next">, which our policy refuses and reports.
  expect(head).not.toHaveProperty('pagination')
  expect(head.openGraph?.images).toMatchObject([{ url: 'https://mendedbowl.org/og/India.png' }])
})

test('a story has its own card, and an old one, whose card is not drawn, that of its country', () => {
  const image = (story: typeof bowl) => storyMetadata(story).openGraph?.images
  expect(image(bowl)).toMatchObject([{ url: 'https://mendedbowl.org/og/India/stories/the-bowl.png' }])
  expect(image({ ...bowl })).toMatchObject([{ url: 'https://mendedbowl.org/og/India.png', alt: 'A girl who smiles' }])
})

test('a page of code is not for search engines', () => {
  const page = { address: '/search', title: 'Search', description: 'Search this site.' }
  const metadata = codePageMetadata(page)
  expect(metadata).toMatchObject({
    title: { absolute: 'Search | Mended Bowl' },
    robots: { index: false, follow: true },
  })
  expect(metadata.alternates?.languages).toBeUndefined()
  expect(() => codePageMetadata({ ...page, address: '/Other' })).toThrow(
    '/Other is not in lib/site/content/addresses.ts',
  )
})

// `</script >`, which next-seo leaves as it is, is refused by tests/unit/content/mistakes.golden.test.ts.
const hostile = ['</script>', '<!--', '<!-- <script', '-->', ']]>', '&lt;', 'a\u2028b\u2029c', '"\\']

test.each(hostile)('%j in a text stays inside its script and is read back unchanged', (text) => {
  const html = renderToStaticMarkup(
    <JsonLd
      data={{ graph: [{ '@type': 'NGO', name: text }], breadcrumb: [{ name: text, item: 'https://a.example/' }] }}
    />,
  )
  const scripts = [...html.matchAll(/<script type="application\/ld\+json"[^>]*>([\s\S]*?)<\/script>/gi)]
  expect(html.replace(/<script type="application\/ld\+json"[^>]*>[\s\S]*?<\/script>/gi, '')).toBe('')
  expect(html).not.toContain('<!--')
  expect(scripts.map(([, json = '']) => JSON.parse(json))).toEqual([
    { '@context': 'https://schema.org', '@graph': [{ '@type': 'NGO', name: text }] },
    {
      '@context': 'https://schema.org',
      '@type': 'BreadcrumbList',
      itemListElement: [{ '@type': 'ListItem', position: 1, name: text, item: 'https://a.example/' }],
    },
  ])
})

describe('structured data of events', () => {
  afterEach(() => stopClock(undefined))

  const pageAt = (address: string, ...blocks: object[]) => ({ address, blocks }) as unknown as Page
  const shown = (event: string) => ({ kind: 'event', heading: 'When', event, share: false })
  const about = (event: string) => eventsOf(pageAt('/Bowls', shown(event)))

  test('an event has the offset of its time zone, in summer and winter', () => {
    stopClock('2027-01-01T00:00:00Z')
    expect(about('webinar')).toMatchObject([
      {
        '@type': 'Event',
        startDate: '2027-01-06T12:00:00-05:00',
        endDate: '2027-01-06T13:00:00-05:00',
        eventAttendanceMode: 'https://schema.org/OnlineEventAttendanceMode',
        location: [{ '@type': 'VirtualLocation', name: 'Zoom', url: 'https://mendedbowl.org/Bowls' }],
        organizer: { '@type': 'NGO', name: 'Mended Bowl', url: 'https://mendedbowl.org/' },
      },
    ])
    stopClock('2027-05-01T00:00:00Z')
    expect(about('webinar')).toMatchObject([{ startDate: '2027-05-05T12:00:00-04:00' }])
    // Only the rule gives these days: nobody has announced them.
    expect(about('webinar')[0]).not.toHaveProperty('eventStatus')
    stopClock('2026-01-01T00:00:00Z')
    expect(about('webinar')).toMatchObject([{ eventStatus: 'https://schema.org/EventScheduled' }])
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
})
