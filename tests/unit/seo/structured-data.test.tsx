import { renderToStaticMarkup } from 'react-dom/server'
import { JsonLd } from '#components/seo/json-ld.tsx'
import type { Page } from '#lib/site/content/schema.ts'
import { pageStructuredData, type StructuredData, storyStructuredData } from '#lib/site/seo/structured-data.ts'
import { structuredData } from '../../support/served.ts'
import { bowl, donateIndia, filmsOfSmallSite, home, india, siteOfTest } from './small-site.ts'

jest.mock('#lib/platform/env.ts', () => ({ env: () => ({ siteUrl: 'https://mendedbowl.org' }) }))
jest.mock('#lib/site/content/index.ts', () => ({
  site: () => siteOfTest,
  pages: () => [home, india],
  stories: () => [bowl],
  filmsOf: (page: Page) => filmsOfSmallSite(page),
}))

type Thing = { '@type': string }

/** The schema.org objects that the page holds, of either script. */
function thingsIn(data: StructuredData): Thing[] {
  const html = renderToStaticMarkup(<JsonLd data={data} />)
  return structuredData(html).flatMap(({ '@context': _, ...document }) => (document['@graph'] ?? [document]) as Thing[])
}
const typesIn = (data: StructuredData) => thingsIn(data).map((thing) => thing['@type'])
const find = (data: StructuredData, type: string) => thingsIn(data).filter((thing) => thing['@type'] === type)

test('Home describes the organisation, and how the site is searched', () => {
  const document = pageStructuredData(home)
  expect(typesIn(document)).toEqual(['NGO', 'WebSite'])
  expect(find(document, 'WebSite')[0]).toMatchObject({
    potentialAction: {
      '@type': 'SearchAction',
      target: { urlTemplate: 'https://mendedbowl.org/search?q={search_term_string}' },
    },
  })
  const streetAddress = '1 Bowl Street, Chattanooga'
  expect(find(document, 'NGO')).toMatchObject([
    {
      '@id': 'https://mendedbowl.org/#organisation',
      ...{ name: 'Mended Bowl', alternateName: 'MB', url: 'https://mendedbowl.org/', email: 'hello@mendedbowl.org' },
      ...{ nonprofitStatus: 'Nonprofit501c3', foundingDate: '2007-12-11', foundingLocation: 'Chattanooga' },
      address: [{ '@type': 'PostalAddress', name: 'USA office', streetAddress, addressCountry: 'US' }],
      contactPoint: [{ '@type': 'ContactPoint', telephone: '+1 423 267 1234', email: 'usa@mendedbowl.org' }],
      sameAs: ['facebook', 'instagram', 'x', 'linkedin', 'youtube'].map((network) => `https://social.test/${network}`),
    },
  ])
})

test('a page lists its films, our own and those of others', () => {
  const shared = {
    '@type': 'VideoObject',
    description: 'Words.',
    transcript: 'Words.',
    duration: 'PT2M40S',
    thumbnailUrl: 'https://mendedbowl.org/og/India.png',
    publisher: { '@id': 'https://mendedbowl.org/#organisation' },
  }
  expect(find(pageStructuredData(india), 'VideoObject')).toEqual([
    { ...shared, name: 'Invitation', uploadDate: india.updated, contentUrl: 'https://mendedbowl.org/media/bowl.mp4' },
    {
      ...shared,
      name: 'Tour',
      uploadDate: '2020-05-06',
      embedUrl: 'https://www.youtube-nocookie.com/embed/abcdefghijk',
    },
    {
      ...shared,
      name: 'All',
      uploadDate: india.updated,
      embedUrl: 'https://www.youtube-nocookie.com/embed/videoseries?list=PLabcdefghijklmnop',
    },
  ])
})

test('a story is an article under its country', () => {
  const document = storyStructuredData(bowl)
  expect(typesIn(document)).toEqual(['Article', 'NGO', 'BreadcrumbList'])
  expect(find(document, 'Article')[0]).toMatchObject({
    headline: 'The bowl',
    dateModified: '2026-02-05',
    mainEntityOfPage: 'https://mendedbowl.org/India/stories/the-bowl',
  })
  expect(find(document, 'BreadcrumbList')[0]).toMatchObject({
    itemListElement: [{ name: 'Home' }, { name: 'India' }, { name: 'The bowl', position: 3 }],
  })
})

test('a page with a donation form names the recipient, the address and the smallest gift', () => {
  const document = pageStructuredData(donateIndia)
  expect(find(document, 'DonateAction')[0]).toMatchObject({
    name: 'Give in India',
    recipient: { '@id': 'https://mendedbowl.org/#organisation' },
    target: { '@type': 'EntryPoint', urlTemplate: 'https://mendedbowl.org/DonateIndia' },
    priceSpecification: { priceCurrency: 'INR', minPrice: 50 },
  })
  expect(find(document, 'NGO')).toHaveLength(1)
})
