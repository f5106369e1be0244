import { setEnvironment } from '#tests/support/store.ts'
import { answersJson, startUpstream, type Upstream } from '#tests/support/upstream.ts'
import { asha, ashaForm, attempts, givingSite, postForm, postJson } from './support.ts'

const site = givingSite()
let busy: Upstream | null = null
afterEach(() => busy?.close())

const key = { 'idempotency-key': 'attempt-0001' }

test('while Stripe still works on the same request of another server, nobody calls it refused, and the next try gets its session', async () => {
  const error = { type: 'invalid_request_error', code: 'idempotency_key_in_use', message: 'There is another request.' }
  busy = await startUpstream(answersJson({ error }, 409))
  setEnvironment({ STRIPE_API_BASE: busy.url })
  const response = await postJson(asha, key)
  expect([response.status, (await response.json()).detail]).toEqual([
    503,
    'Payment failed! The payment service cannot be reached. No money was taken. Please try again in a few minutes.',
  ])
  expect(await attempts()).toMatchObject([{ idempotency_key: 'india:embedded:attempt-0001', erase_after: null }])

  setEnvironment({ STRIPE_API_BASE: site.sandbox.urls.stripe })
  const { reference } = await (await postJson(asha, key)).json()
  expect(await attempts()).toMatchObject([{ reference, session_id: expect.stringMatching(/^cs_/) }])
})

test('a program that uses a key for another gift is told so; a plain form gets a payment of its own', async () => {
  expect((await postJson(asha, key)).status).toBe(200)
  const reused = await postJson({ ...asha, amount: 50_000, money: 500 }, key)
  expect([reused.status, (await reused.json()).title]).toEqual([409, 'This payment was started with other details'])

  const form = { ...ashaForm, idempotencyKey: 'attempt-0002' }
  const places = [form, { ...form, money: '500' }, { ...form, paymenttype: 'monthly' }, form].map(
    async (fields) => (await postForm(fields)).headers.get('location') ?? '',
  )
  const [first, other, monthly, again] = await Promise.all(places)
  expect(new Set([first, other, monthly]).size).toBe(3)
  expect(again).toBe(first)
})
