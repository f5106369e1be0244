import { inLanguage, currentLanguage as mockLanguage } from '#lib/platform/languages/current.ts'
import { splitAddress as mockSplit } from '#lib/platform/languages/index.ts'
import type { Page, Story } from '#lib/site/content/schema.ts'
import { codePageMetadata, pageMetadata, storyMetadata } from '#lib/site/seo/metadata.ts'
import { changed, load } from '../content/small-site.ts'

const content = load(
  changed(
    'content/pages/India.yaml',
    'card: { kind: pattern, pattern: india }',
    'card: { kind: portrait, who: girl, look: 5, pattern: india, alt: A girl who smiles }',
  ),
)
const india = content.pages.find(({ address }) => address === '/India') as Page
const [bowl] = content.stories as [Story]

jest.mock('#lib/platform/env.ts', () => ({ env: () => ({ siteUrl: 'https://mendedbowl.org' }) }))
// India is in Hindi too, and is shown in English to readers of Swahili.
const mockPages = () =>
  [{ address: '/India' }, { address: '/India/page/3' }, { address: '/hi/India' }, { address: '/sw/India', lang: 'en' }]
    .filter(({ address }) => mockSplit(address).language === mockLanguage())
    .map((page) => ({ ...india, ...page }))
jest.mock('#lib/site/content/index.ts', () => ({
  site: () => content.site,
  pages: () => mockPages(),
  stories: () => (mockLanguage() === 'en' ? [bowl] : []),
  posts: () => [],
  enquiryForms: () => [],
}))

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
