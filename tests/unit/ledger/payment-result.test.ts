import { paymentResult } from '#lib/ledger/payment-result.ts'
import type { StripeGateway } from '#lib/providers/stripe.ts'
import { breakStore, setEnvironment } from '#tests/support/store.ts'
import { asha, givingSite, openForeignSession, postJson } from '../checkout/support.ts'

const site = givingSite()

async function paid(changes: Record<string, unknown> = {}, how: Record<string, unknown> | null = {}) {
  await postJson({ ...asha, ...changes })
  if (how) await site.control('sessions/latest/pay', how)
  return String((await site.sessions()).at(-1)?.id)
}

test('a monthly gift that is paid', async () => {
  expect(await paymentResult(await paid())).toEqual({
    state: 'confirmed',
    heading: 'Payment Successful! Subscription active.',
    sentence: 'Thank you. Your gift of ₹1,000 a month has arrived.',
    money: { amount: 100_000, currency: 'INR' },
    frequency: 'monthly',
    reason: 2,
    levels: [],
  })
})

test('a gift that is paid once', async () => {
  expect(await paymentResult(await paid({ paymenttype: 'once', reason: 7 }))).toMatchObject({
    state: 'confirmed',
    heading: 'Payment Successful!',
    sentence: 'Thank you. Your gift of ₹1,000 has arrived.',
    frequency: 'once',
    reason: 7,
  })
})

test('a gift that the bank has yet to confirm', async () => {
  expect(await paymentResult(await paid({ paymenttype: 'once' }, { method: 'bank' }))).toMatchObject({
    state: 'confirming',
    heading: 'We are confirming your gift',
    sentence:
      'Thank you. Your bank has yet to confirm your gift of ₹1,000, which can take some days. You need do nothing more.',
  })
})

test.each([
  ['that was not paid', null],
  ['whose card was declined', { card: '4000 0000 0000 0002' }],
])('a session %s', async (_, how) => {
  expect(await paymentResult(await paid({}, how))).toMatchObject({ state: 'failed', heading: 'Payment unsuccessful!' })
})

test('an expired session', async () => {
  const id = await paid({}, null)
  await site.control('sessions/latest/expire', {})
  expect(await paymentResult(id)).toMatchObject({ state: 'failed' })
})

test.each(['', 'cs_test_', 'cs_test_../../v1/customers', 'pi_123456789', 'cs_test_12345678?expand', 'x'.repeat(5000)])(
  'an id that is none (%p) is not looked up at Stripe',
  async (id) => {
    expect(await paymentResult(id)).toMatchObject({ state: 'unknown', money: null, frequency: null, reason: null })
    expect(await site.requests()).toEqual([])
  },
)

test.each(['cs_live_a1b2c3d4e5f6', 'cs_live_'])(
  'an id of the other mode (%p) is not looked up at Stripe',
  async (id) => {
    expect(await paymentResult(id)).toMatchObject({ state: 'unknown' })
    expect(await site.requests()).toEqual([])
  },
)

const asked = async () => (await site.requests()).filter(({ method }) => method === 'GET')

test('an unknown session is not looked up, and reported as unconfirmed because it may not have been recorded', async () => {
  const status = await paymentResult('cs_test_a1b2c3d4e5f6')
  expect(status).toMatchObject({ state: 'confirming', heading: 'We are confirming your gift', money: null })
  expect(status.sentence).toMatch(/^We have not heard of this payment yet\. .* Please do not pay again/)
  expect(await asked()).toEqual([])
})

test('a recorded gift is confirmed without asking Stripe', async () => {
  const id = await paid({ paymenttype: 'once', reason: 7 })
  await site.behave({ mode: 'fail' })
  expect(await paymentResult(id)).toMatchObject({
    state: 'confirmed',
    reason: 7,
    money: { amount: 100_000, currency: 'INR' },
  })
})

test('Stripe is asked only whether a recorded payment was made: the details come from our own record', async () => {
  const id = await paid({ paymenttype: 'once', reason: 7 }, null)
  const session = { state: 'confirming', frequency: 'monthly', money: null, metadata: {} } as const
  const stripe = { readSession: async () => ({ ok: true, value: session }) } as unknown as StripeGateway
  expect(await paymentResult(id, { stripe })).toMatchObject({
    state: 'confirming',
    sentence: expect.stringContaining('your gift of ₹1,000, which'),
    money: { amount: 100_000, currency: 'INR' },
    frequency: 'once',
    reason: 7,
  })
})

test('a visitor over the rate limit is told to come back later', async () => {
  const id = await paid({}, null)
  const before = (await asked()).length
  expect(await paymentResult(id, { mayAsk: async () => false })).toMatchObject({ state: 'confirming' })
  expect(await asked()).toHaveLength(before)
})

test('while the store is unavailable Stripe is asked, within the same limit', async () => {
  const id = await paid()
  await breakStore()
  expect(await paymentResult(id)).toMatchObject({
    state: 'confirmed',
    money: { amount: 100_000, currency: 'INR' },
    frequency: 'monthly',
    reason: 2,
  })
  expect(await paymentResult(id, { mayAsk: async () => false })).toMatchObject({ state: 'confirming' })
})

test('a session of somebody else on the same account is not shown', async () => {
  const { id } = await openForeignSession(site)
  expect(await paymentResult(id)).toMatchObject({ state: 'confirming', money: null })
})

test.each([
  ['fails', { mode: 'fail' }],
  ['answers garbage', { mode: 'garbage', garbage: 'html' }],
  ['drops the connection', { mode: 'drop' }],
  ['says nothing', { mode: 'stall' }],
] as const)('when Stripe %s, the gift is not called lost', async (_, behaviour) => {
  const id = await paid({}, null)
  setEnvironment({ STRIPE_TIMEOUT_MS: '1000' })
  await site.behave(behaviour)
  const status = await paymentResult(id)
  expect(status).toMatchObject({ state: 'confirming', heading: 'We are confirming your gift', money: null })
  expect(status.sentence).toContain('your gift is not lost')
  expect(status.sentence).toContain('Please do not pay again')
})

test('no result reveals the donor', async () => {
  expect(JSON.stringify(await paymentResult(await paid()))).not.toMatch(/asha|rao|example\.org|mumbai/i)
})

test('without card payments no session is known', async () => {
  setEnvironment({
    STRIPE_SECRET_KEY: undefined,
    STRIPE_PUBLISHABLE_KEY: undefined,
    STRIPE_WEBHOOK_SECRET: undefined,
    STRIPE_API_BASE: undefined,
  })
  expect(await paymentResult('cs_test_a1b2c3d4e5f6')).toMatchObject({ state: 'unknown' })
})
