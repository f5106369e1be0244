/** Gifts whose webhooks were lost are found at Stripe, and recorded once. */
import { cardProvider } from '#lib/giving/checkout/card-payments.ts'
import { compareGifts, lastComparison } from '#lib/giving/ledger/comparison.ts'
import { dayMs, hourMs, now, stopClock } from '#lib/platform/clock.ts'
import { handledEvents } from '#lib/platform/providers/stripe-objects.ts'
import { store } from '#lib/platform/store/index.ts'
import { runCommand } from '#tests/support/commands.ts'
import { setEnvironment } from '#tests/support/store.ts'
import { events, gifts, givingSite, noCardPayments, openForeignSession } from '../checkout/support.ts'
import { giftSteps, giftStories, play, storiesOfEvents } from './gift-stories.ts'

jest.setTimeout(120_000)

const site = givingSite()
afterEach(() => stopClock(undefined))

const steps = giftSteps(site)
const { once, monthly, pay, debit, settle, expire, refund, dispute, close, month } = steps
const ago = (ms: number) => new Date(now().getTime() - ms)

async function compare(since: Date | null = ago(hourMs)) {
  const provider = cardProvider()
  const compared = provider && (await compareGifts(provider, since ? { since } : {}))
  if (!compared?.ok) throw new Error('The gifts could not be compared')
  return compared.value
}

const outbox = async () => (await store()).db.selectFrom('outbox').selectAll().orderBy('id').execute()
const everything = async () => [await gifts(), await events(), await outbox()]
const ledger = async () => (await gifts()).map(({ status, amount }) => `${status} ${amount}`).sort()

describe('a webhook that was lost', () => {
  test.each(handledEvents)('of type %s is recorded exactly once', async (lost) => {
    await site.hold()
    await play(storiesOfEvents(steps)[lost] ?? [])
    const made = await site.made()
    for (const event of made.filter(({ type }) => type !== lost)) expect((await site.send(event)).status).toBe(200)
    const missing = made.filter(({ type }) => type === lost).map(({ id }) => id)
    expect(missing).not.toEqual([])

    expect(await compare()).toMatchObject({ recorded: missing.length, types: [lost], failed: 0 })
    expect((await events()).map(({ id }) => id)).toEqual(expect.arrayContaining(missing))
    const recorded = await everything()
    expect(await compare()).toMatchObject({ recorded: 0, types: [], failed: 0, newest: null })
    expect(await everything()).toEqual(recorded)
    // Stripe sends the events again all the same.
    await site.replay(1)
    const [, ...others] = await everything()
    expect(others).toEqual(recorded.slice(1))
  })

  test('is found although a hundred events of another product are newer', async () => {
    await site.hold()
    await play([once, pay])
    for (let count = 0; count < 101; count += 1) {
      await openForeignSession(site)
      await expire()
    }
    expect(await compare()).toMatchObject({ compared: 1, recorded: 1 })
    expect(await ledger()).toEqual(['paid 100000'])
  })
})

describe('older than the events that Stripe keeps', () => {
  const fortyDaysLater = () => stopClock(new Date(Date.now() + 40 * dayMs))

  test.each(giftStories(steps))('%s is recorded as Stripe has it', async (_, story, end) => {
    await site.hold()
    await play(story)
    fortyDaysLater()
    const { recorded } = await compare(ago(41 * dayMs))
    expect([await ledger(), recorded]).toEqual([end, end.length])
    expect(await events()).toEqual([])
    const written = await everything()
    expect(await compare(ago(41 * dayMs))).toMatchObject({ recorded: 0, failed: 0 })
    expect(await everything()).toEqual(written)
  })

  test.each([
    ['a refund', [once, pay], [refund(40_000)], ['paid 60000']],
    ['a dispute', [once, pay], [dispute], ['disputed 100000']],
    ['the end of a dispute', [once, pay, dispute], [close('won')], ['paid 100000']],
    ['the decision of a bank', [once, debit], [settle('succeeded')], ['paid 100000']],
  ] as const)('%s of a gift that is known is found', async (_, before, after, end) => {
    await play(before)
    await site.hold()
    await play(after)
    fortyDaysLater()
    expect(await compare(ago(39 * dayMs))).toMatchObject({ recorded: 1 })
    expect(await ledger()).toEqual(end)
  })

  test('gifts that are known are not read again, because there may be thousands', async () => {
    await play([once, pay, monthly, pay])
    fortyDaysLater()
    const before = (await site.requests()).length
    await compare(ago(41 * dayMs))
    expect((await site.requests()).slice(before).map(({ path }) => path)).toEqual(
      ['events', 'checkout/sessions', 'invoices', 'refunds', 'disputes'].map((list) => `/v1/${list}`),
    )
  })

  test('payments of another product are left out', async () => {
    await site.hold()
    const everyMonth = { mode: 'subscription', 'line_items[0][price_data][recurring][interval]': 'month' }
    await play([() => openForeignSession(site), pay, refund(1000), dispute])
    await play([() => openForeignSession(site, everyMonth), pay, month('failed')])
    fortyDaysLater()
    expect(await compare(ago(41 * dayMs))).toMatchObject({ recorded: 0, failed: 0 })
    expect(await gifts()).toEqual([])
  })
})

describe('a comparison that fails', () => {
  beforeEach(() => play([site.hold, once, pay]))

  test('half way leaves out what it could not read, and the next one begins where it began', async () => {
    await site.behave({ mode: 'fail', path: '/v1/payment_intents' })
    await compare(null)
    expect(await lastComparison()).toMatchObject({ recorded: 0, failed: 1, done: null })
    await site.behave({ mode: 'ok' })
    await compare(null)
    expect(await lastComparison()).toMatchObject({ recorded: 1, failed: 0, done: expect.any(String) })
  })

  test('at once is no comparison', async () => {
    await site.behave({ mode: 'refuse' })
    await expect(compare()).rejects.toThrow()
    expect(await lastComparison()).toBeNull()
  })
})

describe('charity gifts resync', () => {
  const resync = (...words: string[]) => runCommand('gifts', ['resync', ...words])
  const today = new Date().toISOString().slice(0, 10)

  test('records what is missing, says what it was, and records nothing when it runs again', async () => {
    await play([site.hold, monthly, pay])
    expect(await resync(`--since=${today}`)).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/2 events .* 2 were missing .*checkout\.session\.completed, invoice\.paid/),
    })
    expect(await ledger()).toEqual(['paid 100000'])
    expect(await resync()).toMatchObject({ code: 0, stdout: expect.stringMatching(/ none was missing/) })
    expect(await gifts()).toHaveLength(1)
  })

  test('fails when something cannot be read, or Stripe does not answer', async () => {
    await play([site.hold, once, pay])
    await site.behave({ mode: 'fail', path: '/v1/payment_intents' })
    expect(await resync()).toMatchObject({ code: 1, stderr: expect.stringMatching(/1 could not be read/) })
    await site.behave({ mode: 'fail' })
    expect(await resync()).toMatchObject({ code: 1, stderr: expect.stringMatching(/Stripe .* not compared/) })
    expect(await gifts()).toEqual([])
  })

  test('refuses a day that is none, and a site without card payments', async () => {
    for (const day of ['yesterday', '2999-01-01'])
      expect(await resync(`--since=${day}`)).toMatchObject({ code: 1, stderr: expect.stringMatching(/2026-11-01/) })
    setEnvironment(noCardPayments)
    expect(await resync()).toMatchObject({ code: 1, stderr: expect.stringMatching(/STRIPE_SECRET_KEY/) })
    expect(await resync('--help')).toMatchObject({ code: 0, stdout: expect.stringMatching(/resync \[--since=/) })
  })
})
