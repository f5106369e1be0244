import { parseForm } from '#sandbox/form.ts'
import { eventually } from '#tests/support/eventually.ts'
import { hostedOnce, startTestSite } from './support.ts'

const site = startTestSite()

const behave = (behaviour: object) => site.control('behaviour', behaviour, 'camps')
const summary = (signal?: AbortSignal) =>
  fetch(`${site.sandbox.urls.camps}/api/country-wise-camps-summary`, signal ? { signal } : {})
const statusOf = async () => (await summary()).status
const requests = async () =>
  (await site.control<{ requests: { status: number | null }[] }>('requests', undefined, 'camps')).requests

test('a service told to fail or refuse answers 500 or 429, so many times or until told otherwise', async () => {
  await behave({ mode: 'fail', times: 2 })
  expect([await statusOf(), await statusOf(), await statusOf()]).toEqual([500, 500, 200])
  await behave({ mode: 'refuse' })
  expect([await statusOf(), await statusOf()]).toEqual([429, 429])
  await behave({ mode: 'ok' })
  expect(await statusOf()).toBe(200)
})

test('a service told to send garbage sends HTML, truncated JSON or JSON of another shape', async () => {
  const garbage = async (kind?: string) => {
    await behave({ mode: 'garbage', garbage: kind, times: 1 })
    return (await summary()).text()
  }
  expect(await garbage()).toMatch(/^<!doctype html>/)
  expect(await garbage('truncated')).toBe('{"object": "half an answ')
  expect(JSON.parse(await garbage('other'))).toEqual({ hello: 'world' })
})

test.each([{ mode: 'stall' }, { mode: 'slow', ms: 600_000 }])(
  'a service told to be slow answers nothing until the reset, or until the client leaves: %j',
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

test('a service told to drop acts before it closes the socket, only for the path and method', async () => {
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

test('the request log has parsed bodies and no authorization', async () => {
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

test('an invalid control is refused with the reason', async () => {
  await expect(behave({ mode: 'explode' })).rejects.toThrow('mode')
  await expect(site.control('nonsense', {}, 'camps')).rejects.toThrow('404')
})

test('the IP service answers with a country, and requires its token', async () => {
  const ask = (ip: string, token: string) =>
    fetch(`${site.sandbox.urls.ip}/${ip}/json`, { headers: { authorization: `Bearer ${token}` } })
  expect(await (await ask('203.0.113.1', 'sandbox')).json()).toEqual({ ip: '203.0.113.1', country: 'IN' })
  expect((await ask('203.0.113.1', 'other')).status).toBe(403)
})

test('bracketed names are parsed as objects and lists, and cannot set a prototype', () => {
  expect(parseForm('a[0][b][c]=1&a[0][d]=O%27Neill+%26&e=007&__proto__[polluted]=1')).toMatchObject({
    a: [{ b: { c: '1' }, d: "O'Neill &" }],
    e: '007',
  })
  expect(({} as Record<string, unknown>).polluted).toBeUndefined()
})
