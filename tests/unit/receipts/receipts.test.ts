import { retry } from '#lib/contact/enquiries/admin.ts'
import { dropReceipts, listReceipts, receiptsOf, unsentBefore } from '#lib/giving/receipts/admin.ts'
import { receiptMail } from '#lib/giving/receipts/mail.ts'
import { mailKinds } from '#lib/jobs/mail.ts'
import { deliverDue } from '#lib/platform/outbox/deliver.ts'
import { store } from '#lib/platform/store/index.ts'
import { factsIn, linksIn, onOneLine } from '#tests/support/mail-text.ts'
import { onBothDatabases, setEnvironment } from '#tests/support/store.ts'
import { asha, gifts, givingSite, mailEnvironment, postJson } from '../checkout/support.ts'

const once = { paymenttype: 'once' }

onBothDatabases(() => {
  const site = givingSite(() => undefined)

  const { mails, pay, replay } = site
  const give = async (changes: Record<string, unknown> = {}): Promise<string> =>
    ((await (await postJson({ ...asha, ...changes })).json()) as { reference: string }).reference
  const advance = (outcome: 'paid' | 'failed') => site.control('subscriptions/latest/advance', { outcome })
  const rows = async () =>
    (await store()).db.selectFrom('outbox').selectAll().where('kind', '=', 'receipt').orderBy('created_at').execute()

  beforeEach(async () => {
    setEnvironment({
      SITE_URL: 'https://mendedbowl.org',
      SIGNING_SECRET: 'a secret of these tests, thirty-two characters long',
      ...mailEnvironment(site),
    })
  })

  test('a gift that is paid gets one receipt, to its donor', async () => {
    const reference = await give({ ...once, donorType: 2, org_name: 'Rao {{Textiles}}' })
    expect(await rows()).toEqual([])
    await pay()
    expect(await deliverDue(mailKinds)).toEqual({ sent: 1, ended: 'nothing-due' })
    const [gift] = await gifts()
    const [mail] = await mails()
    expect(mail).toMatchObject({
      to: 'asha@example.org',
      reply_to: 'india@example.org',
      subject: 'Thank you: your receipt for ₹1,000',
    })
    expect(factsIn(mail)).toMatchObject({
      'Receipt number': expect.stringMatching(/^20\d\d-\d\d\/00001$/),
      'Received from': 'Rao { {Textiles} } (Asha Rao)\n12 Lake Road\nMumbai, 400001',
      'Paid by': 'Card',
      Amount: '₹1,000',
      'In words': 'One thousand Indian rupees',
      'How often': 'Once',
      For: 'Cleft-Free World',
      Reference: reference,
      'Payment number': gift?.object_id,
    })
    expect(onOneLine(mail?.text ?? '')).toContain('This is a receipt for your payment. It is not a certificate')
    expect(linksIn(mail)).not.toHaveProperty('Stop my monthly gift')
  })

  test.each([
    [
      'a part',
      { amount: 40_000 },
      /^Your receipt 20\d\d-\d\d\/00001 has changed$/,
      'a part of the amount went back to you',
    ],
    ['all', {}, /^Your receipt 20\d\d-\d\d\/00001 is cancelled$/, 'We returned the whole amount to you'],
  ])('a refund of %s after the receipt is mailed once, with the reason', async (_, body, subject, why) => {
    await give(once)
    await pay()
    await deliverDue(mailKinds)
    await site.control('payments/latest/refund', body)
    await replay(2)
    await deliverDue(mailKinds)
    const [, change, ...more] = await mails()
    expect(more).toEqual([])
    expect(change?.subject).toMatch(subject)
    expect(onOneLine(change?.text ?? '')).toContain(why)
    expect(change?.text).not.toContain('has arrived')
  })

  test.each([
    ['a gift once', once, async () => undefined, 1],
    [
      'three months, the second paid late',
      {},
      async () => {
        await advance('failed')
        await site.control('invoices/latest/pay', {})
        await advance('paid')
      },
      3,
    ],
    ['a gift that is given back', once, () => site.control('payments/latest/refund', {}), 0],
  ])('%s: five deliveries of every event, all at once, send each receipt once', async (_, how, story, receipts) => {
    await site.hold()
    await give(how)
    await pay()
    await story()
    await replay()
    expect(await rows()).toHaveLength(receipts)
    await Promise.all([deliverDue(mailKinds), deliverDue(mailKinds), deliverDue(mailKinds)])
    expect(await mails()).toHaveLength(receipts)
    await replay(2)
    await deliverDue(mailKinds)
    expect(await mails()).toHaveLength(receipts)
  })

  test('a dispute that is won while its receipt is being dropped does not lose the receipt', async () => {
    await give(once)
    await pay()
    await site.control('payments/latest/dispute', {})
    let times = 0
    const compose = async (giftId: string) => {
      times += 1
      const mail = await receiptMail.compose(giftId)
      if (times === 1) await site.control('disputes/latest/close', { status: 'won' })
      return mail
    }
    await deliverDue({ ...mailKinds, receipt: { ...receiptMail, compose } })
    expect(await gifts()).toMatchObject([{ status: 'paid' }])
    expect(await mails()).toHaveLength(1)
  })

  test('a delayed receipt states the remaining amount, and is not sent for a refunded gift', async () => {
    await give(once)
    await pay()
    await site.control('payments/latest/refund', { amount: 40_000 })
    await deliverDue(mailKinds)
    expect((await mails()).map((mail) => factsIn(mail).Amount)).toEqual(['₹600'])
    await give({ ...once, email: 'ravi@example.org' })
    await pay()
    await site.control('payments/latest/refund', {})
    expect(await deliverDue(mailKinds)).toEqual({ sent: 0, ended: 'nothing-due' })
    expect(await rows()).toHaveLength(1)
  })

  test('the staff can list receipts, retry dead ones, and drop unwanted ones', async () => {
    const reference = await give()
    await pay()
    await advance('paid')
    const { db } = await store()
    await db.updateTable('outbox').set({ state: 'dead', tries: 24 }).execute()
    const entries = await receiptsOf(reference.toLowerCase())
    expect(entries).toMatchObject([
      { reference, form: 'receipt', stage: 'dead', fields: { name: 'Asha Rao', amount: '₹1,000' } },
      { reference, form: 'receipt', stage: 'dead' },
    ])
    expect(await retry(entries.slice(0, 1))).toBe(1)
    expect((await Array.fromAsync(listReceipts({ stage: 'waiting' }))).map(({ id }) => id)).toEqual([entries[0]?.id])
    await deliverDue(mailKinds)
    expect(await mails()).toHaveLength(1)
    expect(await unsentBefore('2020-01-01T00:00:00.000Z')).toEqual([])
    const unsent = await unsentBefore('2100-01-01T00:00:00.000Z')
    expect(unsent.map(({ id }) => id)).toEqual([entries[1]?.id])
    await dropReceipts(entries)
    expect(await rows()).toMatchObject([{ state: 'sent' }])
    expect(await gifts()).toHaveLength(2)
  })
})
