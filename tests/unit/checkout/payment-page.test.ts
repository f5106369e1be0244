/** When a payment page closes, how one comes back from it to the form, and what the form says of a payment just made. */

import { pageCloses } from '#lib/giving/checkout/attempts.ts'
import { recentPayment } from '#lib/giving/checkout/recent-payment.ts'
import { stopClock } from '#lib/platform/clock.ts'
import { store } from '#lib/platform/store/index.ts'
import { charityEvent } from '#lib/site/content/index.ts'
import { breakStore } from '#tests/support/store.ts'
import { asha, attempts, givingSite, key, postJson, postSponsorship, ruth } from './support.ts'

const site = givingSite()

const opened = '2026-02-07T12:00:00.000Z'
const hours = (count: number) => new Date(Date.parse(opened) + count * 3_600_000).toISOString()

test.each([
  ['a gift, after 23 hours', undefined, hours(23)],
  ['an event of next week, after 23 hours', hours(170), hours(23)],
  ['an event of today, when it begins', hours(5), hours(5)],
  ['an event that begins in ten minutes, after little more than Stripe’s least', hours(1 / 6), hours(31 / 60)],
  ['an event that has begun, likewise', hours(-1), hours(31 / 60)],
])('the page closes for %s', (_, saleEnds, closes) => expect(pageCloses(opened, saleEnds).toISOString()).toBe(closes))

describe('a payment page', () => {
  const expiresIn = async () => Number((await site.sessions()).at(-1)?.expires_at) - Date.now() / 1000

  test('of a gift stays open for a day, and one of an event does not outlive its sale', async () => {
    await postJson(asha)
    expect((await expiresIn()) / 3600).toBeCloseTo(23, 1)
    const soon = new Date(Date.now() + 600_000).toISOString()
    const dance = { date: soon.slice(0, 10), starts: soon.slice(11, 16), ends: '23:59', zone: 'UTC' }
    Object.assign(charityEvent('dance') ?? {}, dance)
    const body = { ...ruth, event: 'father-daughter-dance', levels: ['magic-carpet'], totalAmount: 2500 }
    expect((await postSponsorship(body)).status).toBe(200)
    expect((await expiresIn()) / 60).toBeCloseTo(31, 0)
  })

  test.each([
    ['its time is over', async () => makeOlder()],
    ['Stripe says that it expired', () => site.control('sessions/latest/expire', {})],
  ])('gives way to a new one for the same answers once %s', async (_, close) => {
    await postJson(asha, key)
    await postJson(asha, key)
    expect(await attempts()).toHaveLength(1)
    await close()
    const again = await Promise.all([postJson(asha, key), postJson(asha, key)])
    const [one, other] = await Promise.all(again.map((response) => response.json()))
    expect(one).toEqual(other)
    expect(new Set((await attempts()).map(({ reference }) => reference)).size).toBe(2)
    expect(await site.sessions()).toHaveLength(2)
  })
})

async function makeOlder() {
  const { db } = await store()
  const created_at = new Date(Date.now() - 23.1 * 3_600_000).toISOString()
  await db.updateTable('checkout_attempts').set({ created_at }).execute()
}

async function session(pay: Record<string, unknown> | null): Promise<string> {
  await postJson({ ...asha, paymenttype: 'once' })
  if (pay) await site.control('sessions/latest/pay', pay)
  return String((await site.sessions()).at(-1)?.id)
}

const recent = (id: string) => recentPayment(`version=full; paid=${id}`, '/DonateIndia', 'gift')

test.each([{}, { method: 'wallet' }, { method: 'bank' }])(
  'a payment just made (%p) is known at its form',
  async (how) => {
    const id = await session(how)
    expect(await recent(id)).toEqual({
      money: { amount: 100_000, currency: 'INR' },
      frequency: 'once',
      kind: 'gift',
      href: `/DonateIndia/thank-you?session_id=${id}`,
    })
  },
)

test('a payment that was not made, was refunded, or is older than an hour is not shown', async () => {
  expect(await recent(await session(null))).toBeNull()
  const id = await session({})
  stopClock(new Date(Date.now() + 3_700_000))
  expect(await recent(id)).toBeNull()
  stopClock(undefined)
  await site.control('payments/latest/refund', {})
  expect(await recent(id)).toBeNull()
})

test('a malformed cookie and a failing store show nothing', async () => {
  expect(await recentPayment('paid=cs_test_../../x', '/DonateIndia', 'gift')).toBeNull()
  const id = await session({})
  await breakStore()
  expect(await recent(id)).toBeNull()
})
