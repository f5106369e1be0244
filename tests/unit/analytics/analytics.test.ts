import { randomUUID } from 'node:crypto'
import { POST } from '#app/api/analytics/route.ts'
import { limitPage } from '#lib/platform/http/limits.ts'
import { currentWarnings } from '#lib/platform/warnings.ts'
import { analyticsLimit } from '#lib/site/analytics/record.ts'
import { startAnalytics } from '#sandbox/analytics.ts'
import { sandboxKeys } from '#sandbox/keys.ts'
import { eventually } from '#tests/support/eventually.ts'
import { keepEnvironment, setEnvironment } from '#tests/support/store.ts'

let google: Awaited<ReturnType<typeof startAnalytics>>
beforeAll(async () => {
  google = await startAnalytics({ port: 0 })
})
afterAll(() => google.close())

keepEnvironment()
beforeEach(async () => {
  await fetch(`${google.url}/_sandbox/reset`, { method: 'POST' })
  setEnvironment({
    SITE_URL: 'https://site.example',
    ANALYTICS_ID: sandboxKeys.analytics.id,
    ANALYTICS_API_SECRET: sandboxKeys.analytics.apiSecret,
    ANALYTICS_API_BASE: google.url,
  })
})

const visitor = randomUUID()
const report = { visitor, session: 1_790_000_000, page: '/India', from: '', event: { name: 'page' } }

const send = (body: unknown, headers: Record<string, string> = {}) =>
  POST(
    new Request('https://site.example/api/analytics', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin', ...headers },
      body: JSON.stringify(body),
    }),
  )

async function counted(count: number) {
  await eventually(() => google.counted().length >= count)
  return google.counted()
}

test.each<[{ name: string } & Record<string, unknown>, string, object]>([
  [{ name: 'page' }, 'page_view', {}],
  [{ name: 'form', form: 'contact' }, 'generate_lead', { form_id: 'contact' }],
  [{ name: 'offer', offer: 'monthly', taken: true }, 'select_promotion', { promotion_id: 'monthly' }],
  [{ name: 'story', story: '/India/stories/x' }, 'select_content', { content_id: '/India/stories/x' }],
])('%j reaches Google as %s', async (event, name, params) => {
  expect((await send({ ...report, from: 'https://search.example', event })).status).toBe(204)
  const common = {
    page_location: 'https://site.example/India',
    page_referrer: 'https://search.example',
    session_id: '1790000000',
    engagement_time_msec: 1,
  }
  expect(await counted(1)).toMatchObject([{ name, client_id: visitor, params: { ...common, ...params } }])
})

test.each([
  ['the query of an address', { ...report, page: '/search?q=asha' }],
  ['a visitor with a name of their own', { ...report, visitor: 'asha' }],
  ['the whole address of the page before', { ...report, from: 'javascript:alert(1)' }],
  ['a property that is not ours', { ...report, email: 'asha@example.org' }],
  [
    'a gift, which only the ledger counts',
    { ...report, event: { name: 'gift', amount: 99, currency: 'INR', kind: 'once' } },
  ],
])('%s is refused, and nothing is sent', async (_what, body) => {
  expect((await send(body)).status).toBe(400)
  await send(report)
  expect(await counted(1)).toHaveLength(1)
})

test('only the origin of the referring page reaches Google', async () => {
  await send({ ...report, from: 'https://asha:secret@mail.example/inbox?q=asha@example.org#a' })
  expect(await counted(1)).toMatchObject([{ params: { page_referrer: 'https://mail.example' } }])
})

test('another site cannot report', async () => {
  expect((await send(report, { 'sec-fetch-site': 'cross-site', origin: 'https://other.example' })).status).toBe(403)
})

test('without ANALYTICS_ID the address does not exist', async () => {
  setEnvironment({ ANALYTICS_ID: undefined, ANALYTICS_API_SECRET: undefined })
  expect((await send(report)).status).toBe(404)
})

test('while Google is down the visitor notices nothing, and operators are warned', async () => {
  setEnvironment({ ANALYTICS_API_BASE: 'http://localhost:1' })
  expect((await send(report)).status).toBe(204)
  await eventually(() => currentWarnings().length > 0)
  expect(currentWarnings().join()).toMatch(/Events are not counted: Google Analytics could not be reached/)
})

test('a report over the limit is answered and not counted', async () => {
  const headers = { 'x-client-address': '203.0.113.77' }
  while (limitPage(new Headers(headers), analyticsLimit).ok);
  expect((await send(report, headers)).status).toBe(204)
  await send(report)
  expect(await counted(1)).toHaveLength(1)
})
