import {
  isBuiltForOther,
  isFromOldBuild,
  isOutdated,
  isStandIn,
  isUnknown,
  showsOldTotals,
} from '#lib/platform/http/page-cache-handler.mjs'

const origin = 'http://localhost:3000'
const page = `<link rel="canonical" href="${origin}/India"/>`
const asking = `${page}<section hidden="" data-behaviour="analytics">`

test.each([
  ['a page for this origin', page, { origin, analytics: false }, false],
  ['a page for another origin', page, { origin: 'https://example.org', analytics: false }, true],
  ['a page without a canonical address', '<p>Not found</p>', { origin, analytics: false }, false],
  ['a page that asks for consent, with analytics', asking, { origin, analytics: true }, false],
  ['a page that asks for consent, without analytics', asking, { origin, analytics: false }, true],
  ['a page that does not ask, with analytics', page, { origin, analytics: true }, true],
  ['any page during the build', asking, undefined, false],
])('%s', (_, html, served, expected) => expect(isBuiltForOther(html, served)).toBe(expected))

test.each([
  ['the camp figures of now', '<section data-totals="1261,82">', '1261,82', false],
  ['other camp figures', '<section data-totals="1248,80">', '1261,82', true],
  ['no camp figures', '<section>', '1261,82', false],
  ['figures while none are known but those of content', '<section data-totals="1248,80">', undefined, false],
])('a page with %s is shown until they change', (_, html, current, expected) => {
  expect(showsOldTotals(html, current)).toBe(expected)
})

test.each([
  ['by the build, two hours ago', -2, -1, true],
  ['by the build, half an hour ago', -0.5, -0.25, false],
  ['by this process, two hours ago', -2, -3, false],
])('a page rendered %s', (_, rendered, started, expected) => {
  const hour = 60 * 60_000
  expect(isFromOldBuild(rendered * hour, { now: 0, startedAt: started * hour })).toBe(expected)
})

test.each([
  ['before a date that has passed since', 10, true],
  ['after it', 21, false],
  ['before a date that is still to come', 35, false],
])('a page rendered %s', (_, rendered, expected) => {
  expect(isOutdated(rendered, { now: rendered + 15, changes: [20, 60] })).toBe(expected)
  expect(isOutdated(rendered, { now: rendered + 15, changes: undefined })).toBe(false)
})

test.each([
  ['/route-cache/APP_PAGE/a25f6ac7/$/stop-gift/broken-link', true],
  ['/route-cache/APP_PAGE/a25f6ac7/$/server-error', true],
  ['/route-cache/APP_PAGE/a25f6ac7/$/India', false],
])('%s is only shown in place of another page: %s', (key, standsIn) => expect(isStandIn(key)).toBe(standsIn))

test.each([
  ['an address without a page', '/$/en/India/stories/nobody', 404, true],
  ['a page', '/$/en/India/stories/the-500th', 200, false],
  ['a page that is shown instead of another', '/$/en/server-error', 404, false],
  ['the page that is shown for such an address', '/_not-found', 404, false],
  ['the same by way of the proxy', '/$/en/not-found', 404, false],
])('is unknown: %s', (_, key, status, expected) => expect(isUnknown(key, { status })).toBe(expected))
