import { hasOtherAnalytics, isOfAnotherOrigin, isStandIn } from '#lib/http/page-cache-handler.mjs'

test('a page built for another origin is detected by its canonical address', () => {
  const built = '<link rel="canonical" href="http://localhost:3000/India"/>'
  expect(isOfAnotherOrigin(built, 'https://example.org')).toBe(true)
  expect(isOfAnotherOrigin(built, 'http://localhost:3000')).toBe(false)
  expect(isOfAnotherOrigin(built, undefined)).toBe(false)
  expect(isOfAnotherOrigin('<p>Not found</p>', 'https://example.org')).toBe(false)
})

test('a page that asks about analytics is rendered again where there is none, and the other way round', () => {
  const asks = '<section hidden="" data-behaviour="analytics">'
  expect(hasOtherAnalytics(asks, false)).toBe(true)
  expect(hasOtherAnalytics('<p>Home</p>', true)).toBe(true)
  expect(hasOtherAnalytics(asks, true)).toBe(false)
  expect(hasOtherAnalytics(asks, undefined)).toBe(false)
})

test.each([
  ['/route-cache/APP_PAGE/a25f6ac7/$/stop-gift/broken-link', true],
  ['/route-cache/APP_PAGE/a25f6ac7/$/server-error', true],
  ['/route-cache/APP_PAGE/a25f6ac7/$/India', false],
])('%s is only shown in place of another page: %s', (key, standsIn) => {
  expect(isStandIn(key)).toBe(standsIn)
})
