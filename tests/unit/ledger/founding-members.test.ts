import { monthlyDonors, placesSentence } from '#lib/ledger/founding-members.ts'
import { store } from '#lib/store/index.ts'
import { breakStore, useFreshStore as inFreshStores } from '#tests/support/store.ts'

inFreshStores()

let count = 0
async function record(
  donor_email: string,
  changes: { kind?: 'one-off' | 'monthly' | 'sponsorship'; status?: 'paid' | 'refunded' } = {},
) {
  count += 1
  const { db } = await store()
  const at = '2026-11-21T06:30:00.000Z'
  await db
    .insertInto('gifts')
    .values({
      id: `gift-${count}`,
      object_id: `in_${count}`,
      kind: 'monthly',
      status: 'paid',
      currency: 'USD',
      amount: 2500,
      reason: null,
      reference: null,
      session_id: null,
      subscription_id: `sub_${count}`,
      donor_name: 'Ruth Lee',
      donor_email,
      occurred_at: at,
      recorded_at: at,
      updated_at: at,
      ...changes,
    })
    .execute()
}

test('a donor counts once, from the first paid monthly gift on, however many months follow', async () => {
  expect(await monthlyDonors()).toBe(0)
  await record('ruth@example.org')
  await record('Ruth@Example.org')
  await record('asha@example.org')
  await record('once@example.org', { kind: 'one-off' })
  await record('back@example.org', { status: 'refunded' })
  expect(await monthlyDonors()).toBe(2)
})

test('while the store is unavailable the number is unknown', async () => {
  await breakStore()
  expect(await monthlyDonors()).toBeNull()
})

test.each([
  [0, 'All 100 founding places are free. Yours would be the first.'],
  [1, '1 of 100 founding places is taken. 99 are free.'],
  [99, '99 of 100 founding places are taken. 1 is free.'],
  [100, 'All 100 founding places are taken. Thank you.'],
  [230, 'All 100 founding places are taken. Thank you.'],
])('with %i donors the page says: %s', (taken, sentence) => {
  expect(placesSentence(taken, 100)).toBe(sentence)
})
