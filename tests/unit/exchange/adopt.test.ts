/** A monthly gift that another site began at Stripe: from its import on, its months are gifts of this site. */
import { findImport, readImport, runImport, undoImport, workOn } from '#lib/giving/exchange/import.ts'
import { cardProvider } from '#lib/giving/orders/card-payments.ts'
import { donorGifts, monthlyGifts } from '#lib/giving/receipts/your-gifts.ts'
import { store } from '#lib/platform/store/index.ts'
import { setEnvironment } from '#tests/support/store.ts'
import { gifts, givingSite, noCardPayments } from '../checkout/support.ts'

jest.mock('node:worker_threads', () => jest.requireActual('#tests/support/statement-thread.ts'))

const owner = { id: 'nia', name: 'Nia' }
const orders = async () =>
  (await store()).db.selectFrom('orders').select(['reference', 'state', 'amount', 'email']).execute()
async function bringIn(text: string) {
  const read = await readImport(owner, { file: 'monthly.csv', bytes: Buffer.from(text) })
  if (!read.ok) throw new Error(read.failure.kind)
  await runImport(read.value)
  await workOn(read.value)
  return read.value
}

describe('A monthly gift of another site', () => {
  const site = givingSite()
  const begin = (email = 'bela@example.org') =>
    site.control<{ id: string }>('subscriptions', { amount: 2500, currency: 'usd', email })
  const metadataOf = async (id: string) => {
    const read = await cardProvider()?.readSubscription(id)
    return read?.ok ? read.value.metadata : null
  }

  test('is taken over by its id: the next month becomes a gift with a receipt, beside the months that were imported', async () => {
    const { id } = await begin()
    await site.control(`subscriptions/${id}/advance`, { outcome: 'paid' })
    expect(await gifts()).toEqual([])
    const file = `payment,name,email,address,day,amount,currency,subscription\nch_1,Bela,bela@example.org,1 Hill Road,2026-01-05,25,USD,${id}\nch_2,Bela,bela@example.org,1 Hill Road,2026-02-05,25,USD,${id}\n`
    const made = await bringIn(file)
    expect(await findImport(made)).toMatchObject({ state: 'done', counts: { new: 2 } })
    const [order] = await orders()
    expect(await orders()).toEqual([
      { reference: expect.any(String), state: 'paid', amount: 2500, email: 'bela@example.org' },
    ])
    expect(await metadataOf(id)).toMatchObject({ reference: order?.reference, form: 'usa', frequency: 'monthly' })

    await site.control(`subscriptions/${id}/advance`, { outcome: 'paid' })
    expect(await gifts()).toMatchObject([
      ...[1, 2].map((number) => ({
        object_id: `ch_${number}`,
        kind: 'monthly',
        reference: order?.reference,
        imported: made,
      })),
      {
        kind: 'monthly',
        amount: 2500,
        donor_name: 'Bela',
        reference: order?.reference,
        subscription_id: id,
        imported: null,
      },
    ])
    const { db } = await store()
    expect(await db.selectFrom('receipts').select('number').execute()).toEqual([{ number: 1 }])
    const [, , renewal] = await gifts()
    const own = await donorGifts(renewal?.id ?? '')
    expect(own && (await monthlyGifts(own, cardProvider()))).toMatchObject([{ id, reading: { state: 'running' } }])

    // What has come since stays.
    await undoImport(made)
    await workOn(made)
    expect(await gifts()).toMatchObject([{ imported: null }])
    expect(await orders()).toHaveLength(1)
    expect(await metadataOf(id)).toMatchObject({ reference: order?.reference })
  })

  test('waits while Stripe is not there, and one that Stripe does not have is said; both are given back', async () => {
    const { id } = await begin('a@example.org')
    const before = { ...process.env }
    setEnvironment(noCardPayments)
    const made = await bringIn(`name,email,subscription\nAnn,a@example.org,${id}\nBob,b@example.org,sub_gone\n`)
    expect(await findImport(made)).toMatchObject({ state: 'adopting' })
    setEnvironment(before)
    await workOn(made)
    expect((await orders()).map(({ state }) => state).sort()).toEqual(['closed', 'paid'])
    expect((await metadataOf(id))?.reference).toBeDefined()
    await undoImport(made)
    await workOn(made)
    expect(await findImport(made)).toMatchObject({ state: 'undone' })
    expect([await orders(), await metadataOf(id)]).toEqual([[], null])
  })
})
