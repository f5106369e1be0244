import { pageTarget } from '#lib/site/routes/index.ts'

const targetOf = (url: string, cookie = '') => pageTarget({ url, cookie })

test.each([
  ['/', { kind: 'page', url: '/', file: 'en' }],
  ['/India?utm_source=poster', { kind: 'page', url: '/India', file: 'en/India' }],
  ['/india', { kind: 'other' }],
  ['/search', { kind: 'other' }],
  [
    '/search?page=2&utm_source=a&q=camp&limited=1',
    { kind: 'page', url: '/search?q=camp&page=2', file: null, seconds: 60, isLimited: true },
  ],
  [
    '/hi/search?q=%E0%A4%A6%E0%A4%BE%E0%A4%A8&page=x',
    { kind: 'page', url: '/hi/search?q=%E0%A4%A6%E0%A4%BE%E0%A4%A8', file: null, seconds: 60, isLimited: true },
  ],
  ['/forms/contact', { kind: 'other' }],
  ['/give?page=India', { kind: 'other' }],
  ['/robots.txt', { kind: 'other' }],
  ['/hi/nowhere', { kind: 'unknown' }],
])('%s is answered by %j', (url, target) => expect(targetOf(url)).toEqual(target))

test.each([
  ['?utm_source=poster&returned=1', ''],
  ['?frequency=monthly&amount=500&reason=7', '?amount=500&frequency=monthly&reason=7'],
  ['?reason=9&frequency=weekly&campaign=nothing', ''],
  ['?reason=2&reason=3', ''],
])('a giving page asked for with "%s" is the finished page "%s"', (query, presets) => {
  expect(targetOf(`/DonateIndia${query}`)).toEqual({
    kind: 'page',
    url: `/DonateIndia${presets}`,
    file: null,
    isExact: true,
  })
})

test.each([
  ['?amount=777', '?amount=777'],
  ['?reason=2&amount=123456&utm_source=poster', '?amount=123456&reason=2'],
])('a giving page asked for with an amount that it does not offer, as "%s", is kept for a minute', (query, presets) => {
  expect(targetOf(`/DonateIndia${query}`)).toMatchObject({ url: `/DonateIndia${presets}`, isExact: true, seconds: 60 })
})

test.each(['?amount=0777', '?amount=1e3', '?amount=7777777777', '?amount=7&amount=8'])(
  'a giving page asked for with "%s" is the page without it',
  (query) => expect(targetOf(`/DonateIndia${query}`)).toMatchObject({ url: '/DonateIndia', isExact: true }),
)

test('a giving page after a payment that was not made is rendered for its visitor', () =>
  expect(targetOf('/DonateIndia?cancelled=1&attempt=G-1.x')).toEqual({ kind: 'other' }))

test('a giving page after a payment is rendered for its visitor', () => {
  expect(targetOf('/DonateIndia', 'a=1; paid=cs_test_12345678')).toEqual({ kind: 'other' })
  expect(targetOf('/DonateIndia', 'unpaid=1')).toMatchObject({ kind: 'page' })
})
