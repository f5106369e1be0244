import { hostedOnce, startAfresh, startTestSite, type TestSite } from './support.ts'

let site: TestSite
beforeAll(async () => {
  site = await startTestSite()
})
afterAll(() => site.close())
beforeEach(() => startAfresh(site))

const create = (key: string, changes: object = {}) =>
  site.stripe.checkout.sessions.create({ ...hostedOnce, ...changes }, { idempotencyKey: key })
const sessionCount = async () => (await site.control<{ sessions: unknown[] }>('sessions')).sessions.length

test('the same key and request gets the same session, marked as replayed', async () => {
  const first = await create('one')
  const second = await create('one')
  expect(second.id).toBe(first.id)
  expect(first.lastResponse.headers['idempotent-replayed']).toBeUndefined()
  expect(second.lastResponse.headers['idempotent-replayed']).toBe('true')
  expect(await sessionCount()).toBe(1)
})

test('ten at once make one session', async () => {
  await site.control('behaviour', { mode: 'slow', ms: 20, path: '/v1/checkout/sessions' })
  const all = await Promise.all(Array.from({ length: 10 }, () => create('burst')))
  expect(new Set(all.map(({ id }) => id)).size).toBe(1)
  expect(await sessionCount()).toBe(1)
})

test('the same key for another request is an idempotency error', async () => {
  await create('two')
  await expect(create('two', { metadata: { reference: 'other' } })).rejects.toMatchObject({
    type: 'StripeIdempotencyError',
    statusCode: 400,
    message: expect.stringContaining("Try using a key other than 'two'"),
  })
  expect(await sessionCount()).toBe(1)
})

test('the same key at another address is an idempotency error', async () => {
  const session = await create('three')
  await expect(site.stripe.checkout.sessions.expire(session.id, {}, { idempotencyKey: 'three' })).rejects.toMatchObject(
    { type: 'StripeIdempotencyError' },
  )
})

test('a request that was refused for its parameters may be sent again, mended, under its key', async () => {
  await expect(create('four', { customer_email: 'nobody' })).rejects.toMatchObject({ code: 'email_invalid' })
  const session = await create('four')
  expect(session.status).toBe('open')
})

test('a failure at the door leaves the key free', async () => {
  await site.control('behaviour', { mode: 'fail', times: 1 })
  await expect(create('five')).rejects.toMatchObject({ statusCode: 500 })
  expect((await create('five')).status).toBe('open')
  expect(await sessionCount()).toBe(1)
})

test('the replayed answer is the one of that moment, even when the session has gone on', async () => {
  const first = await create('six')
  await site.control('sessions/latest/pay', {})
  expect((await create('six')).status).toBe('open')
  expect((await site.stripe.checkout.sessions.retrieve(first.id)).status).toBe('complete')
})

test('without a key every request makes a session of its own', async () => {
  await site.stripe.checkout.sessions.create(hostedOnce)
  await site.stripe.checkout.sessions.create(hostedOnce)
  expect(await sessionCount()).toBe(2)
})
