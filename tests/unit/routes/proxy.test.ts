import { randomUUID } from 'node:crypto'
import { NextRequest } from 'next/server'
import { searchLimit, siteRouter } from '#app/routing.ts'
import { giftsPath, giftsToken, stopPath, stopToken } from '#lib/giving/receipts/links.ts'
import { stopClock } from '#lib/platform/clock.ts'
import type { Env } from '#lib/platform/env.ts'
import { router } from '#lib/platform/http/routing.ts'
import { proxy } from '#proxy.ts'

let stripe: Partial<NonNullable<Env['stripe']>> | null = null
const signingSecret = 'a secret of these tests'
jest.mock('#lib/platform/env.ts', () => ({ env: () => ({ stripe, signingSecret, siteLimitFactor: 1 }) }))
const partner = { kind: 'partner-form', href: 'https://partner.test/give?amount=100' }
const form = { kind: 'donation-form', presets: [] }
const mockPages = [
  { address: '/', aliases: ['/Home'], blocks: [] },
  { address: '/India', aliases: ['/Bharat'], blocks: [{ kind: 'hero' }] },
  { address: '/DonateIndia', aliases: [], blocks: [form] },
  { address: '/Donate', aliases: [], blocks: [partner, form] },
  { address: '/Event5kSponsorship', aliases: [], blocks: [{ kind: 'sponsorship-form' }] },
]
jest.mock('#lib/site/content/index.ts', () => ({
  pages: () => mockPages,
  page: (address: string) => mockPages.find((page) => page.address === address),
  stories: () => [{ address: '/India/stories/the-500th' }],
  posts: () => [],
  photos: () => [],
  redirects: () => [{ from: '/Gift', to: '/Donate' }],
  campaigns: () => [],
  reasons: () => [{ code: 2 }],
}))

const visit = (address: string) => proxy(new NextRequest(new URL(address, 'https://mendedbowl.org')))
/** The route and query that answer the address. */
const routeOf = (response: Response) =>
  response.headers.get('x-middleware-rewrite')?.replace('https://mendedbowl.org', '')
const policyOf = (response: Response) => response.headers.get('content-security-policy')

beforeEach(() => {
  router.set(siteRouter)
  stripe = null
})
afterEach(() => jest.restoreAllMocks())

test.each([
  ['/india', '/India'],
  ['/bharat/?utm_source=poster&to=a%20b', '/India?utm_source=poster&to=a%20b'],
  ['/gift/thank-you?session_id=cs_1', '/Donate/thank-you?session_id=cs_1'],
  ['/HI/bharat/?x=1', '/hi/India?x=1'],
])('%s answers 308 to %s', (from, to) => {
  const response = visit(from)
  expect(response.status).toBe(308)
  expect(response.headers.get('location')).toBe(`https://mendedbowl.org${to}`)
})

test.each([
  ['/India/stories/the-500th', '/en/India/stories/the-500th'],
  ['/nowhere', '/api/not-found'],
  ['/forms/nonsense', '/api/not-found'],
  ['/giving/DonateIndia', '/api/not-found'],
  ['/DonateIndia?reason=2', '/en/giving/DonateIndia?reason=2'],
  ['/Event5kSponsorship', '/en/giving/Event5kSponsorship'],
  ['/hi/DonateIndia/thank-you?session_id=cs_1', '/hi/thank-you/DonateIndia?session_id=cs_1'],
])('%s is answered by %s in the language of its address, which gets its policy when it is sent', (address, route) => {
  const response = visit(address)
  expect(routeOf(response)).toBe(route)
  expect(policyOf(response)).toBeNull()
})

test('too many searches from one address are answered 429 with the page, and nobody else’s are', () => {
  const search = (visitor: string) =>
    proxy(new NextRequest('https://mendedbowl.org/search?q=camp', { headers: { 'x-client-address': visitor } }))
  stopClock('2026-11-21T10:03:20Z')
  const { address } = searchLimit
  const answers = Array.from({ length: address + 1 }, () => search('203.0.113.7'))
  expect(answers.slice(0, address).every(({ status }) => status === 200)).toBe(true)
  const refused = answers[address]
  expect(refused?.status).toBe(429)
  expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(refused && routeOf(refused)).toBe('/en/search?q=camp&limited=1')
  expect(search('203.0.113.8').status).toBe(200)
})

test.each([
  ['/search?q=smile', 'private, no-cache'],
  ['/forms/contact', 'private, no-cache'],
  ['/DonateIndia', null],
  ['/DonateIndia/thank-you?session_id=cs_1', null],
])('a browser may keep %s for Back: %s', (address, cacheControl) => {
  expect(visit(address).headers.get('cache-control')).toBe(cacheControl)
})

test.each([
  '/stop-gift',
  '/stop-gift?gift=sub_1',
  `/stop-gift?gift=sub_1.${'A'.repeat(43)}`,
  `/your-gifts?link=${stopToken('sub_1')}`,
  `/your-gifts?link=${randomUUID()}.1.${'A'.repeat(43)}`,
])('%s is answered by a page that says that the link is broken', (address) => {
  const response = visit(address)
  expect(routeOf(response)).toMatch(/^\/en\/stop-gift\/broken-link(\?|$)/)
  expect(response.headers.get('cache-control')).toBe('private, no-store')
  expect(policyOf(response)).toBeNull()
})

test('the page of a donor is shown for a link that is signed, whatever its capitals, and keeps the link', () => {
  const path = stopPath(stopToken('sub_1'))
  expect(routeOf(visit(path))).toBe(`/en${path}`)
  expect(visit(path.replace('/stop', '/Stop')).headers.get('location')).toBe(`https://mendedbowl.org${path}`)
  const gifts = giftsPath(giftsToken(randomUUID()))
  expect(routeOf(visit(gifts))).toBe(`/en${gifts}`)
  expect(routeOf(visit('/your-gifts'))).toBe('/en/your-gifts')
})
