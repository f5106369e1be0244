import { sql } from 'kysely'
import { recordEvent } from '#lib/giving/ledger/record-event.ts'
import type { PaymentProvider } from '#lib/giving/orders/card-payments.ts'
import type { GiftReading, ProviderResult as Outcome, PaymentEvent } from '#lib/platform/providers/payments.ts'
import { store } from '#lib/platform/store/index.ts'
import { breakStore, setAll, setEnvironment } from '#tests/support/store.ts'
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
import { giftSteps, play, type Step } from './gift-stories.ts'

const site = givingSite()
afterEach(() => jest.restoreAllMocks())

const steps = giftSteps(site)
const { once, monthly, pay, decline, debit, settle, expire, refund, refundFails, dispute, close, month, cancel } = steps
const ledger = async () => (await gifts()).map(({ status, amount }) => `${status} ${amount}`).sort()
const made = async (wanted: string) => (await site.made()).find(({ type }) => type === wanted) ?? {}
const dropAttempts: Step = async () => (await store()).db.deleteFrom('orders').execute()
const dropMails: Step = async () => (await store()).db.deleteFrom('outbox').execute()
const written = () => {
  const write = jest.spyOn(process.stdout, 'write').mockReturnValue(true)
  return () => write.mock.calls.join()
}

test.each(['charge.refund.updated', 'refund.failed'])('a refund that fails is told by %s alone', async (type) => {
  await play([once, pay, refund(), site.hold, refundFails])
  expect((await site.send(await made(type))).status).toBe(200)
  expect(await ledger()).toEqual(['paid 100000'])
})

describe('a gift is recorded with what the donor answered', () => {
  const z = expect.stringMatching(/Z$/)
  const times = { occurred_at: z, recorded_at: z, paid_at: z, updated_at: z }
  const settled = { provider_fee: 2930, provider_net: 97_070, fee_currency: 'INR', payout: null, paid_out_at: null }
  const money = { currency: 'INR', amount: 100_000, given_back: 0, method: 'card', ...settled }
  const here = { imported: null, own_receipt: null, own_receipt_day: null }
  const row = { id: expect.any(String), status: 'paid', campaign: null, answer_by: null, ...times, ...money, ...here }

  test('once, by an organisation', async () => {
    const answers = { paymenttype: 'once', donorType: 2, org_name: 'Rao Textiles', reason: 5 }
    const { reference } = await (await postJson({ ...asha, ...answers })).json()
    expect(await gifts()).toEqual([])
    await pay()
    const [session] = await site.sessions()
    const ids = { object_id: session?.payment_intent, reference, session_id: session?.id, subscription_id: null }
    const donor = { donor_name: 'Rao Textiles (Asha Rao)', donor_email: asha.email }
    expect(await gifts()).toEqual([{ ...row, ...ids, kind: 'one-off', reason: 5, ...donor }])
  })

  test('monthly, with one row and one receipt for each month', async () => {
    const { reference } = await (await postJson(asha)).json()
    await play([pay, month('paid')])
    const [session] = await site.sessions()
    const ids = { reference, session_id: session?.id, subscription_id: session?.subscription }
    const donor = { donor_name: 'Asha Rao', donor_email: asha.email }
    const gift = { ...row, ...ids, ...donor, object_id: expect.stringMatching(/^in_/), kind: 'monthly', reason: 2 }
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

  const sponsored = { kind: 'sponsorship', amount: 125_000, reason: null, donor_name: 'Ruth Lee' }
  const tribute = { campaign: 'in-honor', tribute: 'memory', tributeName: 'Meera' }
  const card = { ...asha, ...tribute, cardTo: 'The Raos', cardEmail: 'family@example.org' }
  test.each<[string, Step[], object, string[]]>([
    ['of a sponsor', [() => postSponsorship(ruth), pay], sponsored, ['receipt', 'sponsorship']],
    ['and a card', [() => postJson(card), pay], { campaign: 'in-honor' }, ['receipt', 'tribute-card']],
    ['or Stripe knows', [once, dropAttempts, pay], { donor_email: asha.email, reason: 2 }, ['receipt']],
  ])('%s', async (_, story, gift, mails) => {
    setEnvironment(mailEnvironment(site))
    await play(story)
    expect(await gifts()).toMatchObject([gift])
    expect((await mailKindsQueued()).sort()).toEqual(mails)
  })

  test('without an email address it gets no receipt, and the log names the gift but not the donor', async () => {
    const { reference } = await (await postJson(asha)).json()
    await setAll('orders', { email: '' })
    setEnvironment({ LOG_LEVEL: 'warn' })
    const log = written()
    await pay()
    expect(log()).toContain(reference)
    expect(log()).not.toMatch(/\b(?:asha|rao)\b/i)
    expect(await gifts()).toMatchObject([{ status: 'paid', donor_email: '' }])
    expect(await mailKindsQueued()).toEqual([])
  })
})

describe('mail is queued when a gift becomes paid or failed, and only then', () => {
  test.each<[string, Step[], Step[], string[]]>([
    ['a debit that is not decided', [once, debit], [], []],
    ['a debit that is refused', [once, debit], [settle('failed')], ['failed-payment']],
    ['a debit that is paid', [once, debit], [settle('succeeded')], ['receipt']],
    ['a gift that is refunded in part', [once, pay], [refund(40_000)], ['receipt-change']],
    ['a gift first recorded as disputed', [site.hold, once, pay, dispute], [], []],
    ['one that is paid again', [site.hold, once, pay, dispute, () => site.replay(1)], [close('won')], ['receipt']],
  ])('%s', async (_, before, after, added) => {
    await play([...before, dropMails, ...after, () => site.replay(2)])
    expect(await mailKindsQueued()).toEqual(added)
  })
})

test('an event that is known makes no request to Stripe', async () => {
  await play([once, pay])
  const before = (await site.requests()).length
  expect(await (await site.send(await made('checkout.session.completed'))).json()).toEqual({ received: 'known' })
  expect(await site.requests()).toHaveLength(before)
})

describe('with readings of Stripe of the test’s own', () => {
  const place = { kind: 'one-off', objectId: 'pi_1' } as const
  const rupees = (amount: number) => ({ amount, currency: 'INR' }) as const
  const found = (changes: Partial<GiftReading> = {}) => {
    const payment = { status: 'paid', answerBy: null, money: rupees(100_000), givenBack: 0, method: 'card' } as const
    const whose = { metadata: { reference: 'G-7KQM-2X9D', reason: '2' }, donor: { name: null, email: null } }
    const at = { subscriptionId: null, occurredAt: new Date('2026-11-21T00:00:00Z') }
    return { ok: true, value: { ...place, ...payment, ...whose, ...at, ...changes } } as const
  }
  const record = (id: string, readGift: () => Promise<Outcome<GiftReading | null>>) => {
    const subject = { kind: 'payment', id: 'pi_1' } as const
    const event = { id, type: 'x', objectId: 'pi_1', subject, closed: null, replacedBy: null, declined: null }
    const locateGift = async () => ({ ok: true, value: place })
    return recordEvent(event, { locateGift, readGift } as unknown as PaymentProvider)
  }

  test.each([
    ['a new gift', null, { status: 'refunded' }],
    ['a gift that was pending', 'pending', { status: 'refunded' }],
    ['a gift of which only the amount changed', 'paid', { status: 'paid', money: rupees(60_000) }],
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
    const { status, money } = found(newer).value
    expect(await gifts()).toMatchObject([{ object_id: 'pi_1', status, amount: money.amount }])
    expect((await events()).map(({ id }) => id)).toEqual(expect.arrayContaining(['evt_paid', 'evt_refund']))
  })

  test('an event that is overtaken eight times is sent again', async () => {
    let readings = 0
    const result = await record('evt_paid', async () => {
      readings += 1
      await record(`evt_${readings}`, async () => found({ money: rupees(readings * 100) }))
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
    [{ reason: '100' }, null, null],
    [{ reason: '0' }, null, 'Ruth\r\n\u001b[2JLee '],
    [{}, null, null],
    [{ reason: '8' }, 8, null],
  ])('of %j the reason is %p, and a name is one line without control characters', async (metadata, reason, name) => {
    await record('evt_1', async () =>
      found({ metadata: metadata as Record<string, string>, donor: { name, email: null } }),
    )
    const donor = { donor_name: name ? 'Ruth [2JLee' : '', donor_email: '' }
    expect(await gifts()).toMatchObject([{ reason, reference: null, ...donor }])
  })
})

describe('events about anything but our gifts are answered 200 and not recorded', () => {
  const inPounds = { 'line_items[0][price_data][currency]': 'gbp' }
  const everyMonth = { mode: 'subscription', 'line_items[0][price_data][recurring][interval]': 'month' }
  const referring = (reference: string) => ({
    'metadata[reference]': reference,
    'payment_intent_data[metadata][reference]': reference,
  })
  const ofAShop = { ...referring('ORDER-1001'), 'payment_intent_data[metadata][form]': 'india' }
  const shop = (fields: Record<string, string>) => () => openForeignSession(site, fields)

  test.each<[string, Step[]]>([
    ['a payment in pounds', [shop(inPounds), pay, refund(1000), dispute, close('lost')]],
    ['a payment with metadata of its own', [shop(ofAShop), pay, refund()]],
    ['a subscription in pounds', [shop({ ...inPounds, ...everyMonth }), pay, month('failed'), cancel]],
    ['a declined card on a page that expires', [shop({}), decline, expire]],
  ])('%s of another product', async (_, story) => {
    await play(story)
    expect(new Set(site.answers)).toEqual(new Set([200]))
    expect(await gifts()).toEqual([])
    expect((await events()).filter(({ type }) => type.startsWith('checkout.'))).toEqual([])
  })

  test('our reference in a currency that we do not take, which is logged', async () => {
    setEnvironment({ LOG_LEVEL: 'error' })
    const log = written()
    await play([shop({ ...inPounds, ...referring('G-7KQM-2X9D') }), pay])
    expect(new Set(site.answers)).toEqual(new Set([200]))
    expect([await gifts(), log()]).toEqual([[], expect.stringContaining('unsupported currency')])
  })

  const ofShop = { id: 'cs_test_shop', currency: 'gbp', metadata: { reference: 'ORDER-1001' } }
  const ofSession = { id: 'pi_1', metadata: { reference: 'G-7KQM-2X9D' } }
  const declined = { id: 'pi_1', customer: 'cus_gone', last_payment_error: { type: 'card_error' } }
  test.each<[string, string, object | undefined, boolean]>([
    ['a session of another product', 'checkout.session.completed', ofShop, false],
    ['a type that is a property of every object', 'constructor', {}, false],
    ['a payment of which its session tells', 'payment_intent.succeeded', ofSession, false],
    ['no object', 'invoice.paid', undefined, false],
    ['an object that is missing at Stripe', 'invoice.paid', { id: 'in_of_nobody' }, true],
    ['a charge without a payment intent', 'charge.refunded', { id: 'ch_1' }, false],
    ['metadata that is no table', 'checkout.session.expired', { id: 'cs_1', metadata: [] }, false],
    ['a declined payment of a deleted customer', 'payment_intent.payment_failed', declined, true],
  ])('an event with %s; Stripe is asked only where it may be ours', async (_, type, object, isAsked) => {
    const response = await site.send({ id: 'evt_1', type, ...(object && { data: { object } }) })
    expect([response.status, await response.json()]).toEqual([200, { received: 'ignored' }])
    expect([await events(), (await site.requests()).length > 0]).toEqual([[], isAsked])
  })
})

describe('an event is to be sent again, and nothing is half recorded', () => {
  const kept = async () => [(await gifts()).length, (await events()).length, (await mailKindsQueued()).length]
  const sendCompleted = async () => (await site.send(await made('checkout.session.completed'))).status
  const refuseInserts = async (table: string) => {
    const on = sql.table(table)
    await sql`create trigger refuse before insert on ${on} begin select raise(abort, 'no'); end`.execute(
      (await store()).db,
    )
  }
  const allowInserts = async () => sql`drop trigger refuse`.execute((await store()).db)
  const behave = (behaviour: Parameters<typeof site.behave>[0]) => () => site.behave(behaviour)
  const works = behave({ mode: 'ok' })
  beforeEach(() => play([once, site.hold, pay]))

  test.each<[string, Step, Step]>([
    ['Stripe is too busy', behave({ mode: 'refuse' }), works],
    ['Stripe fails half way', behave({ mode: 'fail', path: '/v1/payment_intents' }), works],
    ['gifts cannot be written', () => refuseInserts('gifts'), allowInserts],
    ['events cannot be written', () => refuseInserts('stripe_events'), allowInserts],
    ['mails cannot be written', () => refuseInserts('outbox'), allowInserts],
  ])('while %s', async (_, breakIt, mendIt) => {
    await breakIt()
    expect([await sendCompleted(), await kept()]).toEqual([503, [0, 0, 0]])
    await mendIt()
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
  const declineOf = (declined: PaymentEvent['declined']): PaymentEvent => {
    const nothing = { subject: null, closed: null, replacedBy: null }
    return { id: 'evt_1', type: 'payment_intent.payment_failed', objectId: 'pi_1', ...nothing, declined }
  }

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
    expect([await recordEvent(event, stripe), await declines()]).toEqual([{ kind: 'known' }, counted])
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
    await play([monthly, pay])
    const created_at = '2026-01-01T00:00:00.000Z'
    await (await store()).db.updateTable('orders').set({ created_at }).execute()
    await month('failed')()
    expect(await declines()).toBe(0)
  })
})
