/** What webhooks leave in the health report and the metrics, and how gifts whose webhooks were lost are found at Stripe and recorded once. */
import { setTimeout as sleep } from 'node:timers/promises'
import { compareGifts, lastComparison } from '#lib/giving/ledger/comparison.ts'
import { checkDelivery, webhookHealth, webhookStreak } from '#lib/giving/ledger/webhook-health.ts'
import { cardProvider, type PaymentProvider } from '#lib/giving/orders/card-payments.ts'
import { giftMetrics } from '#lib/giving/orders/metrics.ts'
import { operatorAlert } from '#lib/jobs/alert.ts'
import { webhookCauses } from '#lib/jobs/conditions.ts'
import { health } from '#lib/jobs/health.ts'
import { lookForTrouble } from '#lib/jobs/watch.ts'
import { dayMs, hourMs, minuteMs, now, stopClock } from '#lib/platform/clock.ts'
import { metrics } from '#lib/platform/metrics.ts'
import { resetProcessState } from '#lib/platform/process-state.ts'
import { handledEvents } from '#lib/platform/providers/stripe-objects.ts'
import { store } from '#lib/platform/store/index.ts'
import { failureStreak } from '#lib/platform/warnings.ts'
import { signatureHeader } from '#sandbox/stripe/webhooks.ts'
import { runCommand } from '#tests/support/commands.ts'
import { onOneLine } from '#tests/support/mail-text.ts'
import { setEnvironment } from '#tests/support/store.ts'
import {
  asha,
  events,
  gifts,
  givingSite,
  mailEnvironment,
  noCardPayments,
  openForeignSession,
  postJson,
} from '../checkout/support.ts'
import { giftSteps, giftStories, play, type Step } from './gift-stories.ts'

const site = givingSite()
const steps = giftSteps(site)
const { once, monthly, pay, decline, debit, settle, expire, refund, refundFails, dispute, close, month, cancel } = steps
const { wallet } = steps
/** The shortest story with an event of each type that is handled. */
const storyOf: Record<string, Step[]> = {
  'checkout.session.completed': [once, pay],
  'checkout.session.async_payment_succeeded': [once, debit, settle('succeeded')],
  'checkout.session.async_payment_failed': [once, debit, settle('failed')],
  'checkout.session.expired': [once, expire],
  'invoice.paid': [monthly, pay, month('paid')],
  'invoice.payment_failed': [monthly, pay, month('failed')],
  'customer.subscription.updated': [monthly, pay, month('paid')],
  'customer.subscription.deleted': [monthly, pay, cancel],
  'charge.refunded': [once, pay, refund(40_000)],
  'charge.refund.updated': [once, pay, refund(), refundFails],
  'refund.failed': [once, pay, refund(), refundFails],
  'charge.dispute.created': [once, pay, dispute],
  'charge.dispute.closed': [once, pay, dispute, close('won')],
  'payment_intent.payment_failed': [once, decline],
  'payment_intent.succeeded': [wallet],
}
const restart = () =>
  ['webhook-health', 'failure-streaks', 'warnings', 'logged-failures', 'metrics', 'gift-metrics'].forEach(
    resetProcessState,
  )
beforeEach(() => {
  restart()
})
afterEach(() => {
  stopClock(undefined)
  jest.restoreAllMocks()
})

const body = JSON.stringify({ id: 'evt_1', type: 'invoice.paid', data: { object: { id: 'in_1' } } })
const signed = (text: string, secret = 'whsec_sandbox', secondsAgo = 0) =>
  signatureHeader(text, secret, Math.floor(Date.now() / 1000) - secondsAgo)
const later = (ms: number) => stopClock(new Date(Date.now() + ms))
const ago = (ms: number) => new Date(now().getTime() - ms)
const ledger = async () => (await gifts()).map(({ status, amount }) => `${status} ${amount}`).sort()

function linesWritten() {
  setEnvironment({ LOG_LEVEL: 'warn' })
  const write = jest.spyOn(process.stdout, 'write').mockReturnValue(true)
  return () => write.mock.calls.map(([line]) => JSON.parse(String(line)))
}

type Samples = { values: { value: number; metricName?: string; labels: Partial<Record<string, string | number>> }[] }
/** Values other than 0 by their labels; of a histogram, the number of observations. */
async function samples(metric: { get(): Promise<Samples> }): Promise<Record<string, number>> {
  const { values } = await metric.get()
  const counts = values.filter(({ value, metricName = '_count' }) => value > 0 && metricName.endsWith('_count'))
  return Object.fromEntries(counts.map(({ labels, value }) => [Object.values(labels).join(' '), value]))
}

/** Plays a story with an event of each type, and delivers all others. The ids of those that were lost. */
async function losingEach() {
  await site.hold()
  const missing: string[] = []
  let before = 0
  for (const lost of handledEvents) {
    await play(storyOf[lost] ?? [])
    const made = (await site.made()).slice(before)
    before += made.length
    for (const event of made.filter(({ type }) => type !== lost)) expect((await site.send(event)).status).toBe(200)
    const ids = made.filter(({ type }) => type === lost).map(({ id }) => id)
    expect([lost, ids]).toEqual([lost, expect.arrayContaining([expect.anything()])])
    missing.push(...ids)
  }
  return missing
}
const ofAnotherProduct: Step = async () => {
  const everyMonth = { mode: 'subscription', 'line_items[0][price_data][recurring][interval]': 'month' }
  await play([() => openForeignSession(site), pay, refund(1000), dispute])
  await play([() => openForeignSession(site, everyMonth), pay, month('failed')])
}

describe('an event', () => {
  test.each([
    ['has no signature', 'no-signature', body, ''],
    ['was signed with another secret', 'wrong-signature', body, signed(body, 'whsec_other')],
    ['was changed on the way', 'wrong-signature', `${body} `, signed(body)],
    ['was signed ten minutes ago', 'clock', body, signed(body, 'whsec_sandbox', 600)],
    ['is dated an hour ahead', 'clock', body, signed(body, 'whsec_sandbox', -3600)],
    ['is not JSON', 'malformed', '{', signed('{')],
    ['is no event', 'malformed', '{}', signed('{}')],
  ])('that %s is refused; the reason is counted and logged: %s', async (_, why, text, signature) => {
    const lines = linesWritten()
    expect((await site.deliver(text, signature)).status).toBe(400)
    expect(await events()).toEqual([])
    const counted = { refused: 1, lastRefusedAt: expect.any(String), lastReason: why, lastAcceptedAt: null }
    expect(webhookHealth()).toEqual(counted)
    expect(lines()).toContainEqual(expect.objectContaining({ reason: why }))
    expect(await samples(giftMetrics().webhooks)).toEqual({ [why]: 1 })
    // Anybody can send such a request.
    if (why !== 'clock')
      expect((await health()).warnings).not.toContainEqual(expect.stringMatching(/webhook|recorded late/i))
  })

  test.each([
    ['ahead', 360, /36\d seconds old/],
    ['behind', -360, /3[56]\d seconds in the future/],
  ])('warns while the clock is six minutes %s, until one is accepted', async (_, age, warning) => {
    expect((await site.deliver(body, signed(body, 'whsec_sandbox', age))).status).toBe(400)
    expect((await health()).warnings).toContainEqual(expect.stringMatching(warning))
    expect((await site.deliver(body, signed(body))).status).toBe(200)
    expect((await health()).warnings).not.toContainEqual(expect.stringMatching(warning))
    expect(webhookHealth()).toMatchObject({ refused: 1, lastAcceptedAt: expect.any(String) })
  })

  test('that is refused often is logged once an hour, with the number of the others', async () => {
    const lines = linesWritten()
    for (let count = 0; count < 30; count += 1) await site.deliver(body, '')
    expect(lines()).toHaveLength(1)
    jest.spyOn(performance, 'now').mockReturnValue(performance.now() + 61 * minuteMs)
    await site.deliver(body, '')
    expect(lines().slice(1)).toMatchObject([{ reason: 'no-signature', failures: 31 }])
  })

  test('longer than half a megabyte is refused', async () => {
    const long = JSON.stringify({ padding: 'x'.repeat(512 * 1024) })
    expect((await site.deliver(long, signed(long))).status).toBe(413)
  })

  test('that cannot be recorded counts as a failure until one is', async () => {
    await once()
    await site.behave({ mode: 'fail', path: '/v1/checkout/sessions', method: 'GET' })
    await site.pay()
    expect(webhookStreak()).toMatchObject({ since: expect.any(Date) })
    await site.behave({ mode: 'ok' })
    await site.replay(1)
    expect(webhookStreak()).toBeNull()
  })

  test('about a gift counts it once, after a declined card, however often it comes', async () => {
    await play([once, decline, pay])
    for (const event of await site.made()) await site.send(event)
    expect(await samples(giftMetrics().gifts)).toEqual({ 'one-off': 1 })
    expect(await samples(giftMetrics().declines)).toEqual({ '': 1 })
    const counted = { recorded: expect.any(Number), known: expect.any(Number) }
    expect(await samples(giftMetrics().webhooks)).toMatchObject(counted)
    expect(await samples(metrics().vendorCalls)).toEqual({ 'stripe ok': expect.any(Number) })
  })

  test.each(['html', 'truncated', 'other'])(
    'for which Stripe answers 200 with %s is a failed call',
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
})

describe('an event that Stripe could not deliver', () => {
  const textOf = async (alert: string) => {
    const mail = await operatorAlert.compose(alert, { trouble: 'webhooks', since: alert.split(' ')[1], until: null })
    return onOneLine(mail?.text ?? '')
  }
  const late = async () => (await health()).warnings.filter((warning) => /^Gifts are recorded late/.test(warning))
  const alerts = async () => {
    const { db } = await store()
    const mails = db.selectFrom('outbox').select('subject_id').where('subject_id', 'like', 'webhooks %')
    return (await mails.execute()).map(({ subject_id }) => subject_id)
  }
  /** Every minute, from the first to the last. */
  const watchFor = async (from: number, until = from) => {
    for (let minutes = from; minutes <= until; minutes += 1) {
      later(minutes * minuteMs)
      await lookForTrouble()
    }
  }
  beforeEach(() => setEnvironment({ ...mailEnvironment(site), ALERT_EMAIL: 'operator@example.org' }))

  test('because the secret is wrong is a trouble then, which names the secret, until Stripe’s next message', async () => {
    setEnvironment({ STRIPE_WEBHOOK_SECRET: 'whsec_of_another_endpoint' })
    await play([once, pay])
    expect(site.answers).toEqual([400])
    await watchFor(1, 14)
    expect([await alerts(), await late(), await gifts()]).toEqual([[], [], []])
    await watchFor(15)
    const [alert = ''] = await alerts()
    expect(alert).toMatch(/^webhooks 2\S+$/)
    expect(await textOf(alert)).toContain(webhookCauses['wrong-signature'])
    expect(await late()).toEqual([expect.stringContaining('STRIPE_WEBHOOK_SECRET')])
    expect(await gifts()).toMatchObject([{ status: 'paid' }])

    // What is recorded does not end it, nor does a server that forgot the refusal.
    restart()
    await watchFor(16, 60)
    expect(await alerts()).toHaveLength(1)
    setEnvironment({ STRIPE_WEBHOOK_SECRET: 'whsec_sandbox' })
    await site.control('events/checkout.session.completed/resend', { times: 1 })
    await watchFor(61, 75)
    expect([await alerts(), await late()]).toEqual([[alert, expect.stringMatching(/^webhooks \S+ \S+$/)], []])
  })

  test('although nothing was refused is a trouble a quarter of an hour later', async () => {
    await play([site.hold, once, pay])
    await watchFor(14, 29)
    expect(await alerts()).toEqual([])
    await watchFor(30)
    const [alert = ''] = await alerts()
    expect(await textOf(alert)).toContain(webhookCauses.silent)
  })

  test('is none once a newer one was taken', async () => {
    await play([site.hold, once, pay])
    later(5 * minuteMs)
    expect((await site.deliver(body, signed(body))).status).toBe(200)
    await watchFor(16, 40)
    expect([await alerts(), await gifts()]).toEqual([[], [expect.objectContaining({ status: 'paid' })]])
  })

  test('and is of another product is none, also if a stranger posts, and is looked at once', async () => {
    await play([site.hold, ofAnotherProduct])
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
    const listEvents: PaymentProvider['listEvents'] = async (period) =>
      period.undelivered ? { ok: true, value: [] } : provider.listEvents(period)
    const off = { ...provider, listEvents }
    expect(await checkDelivery(off)).toBeNull()
    expect(await compareGifts(off)).toMatchObject({
      value: { types: ['customer.subscription.updated', 'invoice.paid'] },
    })
    expect(await checkDelivery(off)).toBeInstanceOf(Date)
    await site.deliver(body, signed(body))
    expect(await checkDelivery(off)).toBeNull()
  })
})

describe('the comparison with Stripe', () => {
  async function compare(since: Date | null = ago(hourMs)) {
    const provider = cardProvider()
    const compared = provider && (await compareGifts(provider, since ? { since } : {}))
    if (!compared?.ok) throw new Error('The gifts could not be compared')
    return compared.value
  }
  const outbox = async () => (await store()).db.selectFrom('outbox').selectAll().orderBy('id').execute()
  const everything = async () => [await gifts(), await events(), await outbox()]
  const longAgo = () => compare(ago(41 * dayMs))

  test('records a lost event of each type exactly once', async () => {
    const missing = await losingEach()
    expect(await compare()).toMatchObject({ recorded: missing.length, types: handledEvents.toSorted(), failed: 0 })
    expect((await events()).map(({ id }) => id)).toEqual(expect.arrayContaining(missing))
    const recorded = await everything()
    expect(await compare()).toMatchObject({ recorded: 0, types: [], failed: 0, newest: null })
    expect(await everything()).toEqual(recorded)
    // Stripe sends the events again all the same.
    await site.replay(1)
    expect((await everything()).slice(1)).toEqual(recorded.slice(1))
  })

  test('finds one although a hundred events of another product are newer', async () => {
    await play([site.hold, once, pay])
    for (let count = 0; count < 101; count += 1) await play([() => openForeignSession(site), expire])
    expect(await compare()).toMatchObject({ compared: 1, recorded: 1 })
    expect(await ledger()).toEqual(['paid 100000'])
  })

  test('records gifts as Stripe has them, once its events are gone', async () => {
    const stories = giftStories(steps)
    await play([site.hold, ...stories.flatMap(([, story]) => story), ofAnotherProduct])
    later(40 * dayMs)
    const end = stories.flatMap(([, , found]) => found).sort()
    expect([(await longAgo()).recorded, await ledger()]).toEqual([end.length, end])
    expect(await events()).toEqual([])
    const written = await everything()
    expect(await longAgo()).toMatchObject({ recorded: 0, failed: 0 })
    expect(await everything()).toEqual(written)
  })

  test.each<[string, Step[], Step, string[]]>([
    ['a refund', [once, pay], refund(40_000), ['paid 60000']],
    ['a dispute', [once, pay], dispute, ['disputed 100000']],
    ['a dispute about a part', [once, pay], steps.disputePart(10_000), ['paid 90000']],
    ['the end of a dispute', [once, pay, dispute], close('won'), ['paid 100000']],
    ['the decision of a bank', [once, debit], settle('succeeded'), ['paid 100000']],
  ])('finds %s of a gift that is known, once its event is gone', async (_, before, after, end) => {
    await play([...before, site.hold, after])
    later(40 * dayMs)
    expect(await compare(ago(39 * dayMs))).toMatchObject({ recorded: 1 })
    expect(await ledger()).toEqual(end)
  })

  test('does not read gifts again that are known, because there may be thousands', async () => {
    await play([once, pay, monthly, pay])
    later(40 * dayMs)
    const before = (await site.requests()).length
    await longAgo()
    const lists = ['events', 'checkout/sessions', 'payment_intents', 'invoices', 'refunds', 'disputes'].map(
      (list) => `/v1/${list}`,
    )
    expect((await site.requests()).slice(before).map(({ path }) => path)).toEqual(lists)
  })

  test('that fails half way leaves out what it could not read, and the next one begins where it began', async () => {
    await play([site.hold, once, pay])
    await site.behave({ mode: 'refuse' })
    await expect(compare()).rejects.toThrow()
    expect(await lastComparison()).toBeNull()
    await site.behave({ mode: 'ok' })
    await site.behave({ mode: 'fail', path: '/v1/payment_intents' })
    await compare(null)
    expect(await lastComparison()).toMatchObject({ recorded: 0, failed: 1, done: null })
    await site.behave({ mode: 'ok' })
    await compare(null)
    expect(await lastComparison()).toMatchObject({ recorded: 1, failed: 0, done: expect.any(String) })
  })

  test('by command records what is missing and says what it was, or why it fails', async () => {
    const resync = (...words: string[]) => runCommand('gifts', ['resync', ...words])
    const fails = (stderr: RegExp) => ({ code: 1, stderr: expect.stringMatching(stderr) })
    const says = (stdout: RegExp) => ({ code: 0, stdout: expect.stringMatching(stdout) })
    await play([site.hold, once, pay])
    await site.behave({ mode: 'fail', path: '/v1/payment_intents' })
    expect(await resync()).toMatchObject(fails(/1 could not be read/))
    await site.behave({ mode: 'fail' })
    expect(await resync()).toMatchObject(fails(/Stripe .* not compared/))
    expect(await gifts()).toEqual([])
    await site.behave({ mode: 'ok' })
    await play([monthly, pay])
    const today = new Date().toISOString().slice(0, 10)
    const found = /3 events .* 3 were missing .*checkout\.session\.completed, invoice\.paid/
    expect(await resync(`--since=${today}`)).toMatchObject(says(found))
    expect(await ledger()).toEqual(['paid 100000', 'paid 100000'])
    expect(await resync()).toMatchObject(says(/ none was missing/))
    expect(await gifts()).toHaveLength(2)
    for (const day of ['yesterday', '2999-01-01'])
      expect(await resync(`--since=${day}`)).toMatchObject(fails(/2026-11-01/))
    setEnvironment(noCardPayments)
    expect(await resync()).toMatchObject(fails(/STRIPE_SECRET_KEY/))
    expect(await resync('--help')).toMatchObject(says(/resync \[--since=/))
  })
})
