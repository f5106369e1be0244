/** What machines are told of every page: JSON-LD that parses, with what search engines require of each type, at addresses of the page. */
import { everyAddress, inParallel, nowhere } from '../../support/addresses.ts'
import { expect, test } from '../../support/browser-test.ts'
import { named } from '../../support/names.ts'
import { served, siteUrl, structuredData } from '../../support/served.ts'

test.describe.configure({ timeout: 120_000 })

type Thing = { '@type'?: string; [property: string]: unknown }

const day = /^\d{4}-\d\d-\d\d$/
const withOffset = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d([+-]\d\d:\d\d|Z)$/
const absolute = expect.stringMatching(/^https?:\/\/\S+$/)
const words = expect.stringMatching(/\S/)
const ours = expect.stringMatching(new RegExp(`^${siteUrl}/`))
const ngo = { '@id': `${siteUrl}/#organisation` }

/** https://developers.google.com/search/docs/appearance/structured-data/search-gallery and https://schema.org. `at`: the page's own URL. */
const required: Readonly<Record<string, (at: string, thing: Thing) => Record<string, unknown>>> = {
  NGO: () => ({
    '@id': ngo['@id'],
    name: words,
    url: `${siteUrl}/`,
    logo: ours,
    description: words,
    nonprofitStatus: 'Nonprofit501c3',
    foundingDate: '2007-12-11',
    email: expect.stringContaining('@'),
    sameAs: expect.arrayContaining([absolute]),
  }),
  WebSite: () => ({
    name: words,
    url: `${siteUrl}/`,
    inLanguage: 'en',
    publisher: ngo,
    potentialAction: {
      '@type': 'SearchAction',
      target: { '@type': 'EntryPoint', urlTemplate: `${siteUrl}/search?q={search_term_string}` },
      'query-input': 'required name=search_term_string',
    },
  }),
  BreadcrumbList: () => ({ itemListElement: expect.any(Array) }),
  Event: (at) => ({
    name: words,
    description: words,
    url: at,
    image: ours,
    startDate: expect.stringMatching(withOffset),
    endDate: expect.stringMatching(withOffset),
    eventStatus: expect.stringMatching(/^https:\/\/schema\.org\/Event(Scheduled|Cancelled|Rescheduled|Postponed)$/),
    eventAttendanceMode: expect.stringMatching(/^https:\/\/schema\.org\/\w+EventAttendanceMode$/),
    location: expect.arrayContaining([expect.objectContaining({ name: words })]),
    organizer: expect.objectContaining({ name: words, url: `${siteUrl}/` }),
  }),
  Article: (at) => ({
    headline: words,
    description: words,
    url: at,
    mainEntityOfPage: at,
    image: ours,
    dateModified: expect.stringMatching(day),
    author: expect.anything(),
    publisher: ngo,
    inLanguage: 'en',
  }),
  BlogPosting: (at) => ({
    ...required.Article?.(at, {}),
    datePublished: expect.stringMatching(day),
    author: { '@type': 'Person', name: words },
  }),
  VideoObject: (_, thing) => ({
    name: words,
    description: words,
    thumbnailUrl: ours,
    uploadDate: expect.stringMatching(/^\d{4}-\d\d-\d\d/),
    duration: expect.stringMatching(/^PT(\d+M)?\d+S$/),
    ...('embedUrl' in thing ? { embedUrl: absolute } : { contentUrl: ours }),
  }),
  ImageGallery: (at) => ({
    name: words,
    description: words,
    url: at,
    image: expect.arrayContaining([expect.objectContaining({ contentUrl: ours })]),
  }),
  ImageObject: () => ({ contentUrl: ours, description: words, width: expect.any(Number), height: expect.any(Number) }),
  DonateAction: (at) => ({
    name: words,
    description: words,
    recipient: ngo,
    target: expect.objectContaining({ '@type': 'EntryPoint', urlTemplate: at }),
    priceSpecification: expect.objectContaining({ priceCurrency: expect.stringMatching(/^(INR|USD)$/) }),
  }),
}

async function thingsOf(address: string): Promise<Thing[]> {
  const documents = structuredData((await served(address)).html)
  return documents.flatMap((document) => {
    expect(document['@context'], address).toBe('https://schema.org')
    return (document['@graph'] ?? [document]) as Thing[]
  })
}

/** Every address in a document, however deep. */
function addressesIn(value: unknown): string[] {
  if (typeof value === 'string') return /^(https?:|\/\/|\/)/.test(value) ? [value] : []
  return value && typeof value === 'object' ? Object.values(value).flatMap(addressesIn) : []
}

test('every page has what its things require, and each of its addresses is whole', async () => {
  const kinds = new Set<string>()
  await inParallel(await everyAddress(), async (address) => {
    const at = new URL(address, siteUrl).href
    for (const thing of await thingsOf(address)) {
      const kind = String(thing['@type'])
      kinds.add(kind)
      expect(Object.keys(required), `${address}: a type that this test knows`).toContain(kind)
      expect(thing, `${address}: ${kind}`).toEqual(expect.objectContaining(required[kind]?.(at, thing) ?? {}))
      for (const url of addressesIn(thing))
        expect(URL.canParse(url) && url, `${address}: ${kind}`).toMatch(/^https?:\/\//)
    }
  })
  expect([...kinds].sort()).toEqual(Object.keys(required).sort())
})

test('every page below Home says where it stands, step by step, and ends at itself', async () => {
  const pages = (await everyAddress()).filter((address) => address !== '/' && address !== nowhere)
  await inParallel(pages, async (address) => {
    const things = await thingsOf(address)
    const trails = things.filter((thing) => thing['@type'] === 'BreadcrumbList')
    // Pages that search engines may not list need none.
    if (trails.length === 0) return expect((await served(address)).html, address).toContain('noindex')
    const [trail] = trails
    const steps = trail?.itemListElement as Thing[]
    expect(trails, address).toHaveLength(1)
    expect(
      steps.map(({ position }) => position),
      address,
    ).toEqual(steps.map((_, index) => index + 1))
    expect(
      steps.map(({ name }) => name),
      address,
    ).toEqual(steps.map(() => words))
    expect(steps[0], address).toMatchObject({ '@type': 'ListItem', item: `${siteUrl}/` })
    expect(steps.at(-1)?.item, address).toBe(new URL(address, siteUrl).href)
  })
})

test('each kind of page says what it is', async () => {
  const kindsOf = async (address: string) => (await thingsOf(address)).map((thing) => thing['@type'])
  expect(await kindsOf('/')).toEqual(expect.arrayContaining(['NGO', 'WebSite', 'VideoObject']))
  for (const address of ['/Race', '/PeopleNotProducts', '/FatherDaughterDance'])
    expect(await kindsOf(address), address).toContain('Event')
  for (const address of ['/DonateIndia', '/Donate']) expect(await kindsOf(address), address).toContain('DonateAction')
  expect(await kindsOf('/FatherDaughterDanceGallery')).toContain('ImageGallery')
  expect(await kindsOf('/FatherDaughterDanceGallery/photo/001')).toContain('ImageObject')
  expect(await kindsOf('/India/stories/the-500th')).toContain('Article')
  expect(await kindsOf(named('/{secondSlug}/a-name'))).toContain('BlogPosting')
  for (const address of ['/Videos', named('/{founderSlug}Videos'), '/India', '/AboutUs', '/MedicalCamps'])
    expect(await kindsOf(address), address).toContain('VideoObject')
})

test('an event that one can register for says where, for as long as one can', async () => {
  const eventOf = async (address: string) => (await thingsOf(address)).find((thing) => thing['@type'] === 'Event')
  expect((await eventOf('/PeopleNotProducts'))?.offers).toEqual([{ '@type': 'Offer', name: words, url: absolute }])
  expect(await eventOf('/FatherDaughterDance')).not.toHaveProperty('offers')
})
