import { storeEnquiry } from '#lib/contact/enquiries/store-enquiry.ts'
import { enforceRetention } from '#lib/jobs/retention.ts'
import { lookForTrouble } from '#lib/jobs/watch.ts'
import { stopClock } from '#lib/platform/clock.ts'
import { store } from '#lib/platform/store/index.ts'
import { currentWarnings } from '#lib/platform/warnings.ts'
import { onBothDatabases } from '#tests/support/store.ts'

let mockKeptDays = 730
jest.mock('#lib/site/content/index.ts', () => {
  const actual = jest.requireActual('#lib/site/content/index.ts')
  const site = () => ({ ...actual.site(), keep: { ...actual.site().keep, enquiries: mockKeptDays } })
  return { ...actual, site }
})

const day = 24 * 60 * 60_000
const begin = Date.parse('2026-03-01T06:00:00Z')
const at = (days: number) => stopClock(new Date(begin + days * day))

async function sendAndDeliver() {
  await storeEnquiry({ form: 'contact', fields: { message: 'Can I help?' }, idempotencyKey: null, spamReason: null })
  const { db } = await store()
  await db.updateTable('outbox').set({ state: 'sent' }).execute()
}
const left = async () => {
  const { db } = await store()
  return (await db.selectFrom('enquiries').select('id').where('state', '=', 'stored').execute()).length
}
const runDaily = async (from: number, runs: number) => {
  let erased = 0
  for (let run = 0; run < runs; run += 1) {
    at(from + run)
    erased += await enforceRetention()
  }
  return erased
}

describe('Retention', () => {
  onBothDatabases(() => {
    beforeEach(async () => {
      mockKeptDays = 30
      at(0)
      await sendAndDeliver()
    })
    afterEach(() => stopClock(undefined))

    test('erases old enquiries when the clock advances day by day', async () => {
      expect(await runDaily(0, 30)).toBe(0)
      expect(await runDaily(30, 2)).toBe(1)
      expect(await left()).toBe(0)
    })

    test.each([
      ['that ran yesterday', () => runDaily(0, 1)],
      ['that never ran before', async () => undefined],
    ])('of a site %s erases nothing and warns when the clock starts three years ahead', async (_, before) => {
      await before()
      at(3 * 365)
      expect(await enforceRetention()).toBe(0)
      expect(await left()).toBe(1)
      expect(currentWarnings()).toEqual([
        expect.stringMatching(/^Nothing is erased: this server’s clock is 109\d days/),
      ])
      at(1)
      await lookForTrouble()
      expect(currentWarnings()).toEqual([])
      expect(await left()).toBe(1)
    })

    test('trusts a clock that jumped after a week of consistent daily runs', async () => {
      await runDaily(0, 1)
      expect(await runDaily(100, 7)).toBe(0)
      expect(await runDaily(107, 1)).toBe(1)
      expect(currentWarnings()).toEqual([])
    })

    test('trusts a clock that an operator confirms', async () => {
      await runDaily(0, 1)
      at(100)
      expect(await enforceRetention()).toBe(0)
      expect(await enforceRetention({ confirmed: true })).toBe(1)
    })
  })
})
