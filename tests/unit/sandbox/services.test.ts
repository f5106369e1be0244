import { parseForm } from '#sandbox/form.ts'
import { hostedOnce, startTestSite } from './support.ts'

const site = startTestSite()

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

test('bracketed names are parsed as objects and lists, and cannot set a prototype', () => {
  expect(parseForm('a[0][b][c]=1&a[0][d]=O%27Neill+%26&e=007&__proto__[polluted]=1')).toMatchObject({
    a: [{ b: { c: '1' }, d: "O'Neill &" }],
    e: '007',
  })
  expect(({} as Record<string, unknown>).polluted).toBeUndefined()
})
