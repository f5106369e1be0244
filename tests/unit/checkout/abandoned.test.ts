import { randomBytes } from 'node:crypto'
import { eraseOldCards } from '#lib/giving/checkout/erase-attempts.ts'
import { erasePerson } from '#lib/giving/receipts/admin.ts'
import { enforceRetention } from '#lib/jobs/retention.ts'
import { store } from '#lib/platform/store/index.ts'
import { onBothDatabases, setEnvironment } from '#tests/support/store.ts'
import { makePledge } from '../pledges/support.ts'
import { asha, attempts, gifts, givingSite, postJson } from './support.ts'

const ruth = { ...asha, email: 'ruth@example.org' }

async function letDaysPass(days: number) {
  const { db } = await store()
  const created_at = new Date(Date.now() - days * 24 * 3_600_000).toISOString()
  await db.updateTable('checkout_attempts').set({ created_at }).execute()
}

describe('What was typed for a payment that was never made', () => {
  onBothDatabases(() => {
    const site = givingSite(() => undefined)
    const customers = async () =>
      (await site.stripe<{ data: { email: string }[] }>('customers?limit=100')).data.map(({ email }) => email).sort()
    const emails = async () =>
      (await attempts()).map(({ details }) => (JSON.parse(details) as { donor: { email: string } }).donor.email)

    /** Asha pays, and Ruth does not. */
    beforeEach(async () => {
      setEnvironment({ DATA_ENCRYPTION_KEY: randomBytes(32).toString('base64') })
      await postJson({ ...asha, pan: 'ABCPE1234F' })
      await site.pay()
      await postJson({ ...ruth, pan: 'ABCPE1234F' })
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

    test.each([
      ['is too busy', { mode: 'refuse' }],
      ['does not delete', { mode: 'fail', method: 'DELETE', path: '/v1/customers' }],
    ] as const)('stays while Stripe %s, and goes with the next round', async (_, behaviour) => {
      await letDaysPass(31)
      await site.behave(behaviour)
      await enforceRetention()
      expect(await emails()).toHaveLength(2)
      await site.behave({ ...behaviour, mode: 'ok' })
      await enforceRetention()
      expect(await emails()).toEqual(['asha@example.org'])
      expect(await customers()).toEqual(['asha@example.org'])
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

    test('makes no customer for a single gift', async () => {
      const before = await customers()
      await postJson({ ...asha, email: 'kiran@example.org', paymenttype: 'once' })
      await site.pay()
      expect(await customers()).toEqual(before)
      await letDaysPass(31)
      await enforceRetention()
      expect((await emails()).sort()).toEqual(['asha@example.org', 'kiran@example.org'])
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
      jest.useFakeTimers({
        now: Date.now() + 25 * 3_600_000,
        doNotFake: ['nextTick', 'setImmediate', 'setTimeout', 'setInterval', 'queueMicrotask', 'performance'],
      })
      await enforceRetention()
      jest.useRealTimers()
      expect(await emails()).toEqual(['asha@example.org'])
    })

    test('includes a card to a family: after thirty days, or when its recipient asks', async () => {
      const cards = async () => (await attempts()).flatMap(({ card }) => card ?? [])
      await makePledge({ card: true })
      await erasePerson('nobody@example.org')
      expect(await cards()).toEqual([expect.stringContaining('lees@example.org')])
      await erasePerson(' Lees@example.org')
      expect(await cards()).toEqual([])
      await makePledge({ card: true })
      await letDaysPass(29)
      await eraseOldCards()
      expect(await cards()).toHaveLength(1)
      await letDaysPass(31)
      await eraseOldCards()
      expect(await cards()).toEqual([])
    })
  })
})
