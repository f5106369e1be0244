import { recentPayment, recentPaymentCookie } from '#lib/checkout/recent-payment.ts'
import { stopClock } from '#lib/clock.ts'
import { breakStore, setEnvironment } from '#tests/support/store.ts'
import { asha, givingSite, postJson } from './support.ts'

const site = givingSite()

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

test('nothing is known of a payment that was not made, was returned, or is older than an hour', async () => {
  expect(await recent(await session(null))).toBeNull()
  const id = await session({})
  stopClock(new Date(Date.now() + 3_700_000))
  expect(await recent(id)).toBeNull()
  stopClock(undefined)
  await site.control('payments/latest/refund', {})
  expect(await recent(id)).toBeNull()
})

test('a cookie that is none, and a store that fails, show nothing', async () => {
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
