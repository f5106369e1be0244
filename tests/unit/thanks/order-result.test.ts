import { cardProvider, type PaymentProvider } from '#lib/giving/orders/card-payments.ts'
import type { SessionState } from '#lib/platform/providers/payments.ts'
import { breakStore, setEnvironment } from '#tests/support/store.ts'
import {
  asha,
  givingSite,
  mailEnvironment,
  openForeignSession,
  postJson,
  postSponsorship,
  resultOf,
  ruth,
} from '../checkout/support.ts'
import { giftSteps, play, type Step } from '../ledger/gift-stories.ts'

const site = givingSite()

const rupees = { amount: 100_000, currency: 'INR' }
const once = { ...asha, paymenttype: 'once', reason: 7 }
const says = (words: string) => ({ sentence: expect.stringContaining(words) })

/** Begins a payment, and gives the id of its session. */
async function begin(body: object = asha): Promise<string> {
  await postJson(body)
  return String((await site.sessions()).at(-1)?.id)
}
async function paid(body: object = asha): Promise<string> {
  const id = await begin(body)
  await site.pay()
  return id
}
const asked = async () => (await site.requests()).filter(({ method }) => method === 'GET')
const readsSession = (session: SessionState) =>
  ({ isOwnSession: () => true, readSession: async () => ({ ok: true, value: session }) }) as unknown as PaymentProvider
const inState = (changes: Partial<SessionState>) =>
  readsSession({ state: 'confirming', frequency: 'once', money: null, metadata: {}, subscriptionId: null, ...changes })

test('without an account for mail, no receipt by mail is promised', async () => {
  expect((await resultOf(await paid())).donor?.email).toBeNull()
})

test('a monthly gift that is paid is confirmed, with the name and the masked address of the donor alone', async () => {
  setEnvironment(mailEnvironment(site))
  const result = await resultOf(await paid())
  expect(result).toEqual({
    state: 'confirmed',
    heading: expect.stringContaining('Subscription'),
    ...says('gift of ₹1,000 a month'),
    money: rupees,
    fee: null,
    returned: null,
    frequency: 'monthly',
    reason: 2,
    campaign: null,
    levels: [],
    tribute: null,
    cardTo: null,
    reference: expect.stringMatching(/^G-/),
    paidAt: expect.any(Date),
    donor: { name: 'Asha Rao', organisation: null, email: 'a•••@example.org' },
    monthly: {
      gift: expect.objectContaining({ id: expect.stringMatching(/^sub_/), state: 'running' }),
      stopHref: expect.stringContaining('gift=sub_'),
      canChange: true,
    },
    hears: false,
    tickets: [],
    canGiveBack: false,
    transfer: null,
  })
  expect(JSON.stringify(result)).not.toMatch(/asha@|\b(?:lake|mumbai|400001|5555)\b/i)
})

test('a paid sponsorship is called a sponsorship, and names its levels', async () => {
  await postSponsorship(ruth)
  await site.pay()
  expect(await resultOf(String((await site.sessions())[0]?.id))).toMatchObject({
    state: 'confirmed',
    ...says('sponsorship of $1,250'),
    reason: null,
    levels: ['big-wheel', 'running-circle'],
  })
})

const { pay, debit, settle, refund, dispute, expire } = giftSteps(site)
// Stripe's session stays unpaid after a failure, so the ledger alone knows.
const withoutStripe: Step = () => site.behave({ mode: 'fail' })
const tribute = { tribute: 'memory', tributeName: 'Meera Rao', campaign: 'in-honor' }
const inMemory = { ...once, ...tribute, cardTo: 'The Rao family', cardEmail: 'family@example.org' }
const named = { campaign: 'in-honor', tribute: { kind: 'memory', name: 'Meera Rao' }, cardTo: 'The Rao family' }
const part = { amount: 40_000, currency: 'INR' }
const undecided = { state: 'confirming', paidAt: null, ...says('gift of ₹1,000') }
const refused = { state: 'failed', paidAt: null, ...says('Your bank did not') }
const ofMonth = { state: 'failed', monthly: { stopHref: expect.stringContaining('gift=sub_') } }

test.each<[string, object, Step[], object]>([
  ['a session that was not paid', asha, [], { state: 'failed', money: rupees, ...says('You have not been charged.') }],
  ['one that expired', asha, [expire], { state: 'expired', money: rupees, ...says('₹1,000 a month was not made') }],
  ['a debit, until the bank has decided', once, [debit], undecided],
  ['a debit of every month', asha, [debit], undecided],
  ['a debit that is confirmed', once, [debit, settle('succeeded'), withoutStripe], { state: 'confirmed' }],
  ['a debit that is refused', once, [debit, settle('failed'), withoutStripe], refused],
  ['a first month that is confirmed', asha, [debit, settle('succeeded'), withoutStripe], { state: 'confirmed' }],
  ['a first month that is refused', asha, [debit, settle('failed'), withoutStripe], ofMonth],
  ['a gift in memory of somebody, with a card', inMemory, [pay], named],
  ['one returned', once, [pay, refund()], { state: 'refunded', returned: rupees, ...says('returned ₹1,000 to you') }],
  ['one returned in part', once, [pay, refund(40_000)], { state: 'confirmed', money: rupees, returned: part }],
  ['one disputed', once, [pay, dispute], { state: 'disputed', returned: null, ...says('your gift of ₹1,000') }],
])('%s', async (_, body, steps, result) => {
  setEnvironment(mailEnvironment(site))
  const id = await begin(body)
  await play(steps)
  const read = await resultOf(id)
  expect(read).toMatchObject(result)
  expect(JSON.stringify(read)).not.toContain('family@')
})

test.each([
  ...['', 'cs_test_../../v1/customers', 'x cs_test_a1b2c3d4e5f6', 'cs_test_12345678?expand', 'cs_live_a1b2c3d4e5f6'],
])('%p is no session of ours, and nothing is looked up', async (id) => {
  expect(await resultOf(id)).toMatchObject({ state: 'unknown', money: null, frequency: null, reason: null })
  expect(await site.requests()).toEqual([])
})

test('a session that is not recorded may be paid all the same, and is not looked up', async () => {
  const { id } = await openForeignSession(site)
  await site.pay()
  for (const session of ['cs_test_a1b2c3d4e5f6', id])
    expect(await resultOf(session)).toMatchObject({
      state: 'unrecorded',
      money: null,
      levels: [],
      ...says('do not pay again'),
    })
  expect(await asked()).toEqual([])
  expect(await cardProvider()?.readSession(id)).toEqual({ ok: false, failure: { kind: 'missing' } })
})

test('Stripe is asked only whether a recorded payment was made: its details come from our record', async () => {
  const id = await begin(once)
  expect(await resultOf(id, { provider: inState({ frequency: 'monthly' }) })).toMatchObject({
    state: 'confirming',
    money: rupees,
    frequency: 'once',
    reason: 7,
  })
})

test('a recorded session that Stripe does not know is no payment', async () => {
  const id = await begin()
  const missing = { ok: false, failure: { kind: 'missing' } }
  const provider = { isOwnSession: () => true, readSession: async () => missing } as unknown as PaymentProvider
  expect(await resultOf(id, { provider })).toMatchObject({ state: 'unknown' })
})

describe('while the store is unavailable', () => {
  test.each([
    [{ reason: '180' }, { reason: null }],
    [
      { form: '5k-run', levels: 'big-wheel' },
      { reason: null, levels: ['big-wheel'] },
    ],
  ])('metadata %j is read as %j', async (metadata, details) => {
    await breakStore()
    expect(await resultOf('cs_test_a1b2c3d4e5f6', { provider: inState({ metadata }) })).toMatchObject(details)
  })

  test('tickets that were paid are confirmed, without their codes', async () => {
    await breakStore()
    const provider = inState({ state: 'confirmed', metadata: { form: 'tickets-race', reference: 'G-7KQM-2X9D' } })
    expect(await resultOf('cs_test_a1b2c3d4e5f6', { provider }, '/RaceRegistration')).toMatchObject({
      state: 'confirmed',
      reference: 'G-7KQM-2X9D',
      tickets: [],
    })
  })

  test('the details come from Stripe', async () => {
    const id = await paid()
    await breakStore()
    expect(await resultOf(id)).toMatchObject({
      state: 'confirmed',
      money: rupees,
      frequency: 'monthly',
      reason: 2,
      levels: [],
      reference: expect.stringMatching(/^G-/),
    })
  })
})

test('a monthly gift that was stopped says so', async () => {
  const id = await paid()
  await site.control('subscriptions/latest/cancel', {})
  expect(await resultOf(id)).toMatchObject({
    state: 'confirmed',
    heading: 'Your monthly gift is stopped.',
    monthly: { gift: { state: 'ended' } },
  })
})

test('of an invoice, the page shows what its address says, and looks nothing up', async () => {
  await breakStore()
  const asked = { invoice: 'E-7KQM-2X9D', levels: 'big-wheel.running-circle.other', session_id: 'cs_test_a1b2c3d4e5f6' }
  expect(await resultOf(asked, undefined, '/Event5kSponsorship')).toMatchObject({
    state: 'invoiced',
    money: { amount: 125_000, currency: 'USD' },
    reference: 'E-7KQM-2X9D',
    donor: null,
    paidAt: null,
  })
  expect(await resultOf({ invoice: 'E-7KQM-2X9D' }, undefined, '/Event5kSponsorship')).toMatchObject({ money: null })
  expect(await resultOf({ ...asked, invoice: '<b>' }, undefined, '/Event5kSponsorship')).toMatchObject({
    reference: null,
  })
  expect(await resultOf({ invoice: 'E-7KQM-2X9D' })).toMatchObject({ state: 'unknown', reference: null })
})

describe('a gift is not reported as lost', () => {
  test.each([
    ['Stripe fails', { mode: 'fail' }],
    ['Stripe answers garbage', { mode: 'garbage', garbage: 'html' }],
    ['Stripe says nothing', { mode: 'stall' }],
  ] as const)('while %s', async (_, behaviour) => {
    const id = await begin()
    setEnvironment({ STRIPE_TIMEOUT_MS: '1000' })
    await site.behave(behaviour)
    expect(await resultOf(id)).toMatchObject({ state: 'unreachable', money: null, ...says('do not pay again') })
  })

  test('when the visitor has asked too often, and Stripe is not asked again', async () => {
    const id = await begin()
    const before = await asked()
    const result = await resultOf(id, { mayAsk: async () => false })
    expect([result.state, await asked()]).toEqual(['unreachable', before])
    await breakStore()
    expect(await resultOf(id, { mayAsk: async () => false })).toMatchObject({ state: 'unreachable' })
  })
})
