import { sql } from 'kysely'
import { recordEvent } from '#lib/ledger/record-event.ts'
import type { GiftReading, PaymentEvent, StripeGateway } from '#lib/providers/stripe.ts'
import { store } from '#lib/store/index.ts'
import { signatureHeader } from '#sandbox/stripe/webhooks.ts'
import { breakStore, setEnvironment } from '#tests/support/store.ts'
import { asha, attempts, events, gifts, givingSite, openForeignSession, postJson } from '../checkout/support.ts'

const site = givingSite()

type Event = { id: string; type: string; data: { object: Record<string, unknown> } }

const give = async (changes: Record<string, unknown> = {}) => (await postJson({ ...asha, ...changes })).json()
const once = { paymenttype: 'once' }
const pay = (how: Record<string, unknown> = {}) => site.control('sessions/latest/pay', how)
const made = async () => (await site.control<{ events: { event: Event }[] }>('events')).events.map(({ event }) => event)
const now = () => Math.floor(Date.now() / 1000)
const send = (event: object) => {
  const body = JSON.stringify(event)
  return site.deliver(body, signatureHeader(body, 'whsec_sandbox', now()))
}
const hold = () => site.control('webhooks', { hold: true })

/** Everything but the columns that differ from run to run. */
const ledger = async () =>
  (await gifts())
    .map(({ id, recorded_at, updated_at, ...gift }) => gift)
    .sort((a, b) => (a.object_id < b.object_id ? -1 : 1))

describe('a gift that is given once', () => {
  test('is recorded when it is paid, with what the donor said', async () => {
    const { reference } = await give({ ...once, donorType: 2, org_name: 'Rao Textiles', reason: 5 })
    expect(await gifts()).toEqual([])
    await pay()
    const [session] = await site.sessions()
    expect(await gifts()).toEqual([
      {
        id: expect.any(String),
        object_id: session?.payment_intent,
        kind: 'one-off',
        status: 'paid',
        currency: 'INR',
        amount: 100_000,
        reason: 5,
        reference,
        session_id: session?.id,
        subscription_id: null,
        donor_name: 'Rao Textiles (Asha Rao)',
        donor_email: 'asha@example.org',
        occurred_at: expect.stringMatching(/Z$/),
        recorded_at: expect.stringMatching(/Z$/),
        updated_at: expect.stringMatching(/Z$/),
      },
    ])
    expect(site.answers.every((status) => status === 200)).toBe(true)
  })

  test('is not recorded for a declined card, and recorded once when another card succeeds', async () => {
    await give(once)
    await pay({ card: '4000 0000 0000 0002' })
    expect(await gifts()).toEqual([])
    await pay()
    expect(await ledger()).toMatchObject([{ status: 'paid', amount: 100_000 }])
  })

  test('is not recorded when the payment page expires', async () => {
    await give(once)
    await site.control('sessions/latest/expire', {})
    expect(await gifts()).toEqual([])
    expect(await events()).toMatchObject([{ type: 'checkout.session.expired' }])
  })

  test('is not recorded when the page expires after a declined card', async () => {
    await give(once)
    await pay({ card: '4000 0000 0000 0002' })
    await site.control('sessions/latest/expire', {})
    expect(await gifts()).toEqual([])
  })

  test.each([
    ['succeeded', 'paid'],
    ['failed', 'failed'],
  ])('by bank debit waits until the bank decides: %s', async (outcome, status) => {
    await give(once)
    await pay({ method: 'bank' })
    expect(await ledger()).toMatchObject([{ status: 'pending', amount: 100_000 }])
    await site.control('sessions/latest/settle', { outcome })
    expect(await ledger()).toMatchObject([{ status, amount: 100_000 }])
  })

  test('has the remaining amount after a partial refund, and its full amount after a full one', async () => {
    await give(once)
    await pay()
    await site.control('payments/latest/refund', { amount: 40_000 })
    expect(await ledger()).toMatchObject([{ status: 'paid', amount: 60_000 }])
    await site.control('payments/latest/refund', {})
    expect(await ledger()).toMatchObject([{ status: 'refunded', amount: 100_000 }])
  })

  test.each(['charge.refund.updated', 'refund.failed'])(
    'counts again when its refund fails, by %s alone',
    async (type) => {
      await give(once)
      await pay()
      await site.control('payments/latest/refund', {})
      expect(await ledger()).toMatchObject([{ status: 'refunded', amount: 100_000 }])
      await hold()
      await site.control('refunds/latest/fail', {})
      expect((await send((await made()).find((event) => event.type === type) ?? {})).status).toBe(200)
      expect(await ledger()).toMatchObject([{ status: 'paid', amount: 100_000 }])
    },
  )

  test.each([
    ['won', 'paid'],
    ['lost', 'disputed'],
    ['warning_closed', 'paid'],
  ])('is disputed while the bank of the donor disputes it, and in the end %s: %s', async (outcome, status) => {
    await give(once)
    await pay()
    await site.control('payments/latest/dispute', {})
    expect(await ledger()).toMatchObject([{ status: 'disputed', amount: 100_000 }])
    await site.control('disputes/latest/close', { status: outcome })
    expect(await ledger()).toMatchObject([{ status, amount: 100_000 }])
  })
})

describe('a monthly gift', () => {
  test('is one row a month, and its session is not counted too', async () => {
    const { reference } = await give()
    await pay()
    const [session] = await site.sessions()
    expect(await ledger()).toMatchObject([
      {
        object_id: expect.stringMatching(/^in_/),
        kind: 'monthly',
        status: 'paid',
        amount: 100_000,
        currency: 'INR',
        reason: 2,
        reference,
        session_id: session?.id,
        subscription_id: session?.subscription,
        donor_name: 'Asha Rao',
        donor_email: 'asha@example.org',
      },
    ])
    await site.control('subscriptions/latest/advance', { outcome: 'paid' })
    expect(await ledger()).toMatchObject([
      { status: 'paid', reference },
      { status: 'paid', reference },
    ])
  })

  test('is failed for a month with a declined card, and paid when a retry succeeds', async () => {
    await give()
    await pay()
    await site.control('subscriptions/latest/advance', { outcome: 'failed' })
    expect(await ledger()).toMatchObject([{ status: 'paid' }, { status: 'failed', amount: 100_000 }])
    await site.control('invoices/latest/pay', {})
    expect(await ledger()).toMatchObject([{ status: 'paid' }, { status: 'paid' }])
  })

  test('has months that can be refunded or disputed separately', async () => {
    await give()
    await pay()
    await site.control('subscriptions/latest/advance', { outcome: 'paid' })
    await site.control('payments/latest/refund', {})
    expect(await ledger()).toMatchObject([{ status: 'paid' }, { status: 'refunded' }])
    await site.control('subscriptions/latest/advance', { outcome: 'paid' })
    await site.control('payments/latest/dispute', {})
    expect(await ledger()).toMatchObject([{ status: 'paid' }, { status: 'refunded' }, { status: 'disputed' }])
  })

  test('keeps its recorded gifts when it is cancelled', async () => {
    await give()
    await pay()
    const before = await ledger()
    await site.control('subscriptions/latest/cancel', {})
    expect(await ledger()).toEqual(before)
    expect((await events()).map(({ type }) => type)).toContain('customer.subscription.deleted')
    expect(site.answers.every((status) => status === 200)).toBe(true)
  })
})

describe('however often and in whatever order events come', () => {
  /** A sequence of events, and the ledger at its end. */
  const stories: [string, () => Promise<void>, object[]][] = [
    [
      'a gift that is given back',
      async () => {
        await give(once)
        await pay()
        await site.control('payments/latest/refund', {})
      },
      [{ status: 'refunded', amount: 100_000 }],
    ],
    [
      'a gift that is disputed in vain',
      async () => {
        await give(once)
        await pay()
        await site.control('payments/latest/dispute', {})
        await site.control('disputes/latest/close', { status: 'won' })
      },
      [{ status: 'paid', amount: 100_000 }],
    ],
    [
      'a debit that the bank refuses',
      async () => {
        await give(once)
        await pay({ method: 'bank' })
        await site.control('sessions/latest/settle', { outcome: 'failed' })
      },
      [{ status: 'failed', amount: 100_000 }],
    ],
    [
      'three months, the second paid late, the third given back, then the end',
      async () => {
        await give()
        await pay()
        await site.control('subscriptions/latest/advance', { outcome: 'failed' })
        await site.control('invoices/latest/pay', {})
        await site.control('subscriptions/latest/advance', { outcome: 'paid' })
        await site.control('payments/latest/refund', {})
        await site.control('subscriptions/latest/cancel', {})
      },
      [{ status: 'paid' }, { status: 'paid' }, { status: 'refunded' }],
    ],
  ]

  test.each(stories)('%s ends the same, backwards', async (_, story, end) => {
    await hold()
    await story()
    await site.control('webhooks/release', { order: 'reverse' })
    expect(site.answers.every((status) => status === 200)).toBe(true)
    expect(await ledger()).toMatchObject(end)
  })

  test('five parallel deliveries over HTTP of one event leave one gift and one event', async () => {
    await give(once)
    await hold()
    await pay()
    const { deliveries } = await site.control<{ deliveries: { status: number }[] }>(
      'events/checkout.session.completed/resend',
      { times: 5 },
    )
    expect(deliveries.map(({ status }) => status)).toEqual(Array(5).fill(200))
    expect(await gifts()).toHaveLength(1)
    expect(await events()).toHaveLength(1)
  })

  test('a repeated event makes no request to Stripe', async () => {
    await give(once)
    await pay()
    const before = (await site.requests()).length
    const completed = (await made()).find(({ type }) => type === 'checkout.session.completed')
    expect(await (await send(completed ?? {})).json()).toEqual({ received: 'known' })
    expect((await site.requests()).length).toBe(before)
  })

  test.each([
    ['a new gift', null, 'refunded', 100_000],
    ['a gift that was pending', 'pending', 'refunded', 100_000],
    ['a gift of which only the amount changed', 'paid', 'paid', 60_000],
  ] as const)(
    'a reading of %s that another event has overtaken is not written over the newer one',
    async (_, known, newer, left) => {
      const place = { kind: 'one-off', objectId: 'pi_1' } as const
      const reading = (status: GiftReading['status'], amount = 100_000): GiftReading => ({
        ...place,
        status,
        money: { amount, currency: 'INR' },
        metadata: { reference: 'G-7KQM-2X9D', reason: '2' },
        subscriptionId: null,
        donor: { name: null, email: null },
        occurredAt: new Date('2026-11-21T00:00:00Z'),
      })
      const record = (id: string, readGift: () => Promise<GiftReading>) => {
        const subject = { kind: 'payment', id: 'pi_1' } as const
        const event: PaymentEvent = { id, type: 'x', objectId: 'pi_1', subject, declined: null }
        return recordEvent(event, {
          locateGift: async () => ({ ok: true, value: place }),
          readGift: async () => ({ ok: true, value: await readGift() }),
        } as unknown as StripeGateway)
      }
      if (known) await record('evt_known', async () => reading(known))

      // The first reading is of a time before the refund; while it is under way, the refund is recorded.
      let readings = 0
      const result = await record('evt_paid', async () => {
        readings += 1
        if (readings > 1) return reading(newer, left)
        expect(await record('evt_refund', async () => reading(newer, left))).toEqual({ kind: 'recorded' })
        return reading('paid')
      })
      expect(result).toEqual({ kind: 'recorded' })
      expect(readings).toBe(2)
      expect(await gifts()).toMatchObject([{ object_id: 'pi_1', status: newer, amount: left }])
      expect((await events()).map(({ id }) => id)).toEqual(expect.arrayContaining(['evt_paid', 'evt_refund']))
    },
  )
})

describe('what is not a gift of this site', () => {
  test('events that need no recording are accepted', async () => {
    const unknown = { id: 'evt_1', type: 'account.updated', data: { object: { id: 'acct_1' } } }
    const odd = { id: 'evt_2', type: 'constructor', data: { object: {} } }
    for (const event of [unknown, odd]) {
      const response = await send(event)
      expect([response.status, await response.json()]).toEqual([200, { received: 'ignored' }])
    }
    expect(await events()).toEqual([])
  })

  test('other payments of the account are ignored', async () => {
    await openForeignSession(site)
    await pay()
    await site.control('payments/latest/refund', {})
    expect(site.answers.every((status) => status === 200)).toBe(true)
    expect(await gifts()).toEqual([])
  })

  test('an event about a missing object is not retried', async () => {
    const response = await send({ id: 'evt_3', type: 'invoice.paid', data: { object: { id: 'in_of_nobody' } } })
    expect(response.status).toBe(200)
    expect(await gifts()).toEqual([])
  })
})

test('a gift without a stored attempt gets its donor from Stripe', async () => {
  await give(once)
  await (await store()).db.deleteFrom('checkout_attempts').execute()
  await pay()
  expect(await ledger()).toMatchObject([
    { status: 'paid', donor_email: 'asha@example.org', session_id: null, reason: 2 },
  ])
})

describe('an event must be sent again', () => {
  const unrecorded = async () => [(await gifts()).length, (await events()).length]
  let completed: Event

  beforeEach(async () => {
    await give(once)
    await hold()
    await pay()
    const found = (await made()).find(({ type }) => type === 'checkout.session.completed')
    if (!found) throw new Error('Nothing was completed')
    completed = found
  })

  test.each([
    ['fails', { mode: 'fail' }],
    ['is too busy', { mode: 'refuse' }],
    ['answers garbage', { mode: 'garbage', garbage: 'other' }],
    ['drops its answer', { mode: 'drop' }],
    ['fails half way', { mode: 'fail', path: '/v1/payment_intents' }],
  ] as const)('when Stripe %s: nothing is half recorded, and the next delivery is', async (_, behaviour) => {
    await site.behave(behaviour)
    expect((await send(completed)).status).toBe(503)
    expect(await unrecorded()).toEqual([0, 0])
    await site.control('behaviour', { mode: 'ok' })
    if ('path' in behaviour) await site.behave({ mode: 'ok', path: behaviour.path })
    expect((await send(completed)).status).toBe(200)
    expect(await unrecorded()).toEqual([1, 1])
  })

  test('when our key is not accepted', async () => {
    setEnvironment({ STRIPE_SECRET_KEY: 'sk_test_of_somebody_else' })
    expect((await send(completed)).status).toBe(503)
  })

  test('when the store is unavailable', async () => {
    await breakStore()
    expect((await send(completed)).status).toBe(503)
  })

  test('while card payments are not set up', async () => {
    setEnvironment({
      STRIPE_SECRET_KEY: undefined,
      STRIPE_PUBLISHABLE_KEY: undefined,
      STRIPE_WEBHOOK_SECRET: undefined,
      STRIPE_API_BASE: undefined,
    })
    expect((await send(completed)).status).toBe(503)
  })

  test('when the event cannot be written: then the gift is not written either', async () => {
    const { db } = await store()
    await sql`create trigger refuse before insert on stripe_events begin select raise(abort, 'no'); end`.execute(db)
    expect((await send(completed)).status).toBe(503)
    expect(await unrecorded()).toEqual([0, 0])
    await sql`drop trigger refuse`.execute(db)
    expect((await send(completed)).status).toBe(200)
    expect(await unrecorded()).toEqual([1, 1])
  })
})

test('an attempt alone is not recorded as a gift', async () => {
  await give()
  await give(once)
  expect(await attempts()).toHaveLength(2)
  expect(await gifts()).toEqual([])
})
