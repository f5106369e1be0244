import { randomBytes } from 'node:crypto'
import { enforceRetention } from '#lib/enquiries/retention.ts'
import { erasePerson } from '#lib/enquiries/staff.ts'
import { store } from '#lib/store/index.ts'
import { onBothDatabases, setEnvironment } from '#tests/support/store.ts'
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
    const emails = async () =>
      (await attempts()).map(({ details }) => (JSON.parse(details) as { donor: { email: string } }).donor.email)

    /** Asha pays, and Ruth does not. */
    beforeEach(async () => {
      setEnvironment({ DATA_ENCRYPTION_KEY: randomBytes(32).toString('base64') })
      await postJson({ ...asha, pan: 'ABCPE1234F' })
      await site.control('sessions/latest/pay', {})
      await postJson({ ...ruth, pan: 'ABCPE1234F' })
    })

    test('is let go of after thirty days, and what belongs to a gift is kept', async () => {
      await letDaysPass(29)
      await enforceRetention()
      expect((await emails()).sort()).toEqual(['asha@example.org', 'ruth@example.org'])
      await letDaysPass(31)
      await enforceRetention()
      expect(await emails()).toEqual(['asha@example.org'])
      expect(await gifts()).toHaveLength(1)
    })

    test('is erased for whoever asks, once the payment page cannot be open any more', async () => {
      await erasePerson('Ruth@example.org')
      expect(await emails()).toHaveLength(2)
      await letDaysPass(2)
      await erasePerson('asha@example.org')
      expect(await emails()).toHaveLength(2)
      await erasePerson('Ruth@example.org ')
      expect(await emails()).toEqual(['asha@example.org'])
    })
  })
})
