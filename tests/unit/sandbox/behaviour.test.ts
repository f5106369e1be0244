import { request } from 'node:http'
import { startSandbox } from '#sandbox/index.ts'
import { eventually } from '#tests/support/eventually.ts'
import { hostedOnce, startAfresh, startTestSite, type TestSite } from './support.ts'

let site: TestSite
let summary: string
beforeAll(async () => {
  site = await startTestSite()
  summary = `${site.sandbox.urls.camps}/api/country-wise-camps-summary`
})
afterAll(() => site.close())
beforeEach(async () => {
  await campsControl('reset', {})
  await startAfresh(site)
})

const campsControl = async (path: string, body: unknown) => {
  const response = await fetch(`${site.sandbox.urls.camps}/_sandbox/${path}`, {
    method: 'POST',
    body: JSON.stringify(body),
  })
  return response.json()
}
const behave = (behaviour: object) => campsControl('behaviour', behaviour)
const statusOf = async () => (await fetch(summary)).status

/** Waits until so many requests have come in and still wait for their answer. */
const received = (count: number, camps = site.sandbox.urls.camps) =>
  eventually(async () => {
    const log = (await (await fetch(`${camps}/_sandbox/requests`)).json()) as { requests: { status: number | null }[] }
    return log.requests.filter(({ status }) => status === null).length === count
  })

/** 'closed' when the socket is closed without an answer. */
function ask(url: string): { outcome: Promise<number | 'closed'>; leave: () => void } {
  const asked = request(url, { agent: false })
  const outcome = new Promise<number | 'closed'>((resolve) => {
    asked.once('response', (response) => {
      response.resume()
      resolve(response.statusCode ?? 0)
    })
    asked.once('error', () => resolve('closed'))
  })
  asked.end()
  return { outcome, leave: () => asked.destroy() }
}

test('fail and refuse answer 500 and 429, as often as they were told', async () => {
  await behave({ mode: 'fail', times: 2 })
  expect([await statusOf(), await statusOf(), await statusOf()]).toEqual([500, 500, 200])
  await behave({ mode: 'refuse', times: 1 })
  const refused = await fetch(summary)
  expect(refused.status).toBe(429)
  expect(refused.headers.get('retry-after')).toBe('1')
  expect(await statusOf()).toBe(200)
})

test('without a number of times it holds until ok, or until the reset', async () => {
  await behave({ mode: 'fail' })
  expect([await statusOf(), await statusOf()]).toEqual([500, 500])
  await behave({ mode: 'ok' })
  expect(await statusOf()).toBe(200)
  await behave({ mode: 'fail' })
  await campsControl('reset', {})
  expect(await statusOf()).toBe(200)
})

test('garbage answers 200 with HTML, with JSON that breaks off, or with good JSON of another shape', async () => {
  await behave({ mode: 'garbage', times: 1 })
  const page = await fetch(summary)
  expect(page.status).toBe(200)
  expect(page.headers.get('content-type')).toContain('text/html')
  await behave({ mode: 'garbage', garbage: 'truncated', times: 1 })
  await expect(fetch(summary).then((response) => response.json())).rejects.toThrow(/JSON/)
  await behave({ mode: 'garbage', garbage: 'other', times: 1 })
  expect(await (await fetch(summary)).json()).toEqual({ hello: 'world' })
})

test('slow waits, then answers as usual', async () => {
  await behave({ mode: 'slow', ms: 1, times: 1 })
  expect(await (await fetch(summary)).json()).toMatchObject({ totalSurgeryCount: 1261 })
  await behave({ mode: 'slow', ms: 600_000, times: 1 })
  const slow = ask(summary)
  await received(1)
  expect(await statusOf()).toBe(200)
  await campsControl('reset', {})
  expect(await slow.outcome).toBe('closed')
})

test('stall never answers: it ends with the reset, or when the client leaves', async () => {
  await behave({ mode: 'stall' })
  const stalled = ask(summary)
  const left = ask(summary)
  await received(2)
  left.leave()
  expect(await left.outcome).toBe('closed')
  await campsControl('reset', {})
  expect(await stalled.outcome).toBe('closed')
})

// Twice: the stripe package tries once more when a connection is reset, whatever it was told.
test('drop acts, then closes the socket: the session exists, and the same key finds it', async () => {
  await site.control('behaviour', { mode: 'drop', times: 2, path: '/v1/checkout/sessions' })
  await expect(site.stripe.checkout.sessions.create(hostedOnce, { idempotencyKey: 'lost' })).rejects.toMatchObject({
    type: 'StripeConnectionError',
  })
  const again = await site.stripe.checkout.sessions.create(hostedOnce, { idempotencyKey: 'lost' })
  const { sessions } = await site.control<{ sessions: { id: string }[] }>('sessions')
  expect(sessions.map(({ id }) => id)).toEqual([again.id])
})

test('path and method narrow it: opening a session fails, reading one does not', async () => {
  const session = await site.stripe.checkout.sessions.create(hostedOnce)
  await site.control('behaviour', { mode: 'fail', path: '/v1/checkout/sessions', method: 'POST' })
  await expect(site.stripe.checkout.sessions.create(hostedOnce)).rejects.toMatchObject({ statusCode: 500 })
  expect((await site.stripe.checkout.sessions.retrieve(session.id)).id).toBe(session.id)
})

test('without a path it spares the pages that people look at', async () => {
  const session = await site.stripe.checkout.sessions.create(hostedOnce)
  await site.control('behaviour', { mode: 'fail' })
  expect((await fetch(session.url ?? '')).status).toBe(200)
  await expect(site.stripe.checkout.sessions.retrieve(session.id)).rejects.toMatchObject({ statusCode: 500 })
  await site.control('behaviour', { mode: 'fail', path: '/pay' })
  expect((await fetch(session.url ?? '')).status).toBe(500)
})

test('Stripe fails and refuses in its own shape', async () => {
  await site.control('behaviour', { mode: 'refuse', times: 1 })
  await expect(site.stripe.checkout.sessions.create(hostedOnce)).rejects.toMatchObject({
    type: 'StripeRateLimitError',
    code: 'rate_limit',
  })
  await site.control('behaviour', { mode: 'fail', times: 1 })
  await expect(site.stripe.checkout.sessions.create(hostedOnce)).rejects.toMatchObject({ type: 'StripeAPIError' })
})

test('the log holds what came in, parsed, without its authorization', async () => {
  await site.stripe.checkout.sessions.create(hostedOnce, { idempotencyKey: 'logged' })
  const { requests } = await site.control<{ requests: Record<string, unknown>[] }>('requests')
  expect(requests).toHaveLength(1)
  expect(requests[0]).toMatchObject({
    method: 'POST',
    path: '/v1/checkout/sessions',
    status: 200,
    body: { mode: 'payment', line_items: [{ price_data: { unit_amount: '100000' }, quantity: '1' }] },
    headers: { 'idempotency-key': 'logged', 'stripe-version': '2026-10-28.endive' },
  })
  expect(JSON.stringify(requests)).not.toContain('sk_test')
})

test('a port that is taken stops the start of all four, and names the port', async () => {
  const taken = Number(new URL(site.sandbox.urls.camps).port)
  await expect(
    startSandbox({
      ports: { camps: 0, stripe: taken, emailjs: 0, ip: 0 },
      siteUrl: site.siteUrl,
      webhookSecret: 'whsec_sandbox',
    }),
  ).rejects.toMatchObject({ code: 'EADDRINUSE', port: taken })
})

test('close ends what still waits, and the ports are free again', async () => {
  const other = await startSandbox({
    ports: { camps: 0, stripe: 0, emailjs: 0, ip: 0 },
    siteUrl: site.siteUrl,
    webhookSecret: 'whsec_sandbox',
  })
  await fetch(`${other.urls.camps}/_sandbox/behaviour`, { method: 'POST', body: '{"mode":"stall"}' })
  const stalled = ask(`${other.urls.camps}/api/country-wise-camps-summary`)
  await received(1, other.urls.camps)
  await other.close()
  expect(await stalled.outcome).toBe('closed')
  await expect(fetch(other.urls.camps)).rejects.toThrow('fetch failed')
})
