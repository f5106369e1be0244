import {
  campaignTotals,
  daysLeftSentence,
  monthlyDonors,
  placesSentence,
  progressSentence,
} from '#lib/giving/ledger/campaign-progress.ts'
import { giftIn, hasPaidGift } from '#lib/giving/ledger/paid-gift.ts'
import { stopClock } from '#lib/platform/clock.ts'
import { wholeMoney } from '#lib/platform/money.ts'
import { store } from '#lib/platform/store/index.ts'
import type { GiftsTable } from '#lib/platform/store/schema.ts'
import { breakStore, giftRow, useFreshStore as inFreshStores } from '#tests/support/store.ts'

inFreshStores()
afterEach(() => {
  stopClock(undefined)
})

let count = 0
async function record(donor_email: string, changes: Partial<GiftsTable> = {}) {
  count += 1
  const id = `gift-${count}`
  const { db } = await store()
  const circle = { kind: 'monthly', campaign: 'circle', subscription_id: `sub_${count}` } as const
  const gift = giftRow(id, {
    ...circle,
    currency: 'USD',
    amount: 2500,
    donor_name: 'Ruth Lee',
    donor_email,
    ...changes,
  })
  await db.insertInto('gifts').values(gift).execute()
  return id
}

test('a donor counts once, from the first paid monthly gift on, however many months follow', async () => {
  expect(await monthlyDonors('circle')).toBe(0)
  await record('ruth@example.org')
  await record(' Ruth@Example.org')
  await record('asha@example.org')
  await record('once@example.org', { kind: 'one-off' })
  await record('back@example.org', { status: 'refunded' })
  await record('other@example.org', { campaign: 'in-honor' })
  await record('older@example.org', { campaign: null })
  expect(await monthlyDonors('circle')).toBe(2)
})

test.each([
  [0, /^$/],
  [9, /^$/],
  [10, /^10 of 100 .* are taken through this site\. 90 are free/],
  [99, /^99 of 100 .* are taken through this site\. 1 is free/],
  [100, /^All 100 .* are taken/],
  [230, /^All 100 .* are taken/],
])('with %i donors the page says %p', (taken, sentence) => expect(placesSentence(taken, 100)).toMatch(sentence))

test('mail is composed about the gift with that id, while it is paid', async () => {
  const other = await record('asha@example.org')
  const id = await record('ruth@example.org')
  expect(await giftIn('paid', id)).toMatchObject({ id, donor_email: 'ruth@example.org' })
  expect(await giftIn('paid', other)).toMatchObject({ id: other })
  expect(await giftIn('paid', await record('back@example.org', { status: 'refunded' }))).toBeNull()
  expect(await giftIn('paid', 'gift-of-nobody')).toBeNull()
  expect([await hasPaidGift(id), await hasPaidGift('gift-of-nobody')]).toEqual([true, false])
  const failed = await record('back@example.org', { status: 'failed' })
  expect(await hasPaidGift(failed)).toBe(false)
})

test('a campaign’s total is the sum of its paid gifts less refunds, in each currency', async () => {
  expect(await campaignTotals('circle')).toEqual([])
  await record('ruth@example.org', { kind: 'one-off', amount: 10_000 })
  await record('asha@example.org', { amount: 50_000, currency: 'INR' })
  await record('asha@example.org')
  await record('back@example.org', { status: 'refunded', amount: 90_000 })
  await record('other@example.org', { campaign: 'in-honor' })
  expect(await campaignTotals('circle')).toEqual([wholeMoney(500, 'INR'), wholeMoney(125, 'USD')])
  await breakStore()
  expect(await campaignTotals('circle')).toBeNull()
})

const goal = wholeMoney(25_000, 'USD')
test.each([
  [{ goal }, [], ''],
  [{ goal }, [wholeMoney(2499, 'USD')], ''],
  [{ goal }, [wholeMoney(3450, 'USD')], '$3,450 of $25,000 has been given through this site.'],
  [{ goal }, [wholeMoney(500, 'INR')], ''],
  [
    { goal },
    [wholeMoney(500, 'INR'), goal],
    'The goal of $25,000 is reached: $25,000 has been given through this site. Thank you.',
  ],
  [{}, [wholeMoney(500, 'INR'), wholeMoney(25, 'USD')], ''],
  [{}, [], ''],
])('of %j, %j is told as: %s', (campaign, totals, sentence) => {
  expect(progressSentence(campaign, totals)).toBe(sentence)
})

test.each([
  ['2026-11-29', undefined, 'It starts on November 29, 2026.'],
  ['2026-01-01', undefined, ''],
  ['2026-01-01', '2026-11-30', '10 days left, until November 30, 2026.'],
  ['2026-01-01', '2026-11-21', 'Today is the last day.'],
  ['2026-01-01', '2026-11-20', 'It ended on November 20, 2026. Gifts are still welcome, and still count.'],
])('on 21 November, a campaign from %s to %s: %s', (starts, ends, sentence) => {
  stopClock('2026-11-21T18:00:00.000Z')
  expect(daysLeftSentence({ starts, ends }, 'en-US')).toBe(sentence)
})
