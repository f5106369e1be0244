import { store } from '#lib/store/index.ts'
import { signatureHeader } from '#sandbox/stripe/webhooks.ts'
import { random } from '#tests/support/random.ts'
import { asha, events, gifts, givingSite, postJson } from '../unit/checkout/support.ts'
import { inFull } from './amount.ts'

/**
 * The ledger must not depend on the order of events: each is delivered late, early, several times and together with others,
 * while the payment goes on.
 */
const site = givingSite()

type Event = { id: string; type: string }
type Step = () => Promise<unknown>

const once = () => postJson({ ...asha, paymenttype: 'once' })
const monthly = () => postJson(asha)
const at =
  (path: string, body: object = {}) =>
  () =>
    site.control(path, body)
const pay = at('sessions/latest/pay')
const refund = (amount?: number) => at('payments/latest/refund', amount ? { amount } : {})
const refundFails = at('refunds/latest/fail')
const dispute = at('payments/latest/dispute')
const close = (status: string) => at('disputes/latest/close', { status })
const advance = (outcome: string) => at('subscriptions/latest/advance', { outcome })

type End = { status: string; amount: number }
const whole = (status: string): End => ({ status, amount: 100_000 })

const stories: [string, Step[], End[]][] = [
  ['refunded in two parts', [once, pay, refund(40_000), refund()], [whole('refunded')]],
  ['refunded in part', [once, pay, refund(40_000)], [{ status: 'paid', amount: 60_000 }]],
  ['refunded, but the refund fails', [once, pay, refund(), refundFails], [whole('paid')]],
  [
    'refunded in two parts, of which the last fails',
    [once, pay, refund(40_000), refund(), refundFails],
    [{ status: 'paid', amount: 60_000 }],
  ],
  ['disputed and won', [once, pay, dispute, close('won')], [whole('paid')]],
  ['disputed and lost', [once, pay, dispute, close('lost')], [whole('disputed')]],
  ['asked about by the bank, without a dispute', [once, pay, dispute, close('warning_closed')], [whole('paid')]],
  [
    'three months, one paid late, one refunded, then stopped',
    [
      monthly,
      pay,
      advance('failed'),
      at('invoices/latest/pay'),
      advance('paid'),
      refund(),
      at('subscriptions/latest/cancel'),
    ],
    [whole('paid'), whole('paid'), whole('refunded')],
  ],
  [
    'two months, the second never paid, then stopped',
    [monthly, pay, advance('failed'), at('subscriptions/latest/cancel')],
    [whole('failed'), whole('paid')],
  ],
]

const deliver = async (event: Event) => {
  const body = JSON.stringify(event)
  for (;;) {
    const signed = signatureHeader(body, 'whsec_sandbox', Math.floor(Date.now() / 1000))
    const { status } = await site.deliver(body, signed)
    if (status !== 503) return expect(status).toBe(200)
  }
}

const seeds = Array.from({ length: inFull(30, 1) }, (_, index) => index + 1)

describe.each(seeds)('in random order %i', (seed) => {
  test.each(stories)('a gift %s', async (name, steps, end) => {
    const below = random(seed * 1000 + name.length)
    const chance = (percent: number) => below(100) < percent
    const shuffled = <T>(list: readonly T[]) =>
      list
        .map((one) => [below(1_000_000), one] as const)
        .sort(([a], [b]) => a - b)
        .map(([, one]) => one)
    const made = async () =>
      (await site.control<{ events: { event: Event }[] }>('events')).events.map((one) => one.event)

    await site.control('webhooks', { hold: true })
    for (const step of steps) {
      await step()
      const some = (await made()).filter(() => chance(40))
      await Promise.all(shuffled([...some, ...some.filter(() => chance(30))]).map(deliver))
    }
    const all = await made()
    await Promise.all(shuffled([...all, ...all]).map(deliver))

    const ledger = (await gifts()).map(({ status, amount }) => ({ status, amount }))
    expect(ledger.sort((a, b) => a.status.localeCompare(b.status))).toEqual(end)
    const noted = (await events()).map(({ id }) => id)
    expect(new Set(noted).size).toBe(noted.length)
    const receipts = await (await store()).db
      .selectFrom('outbox')
      .select('subject_id')
      .where('kind', '=', 'receipt')
      .execute()
    expect(new Set(receipts.map((one) => one.subject_id)).size).toBe(receipts.length)
  })
})
