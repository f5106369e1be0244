/** What must hold when requests and events meet each other. */

import { writeConfirmed } from '#lib/giving/ledger/record-event.ts'
import { recordOrder } from '#lib/giving/orders/store.ts'
import { latestReceipts } from '#lib/giving/register.ts'
import { mailKinds } from '#lib/jobs/mail.ts'
import { deliverDue } from '#lib/platform/outbox/deliver.ts'
import { store } from '#lib/platform/store/index.ts'
import { isMail } from '#tests/support/mail-text.ts'
import { giftReading, onBothDatabases, setAll, setEnvironment } from '#tests/support/store.ts'
import { asha, attempts, events, gifts, givingSite, key, mailEnvironment, postJson } from '../checkout/support.ts'

const record = async () => {
  const { db } = await store()
  await db.transaction().execute((transaction) => writeConfirmed(transaction, giftReading(), null))
}

onBothDatabases(() => {
  const site = givingSite(() => undefined)

  test('ten clicks on Pay make one attempt, one session and ten equal answers', async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, () => postJson(asha, key)))
    const bodies = await Promise.all(answers.map((answer) => answer.json()))
    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200))
    expect(new Set(bodies.map((body) => JSON.stringify(body))).size).toBe(1)
    expect(await attempts()).toHaveLength(1)
    expect(await site.sessions()).toHaveLength(1)
  })

  test('ten requests after the payment page has closed get the same new attempt', async () => {
    const donor = { name: 'Asha Rao', email: asha.email }
    const money = { amount: 100_000, currency: 'INR' } as const
    const plan = {
      product: 'gift',
      form: 'india',
      payBy: 'card',
      money,
      frequency: 'once',
      donor,
      answers: {},
      items: [],
    } as const
    const attemptKey = { key: 'attempt-0001', isPlain: false }
    const record = () => recordOrder(plan, attemptKey, { visitor: null, email: asha.email })
    await record()
    await setAll('orders', { closes_at: '2026-01-01T00:00:00.000Z' })
    const recorded = await Promise.all(Array.from({ length: 10 }, record))
    expect(recorded).toEqual(Array(10).fill(recorded[0]))
    expect(await attempts()).toHaveLength(2)
  })

  test('numbers run without a gap, though gifts are recorded at once and one fails', async () => {
    const { db } = await store()
    const failing = db.transaction().execute(async (transaction) => {
      await writeConfirmed(transaction, giftReading(), null)
      throw new Error('The disk is full')
    })
    const results = await Promise.allSettled([failing, ...Array.from({ length: 9 }, () => record())])
    expect(results.filter(({ status }) => status === 'rejected')).toHaveLength(1)
    const receipts = await latestReceipts((await gifts()).map(({ id }) => id))
    expect([...receipts.values()].map(({ number }) => number).sort()).toEqual(
      Array.from({ length: 9 }, (_, index) => `2026-27/0000${index + 1}`),
    )
  })

  test('a month paid, one failed, one given back: five deliveries of each event, all at once, leave three gifts and one mail of each', async () => {
    setEnvironment(mailEnvironment(site))
    await site.hold()
    await postJson(asha)
    await site.pay()
    await site.control('subscriptions/latest/advance', { outcome: 'paid' })
    await site.control('payments/latest/refund', {})
    await site.control('subscriptions/latest/advance', { outcome: 'failed' })
    await site.replay()
    const recorded = await gifts()
    expect(recorded.map(({ status }) => status).sort()).toEqual(['failed', 'paid', 'refunded'])
    expect(recorded.every(({ amount }) => amount === 100_000)).toBe(true)
    const ids = (await events()).map(({ id }) => id)
    expect(new Set(ids).size).toBe(ids.length)
    expect((await site.made()).map(({ id }) => id)).toEqual(expect.arrayContaining(ids))
    for (const times of [0, 2]) {
      await site.replay(times)
      await Promise.all([deliverDue(mailKinds), deliverDue(mailKinds), deliverDue(mailKinds)])
      const mails = await site.mails()
      expect([mails.length, mails.filter(isMail('receipt')).length, mails.filter(isMail('failed')).length]).toEqual([
        2, 1, 1,
      ])
    }
  })
})
