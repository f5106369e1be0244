import { parseForm } from '#sandbox/form.ts'
import { html } from '#sandbox/html.ts'
import { startSandbox } from '#sandbox/index.ts'
import { eventually } from '#tests/support/eventually.ts'
import { hostedOnce, startTestSite } from './support.ts'

const site = startTestSite()

const behave = (behaviour: object) => site.control('behaviour', behaviour, 'camps')
const summary = (signal?: AbortSignal) =>
  fetch(`${site.sandbox.urls.camps}/api/country-wise-camps-summary`, signal ? { signal } : {})
const statusOf = async () => (await summary()).status
const requests = async () =>
  (await site.control<{ requests: { status: number | null }[] }>('requests', undefined, 'camps')).requests

test('fail and refuse answer 500 and 429 as often as they were told, or until ok', async () => {
  await behave({ mode: 'fail', times: 2 })
  expect([await statusOf(), await statusOf(), await statusOf()]).toEqual([500, 500, 200])
  await behave({ mode: 'refuse' })
  expect([await statusOf(), await statusOf()]).toEqual([429, 429])
  await behave({ mode: 'ok' })
  expect(await statusOf()).toBe(200)
})

test('garbage is HTML, JSON that breaks off, or good JSON of another shape', async () => {
  const garbage = async (kind?: string) => {
    await behave({ mode: 'garbage', garbage: kind, times: 1 })
    return (await summary()).text()
  }
  expect(await garbage()).toMatch(/^<!doctype html>/)
  expect(await garbage('truncated')).toBe('{"object": "half an answ')
  expect(JSON.parse(await garbage('other'))).toEqual({ hello: 'world' })
})

test.each([{ mode: 'stall' }, { mode: 'slow', ms: 600_000 }])(
  '%j waits until the reset or until the client leaves',
  async (mode) => {
    await behave(mode)
    const client = new AbortController()
    const left = summary(client.signal)
    const waiting = summary()
    const ended = Promise.allSettled([left, waiting])
    await eventually(async () => (await requests()).filter(({ status }) => status === null).length === 2)
    client.abort()
    await expect(left).rejects.toThrow('aborted')
    await site.control('reset', {}, 'camps')
    await expect(waiting).rejects.toThrow('fetch failed')
    await ended
  },
)

test('slow answers as usual afterwards', async () => {
  await behave({ mode: 'slow', ms: 1 })
  expect(await (await summary()).json()).toMatchObject({ totalSurgeryCount: 1261 })
})

test('path and method narrow it, and drop acts before it closes the socket', async () => {
  const { sessions } = site.stripe.checkout
  const { id } = await sessions.create(hostedOnce)
  // Twice: the stripe package tries once more when a connection is reset, whatever it was told.
  await site.control('behaviour', { mode: 'drop', times: 2, path: '/v1/checkout/sessions', method: 'POST' })
  const key = { idempotencyKey: 'lost' }
  await expect(sessions.create(hostedOnce, key)).rejects.toMatchObject({ type: 'StripeConnectionError' })
  expect((await sessions.retrieve(id)).id).toBe(id)
  const again = await sessions.create(hostedOnce, key)
  const listed = await site.control<{ sessions: { id: string }[] }>('sessions')
  expect(listed.sessions.map((session) => session.id)).toEqual([id, again.id])
})

test('without a path it spares the pages that people look at', async () => {
  const { url } = await site.stripe.checkout.sessions.create(hostedOnce)
  await site.control('behaviour', { mode: 'fail' })
  expect((await fetch(url ?? '')).status).toBe(200)
  await expect(site.stripe.checkout.sessions.create(hostedOnce)).rejects.toMatchObject({ type: 'StripeAPIError' })
})

test('the log holds what came in, parsed, without its authorization', async () => {
  await site.stripe.checkout.sessions.create(hostedOnce, { idempotencyKey: 'logged' })
  const log = await site.control('requests')
  expect(log).toMatchObject({
    requests: [
      {
        method: 'POST',
        path: '/v1/checkout/sessions',
        status: 200,
        headers: { 'idempotency-key': 'logged' },
        body: { mode: 'payment', line_items: [{ price_data: { unit_amount: '100000' } }] },
      },
    ],
  })
  expect(JSON.stringify(log)).not.toContain('sk_test')
})

test('every service says on its own page what it can be told to do', async () => {
  for (const url of Object.values(site.sandbox.urls)) {
    const response = await fetch(url)
    const page = await response.text()
    expect(page).toContain('/_sandbox/behaviour')
    expect(page).not.toMatch(/ style=|<script/)
  }
})

test('a control that does not fit is refused with the reason', async () => {
  await expect(behave({ mode: 'explode' })).rejects.toThrow('mode')
  await expect(site.control('nonsense', {}, 'camps')).rejects.toThrow('404')
})

test('a port that is taken stops the start of all services, and is named', async () => {
  const taken = Number(new URL(site.sandbox.urls.camps).port)
  const ports = { camps: 0, stripe: taken, emailjs: 0, ip: 0 }
  const started = startSandbox({ ports, siteUrl: site.url, webhookSecret: 'whsec_sandbox' })
  await expect(started).rejects.toMatchObject({ code: 'EADDRINUSE', port: taken })
})

test('the IP service knows countries, and asks for its token', async () => {
  const ask = (ip: string, token: string) =>
    fetch(`${site.sandbox.urls.ip}/${ip}/json`, { headers: { authorization: `Bearer ${token}` } })
  expect(await (await ask('203.0.113.1', 'sandbox')).json()).toEqual({ ip: '203.0.113.1', country: 'IN' })
  expect((await ask('203.0.113.1', 'other')).status).toBe(403)
})

test('bracketed names are read as objects and lists, and reach no prototype', () => {
  expect(parseForm('a[0][b][c]=1&a[0][d]=O%27Neill+%26&e=007&__proto__[polluted]=1')).toMatchObject({
    a: [{ b: { c: '1' }, d: "O'Neill &" }],
    e: '007',
  })
  expect(({} as Record<string, unknown>).polluted).toBeUndefined()
})

test('the HTML template escapes text, joins lists, and shows nothing for nothing', () => {
  expect(html`<p title="${'"&'}">${['<b>', html`<i></i>`, null, false, 0]}</p>`.html).toBe(
    '<p title="&quot;&amp;">&lt;b&gt;<i></i>0</p>',
  )
})
