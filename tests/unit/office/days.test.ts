/** A gift's day is that of the legal entity that received it: in the list, in a search, in the sums of Today. */
import { today } from '#lib/office/desks/today.ts'
import { hourMs, stopClock } from '#lib/platform/clock.ts'
import { midnight } from '#lib/platform/zone.ts'
import { entityDay, entityZone } from '#lib/site/content/index.ts'
import { giftRow, insert, onSqlite } from '#tests/support/store.ts'
import { signedIn } from './support.ts'

onSqlite(() => {
  afterEach(() => stopClock(undefined))
  const currencies = ['INR', 'USD'] as const
  const changes = currencies.map((currency) => Date.parse(midnight(entityZone(currency), '2026-11-21')))
  const around = changes.flatMap((at) => [at - hourMs, at - 1, at, at + hourMs]).map((at) => new Date(at).toISOString())

  test('is the same in the list, in a search and in the sums of Today, just before midnight and just after', async () => {
    for (const currency of currencies)
      for (const [index, occurred_at] of around.entries()) {
        const id = `${currency}-${index}`
        await insert('gifts', giftRow(id, { object_id: `pi_${id}`, currency, amount: 100, occurred_at }))
      }
    const { rowsOf } = await signedIn('money')
    for (const moment of around) {
      stopClock(moment)
      const { gifts } = await today({ roles: ['money'] })
      for (const currency of currencies) {
        const day = entityDay(currency)
        const rows = await rowsOf('gifts', { search: day, currency, status: 'paid' })
        expect(rows.map(({ id }) => id).sort()).toEqual(
          around.flatMap((at, index) => (entityDay(currency, new Date(at)) === day ? [`pi_${currency}-${index}`] : [])),
        )
        expect(new Set(rows.map(({ cells }) => cells.when))).toEqual(new Set([day]))
        const counted = gifts.find((sum) => sum.currency === currency)
        expect([moment, counted?.count, counted?.amount]).toEqual([moment, rows.length, 100 * rows.length])
      }
    }
  })
})
