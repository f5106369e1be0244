import { currentLanguage as mockLanguage } from '#lib/platform/languages/current.ts'
import robots from '../../../app/robots.ts'
import sitemap from '../../../app/sitemap.ts'
import { bowl, home, india } from './small-site.ts'

jest.mock('#lib/platform/env.ts', () => ({ env: () => ({ siteUrl: 'https://mendedbowl.org' }) }))
jest.mock('#lib/site/content/index.ts', () => ({
  pages: () =>
    ({ en: [home, india], hi: [{ ...india, address: '/hi/India' }], sw: [{ ...india, lang: 'en' }] })[mockLanguage()],
  stories: () => (mockLanguage() === 'en' ? [bowl] : []),
  posts: () => (mockLanguage() === 'en' ? [{ address: '/Grace/first-light', updated: '2026-02-07' }] : []),
  enquiryForms: () => [],
}))

test('the sitemap lists every page that may be indexed in every language, with the day of its last change', () => {
  const languages = { en: 'https://mendedbowl.org/India', hi: 'https://mendedbowl.org/hi/India' }
  expect(sitemap()).toEqual([
    { url: 'https://mendedbowl.org/', lastModified: '2026-03-04' },
    { url: 'https://mendedbowl.org/India', lastModified: '2026-02-03', alternates: { languages } },
    { url: 'https://mendedbowl.org/hi/India', lastModified: '2026-02-03', alternates: { languages } },
    { url: 'https://mendedbowl.org/India/stories/the-bowl', lastModified: '2026-02-05' },
    { url: 'https://mendedbowl.org/Grace/first-light', lastModified: '2026-02-07' },
  ])
})

test('robots may read every page, not the API, and find the sitemap', () => {
  expect(robots()).toEqual({
    rules: { userAgent: '*', allow: '/', disallow: ['/api/', '/give?', '/*/give?'] },
    sitemap: 'https://mendedbowl.org/sitemap.xml',
  })
})
