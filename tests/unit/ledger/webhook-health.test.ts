/** What webhooks, payments and calls to other services leave in the health report and the metrics. */

import { setTimeout as sleep } from 'node:timers/promises'
import { operatorAlert, webhookCauses } from '#lib/contact/notices/alert.ts'
import { cardProvider } from '#lib/giving/checkout/card-payments.ts'
import { giftMetrics } from '#lib/giving/checkout/metrics.ts'
import { compareGifts } from '#lib/giving/ledger/comparison.ts'
import { checkDelivery, resetWebhookHealth, webhookHealth, webhookStreak } from '#lib/giving/ledger/webhook-health.ts'
import { health } from '#lib/jobs/health.ts'
import { lookForTrouble } from '#lib/jobs/watch.ts'
import { stopClock } from '#lib/platform/clock.ts'
import { metrics } from '#lib/platform/metrics.ts'
import { resetProcessState } from '#lib/platform/process-state.ts'
import type { PaymentProvider } from '#lib/platform/providers/payments.ts'
import { handledEvents } from '#lib/platform/providers/stripe-objects.ts'
import { store } from '#lib/platform/store/index.ts'
import { failureStreak } from '#lib/platform/warnings.ts'
import { signatureHeader } from '#sandbox/stripe/webhooks.ts'
import { onOneLine } from '#tests/support/mail-text.ts'
import { setEnvironment } from '#tests/support/store.ts'
import {
  asha,
  declinedCard,
  events,
  gifts,
  givingSite,
  mailEnvironment,
  openForeignSession,
  postJson,
} from '../checkout/support.ts'
import { giftSteps, play, storiesOfEvents } from './gift-stories.ts'

const site = givingSite()
const body = JSON.stringify({ id: 'evt_1', type: 'invoice.paid', data: { object: { id: 'in_1' } } })

beforeEach(resetWebhookHealth)
afterEach(() => jest.restoreAllMocks())

const signed = (text: string, secret = 'whsec_sandbox', secondsAgo = 0) =>
  signatureHeader(text, secret, Math.floor(Date.now() / 1000) - secondsAgo)

function linesWritten() {
  setEnvironment({ LOG_LEVEL: 'warn' })
  const write = jest.spyOn(process.stdout, 'write').mockReturnValue(true)
  return () => write.mock.calls.map(([line]) => JSON.parse(String(line)))
}

test.each([
  ['has no signature', 'no-signature', body, ''],
  ['was signed with another secret', 'wrong-signature', body, signed(body, 'whsec_other')],
  ['was changed on the way', 'wrong-signature', `${body} `, signed(body)],
  ['was signed ten minutes ago', 'clock', body, signed(body, 'whsec_sandbox', 600)],
  ['is dated an hour ahead', 'clock', body, signed(body, 'whsec_sandbox', -3600)],
  ['is not JSON', 'malformed', '{', signed('{')],
  ['is no event', 'malformed', '{}', signed('{}')],
])('an event that %s is refused; the reason is counted and logged: %s', async (_, why, text, signature) => {
  const lines = linesWritten()
  expect((await site.deliver(text, signature)).status).toBe(400)
  expect(await events()).toEqual([])
  expect(webhookHealth()).toEqual({
    refused: 1,
    lastRefusedAt: expect.any(String),
    lastReason: why,
    lastAcceptedAt: null,
  })
  expect(lines()).toContainEqual(expect.objectContaining({ reason: why }))
  expect(await samples(giftMetrics().webhooks)).toEqual({ [why]: 1 })
})

test.each([
  ['ahead', 360, /36\d seconds old/],
  ['behind', -360, /3[56]\d seconds in the future/],
])('the health report warns while the clock is six minutes %s, until an event is accepted', async (_, age, warning) => {
  expect((await site.deliver(body, signed(body, 'whsec_sandbox', age))).status).toBe(400)
  expect((await health()).warnings).toContainEqual(expect.stringMatching(warning))
  expect((await site.deliver(body, signed(body))).status).toBe(200)
  expect((await health()).warnings).not.toContainEqual(expect.stringMatching(warning))
  expect(webhookHealth()).toMatchObject({ refused: 1, lastAcceptedAt: expect.any(String) })
})

test('events that cannot be recorded count as a failure until one is', async () => {
  await postJson({ ...asha, paymenttype: 'once' })
  await site.behave({ mode: 'fail', path: '/v1/checkout/sessions', method: 'GET' })
  await site.pay()
  expect(webhookStreak()).toMatchObject({ since: expect.any(Date) })
  await site.behave({ mode: 'ok' })
  await site.replay(1)
  expect(webhookStreak()).toBeNull()
})

describe('an event that Stripe could not deliver', () => {
  const steps = giftSteps(site)
  const { once, monthly, pay, month, refund, dispute } = steps
  const minutesLater = (minutes: number) => stopClock(new Date(Date.now() + minutes * 60_000))
  const mail = () => ({
    ...mailEnvironment(site),
    ALERT_EMAIL: 'operator@example.org',
  })
  const textOf = async (alert: string) => {
    const mail = await operatorAlert.compose(alert, { trouble: 'webhooks', since: alert.split(' ')[1], until: null })
    return onOneLine(mail?.text ?? '')
  }
  const warnedOfLate = async () =>
    (await health()).warnings.filter((warning) => /^Gifts are recorded late/.test(warning))
  const alerts = async () =>
    (
      await (
        await store()
      ).db
        .selectFrom('outbox')
        .select('subject_id')
        .where('subject_id', 'like', 'webhooks %')
        .execute()
    ).map(({ subject_id }) => subject_id)
  beforeEach(() => {
    setEnvironment(mail())
    resetProcessState('failure-streaks')
  })
  afterEach(() => stopClock(undefined))
  /** Every minute, from the first to the last. */
  const watchFor = async (from: number, until: number) => {
    for (let minutes = from; minutes <= until; minutes += 1) {
      minutesLater(minutes)
      await lookForTrouble()
    }
  }

  test.each(handledEvents)('of type %s is recorded after a quarter of an hour', async (late) => {
    await site.hold()
    await play(storiesOfEvents(steps)[late] ?? [])
    const made = await site.made()
    for (const event of made.filter(({ type }) => type !== late)) await site.send(event)
    const missing = made.filter(({ type }) => type === late).map(({ id }) => id)
    const recorded = async () => (await events()).filter(({ id }) => missing.includes(id)).length
    minutesLater(14)
    await lookForTrouble()
    expect(await recorded()).toBe(0)
    minutesLater(16)
    await lookForTrouble()
    expect(await recorded()).toBe(missing.length)
  })

  test('because the secret is wrong is a trouble then, which names the secret, until Stripe’s next message', async () => {
    setEnvironment({ STRIPE_WEBHOOK_SECRET: 'whsec_of_another_endpoint' })
    await play([once, pay])
    expect(site.answers).toEqual([400])
    await watchFor(1, 14)
    expect([await alerts(), await warnedOfLate(), await gifts()]).toEqual([[], [], []])
    await watchFor(15, 15)
    const [alert = ''] = await alerts()
    expect(alert).toMatch(/^webhooks 2\S+$/)
    expect(await textOf(alert)).toContain(webhookCauses['wrong-signature'])
    expect(await warnedOfLate()).toEqual([expect.stringContaining('STRIPE_WEBHOOK_SECRET')])
    expect(await gifts()).toMatchObject([{ status: 'paid' }])

    // What is recorded does not end it, nor does a server that forgot the refusal.
    resetWebhookHealth()
    await watchFor(16, 60)
    expect(await alerts()).toHaveLength(1)
    setEnvironment({ STRIPE_WEBHOOK_SECRET: 'whsec_sandbox' })
    await site.control('events/checkout.session.completed/resend', { times: 1 })
    await watchFor(61, 75)
    expect(await alerts()).toEqual([alert, expect.stringMatching(/^webhooks \S+ \S+$/)])
    expect(await warnedOfLate()).toEqual([])
  })

  test('although nothing was refused is a trouble a quarter of an hour later', async () => {
    await play([site.hold, once, pay])
    await watchFor(14, 29)
    expect(await alerts()).toEqual([])
    await watchFor(30, 30)
    const [alert = ''] = await alerts()
    expect(await textOf(alert)).toContain(webhookCauses.silent)
  })

  test('is none once a newer one was taken', async () => {
    await play([site.hold, once, pay])
    minutesLater(5)
    expect((await site.deliver(body, signed(body))).status).toBe(200)
    await watchFor(16, 40)
    expect([await alerts(), await gifts()]).toEqual([[], [expect.objectContaining({ status: 'paid' })]])
  })

  test('and is of another product is none, also if a stranger posts, and is looked at once', async () => {
    await play([site.hold, () => openForeignSession(site), pay, refund(1000), dispute])
    const everyMonth = { mode: 'subscription', 'line_items[0][price_data][recurring][interval]': 'month' }
    await play([() => openForeignSession(site, everyMonth), pay, month('failed')])
    await site.deliver(body, signed(body, 'whsec_other'))
    await watchFor(16, 17)
    const reads = async () =>
      (await site.requests()).filter(({ path }) => !['/v1/events', '/v1/account'].includes(path)).length
    const before = await reads()
    await site.deliver(body, signed(body, 'whsec_other'))
    await watchFor(18, 40)
    expect([await alerts(), await reads()]).toEqual([[], before])
  })

  test('is listed by nobody while the endpoint is turned off: the comparison tells', async () => {
    await play([monthly, pay])
    await site.hold()
    // Stripe's events have whole seconds.
    await sleep(1000)
    await play([month('paid')])
    const provider = cardProvider()
    if (!provider) throw new Error('There is no provider')
    const off: PaymentProvider = {
      ...provider,
      listEvents: async (period) => (period.undelivered ? { ok: true, value: [] } : provider.listEvents(period)),
    }
    expect(await checkDelivery(off)).toBeNull()
    expect(await compareGifts(off)).toMatchObject({
      value: { types: ['customer.subscription.updated', 'invoice.paid'] },
    })
    expect(await checkDelivery(off)).toBeInstanceOf(Date)
    await site.deliver(body, signed(body))
    expect(await checkDelivery(off)).toBeNull()
  })
})

test('requests that anybody can send are no reason to warn', async () => {
  await site.deliver(body, '')
  await site.deliver(body, signed(body, 'whsec_other'))
  expect((await health()).warnings).not.toContainEqual(expect.stringMatching(/webhook|recorded late/i))
})

test('of many refused requests one an hour is logged, which counts the others', async () => {
  const lines = linesWritten()
  for (let count = 0; count < 30; count += 1) await site.deliver(body, '')
  expect(lines()).toHaveLength(1)
  jest.spyOn(performance, 'now').mockReturnValue(performance.now() + 61 * 60_000)
  await site.deliver(body, '')
  expect(lines().slice(1)).toMatchObject([{ reason: 'no-signature', failures: 31 }])
})

test('an event longer than half a megabyte is refused', async () => {
  const long = JSON.stringify({ padding: 'x'.repeat(512 * 1024) })
  expect((await site.deliver(long, signed(long))).status).toBe(413)
})

beforeEach(() => {
  resetProcessState('metrics')
  resetProcessState('gift-metrics')
})

type Samples = { values: { value: number; metricName?: string; labels: Partial<Record<string, string | number>> }[] }

/** Values other than 0 by their labels; of a histogram, the number of observations. */
async function samples(metric: { get(): Promise<Samples> }): Promise<Record<string, number>> {
  const { values } = await metric.get()
  const counts = values.filter(({ value, metricName = '_count' }) => value > 0 && metricName.endsWith('_count'))
  return Object.fromEntries(counts.map(({ labels, value }) => [Object.values(labels).join(' '), value]))
}

test('a gift is counted once, after a declined card, however often Stripe sends its events', async () => {
  await postJson({ ...asha, paymenttype: 'once' })
  await site.pay({ card: declinedCard })
  await site.pay()
  for (const event of await site.made()) await site.send(event)
  expect(await samples(giftMetrics().gifts)).toEqual({ 'one-off': 1 })
  expect(await samples(giftMetrics().declines)).toEqual({ '': 1 })
  expect(await samples(giftMetrics().webhooks)).toMatchObject({
    recorded: expect.any(Number),
    known: expect.any(Number),
  })
  expect(await samples(metrics().vendorCalls)).toEqual({ 'stripe ok': expect.any(Number) })
})

test.each(['html', 'truncated', 'other'])(
  'an answer with status 200 that is %s counts as a failed call',
  async (garbage) => {
    await site.behave({ mode: 'garbage', garbage })
    await postJson(asha)
    expect(await samples(metrics().vendorCalls)).toEqual({ 'stripe failed': 1 })
    expect(failureStreak('stripe')).toMatchObject({ since: expect.any(Date) })
    await site.behave({ mode: 'ok' })
    await postJson(asha)
    expect(failureStreak('stripe')).toBeNull()
  },
)
