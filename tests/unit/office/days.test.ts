/** A gift's day is that of the legal entity that received it: in the list, in a search, at its donor, in the sums of Today. A call's is that of whoever calls. */
import { readSession, type Session } from '#lib/office/access/session.ts'
import { desks } from '#lib/office/desks/desks.ts'
import { today } from '#lib/office/desks/today.ts'
import { hourMs, stopClock } from '#lib/platform/clock.ts'
import { midnight } from '#lib/platform/zone.ts'
import { entityDay, entityZone } from '#lib/site/content/index.ts'
import { rowsIn } from '#tests/support/desk.ts'
import { answerReturnedForms, returnedIn } from '#tests/support/returned-form.ts'
import { giftRow, insert, onSqlite } from '#tests/support/store.ts'
import { enquire, logged, signedIn, wanjiru } from './support.ts'

onSqlite(() => {
  answerReturnedForms()
  afterEach(() => stopClock(undefined))
  const currencies = ['INR', 'USD'] as const
  const changes = currencies.map((currency) => Date.parse(midnight(entityZone(currency), '2026-11-21')))
  const around = changes.flatMap((at) => [at - hourMs, at - 1, at, at + hourMs]).map((at) => new Date(at).toISOString())

  test('is the same in the list, in a search, at the donor and in the sums of Today, just before midnight and just after', async () => {
    for (const currency of currencies)
      for (const [index, occurred_at] of around.entries()) {
        const id = `${currency}-${index}`
        await insert(
          'gifts',
          giftRow(id, {
            object_id: `pi_${id}`,
            currency,
            amount: 100,
            occurred_at,
            donor_email: `${currency}@example.org`,
          }),
        )
      }
    const { rowsOf } = await signedIn('money')
    for (const moment of around) {
      stopClock(moment)
      const { gifts } = await today({ roles: ['money'], staff: { zone: null } })
      for (const currency of currencies) {
        const day = entityDay(currency)
        const rows = await rowsOf('gifts', { search: day, currency, status: 'paid' })
        expect(rows.map(({ id }) => id).sort()).toEqual(
          around.flatMap((at, index) => (entityDay(currency, new Date(at)) === day ? [`pi_${currency}-${index}`] : [])),
        )
        expect(new Set(rows.map(({ cells }) => cells.when))).toEqual(new Set([day]))
        const [latest] = await rowsOf('donors', { search: `${currency}@example.org` })
        expect(latest?.cells.latest).toBe(entityDay(currency, new Date(around.toSorted().at(-1) ?? '')))
        const counted = gifts.find((sum) => sum.currency === currency)
        expect([moment, counted?.count, counted?.amount]).toEqual([moment, rows.length, 100 * rows.length])
      }
    }
  })

  test("of a call is that of whoever looks, in the list and in Today, else the organisation's", async () => {
    // In Nairobi it is one in the morning of the 22nd; in New York, five in the afternoon of the 21st.
    stopClock('2026-11-21T22:00:00Z')
    const nurse = await signedIn('families')
    const admin = await signedIn('admin')
    const reference = await enquire('get-surgery', wanjiru)
    await nurse.send('families.change', reference, { state: 'called', nextCall: '2026-11-22' })
    const due = async () => {
      const session = (await readSession(nurse.cookie)) as Session
      const [row] = await rowsIn(desks.families, {}, session)
      const { calls } = await today(session)
      return [calls.length === 1, row?.late]
    }
    expect(await due()).toEqual([false, false])
    const zone = (typed: string) => admin.send('staff.change', nurse.staff.id, { roles: 'families', zone: typed })
    expect((await returnedIn(await zone('Nairobi'))).fault?.errors).toMatchObject([{ field: 'zone' }])
    expect(await due()).toEqual([false, false])
    await zone(' Africa/Nairobi ')
    expect(await due()).toEqual([true, true])
    const before = { roles: ['families'], zone: null }
    expect((await logged()).at(-1)).toMatchObject({ before, after: { ...before, zone: 'Africa/Nairobi' } })
    await zone('')
    expect(await due()).toEqual([false, false])
  })
})
