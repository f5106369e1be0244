/** JSON-LD of every page: each type has what search engines require, with whole addresses of this page and site. */
import { isDeepStrictEqual } from 'node:util'
import { defaultLanguage, splitAddress } from '../../../lib/platform/languages/index.ts'
import { nowhere } from '../../support/addresses.ts'
import { expect, test } from '../../support/browser-test.ts'
import { everyPage } from '../../support/every-page.ts'
import { siteUrl, structuredData } from '../../support/served.ts'

type Thing = { '@type'?: string; [property: string]: unknown }

const day = expect.stringMatching(/^\d{4}-\d\d-\d\d$/)
const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d([+-]\d\d:\d\d|Z)$/)
const absolute = expect.stringMatching(/^https?:\/\/\S+$/)
const words = expect.stringMatching(/\S/)
const ours = expect.stringMatching(new RegExp(`^${siteUrl}/`))
const ngo = { '@id': `${siteUrl}/#organisation` }
const article = {
  headline: words,
  description: words,
  image: ours,
  dateModified: day,
  publisher: ngo,
  inLanguage: 'en',
}

/** https://developers.google.com/search/docs/appearance/structured-data/search-gallery and https://schema.org. `at`: the page's URL. */
const required: Readonly<Record<string, (at: string, thing: Thing) => Record<string, unknown>>> = {
  NGO: () => ({
    ...ngo,
    name: words,
    url: `${siteUrl}/`,
    logo: ours,
    description: words,
  }),
  WebSite: () => ({
    name: words,
    url: `${siteUrl}/`,
    inLanguage: 'en',
    publisher: ngo,
    potentialAction: expect.anything(),
  }),
  BreadcrumbList: () => ({ itemListElement: expect.any(Array) }),
  Event: (at, thing) => ({
    name: words,
    description: words,
    url: at,
    image: ours,
    startDate: time,
    // Until somebody announced the day it has none.
    ...('eventStatus' in thing && {
      eventStatus: expect.stringMatching(/^https:\/\/schema\.org\/Event(Scheduled|Cancelled)$/),
    }),
    eventAttendanceMode: expect.stringMatching(/^https:\/\/schema\.org\/\w+EventAttendanceMode$/),
    location: expect.arrayContaining([expect.objectContaining({ name: words })]),
    organizer: expect.objectContaining({ name: words, url: `${siteUrl}/` }),
  }),
  Article: (at) => ({ ...article, url: at, mainEntityOfPage: at, author: expect.anything() }),
  BlogPosting: (at, { author }) => ({
    ...article,
    url: at,
    mainEntityOfPage: at,
    datePublished: day,
    // Ours while the name of the author is a sample.
    author: isDeepStrictEqual(author, ngo) ? ngo : { '@type': 'Person', name: words },
  }),
  VideoObject: (_, thing) => ({
    name: words,
    description: words,
    thumbnailUrl: ours,
    uploadDate: expect.stringMatching(/^\d{4}-\d\d-\d\d/),
    duration: expect.stringMatching(/^PT(\d+M)?\d+S$/),
    ...('embedUrl' in thing ? { embedUrl: absolute } : { contentUrl: ours }),
  }),
  ImageGallery: (at) => ({ name: words, description: words, url: at, image: expect.any(Array) }),
  ImageObject: () => ({ contentUrl: ours, description: words, width: expect.any(Number), height: expect.any(Number) }),
  DonateAction: (at) => ({
    name: words,
    description: words,
    recipient: ngo,
    target: expect.objectContaining({ '@type': 'EntryPoint', urlTemplate: at }),
    priceSpecification: expect.objectContaining({ priceCurrency: expect.stringMatching(/^(INR|USD)$/) }),
  }),
}

/** Every address in a document, however deep. */
function addressesIn(value: unknown): string[] {
  if (typeof value === 'string') return /^(https?:|\/\/|\/)/.test(value) ? [value] : []
  return value && typeof value === 'object' ? Object.values(value).flatMap(addressesIn) : []
}

function expectTrail(address: string, at: string, trails: Thing[]) {
  expect(trails, address).toHaveLength(1)
  const steps = trails[0]?.itemListElement as Thing[]
  expect(steps, address).toEqual(
    steps.map((_, index) => expect.objectContaining({ '@type': 'ListItem', position: index + 1, name: words })),
  )
  expect([steps[0]?.item, steps.at(-1)?.item], address).toEqual([`${siteUrl}/`, at])
}

test('every page describes itself to search engines: its types, whole addresses, and its place below Home', async () => {
  const typesOf: Record<string, string[]> = {}
  const events: Record<string, Thing> = {}
  for (const { address, full } of await everyPage()) {
    const { html } = full
    if (splitAddress(address).language !== defaultLanguage) continue
    const at = new URL(address, siteUrl).href
    const documents = structuredData(html)
    for (const document of documents) expect(document['@context'], address).toBe('https://schema.org')
    const things = documents.flatMap((document) => (document['@graph'] ?? [document]) as Thing[])
    typesOf[address] = things.map((thing) => String(thing['@type']))
    for (const thing of things) {
      const type = String(thing['@type'])
      expect(Object.keys(required), `${address}: a type that this test knows`).toContain(type)
      expect(thing, `${address}: ${type}`).toEqual(expect.objectContaining(required[type]?.(at, thing) ?? {}))
      for (const url of addressesIn(thing))
        expect(URL.canParse(url) && url, `${address}: ${type}`).toMatch(/^https?:\/\//)
      if (type === 'Event') events[address] = thing
    }
    const trails = things.filter((thing) => thing['@type'] === 'BreadcrumbList')
    if (trails.length > 0) expectTrail(address, at, trails)
    else if (address !== '/' && address !== nowhere) expect(html, address).toContain('noindex')
  }
  // Stories and posts that are samples are no articles.
  expect(typesOf).toMatchObject({
    '/': expect.arrayContaining(['NGO', 'WebSite']),
    '/Race': expect.arrayContaining(['Event']),
    '/PeopleNotProducts': expect.arrayContaining(['Event']),
    '/FatherDaughterDance': expect.arrayContaining(['Event']),
    '/DonateIndia': expect.arrayContaining(['DonateAction']),
    '/Donate': expect.arrayContaining(['DonateAction']),
    '/FatherDaughterDanceGallery': expect.arrayContaining(['ImageGallery']),
    '/FatherDaughterDanceGallery/photo/001': expect.arrayContaining(['ImageObject']),
  })
  // Where one can register, and only for as long as one can.
  expect(events['/PeopleNotProducts']?.offers).toEqual([{ '@type': 'Offer', name: words, url: absolute }])
  expect(events['/FatherDaughterDance']?.offers).toBeUndefined()
  for (const address of ['/Race', '/PeopleNotProducts'])
    expect(Date.parse(String(events[address]?.startDate)), address).toBeGreaterThan(Date.now())
})
