import { randomBytes } from 'node:crypto'
import { cardPayments, type PaymentProvider } from '#lib/giving/orders/card-payments.ts'
import { eraseAbandoned, eraseOldTributeMessages } from '#lib/giving/orders/erase.ts'
import { recordedPayment } from '#lib/giving/orders/payment.ts'
import { findOrder } from '#lib/giving/orders/store.ts'
import { erasePerson } from '#lib/giving/receipts/admin.ts'
import { enforceRetention } from '#lib/jobs/retention.ts'
import { hourMs, stopClock, utcNow } from '#lib/platform/clock.ts'
import { store } from '#lib/platform/store/index.ts'
import { onSqlite, setAll, setEnvironment } from '#tests/support/store.ts'
import { makePledge } from '../pledges/support.ts'
import {
  asha,
  attempts,
  gifts,
  givingSite,
  noCardPayments,
  postJson,
  postSponsorship,
  ruth,
  secrets,
} from './support.ts'

const neverPays = { ...asha, email: 'ruth@example.org' }

async function letDaysPass(days: number) {
  const created_at = new Date(Date.now() - days * 24 * 3_600_000).toISOString()
  await setAll('orders', { created_at, closes_at: created_at })
  await setAll('order_secrets', { created_at })
}

describe('What was typed for a payment that was never made', () => {
  onSqlite(() => {
    const site = givingSite(() => undefined)
    const customers = async () =>
      (await site.stripe<{ data: { email: string }[] }>('customers?limit=100')).data.map(({ email }) => email).sort()
    const emails = async () => (await attempts()).map(({ email }) => email)

    /** Asha pays, and Ruth does not. */
    beforeEach(async () => {
      setEnvironment({ DATA_ENCRYPTION_KEY: randomBytes(32).toString('base64') })
      await postJson({ ...asha, pan: 'ABCPE1234F' })
      await site.pay()
      await postJson({ ...neverPays, pan: 'ABCPE1234F' })
    })

    test('is erased after thirty days, unless it belongs to a gift', async () => {
      await letDaysPass(29)
      await enforceRetention()
      expect((await emails()).sort()).toEqual(['asha@example.org', 'ruth@example.org'])
      expect(await customers()).toEqual(['asha@example.org', 'ruth@example.org'])
      await letDaysPass(31)
      await enforceRetention()
      expect(await emails()).toEqual(['asha@example.org'])
      expect(await customers()).toEqual(['asha@example.org'])
      expect(await gifts()).toHaveLength(1)
    })

    test('is kept, with its subscription, when Stripe has a payment that the ledger does not know', async () => {
      await site.hold()
      await site.pay()
      await letDaysPass(31)
      await enforceRetention()
      expect(await emails()).toHaveLength(2)
      expect(await customers()).toHaveLength(2)
    })

    test('leaves no customer at Stripe of which we never received the id', async () => {
      await site.behave({ mode: 'fail', path: '/v1/checkout/sessions' })
      expect((await postJson({ ...asha, email: 'kiran@example.org' })).status).toBe(503)
      await site.behave({ mode: 'ok', path: '/v1/checkout/sessions' })
      expect(await customers()).toContain('kiran@example.org')
      await enforceRetention()
      expect(await customers()).not.toContain('kiran@example.org')
      expect(await emails()).not.toContain('kiran@example.org')
    })

    test('is erased on request, once the payment page can no longer be open', async () => {
      await letDaysPass(2)
      await erasePerson('asha@example.org')
      expect(await emails()).toHaveLength(2)
      await erasePerson('Ruth@example.org ')
      expect(await emails()).toEqual(['asha@example.org'])
      expect(await customers()).toEqual(['asha@example.org'])
    })

    test('is erased a day after the request if the payment page may be open', async () => {
      await erasePerson('Ruth@example.org')
      expect(await emails()).toHaveLength(2)
      stopClock(utcNow(25 * hourMs))
      await enforceRetention()
      expect(await emails()).toEqual(['asha@example.org'])
    })

    test('includes a card to a family: after thirty days, or when its recipient asks', async () => {
      const cards = async () => (await secrets('card')).map(({ sealed }) => sealed)
      await makePledge({ card: true })
      await erasePerson('nobody@example.org')
      expect(await cards()).toEqual([expect.stringContaining('lees@example.org')])
      await erasePerson(' Lees@example.org')
      expect(await cards()).toEqual([])
      await makePledge({ card: true })
      await letDaysPass(29)
      await eraseOldTributeMessages()
      expect(await cards()).toHaveLength(1)
      await letDaysPass(31)
      await eraseOldTributeMessages()
      expect(await cards()).toEqual([])
    })
  })
})

describe('An attempt', () => {
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
    expect(await findOrder((await attempts())[0]?.reference ?? '')).toMatchObject({ donor: { name: 'Asha Rao' } })
    expect([await recordedPayment('cs_test_x'), await findOrder('G-7KQM-2X9D')]).toEqual([null, null])
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

  test('what was abandoned stays while Stripe cannot be reached, where the round ends, and goes once cards are not taken', async () => {
    await postJson(asha)
    await postSponsorship(ruth)
    await setAll('orders', { created_at: '2026-01-01T00:00:00.000Z' })
    const deleteCustomer = jest.fn(async () => ({ ok: false, failure: { kind: 'unreachable' } }))
    await eraseAbandoned({ deleteCustomer } as unknown as PaymentProvider)
    expect([(await attempts()).length, deleteCustomer.mock.calls.length]).toEqual([2, 1])
    await eraseAbandoned(null)
    expect(await attempts()).toEqual([])
  })
})
