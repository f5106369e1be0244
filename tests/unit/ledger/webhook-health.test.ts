/** What webhooks, payments and calls to other services leave in the health report and the metrics. */

import { checkDelivery, resetWebhookHealth, webhookHealth, webhookStreak } from '#lib/giving/ledger/webhook-health.ts'
import { health } from '#lib/jobs/health.ts'
import { metrics } from '#lib/platform/metrics.ts'
import { resetProcessState } from '#lib/platform/process-state.ts'
import { failureStreak } from '#lib/platform/warnings.ts'
import { signatureHeader } from '#sandbox/stripe/webhooks.ts'
import { setEnvironment } from '#tests/support/store.ts'
import { asha, declinedCard, events, givingSite, postJson } from '../checkout/support.ts'

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
  ['is no JSON', 'malformed', '{', signed('{')],
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
  expect(await samples(metrics().webhooks)).toEqual({ [why]: 1 })
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

test('events that Stripe could not deliver are, until they are delivered', async () => {
  const warnings = async (ids: string[]) => {
    await checkDelivery({ undeliveredEvents: async () => ({ ok: true, value: ids }) })
    return (await health()).warnings.filter((warning) => /could not deliver/.test(warning))
  }
  expect(await warnings([])).toEqual([])
  expect(await warnings(['evt_lost'])).toHaveLength(1)
  expect(webhookStreak()).toMatchObject({ since: expect.any(Date) })
  expect(await warnings([])).toEqual([])
  expect(webhookStreak()).toBeNull()
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

test('requests that anybody can send are no reason to warn', async () => {
  await site.deliver(body, '')
  await site.deliver(body, signed(body, 'whsec_other'))
  expect((await health()).warnings).not.toContainEqual(expect.stringMatching(/[Ww]ebhook/))
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

beforeEach(() => resetProcessState('metrics'))

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
  expect(await samples(metrics().gifts)).toEqual({ 'one-off': 1 })
  expect(await samples(metrics().declines)).toEqual({ '': 1 })
  expect(await samples(metrics().webhooks)).toMatchObject({ recorded: expect.any(Number), known: expect.any(Number) })
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
