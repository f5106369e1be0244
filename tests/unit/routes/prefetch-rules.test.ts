import { codePages, codeRoutes } from '#lib/site/content/addresses.ts'
import { isGivingPage } from '#lib/site/content/giving-pages.ts'
import { pages, photos, posts, stories } from '#lib/site/content/index.ts'
import { prefetchRules } from '#lib/site/routes/index.ts'

/** Matches by address alone, like a browser: a pattern may be followed by any query or fragment. */
function isPrefetched(href: string): boolean {
  const [included, excluded] = prefetchRules(pages()).prefetch[0].where.and
  const matches = (pattern: string) => new URLPattern(pattern, 'https://example.org').test(href, 'https://example.org')
  return matches(included.href_matches) && !excluded.not.href_matches.some(matches)
}

test('every content page, story, post and photograph may be prefetched', () => {
  const addresses = [...pages().filter((page) => !isGivingPage(page)), ...stories(), ...posts(), ...photos()].map(
    ({ address }) => address,
  )
  expect(addresses.length).toBeGreaterThan(50)
  expect(addresses.filter((address) => !isPrefetched(address))).toEqual([])
})

test('personal pages, actions and files are not prefetched', () => {
  const refused = [
    '/Donate',
    ...codePages(pages()).map(({ address }) => address),
    ...codeRoutes,
    '/api/visitor-country',
    '/calendar/walk.ics',
    '/gallery/001.jpg',
    '/feed.xml',
    '/office',
    '/office/families/E-2222-3333?page=2',
    'https://elsewhere.example/India',
  ]
  expect(refused.filter(isPrefetched)).toEqual([])
})
