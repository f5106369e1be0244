import { randomBytes } from 'node:crypto'
import { findAttempt, recordedPayment } from '#lib/giving/checkout/attempts.ts'
import { cardPayments } from '#lib/giving/checkout/card-payments.ts'
import { eraseAbandoned } from '#lib/giving/checkout/erase-attempts.ts'
import type { PaymentProvider } from '#lib/platform/providers/payments.ts'
import { store } from '#lib/platform/store/index.ts'
import { setEnvironment } from '#tests/support/store.ts'
import { asha, attempts, givingSite, noCardPayments, postJson, postSponsorship, ruth } from './support.ts'

const site = givingSite()

test.each([
  ['sk_test_a', 'test'],
  ['rk_test_a', 'test'],
  ['sk_live_a', 'live'],
  ['rk_live_a', 'live'],
])('with the key %s cards are taken in mode %s', (STRIPE_SECRET_KEY, mode) => {
  setEnvironment({
    STRIPE_SECRET_KEY,
    STRIPE_PUBLISHABLE_KEY: `pk_${mode}_a`,
    STRIPE_WEBHOOK_SECRET: `whsec_${randomBytes(24).toString('base64')}`,
    STRIPE_API_BASE: undefined,
    SITE_URL: 'https://mendedbowl.org',
  })
  expect(cardPayments()).toBe(mode)
})

test('without keys no cards are taken', () => {
  setEnvironment(noCardPayments)
  expect(cardPayments()).toBe('off')
})

test('a payment is found by its session and an attempt by its reference, each with what was asked for', async () => {
  await postJson(asha)
  await postSponsorship(ruth)
  const [gift, sponsorship] = await site.sessions()
  expect(await recordedPayment(gift?.id ?? '')).toMatchObject({ form: 'india', answers: { reason: '2' }, gift: null })
  expect(await recordedPayment(sponsorship?.id ?? '')).toMatchObject({
    form: '5k-run',
    answers: { levels: ['big-wheel', 'running-circle'] },
  })
  expect(await findAttempt((await attempts())[0]?.reference ?? '')).toMatchObject({ donor: { name: 'Asha Rao' } })
  expect([await recordedPayment('cs_test_x'), await findAttempt('G-7KQM-2X9D')]).toEqual([null, null])
})

test('the paid month of a monthly gift is shown, whichever was recorded first', async () => {
  await postJson(asha)
  await site.pay()
  await site.control('subscriptions/latest/advance', { outcome: 'failed' })
  const { db } = await store()
  const [session] = await site.sessions()
  for (const first of ['paid', 'failed'] as const) {
    const occurred_at = first === 'paid' ? '2026-01-01T00:00:00.000Z' : '2027-01-01T00:00:00.000Z'
    await db.updateTable('gifts').set({ occurred_at }).where('status', '=', 'paid').execute()
    expect((await recordedPayment(session?.id ?? ''))?.gift).toMatchObject({ status: 'paid' })
  }
})

type Deleted = Awaited<ReturnType<PaymentProvider['deleteCustomer']>>
const unreachable: Deleted = { ok: false, failure: { kind: 'unreachable' } }

test.each<[string, Deleted | null, number]>([
  ['is erased when its customer is deleted at Stripe', { ok: true, value: 'deleted' }, 0],
  ['is erased when the payment service is not set up any more', null, 0],
  ['stays while Stripe cannot be reached, and the round ends there', unreachable, 2],
  ['stays when Stripe knows a payment', { ok: true, value: 'paid' }, 2],
])('an abandoned payment %s', async (_, deleted, left) => {
  await postJson(asha)
  await postSponsorship(ruth)
  const { db } = await store()
  await db.updateTable('checkout_attempts').set({ created_at: '2026-01-01T00:00:00.000Z' }).execute()
  const deleteCustomer = jest.fn(async () => deleted ?? unreachable)
  await eraseAbandoned(deleted && ({ deleteCustomer } as Partial<PaymentProvider> as PaymentProvider))
  expect(await attempts()).toHaveLength(left)
  expect(deleteCustomer).toHaveBeenCalledTimes(deleted === null ? 0 : deleted.ok ? 2 : 1)
})
