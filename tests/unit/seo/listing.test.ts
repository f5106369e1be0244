import robots from '../../../app/robots.ts'
import sitemap from '../../../app/sitemap.ts'
import { bowl, home, india } from './small-site.ts'

jest.mock('#lib/env.ts', () => ({ env: () => ({ siteUrl: 'https://mendedbowl.org' }) }))
jest.mock('#lib/content/index.ts', () => ({
  pages: () => [home, india],
  stories: () => [bowl],
  posts: () => [{ address: '/Grace/first-light', updated: '2026-02-07' }],
  photos: () => [],
}))

test('the sitemap lists every page that may be indexed, with the day of its last change', () => {
  expect(sitemap()).toEqual([
    { url: 'https://mendedbowl.org/', lastModified: '2026-03-04' },
    { url: 'https://mendedbowl.org/India', lastModified: '2026-02-03' },
    { url: 'https://mendedbowl.org/India/stories/the-bowl', lastModified: '2026-02-05' },
    { url: 'https://mendedbowl.org/Grace/first-light', lastModified: '2026-02-07' },
  ])
})

test('robots may read every page, not the API, and find the sitemap', () => {
  expect(robots()).toEqual({
    rules: { userAgent: '*', allow: '/', disallow: ['/api/', '/give?'] },
    sitemap: 'https://mendedbowl.org/sitemap.xml',
  })
})
