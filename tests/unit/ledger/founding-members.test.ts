import { monthlyDonors, placesSentence } from '#lib/ledger/founding-members.ts'
import { paidGift } from '#lib/ledger/paid-gift.ts'
import { store } from '#lib/store/index.ts'
import { breakStore, useFreshStore as inFreshStores, setEnvironment } from '#tests/support/store.ts'

inFreshStores()

type Kind = 'one-off' | 'monthly' | 'sponsorship'
type Status = 'paid' | 'refunded'
let count = 0
async function record(donor_email: string, { kind = 'monthly' as Kind, status = 'paid' as Status } = {}) {
  count += 1
  const id = `gift-${count}`
  const { db } = await store()
  const at = '2026-11-21T06:30:00.000Z'
  await db
    .insertInto('gifts')
    .values({
      id,
      object_id: `in_${count}`,
      kind,
      status,
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
    })
    .execute()
  return id
}

test('a donor counts once, from the first paid monthly gift on, however many months follow', async () => {
  expect(await monthlyDonors()).toBe(0)
  await record('ruth@example.org')
  await record(' Ruth@Example.org')
  await record('asha@example.org')
  await record('once@example.org', { kind: 'one-off' })
  await record('back@example.org', { status: 'refunded' })
  expect(await monthlyDonors()).toBe(2)
})

test('the number is unknown while the store is unavailable, and during the build', async () => {
  setEnvironment({ NEXT_PHASE: 'phase-production-build' })
  expect(await monthlyDonors()).toBeNull()
  setEnvironment({ NEXT_PHASE: undefined })
  expect(await monthlyDonors()).toBe(0)
  await breakStore()
  expect(await monthlyDonors()).toBeNull()
})

test.each([
  [0, /^All 100 .* are free/],
  [1, /^1 of 100 .* is taken\. 99 are free/],
  [99, /^99 of 100 .* are taken\. 1 is free/],
  [100, /^All 100 .* are taken/],
  [230, /^All 100 .* are taken/],
])('with %i donors the page says %p', (taken, sentence) => {
  expect(placesSentence(taken, 100)).toMatch(sentence)
})

test('mail is written about the gift with that id, while it is paid', async () => {
  const other = await record('asha@example.org')
  const id = await record('ruth@example.org')
  expect(await paidGift(id)).toMatchObject({ id, donor_email: 'ruth@example.org' })
  expect(await paidGift(other)).toMatchObject({ id: other })
  expect(await paidGift(await record('back@example.org', { status: 'refunded' }))).toBeNull()
  expect(await paidGift('gift-of-nobody')).toBeNull()
})
