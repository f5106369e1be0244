/** Which page answers an address, and which may be fetched ahead. */

import { siteRouter } from '#app/routing.ts'
import type { Resolved } from '#lib/platform/http/routing.ts'
import { buildRoutes, codePages, codeRoutes, resolve } from '#lib/site/content/addresses.ts'
import { isGivingPage } from '#lib/site/content/giving-pages.ts'
import { page, pages, photos, posts, stories } from '#lib/site/content/index.ts'
import { prefetchRules } from '#lib/site/routes/index.ts'
import { named } from '#tests/support/names.ts'

/** Every canonical address that is printed, shared and indexed, and its old spellings. */
const written: Readonly<Record<string, readonly string[]>> = {
  '/': ['/Home'],
  '/India': [],
  '/Kenya': [],
  '/Zimbabwe': [],
  '/USA': [],
  '/Uganda': [],
  '/SouthAfrica': [],
  '/AboutUs': ['/About Us'],
  '/Founders': [],
  '/{initials}story': [],
  '/OurMission': [],
  '/OurValues': ['/Ourvalues'],
  '/OurStrategy': ['/Ourstrategy'],
  '/ExecutiveBoardOfDirectors': ['/Director'],
  '/USALeadershipCommittee': [],
  '/GlobalTeams': [],
  '/ContactUs': ['/contactus', '/ContactUS'],
  '/YourImpact': ['/yourimpact'],
  '/CraniofacialSurgeries': ['/Craniofacial'],
  '/AntiHumanTrafficking': [],
  '/InnovativeSolutions': [],
  '/MedicalCamps': [],
  '/UpcomingCamps': ['/Upcomingcamps'],
  '/Events': [],
  '/PeopleNotProducts': ['/People'],
  '/Race': [],
  '/FatherDaughterDance': ['/Dance'],
  '/FatherDaughterDanceGallery': [],
  '/SmileWithSanta': [],
  '/Day': [],
  '/EventVolunteers': ['/volunteers'],
  '/StudentIntern': [],
  '/CorporateSponsors': ['/sponsor'],
  '/Inkind': [],
  '/VehicleDonation': [],
  '/PersonalProperty': [],
  '/LegacyPlannedGifts': [],
  '/Videos': [],
  '/PressRelease': [],
  '/Press2': [],
  '/Press5k': [],
  '/Newsletters': ['/NewsLetters'],
  '/DonateIndia': [],
  '/Donate': [],
  '/Event5kSponsorship': [],
  '/FatherDaughterSponser': [],
  '/PrivacyPolicy': [],
  '/TermsAndCondition': ['/Termsandcondition', '/termsandcondition'],
  '/{founderSlug}': [],
  '/{founderSlug}ian': [],
  '/{founderSlug}Videos': [],
  '/{secondSlug}': [],
  '/{secondSlug}blog_2': [],
}
const printed = JSON.parse(named(JSON.stringify(written))) as typeof written

/** One story of each country that has stories. */
const printedStories = [
  '/India/stories/the-500th',
  '/Kenya/stories/trauma-after-trauma',
  '/Zimbabwe/stories/the-day-after',
  '/USA/stories/human-trafficking-awareness',
  '/Uganda/stories/a-patients-story',
]

const routes = buildRoutes({
  pages: Object.entries(printed)
    .filter(([address]) => !codePages([]).some((page) => page.address === address))
    .map(([address, aliases]) => ({ address, aliases: [...aliases], blocks: page(address)?.blocks ?? [] })),
  stories: [{ address: '/India/stories/the-500th' }],
})
const canonical = (pathname: string) => resolve(routes, pathname)

const addresses = [...Object.keys(printed), '/India/stories/the-500th', '/DonateIndia/thank-you', '/give']

const spellings = addresses.flatMap((address): [string, string][] =>
  [address, ...(printed[address] ?? [])].flatMap((spelling) => [
    [spelling.toLowerCase(), address],
    [spelling.toUpperCase(), address],
    [`${spelling}/`, address],
    [`${encodeURI(spelling)}%20`, address],
    [`${spelling.replaceAll(' ', '+')}+`, address],
    [spelling, address],
  ]),
)

test('every printed address is a page or a story of the content, and its old spellings lead to it', () => {
  const known = new Set([...pages(), ...stories()].map(({ address }) => address))
  expect([...Object.keys(printed), ...printedStories].filter((address) => !known.has(address))).toEqual([])
  const written = buildRoutes({ pages: pages(), stories: stories() })
  for (const [to, aliases] of Object.entries(printed))
    for (const alias of aliases) expect([alias, resolve(written, alias)]).toEqual([alias, { kind: 'redirect', to }])
})

test('every address is canonical, so it never redirects', () => {
  for (const address of addresses) expect([address, canonical(address)]).toEqual([address, { kind: 'canonical' }])
})

test('every other spelling redirects to its address in one step', () => {
  for (const [spelling, to] of spellings)
    if (spelling !== to) expect([spelling, canonical(spelling)]).toEqual([spelling, { kind: 'redirect', to }])
})

test.each([...['/India/stories/the-501st', '/Indi', '/India/stories', '/%E0%A4%A', '//evil.com']])(
  '%s is unknown',
  (pathname) => expect(canonical(pathname)).toEqual({ kind: 'unknown' }),
)

test('an address that a page had before leads to it, with what is below it', () => {
  const moved = buildRoutes({
    pages: [
      { address: '/Give', aliases: [], blocks: page('/Donate')?.blocks ?? [] },
      { address: '/Grace', aliases: [], blocks: [] },
    ],
    stories: [],
    posts: [{ address: '/Grace/a-name' }],
    redirects: [
      { from: '/Donate', to: '/Give' },
      { from: '/Hope', to: '/Grace' },
      { from: '/Grace', to: '/Give' },
    ],
  })
  expect(resolve(moved, '/donate/')).toEqual({ kind: 'redirect', to: '/Give' })
  expect(resolve(moved, '/Donate/thank-you')).toEqual({ kind: 'redirect', to: '/Give/thank-you' })
  expect(resolve(moved, '/hope/A-name')).toEqual({ kind: 'redirect', to: '/Grace/a-name' })
  for (const nowhere of ['/Hope/another', '/Hope/a-name/x', `/Hope${'/x'.repeat(4000)}`])
    expect(resolve(moved, nowhere)).toEqual({ kind: 'unknown' })
  expect(resolve(moved, '/Grace')).toEqual({ kind: 'canonical' })
})

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

describe('routing', () => {
  const resolve = (url: string, cookie = '') => siteRouter.resolve({ url, cookie })
  /** Null for a page that is rendered for its visitor. */
  const sharedOf = (resolved: Resolved) => (resolved.kind === 'route' ? resolved.shared : undefined)

  test.each<[string, Resolved]>([
    ['/', { kind: 'route', path: '/en', shared: { address: '/', file: 'en' } }],
    ['/hi', { kind: 'route', path: '/hi', shared: { address: '/hi', file: 'hi' } }],
    ['/India?utm_source=poster', { kind: 'route', path: '/en/India', shared: { address: '/India', file: 'en/India' } }],
    ['/india?a=b?c', { kind: 'redirect', to: '/India?a=b?c' }],
    ['/en/India', { kind: 'redirect', to: '/India' }],
    ['/hindi/search', { kind: 'unknown' }],
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
  ])(
    'a giving page asked for with an amount that it does not offer, as "%s", is kept for a minute',
    (query, presets) => {
      expect(sharedOf(resolve(`/DonateIndia${query}`))).toEqual({
        address: `/DonateIndia${presets}`,
        file: null,
        isExact: true,
        seconds: 60,
      })
    },
  )

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
})
