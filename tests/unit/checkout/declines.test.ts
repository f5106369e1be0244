import { closeAfterTooMany, countDecline, noteDecline, secondsToWait, waitAfter } from '#lib/giving/orders/declines.ts'
import { declineLimits } from '#lib/giving/orders/limits.ts'
import { findOrder } from '#lib/giving/orders/store.ts'
import { stopClock } from '#lib/platform/clock.ts'
import { store } from '#lib/platform/store/index.ts'
import { breakStore, setEnvironment } from '#tests/support/store.ts'
import { answersJson, startUpstream } from '#tests/support/upstream.ts'
import {
  asha,
  by,
  byWallet,
  declinedCard,
  gifts,
  givingSite,
  postJson,
  postSponsorship,
  resultOf,
  ruth,
  secrets,
} from './support.ts'

const site = givingSite()
afterEach(() => jest.restoreAllMocks())

/** Webhooks are signed with the true time, which must not be far off. */
const start = Date.now()
/** Minutes after the first payment, for every clock of the site. */
function setMinutes(minutes: number) {
  stopClock(new Date(start + minutes * 60_000))
}

/** Starts a payment and has the card declined `times` times on its page. */
async function decline(times: number, visitor: number, body: object = { ...asha, paymenttype: 'once' }) {
  const response = await postJson(body, by(visitor))
  expect(response.status).toBe(200)
  for (let time = 0; time < times; time += 1) await site.pay({ card: declinedCard })
}

async function waitOf(visitor: number, body: object = asha): Promise<number> {
  const response = await postJson(body, by(visitor))
  return response.status === 429 ? Number(response.headers.get('retry-after')) : 0
}

const other = { ...asha, email: 'ruth@example.org' }

test.each([
  ['one email address from one connection', 'emailAndVisitor', [2, 3, 4, 5, 8, 9, 12], [0, 1, 2, 4, 32, 60, 60]],
  ['one connection, which many may share,', 'visitor', [20, 21, 22, 25, 50], [0, 1, 2, 10, 10]],
  ['one email address from anywhere', 'email', [5, 6, 7, 8, 500], [0, 1, 2, 2, 2]],
] as const)('%s waits twice as long after each further decline, up to a limit', (_, subject, declines, minutes) => {
  const limit = declineLimits[subject]
  expect(declines.map((count) => waitAfter(count, 0, limit) / 60)).toEqual(minutes)
})

test('the wait is reduced by the time since the last decline', () => {
  expect(waitAfter(5, 200, declineLimits.emailAndVisitor)).toBe(40)
  expect(waitAfter(5, 1000, declineLimits.emailAndVisitor)).toBe(0)
})

describe('after declined cards', () => {
  beforeEach(async () => {
    await store()
    setMinutes(0)
  })

  test.each(['once', 'monthly'])('a payment %s waits longer and longer', async (paymenttype) => {
    const body = { ...asha, paymenttype }
    await decline(2, 7, body)
    expect(await waitOf(7)).toBe(0)
    await decline(1, 7, body)
    expect(await waitOf(7)).toBe(60)
    setMinutes(1)
    await decline(1, 7, body)
    expect(await waitOf(7)).toBe(120)
    setMinutes(2)
    expect(await waitOf(7)).toBe(60)
    setMinutes(3)
    expect(await waitOf(7)).toBe(0)
  })

  test('a visitor who changes the email address with every card waits too', async () => {
    for (const name of 'abcdefghijk') await decline(2, 7, { ...asha, email: `${name}@example.org` })
    expect(await waitOf(7)).toBe(120)
    expect(await waitOf(8)).toBe(0)
  })

  test('the email address counts in every spelling', async () => {
    await decline(3, 7)
    expect(await waitOf(7, { ...asha, email: ' Asha+2@Example.org' })).toBe(60)
    expect(await waitOf(7, other)).toBe(0)
  })

  test('nine cards declined under somebody else’s email address cost that person two minutes at most', async () => {
    await decline(4, 7)
    await decline(5, 9)
    expect(await waitOf(9)).toBe(240)
    expect(await waitOf(8)).toBe(120)
    setMinutes(2)
    expect(await waitOf(8)).toBe(0)
  })

  test('so does a sponsorship, and a gift after a sponsor’s declined cards', async () => {
    expect((await postSponsorship(ruth, by(7))).status).toBe(200)
    for (let time = 0; time < 3; time += 1) await site.pay({ card: declinedCard })
    expect((await postSponsorship(ruth, by(7))).status).toBe(429)
    expect(await waitOf(7, other)).toBe(60)
    expect(await waitOf(9, other)).toBe(0)
  })

  test('a wallet’s cards count too, and its payment is cancelled after too many', async () => {
    const { clientSecret } = await (await postJson(byWallet, by(7))).json()
    for (let time = 0; time < declineLimits.session; time += 1) await site.payByWallet(clientSecret, declinedCard)
    const [order] = await (await store()).db.selectFrom('orders').selectAll().execute()
    expect(await site.stripe(`payment_intents/${order?.page_id}`)).toMatchObject({ status: 'canceled' })
    expect([order?.state, await waitOf(7, byWallet)]).toEqual(['closed', expect.any(Number)])
    expect(await resultOf(order?.page_id ?? '', undefined, '/Donate')).toMatchObject({ state: 'expired' })
  })

  test('they stop counting after an hour, and are erased after a day', async () => {
    await decline(3, 7)
    setMinutes(60)
    expect(await waitOf(7)).toBe(0)
    setMinutes(75)
    expect(await waitOf(9)).toBe(0)
    setMinutes(24 * 60 + 11)
    expect(await waitOf(9)).toBe(0)
    const { db } = await store()
    const rows = await db.selectFrom('rate_limits').select('key').where('key', 'like', 'decline:%').execute()
    expect(rows).toEqual([])
  })

  test('neither email nor IP addresses are stored', async () => {
    await decline(3, 7)
    const { db } = await store()
    const kept = JSON.stringify(await db.selectFrom('rate_limits').selectAll().execute())
    expect(kept).not.toMatch(/asha@|203\.0\.113/)
    const [limits] = await secrets('limits')
    expect(JSON.parse(limits?.sealed ?? '{}')).toEqual({
      visitor: expect.stringMatching(/^[\w-]{43}$/),
      email: expect.stringMatching(/^[\w-]{43}$/),
    })
  })
})

test('a card that Stripe declines before there is a page counts too', async () => {
  const error = { type: 'card_error', code: 'card_declined', message: 'Your card was declined.' }
  const upstream = await startUpstream(answersJson({ error }, 402))
  setEnvironment({ STRIPE_API_BASE: upstream.url })
  for (let time = 0; time < 3; time += 1) {
    const response = await postJson(asha, by(7))
    expect([response.status, (await response.json()).detail]).toEqual([
      502,
      expect.stringMatching(/^Payment failed! Your card was declined\./),
    ])
  }
  expect(await waitOf(7)).toBeGreaterThan(0)
  await upstream.close()
})

describe('counted declines', () => {
  beforeEach(() => setMinutes(0))
  const here = { visitor: 'here', email: 'asha' }
  const count = async (times: number, keys: typeof here | { visitor: null; email: string }) => {
    for (let time = 0; time < times; time += 1) await noteDecline(keys)
  }

  test('of somebody else under one’s email address stop nobody whom Turnstile has checked, one’s own do', async () => {
    await count(8, here)
    const elsewhere = { ...here, visitor: 'elsewhere' }
    expect([await secondsToWait(elsewhere), await secondsToWait(elsewhere, { isPerson: true })]).toEqual([120, 0])
    expect(await secondsToWait(here, { isPerson: true })).toBeGreaterThan(120)
  })

  test('of visitors without an address are not one visitor’s', async () => {
    for (let visitor = 0; visitor < 22; visitor += 1) await count(1, { visitor: null, email: String(visitor) })
    expect(await secondsToWait({ visitor: null, email: 'asha' })).toBe(0)
  })

  test('stop nobody while the store is unavailable, which also counts none', async () => {
    await count(8, here)
    await breakStore()
    await noteDecline(here)
    expect(await secondsToWait(here)).toBe(0)
  })

  test('without a payment page belong to none', async () => {
    await count(1, here)
    const { db } = await store()
    const keys = async () => (await db.selectFrom('rate_limits').select('key').execute()).map(({ key }) => key)
    expect(await keys()).toHaveLength(3)
    stopClock('2026-11-28T12:00:00Z')
    await countDecline(db, here, 'G-7KQM-2X9D')
    const row = db.selectFrom('rate_limits').select('window_start').where('key', 'like', 'decline:session:%')
    expect(await row.execute()).toEqual([
      { window_start: Date.parse('2026-11-28T12:00:00Z') / 1000 + declineLimits.sessionSeconds },
    ])
  })

  test.each([
    ['is closed', 5, { ok: true }, 'done', 'closed'],
    ['stays below the limit', 4, { ok: true }, 'done', 'open'],
    ['is closed by a later event if the provider is busy', 5, { kind: 'unreachable' }, 'send-again', 'open'],
    ['is left alone if the provider refuses', 5, { kind: 'refused' }, 'done', 'open'],
    ['is left alone if the provider does not know it', 5, { kind: 'missing' }, 'done', 'open'],
  ])('on a page: it %s', async (_, times, answer, outcome, state) => {
    await postJson(asha)
    const { db } = await store()
    const { reference } = await db.selectFrom('orders').select('reference').executeTakeFirstOrThrow()
    for (let time = 0; time < times; time += 1) await countDecline(db, here, reference)
    const order = await findOrder(reference)
    if (!order) throw new Error('It was not found')
    const expireSession = jest.fn(async () => ({ ok: 'ok' in answer, failure: answer }) as never)
    expect(await closeAfterTooMany({ ...order, pageId: null }, { expireSession })).toBe('done')
    expect(expireSession).not.toHaveBeenCalled()
    expect(await closeAfterTooMany(order, { expireSession })).toBe(outcome)
    expect((await findOrder(reference))?.state).toBe(state)
  })
})

test('while the store is unavailable nobody waits because of declines: the payment fails for its own reason', async () => {
  await decline(3, 7)
  await breakStore()
  expect((await postJson(asha, by(7))).status).toBe(503)
})

describe('a payment page with declined cards', () => {
  const pay = (card = declinedCard) => site.pay({ card }).catch((error: Error) => error)
  const status = async () => (await site.sessions()).at(-1)?.status

  test.each(['once', 'monthly'])('of a gift %s is closed at Stripe after the fifth', async (paymenttype) => {
    expect((await postJson({ ...asha, paymenttype }, by(7))).status).toBe(200)
    for (let card = 0; card < 4; card += 1) await pay()
    expect(await status()).toBe('open')
    await pay()
    expect(await status()).toBe('expired')
    expect(String(await pay('4242 4242 4242 4242'))).toMatch(/expired/)
    expect(await gifts()).toEqual([])
    expect(site.answers.every((answer) => answer === 200)).toBe(true)
  })

  test('is closed by the event’s repetition when Stripe could not be reached', async () => {
    await postJson(asha, by(7))
    await site.behave({ mode: 'fail', path: '/v1/checkout/sessions/', method: 'POST' })
    for (let card = 0; card < 5; card += 1) await pay()
    expect([await status(), site.answers.at(-1)]).toEqual(['open', 503])
    await site.behave({ mode: 'ok' })
    await site.control('events/payment_intent.payment_failed/resend', { times: 1 })
    expect(await status()).toBe('expired')
  })
})
