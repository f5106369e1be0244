/** When a payment page closes, how one comes back from it to the form, and what the form says of a payment just made. */

import { pageCloses } from '#lib/giving/checkout/attempts.ts'
import { formAddress } from '#lib/giving/checkout/form-start.ts'
import { recentPayment, recentPaymentCookie } from '#lib/giving/checkout/recent-payment.ts'
import { donationStart } from '#lib/giving/donation/checkout.ts'
import { sponsorshipStart } from '#lib/giving/sponsorship/checkout.ts'
import { stopClock } from '#lib/platform/clock.ts'
import { wholeMoney } from '#lib/platform/money.ts'
import { store } from '#lib/platform/store/index.ts'
import { charityEvent, donationForm, sponsorshipForm } from '#lib/site/content/index.ts'
import { breakStore, setEnvironment } from '#tests/support/store.ts'
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

const queryOf = (address: string) => {
  const { searchParams } = new URL(address, 'http://localhost')
  return Object.fromEntries([...searchParams.keys()].map((name) => [name, searchParams.getAll(name)])) as Record<
    string,
    string[]
  >
}
const rupees = donationForm('INR')
const run = sponsorshipForm('5k-run')

test.each([
  [
    'monthly',
    1000,
    '2',
    { paymenttype: 'monthly', money: '1000', reason: '2', campaign: 'legacy-continues', tribute: 'memory' },
  ],
  ['once', 1234, '7', { paymenttype: 'once', money: 'other', otherMoney: '1234', reason: '7', tribute: 'honor' }],
] as const)('a gift (%s) of %i is selected again at its form', async (frequency, amount, reason, selected) => {
  const address = formAddress(rupees.page, rupees, {
    money: wholeMoney(amount, 'INR'),
    frequency,
    reason: Number(reason),
    campaign: 'legacy-continues',
    tribute: { kind: selected.tribute },
  })
  expect(address).toMatch(/^\/DonateIndia\?/)
  const query = Object.fromEntries(Object.entries(queryOf(address)).map(([name, [value]]) => [name, value]))
  expect((await donationStart('INR', rupees.presets, query)).values).toMatchObject(selected)
})

test('levels are selected again, and those that are not offered are left out', async () => {
  const address = formAddress(run.page, run, { levels: ['running-circle', 'big-wheel', 'big'] }, { cancelled: true })
  const start = await sponsorshipStart('5k-run', { ...queryOf(address), cancelled: '1' })
  expect(start).toMatchObject({ cancelled: true, values: { levels: ['big-wheel', 'running-circle'], firstName: '' } })
  expect((await sponsorshipStart('5k-run', { levels: 'big-wheels' })).values.levels).toEqual([])
})

test('an unknown payment leads to the plain form', () => {
  expect(formAddress(rupees.page, rupees, {})).toMatch(/^\/DonateIndia(#[\w-]+)?$/)
})

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

test('the cookie is sent to the page of its form alone, for an hour, and over HTTPS only to HTTPS', () => {
  const id = 'cs_test_a1b2c3d4e5f6'
  expect(recentPaymentCookie(id, '/Donate')).toBe(`paid=${id}; Path=/Donate; Max-Age=3600; HttpOnly; SameSite=Lax`)
  setEnvironment({ SITE_URL: 'https://example.org' })
  expect(recentPaymentCookie(id, '/Donate')).toMatch(/^__Secure-paid=.*; Secure$/)
  expect(recentPaymentCookie('cs_test_1; Path=/', '/Donate')).toBeNull()
})
