import { sql } from 'kysely'
import { recordEvent } from '#lib/giving/ledger/record-event.ts'
import type { GiftReading, Outcome, PaymentEvent, PaymentProvider } from '#lib/platform/providers/payments.ts'
import { store } from '#lib/platform/store/index.ts'
import { breakStore, setEnvironment } from '#tests/support/store.ts'
import {
  asha,
  events,
  gifts,
  givingSite,
  mailEnvironment,
  mailKindsQueued,
  noCardPayments,
  openForeignSession,
  postJson,
  postSponsorship,
  ruth,
} from '../checkout/support.ts'
import { giftSteps, play } from './gift-stories.ts'

const site = givingSite()
afterEach(() => jest.restoreAllMocks())

const steps = giftSteps(site)
const { once, pay, decline, debit, settle, expire, refund, refundFails, dispute, close, month, cancel } = steps

const ledger = async () => (await gifts()).map(({ status, amount }) => `${status} ${amount}`).sort()
const allTaken = () => expect(new Set(site.answers)).toEqual(new Set([200]))

describe('the ledger shows what Stripe has', () => {
  test.each(['charge.refund.updated', 'refund.failed'])('a refund that fails, told by %s alone', async (type) => {
    await play([once, pay, refund(), site.hold, refundFails])
    expect((await site.send((await site.made()).find((event) => event.type === type) ?? {})).status).toBe(200)
    expect(await ledger()).toEqual(['paid 100000'])
  })
})

describe('a gift is recorded with what the donor answered', () => {
  const row = {
    id: expect.any(String),
    status: 'paid',
    occurred_at: expect.stringMatching(/Z$/),
    recorded_at: expect.stringMatching(/Z$/),
    paid_at: expect.stringMatching(/Z$/),
    updated_at: expect.stringMatching(/Z$/),
    ...{
      currency: 'INR',
      amount: 100_000,
      campaign: null,
      answer_by: null,
      ...{
        method: 'card',
        given_back: 0,
        provider_fee: 2930,
        provider_net: 97_070,
        fee_currency: 'INR',
        payout: null,
        paid_out_at: null,
      },
      donor_name: 'Asha Rao',
      donor_email: 'asha@example.org',
    },
  }

  test('once, by an organisation', async () => {
    const answers = { paymenttype: 'once', donorType: 2, org_name: 'Rao Textiles', reason: 5 }
    const { reference } = await (await postJson({ ...asha, ...answers })).json()
    expect(await gifts()).toEqual([])
    await pay()
    const [session] = await site.sessions()
    const ids = { object_id: session?.payment_intent, reference, session_id: session?.id, subscription_id: null }
    const donor_name = 'Rao Textiles (Asha Rao)'
    expect(await gifts()).toEqual([{ ...row, ...ids, kind: 'one-off', reason: 5, donor_name }])
    expect(await mailKindsQueued()).toEqual(['receipt'])
  })

  test('monthly, with one row and one receipt for each month', async () => {
    const { reference } = await (await postJson(asha)).json()
    await play([pay, month('paid')])
    const [session] = await site.sessions()
    const ids = { reference, session_id: session?.id, subscription_id: session?.subscription }
    const gift = { ...row, ...ids, object_id: expect.stringMatching(/^in_/), kind: 'monthly', reason: 2 }
    expect(await gifts()).toEqual([gift, gift])
    expect(await mailKindsQueued()).toEqual(['receipt', 'receipt'])
  })

  test('with the moment at which it was first paid, whatever follows', async () => {
    await play([once, debit])
    expect(await gifts()).toMatchObject([{ status: 'pending', paid_at: null }])
    await settle('succeeded')()
    const [{ paid_at } = { paid_at: null }] = await gifts()
    expect(paid_at).toMatch(/Z$/)
    await play([refund(40_000), dispute])
    expect(await gifts()).toMatchObject([{ status: 'disputed', paid_at }])
  })

  test('as a sponsorship, with mail to the sponsor and to the office', async () => {
    await play([() => postSponsorship(ruth), pay])
    expect(await gifts()).toMatchObject([
      { kind: 'sponsorship', amount: 125_000, reason: null, donor_name: 'Ruth Lee' },
    ])
    expect((await mailKindsQueued()).sort()).toEqual(['receipt', 'sponsorship'])
  })

  test('with a card to a family, if one was asked for', async () => {
    setEnvironment(mailEnvironment(site))
    const card = { tribute: 'memory', tributeName: 'Meera', cardTo: 'The Raos', cardEmail: 'family@example.org' }
    await play([() => postJson({ ...asha, ...card, campaign: 'in-honor' }), pay])
    expect((await mailKindsQueued()).sort()).toEqual(['receipt', 'tribute-card'])
    expect(await gifts()).toMatchObject([{ campaign: 'in-honor' }])
  })

  test('or, where no attempt is kept, with what Stripe knows', async () => {
    await once()
    await (await store()).db.deleteFrom('checkout_attempts').execute()
    await pay()
    expect(await gifts()).toMatchObject([{ donor_email: 'asha@example.org', session_id: null, reason: 2 }])
  })

  test('without an email address it gets no receipt, and the log names the gift but not the donor', async () => {
    const { reference } = await (await postJson(asha)).json()
    const { db } = await store()
    const { details } = await db.selectFrom('checkout_attempts').select('details').executeTakeFirstOrThrow()
    await db
      .updateTable('checkout_attempts')
      .set({ details: details.replace('asha@example.org', '') })
      .execute()
    setEnvironment({ LOG_LEVEL: 'warn' })
    const write = jest.spyOn(process.stdout, 'write').mockReturnValue(true)
    await pay()
    expect(write.mock.calls.join()).toContain(reference)
    expect(write.mock.calls.join()).not.toMatch(/\b(?:asha|rao)\b/i)
    expect(await gifts()).toMatchObject([{ status: 'paid', donor_email: '' }])
    expect(await mailKindsQueued()).toEqual([])
  })
})

describe('mail is queued when a gift becomes paid or failed, and only then', () => {
  test.each([
    ['a debit that is not decided', [once, debit], []],
    ['a debit that is refused', [once, debit, settle('failed')], ['failed-payment']],
    ['a debit that is paid', [once, debit, settle('succeeded')], ['receipt']],
    ['a gift that is refunded in part', [once, pay, refund(40_000)], ['receipt-change']],
  ])('%s', async (_, steps, added) => {
    await play(steps.slice(0, 2))
    await (await store()).db.deleteFrom('outbox').execute()
    await play(steps.slice(2))
    await site.replay(2)
    expect(await mailKindsQueued()).toEqual(added)
  })

  test('a gift first recorded as disputed, once the dispute is won', async () => {
    await play([site.hold, once, pay, dispute])
    await site.replay(1)
    expect([await ledger(), await mailKindsQueued()]).toEqual([['disputed 100000'], []])
    await close('won')()
    await site.replay(1)
    expect([await ledger(), await mailKindsQueued()]).toEqual([['paid 100000'], ['receipt']])
  })
})

describe('an event that comes again', () => {
  test('is known, without a request to Stripe', async () => {
    await play([once, pay])
    const before = (await site.requests()).length
    const completed = (await site.made()).find(({ type }) => type === 'checkout.session.completed')
    expect(await (await site.send(completed ?? {})).json()).toEqual({ received: 'known' })
    expect(await site.requests()).toHaveLength(before)
  })
})

describe('with readings of Stripe of the test’s own', () => {
  const place = { kind: 'one-off', objectId: 'pi_1' } as const
  const reading = (changes: Partial<GiftReading> = {}): GiftReading => ({
    ...place,
    status: 'paid',
    answerBy: null,
    money: { amount: 100_000, currency: 'INR' },
    givenBack: 0,
    method: 'card',
    metadata: { reference: 'G-7KQM-2X9D', reason: '2' },
    subscriptionId: null,
    donor: { name: null, email: null },
    occurredAt: new Date('2026-11-21T00:00:00Z'),
    ...changes,
  })
  const eventOf = (id: string): PaymentEvent => ({
    id,
    type: 'x',
    objectId: 'pi_1',
    subject: { kind: 'payment', id: 'pi_1' },
    closed: null,
    replacedBy: null,
    declined: null,
  })
  const record = (id: string, readGift: () => Promise<Outcome<GiftReading | null>>) =>
    recordEvent(eventOf(id), {
      locateGift: async () => ({ ok: true, value: place }),
      readGift,
    } as unknown as PaymentProvider)
  const found = (changes: Partial<GiftReading> = {}) => ({ ok: true, value: reading(changes) }) as const

  test.each([
    ['a new gift', null, { status: 'refunded' }],
    ['a gift that was pending', 'pending', { status: 'refunded' }],
    [
      'a gift of which only the amount changed',
      'paid',
      { status: 'paid', money: { amount: 60_000, currency: 'INR' } as const },
    ],
  ] as const)('an older reading of %s is not written over a newer one', async (_, known, newer) => {
    if (known) await record('evt_known', async () => found({ status: known }))
    // The first reading is of a time before the refund; while it is under way, the refund is recorded.
    let readings = 0
    const result = await record('evt_paid', async () => {
      readings += 1
      if (readings > 1) return found(newer)
      expect(await record('evt_refund', async () => found(newer))).toEqual({ kind: 'recorded' })
      return found()
    })
    expect([result, readings]).toEqual([{ kind: 'recorded' }, 2])
    const { amount } = reading(newer).money
    expect(await gifts()).toMatchObject([{ object_id: 'pi_1', status: newer.status, amount }])
    expect((await events()).map(({ id }) => id)).toEqual(expect.arrayContaining(['evt_paid', 'evt_refund']))
  })

  test('a name that was typed at Stripe is kept as one line without control characters', async () => {
    await record('evt_name', async () => found({ donor: { name: 'Ruth\r\n\u001b[2JLee ', email: null } }))
    expect(await gifts()).toMatchObject([{ donor_name: 'Ruth [2JLee' }])
  })

  test('an event that is overtaken eight times is sent again', async () => {
    let readings = 0
    const result = await record('evt_paid', async () => {
      readings += 1
      const amount = readings * 100
      await record(`evt_${readings}`, async () => found({ money: { amount, currency: 'INR' } }))
      return found()
    })
    expect([result, readings]).toEqual([{ kind: 'send-again' }, 8])
  })

  test('an event that another delivery recorded meanwhile is known', async () => {
    await record('evt_1', async () => found())
    const result = await record('evt_2', async () => {
      await record('evt_2', async () => found())
      return found()
    })
    expect(result).toEqual({ kind: 'known' })
  })

  test.each([
    ['100', null],
    ['0', null],
    [undefined, null],
    ['8', 8],
  ])('reason %p is kept as %p, and a donor without a name or address has none', async (reason, kept) => {
    await record('evt_1', async () => found({ metadata: reason ? { reason } : {} }))
    expect(await gifts()).toMatchObject([{ reason: kept, reference: null, donor_name: '', donor_email: '' }])
  })
})

describe('events about anything but our gifts are answered 200 and not recorded', () => {
  const inPounds = { 'line_items[0][price_data][currency]': 'gbp' }
  const everyMonth = { mode: 'subscription', 'line_items[0][price_data][recurring][interval]': 'month' }
  const ofAShop = {
    'metadata[reference]': 'ORDER-1001',
    'payment_intent_data[metadata][reference]': 'ORDER-1001',
    'payment_intent_data[metadata][form]': 'india',
  }
  const shop = (fields: Record<string, string>) => () => openForeignSession(site, fields)

  test.each([
    ['a payment in pounds', [shop(inPounds), pay, refund(1000), dispute, close('lost')]],
    ['a payment with metadata of its own', [shop(ofAShop), pay, refund()]],
    ['a subscription in pounds', [shop({ ...inPounds, ...everyMonth }), pay, month('failed'), cancel]],
    ['a declined card on a page that expires', [shop({}), decline, expire]],
  ])('%s of another product', async (_, steps) => {
    await play(steps)
    allTaken()
    expect(await gifts()).toEqual([])
    expect((await events()).filter(({ type }) => type.startsWith('checkout.'))).toEqual([])
  })

  test('a session of another product, without a request to Stripe', async () => {
    const object = { id: 'cs_test_shop', currency: 'gbp', metadata: { reference: 'ORDER-1001' } }
    const response = await site.send({ id: 'evt_shop', type: 'checkout.session.completed', data: { object } })
    expect(await response.json()).toEqual({ received: 'ignored' })
    expect(await site.requests()).toEqual([])
  })

  test('our reference in a currency that we do not take, which is logged', async () => {
    setEnvironment({ LOG_LEVEL: 'error' })
    const write = jest.spyOn(process.stdout, 'write').mockReturnValue(true)
    const ours = { 'payment_intent_data[metadata][reference]': 'G-7KQM-2X9D', 'metadata[reference]': 'G-7KQM-2X9D' }
    await play([shop({ ...inPounds, ...ours }), pay])
    allTaken()
    expect(await gifts()).toEqual([])
    expect(write).toHaveBeenCalled()
  })

  const declined = { type: 'payment_intent.payment_failed' }
  test.each([
    ['a type that is a property of every object', { type: 'constructor', data: { object: {} } }],
    ['no object', { type: 'invoice.paid' }],
    ['an object that is missing at Stripe', { type: 'invoice.paid', data: { object: { id: 'in_of_nobody' } } }],
    ['a charge without a payment intent', { type: 'charge.refunded', data: { object: { id: 'ch_1' } } }],
    ['metadata that is no table', { type: 'checkout.session.expired', data: { object: { id: 'cs_1', metadata: [] } } }],
    [
      'a declined payment of a deleted customer',
      {
        ...declined,
        data: { object: { id: 'pi_1', customer: 'cus_gone', last_payment_error: { type: 'card_error' } } },
      },
    ],
  ])('an event with %s', async (_, event) => {
    const response = await site.send({ id: 'evt_1', ...event })
    expect([response.status, await response.json()]).toEqual([200, { received: 'ignored' }])
    expect(await events()).toEqual([])
  })
})

describe('an event is to be sent again, and nothing is half recorded', () => {
  const kept = async () => [(await gifts()).length, (await events()).length, (await mailKindsQueued()).length]
  const sendCompleted = async () =>
    (await site.send((await site.made()).find(({ type }) => type === 'checkout.session.completed') ?? {})).status

  beforeEach(() => play([once, site.hold, pay]))

  test.each([
    ['Stripe is too busy', { mode: 'refuse' }],
    ['Stripe fails half way', { mode: 'fail', path: '/v1/payment_intents' }],
  ] as const)('while %s', async (_, behaviour) => {
    await site.behave(behaviour)
    expect([await sendCompleted(), await kept()]).toEqual([503, [0, 0, 0]])
    await site.behave({ ...behaviour, mode: 'ok' })
    expect([await sendCompleted(), await kept()]).toEqual([200, [1, 1, 1]])
  })

  test.each(['gifts', 'stripe_events', 'outbox'])('while %s cannot be written', async (table) => {
    const { db } = await store()
    const on = sql.table(table)
    await sql`create trigger refuse before insert on ${on} begin select raise(abort, 'no'); end`.execute(db)
    expect([await sendCompleted(), await kept()]).toEqual([503, [0, 0, 0]])
    await sql`drop trigger refuse`.execute(db)
    expect([await sendCompleted(), await kept()]).toEqual([200, [1, 1, 1]])
  })

  test.each([
    ['our key is not accepted', () => setEnvironment({ STRIPE_SECRET_KEY: 'sk_test_of_somebody_else' })],
    ['the store is unavailable', breakStore],
    ['card payments are not set up', () => setEnvironment(noCardPayments)],
  ])('while %s', async (_, prepare) => {
    await prepare()
    expect(await sendCompleted()).toBe(503)
  })
})

describe('a declined card', () => {
  const stripe = {} as PaymentProvider
  const declines = async () =>
    (await (await store()).db.selectFrom('rate_limits').select('key').where('key', 'like', 'decline:%').execute())
      .length
  const declineOf = (declined: PaymentEvent['declined']): PaymentEvent => ({
    id: 'evt_1',
    type: 'payment_intent.payment_failed',
    objectId: 'pi_1',
    subject: null,
    closed: null,
    replacedBy: null,
    declined,
  })

  test.each([
    ['that is none', null],
    ['with a reference that is not ours', { reference: 'ORDER-1001', customer: null }],
    ['of an attempt that we do not know', { reference: 'G-7KQM-2X9D', customer: null }],
    ['of nobody', { reference: null, customer: null }],
  ])('%s is ignored', async (_, declined) => {
    expect(await recordEvent(declineOf(declined), stripe)).toEqual({ kind: 'ignored' })
  })

  test('is recorded once, and sent again while the store is unavailable', async () => {
    const { reference } = await (await postJson(asha)).json()
    const event = declineOf({ reference, customer: null })
    expect(await recordEvent(event, stripe)).toEqual({ kind: 'recorded' })
    const counted = await declines()
    expect(counted).toBeGreaterThan(0)
    expect(await recordEvent(event, stripe)).toEqual({ kind: 'known' })
    expect(await declines()).toBe(counted)
    await breakStore()
    expect(await recordEvent(event, stripe)).toEqual({ kind: 'send-again' })
  })

  test('on a monthly gift is sent again while Stripe cannot say whose it is, and counted after that', async () => {
    await postJson(asha)
    await site.behave({ mode: 'fail', path: '/v1/customers' })
    await decline()
    expect([site.answers.at(-1), await declines()]).toEqual([503, 0])
    await site.behave({ mode: 'ok' })
    await site.control('events/payment_intent.payment_failed/resend', { times: 1 })
    expect(await declines()).toBeGreaterThan(0)
  })

  test('of a renewal months later is not counted', async () => {
    await play([steps.monthly, pay])
    const { db } = await store()
    await db.updateTable('checkout_attempts').set({ created_at: '2026-01-01T00:00:00.000Z' }).execute()
    await month('failed')()
    expect(await declines()).toBe(0)
  })
})
