import { pageCloses } from '#lib/checkout/page-expiry.ts'
import { charityEvent } from '#lib/content/index.ts'
import { store } from '#lib/store/index.ts'
import { asha, attempts, givingSite, key, postJson, postSponsorship, ruth } from './support.ts'

const opened = '2026-02-07T12:00:00.000Z'
const hours = (count: number) => new Date(Date.parse(opened) + count * 3_600_000).toISOString()

test.each([
  ['a gift, after 23 hours', undefined, hours(23)],
  ['an event of next week, after 23 hours', hours(170), hours(23)],
  ['an event of today, when it begins', hours(5), hours(5)],
  ['an event that begins in ten minutes, after little more than Stripe’s least', hours(1 / 6), hours(31 / 60)],
  ['an event that has begun, likewise', hours(-1), hours(31 / 60)],
])('the page closes for %s', (_, saleEnds, closes) => {
  expect(pageCloses(opened, saleEnds).toISOString()).toBe(closes)
})

describe('a payment page', () => {
  const site = givingSite()
  const expiresIn = async () => Number((await site.sessions()).at(-1)?.expires_at) - Date.now() / 1000

  test('of a gift stays open for a day, and one of an event does not outlive its sale', async () => {
    await postJson(asha)
    expect((await expiresIn()) / 3600).toBeCloseTo(23, 1)
    const soon = new Date(Date.now() + 600_000).toISOString()
    const dance = { date: soon.slice(0, 10), starts: soon.slice(11, 16), ends: '23:59', zone: 'UTC' }
    Object.assign(charityEvent('dance') ?? {}, dance)
    const body = { ...ruth, event: 'father-daughter-dance', levels: ['magic-carpet'], totalAmount: 2500 }
    expect((await postSponsorship(body)).status).toBe(200)
    expect((await expiresIn()) / 60).toBeCloseTo(31, 0)
  })

  test.each([
    ['its time is over', async () => makeOlder()],
    ['Stripe says that it expired', () => site.control('sessions/latest/expire', {})],
  ])('gives way to a new one for the same answers once %s', async (_, close) => {
    await postJson(asha, key)
    await postJson(asha, key)
    expect(await attempts()).toHaveLength(1)
    await close()
    const again = await Promise.all([postJson(asha, key), postJson(asha, key)])
    const [one, other] = await Promise.all(again.map((response) => response.json()))
    expect(one).toEqual(other)
    expect(new Set((await attempts()).map(({ reference }) => reference)).size).toBe(2)
    expect(await site.sessions()).toHaveLength(2)
  })
})

async function makeOlder() {
  const { db } = await store()
  const created_at = new Date(Date.now() - 23.1 * 3_600_000).toISOString()
  await db.updateTable('checkout_attempts').set({ created_at }).execute()
}
