import { siteRouter } from '#app/routing.ts'
import type { Resolved } from '#lib/platform/http/routing.ts'

const resolve = (url: string, cookie = '') => siteRouter.resolve({ url, cookie })
/** Null for a page that is rendered for its visitor. */
const sharedOf = (resolved: Resolved) => (resolved.kind === 'route' ? resolved.shared : undefined)

test.each<[string, Resolved]>([
  ['/', { kind: 'route', path: '/en', shared: { address: '/', file: 'en' } }],
  ['/hi', { kind: 'route', path: '/hi', shared: { address: '/hi', file: 'hi' } }],
  ['/India?utm_source=poster', { kind: 'route', path: '/en/India', shared: { address: '/India', file: 'en/India' } }],
  ['/india?a=b?c', { kind: 'redirect', to: '/India?a=b?c' }],
  ['/robots.txt', { kind: 'file' }],
  ['/hi/nowhere', { kind: 'unknown' }],
  ['/give?page=India', { kind: 'route', path: '/en/give?page=India', shared: null }],
])('%s leads to %j', (url, resolved) => expect(resolve(url)).toEqual(resolved))

test.each([
  ['/search?page=2&utm_source=a&q=camp&limited=1', '/search?q=camp&page=2'],
  ['/hi/search?q=%E0%A4%A6%E0%A4%BE%E0%A4%A8&page=x', '/hi/search?q=%E0%A4%A6%E0%A4%BE%E0%A4%A8'],
])('the results of %s are kept for a minute as %s', (url, address) =>
  expect(sharedOf(resolve(url))).toEqual({ address, file: null, seconds: 60 }),
)

test.each(['/search', '/forms/contact', '/stop-gift', '/DonateIndia/thank-you'])(
  '%s is rendered for its visitor',
  (url) => expect(sharedOf(resolve(url))).toBeNull(),
)

test.each([
  ['?utm_source=poster&returned=1', ''],
  ['?frequency=monthly&amount=500&reason=7', '?amount=500&frequency=monthly&reason=7'],
  ['?reason=9&frequency=weekly&campaign=nothing', ''],
  ['?reason=2&reason=3', ''],
])('a giving page asked for with "%s" is the finished page "%s"', (query, presets) => {
  expect(resolve(`/DonateIndia${query}`)).toEqual({
    kind: 'route',
    path: `/en/giving/DonateIndia${presets}`,
    shared: { address: `/DonateIndia${presets}`, file: null, isExact: true },
  })
})

test.each([
  ['?amount=777', '?amount=777'],
  ['?reason=2&amount=123456&utm_source=poster', '?amount=123456&reason=2'],
])('a giving page asked for with an amount that it does not offer, as "%s", is kept for a minute', (query, presets) => {
  expect(sharedOf(resolve(`/DonateIndia${query}`))).toEqual({
    address: `/DonateIndia${presets}`,
    file: null,
    isExact: true,
    seconds: 60,
  })
})

test.each(['?amount=0777', '?amount=1e3', '?amount=7777777777', '?amount=7&amount=8'])(
  'a giving page asked for with "%s" is the page without it',
  (query) =>
    expect(sharedOf(resolve(`/DonateIndia${query}`))).toMatchObject({ address: '/DonateIndia', isExact: true }),
)

test('a giving page after a payment that was not made is rendered for its visitor', () =>
  expect(sharedOf(resolve('/DonateIndia?cancelled=1&attempt=G-1.x'))).toBeNull())

test('a giving page after a payment is rendered for its visitor', () => {
  expect(sharedOf(resolve('/DonateIndia', 'a=1; paid=cs_test_12345678'))).toBeNull()
  expect(sharedOf(resolve('/DonateIndia', 'unpaid=1'))).not.toBeNull()
})
