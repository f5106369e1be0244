import { eraseAbandoned } from '#lib/giving/checkout/erase-attempts.ts'
import { transfers, waitingPledge } from '#lib/giving/checkout/transfers.ts'
import { paymentResult } from '#lib/giving/ledger/payment-result.ts'
import { confirmedLines, openPledges, undoTransfer } from '#lib/giving/pledges/confirm.ts'
import { mailKinds } from '#lib/jobs/mail.ts'
import { deliverDue } from '#lib/platform/outbox/deliver.ts'
import { store } from '#lib/platform/store/index.ts'
import { factsIn, isMail, linksIn } from '#tests/support/mail-text.ts'
import { onBothDatabases, setEnvironment } from '#tests/support/store.ts'
import { gifts, givingSite, mailEnvironment, mailKindsQueued } from '../checkout/support.ts'
import { confirmTransfer, lineOf, linesOf, makePledge, rowOf } from './support.ts'

const idOf = (done: Awaited<ReturnType<typeof confirmTransfer>>): string => {
  if (!done.ok) throw new Error(done.failure.join(' '))
  return done.value.id
}

onBothDatabases((_dialect) => {
  const site = givingSite(() => undefined)
  beforeEach(() =>
    setEnvironment({
      ...mailEnvironment(site),
      SITE_URL: 'https://mendedbowl.org',
      SAMPLE_NOTICE: '1',
    }),
  )

  test('a transfer that is confirmed is a gift like any other, with its receipt and its card', async () => {
    const { reference, sessionId } = await makePledge({
      answers: { tribute: 'memory', tributeName: 'Mary Lee' },
      card: true,
    })
    const id = idOf(await confirmTransfer(lineOf(`UPI-ASHA RAO-${reference}`), { reference }))
    expect(await gifts()).toMatchObject([
      {
        object_id: id,
        kind: 'one-off',
        status: 'paid',
        currency: 'INR',
        amount: 100_000,
        reason: 2,
        campaign: 'kenya',
        reference,
        session_id: sessionId,
        donor_name: 'Asha Rao',
        donor_email: 'asha@example.org',
        occurred_at: '2026-11-05T12:00:00.000Z',
      },
    ])
    await deliverDue(mailKinds)
    const sent = await site.mails()
    expect(sent).toHaveLength(2)
    expect(sent.filter(isMail('card'))).toHaveLength(1)
    expect(factsIn(sent.find(isMail('receipt')))).toMatchObject({
      'Payment number': id,
      Reference: reference,
      Amount: '₹1,000',
      Date: '5 November 2026',
    })
    expect(await waitingPledge(sessionId)).toBe('paid')
    expect(await paymentResult(sessionId, { provider: transfers })).toMatchObject({ state: 'confirmed', reference })
  })

  test('a line and a pledge are confirmed once, also by ten people at once', async () => {
    const { reference } = await makePledge()
    const { reference: other } = await makePledge()
    const [first, second] = linesOf(rowOf(reference), rowOf(reference))
    if (!first || !second) throw new Error('Two lines are needed')
    const done = await Promise.all(
      Array.from({ length: 10 }, (_, number) =>
        confirmTransfer(number % 2 ? first : second, { reference: number < 6 ? reference : other }),
      ),
    )
    const confirmed = done.filter(({ ok }) => ok)
    expect(confirmed.length).toBeGreaterThan(0)
    const recorded = await gifts()
    expect(recorded).toHaveLength(confirmed.length)
    expect(new Set(recorded.map((gift) => gift.reference)).size).toBe(recorded.length)
    expect((await mailKindsQueued()).filter((kind) => kind === 'receipt')).toHaveLength(confirmed.length)

    expect(await confirmTransfer(first, { reference })).toMatchObject({ ok: false })
    expect(await confirmTransfer(second, { name: 'A', citizen: 'yes' })).toMatchObject({
      ok: (await confirmedLines([first.id, second.id])).size > 2 || recorded.length < 2,
    })
  })

  test('undoing a wrong match leaves no paid gift, and both sides can be matched again', async () => {
    const { reference, sessionId } = await makePledge()
    const { reference: right } = await makePledge({ email: 'ruth@example.org' })
    const line = lineOf('CASH')
    const id = idOf(await confirmTransfer(line, { reference }))
    expect(await undoTransfer(id)).toEqual({
      ok: true,
      value: { donor: 'Asha Rao', email: 'asha@example.org', receipt: false },
    })
    expect(await undoTransfer(id)).toMatchObject({ ok: false })
    expect(await gifts()).toMatchObject([{ status: 'undone' }])
    expect((await openPledges()).map(({ paid }) => paid)).toEqual([false, false])
    expect(await waitingPledge(sessionId)).toMatchObject({ reference, money: { amount: 100_000 } })
    await deliverDue(mailKinds)
    expect((await site.mails()).filter(isMail('receipt'))).toEqual([])

    idOf(await confirmTransfer(line, { reference: right }))
    idOf(await confirmTransfer(lineOf(reference), { reference }))
    expect((await gifts()).map(({ status }) => status).sort()).toEqual(['paid', 'paid', 'undone'])
    await deliverDue(mailKinds)
    const sent = (await site.mails()).filter(isMail('receipt'))
    expect(sent.map(({ to }) => to).sort()).toEqual(['asha@example.org', 'ruth@example.org'])
    const [again = ''] = (await gifts()).flatMap((gift) =>
      gift.status === 'paid' && gift.reference === reference ? [gift.object_id] : [],
    )
    expect(await undoTransfer(again)).toMatchObject({ ok: true, value: { receipt: true } })
  })

  test('a donor who had announced nothing gets a gift and a receipt too', async () => {
    const giver = { name: 'Ruth Lee', email: 'ruth@example.org', reason: '1', citizen: 'yes' }
    expect(await confirmTransfer(lineOf('CHQ 000123'), giver)).toMatchObject({
      ok: true,
      value: { reference: expect.stringMatching(/^G-/) },
    })
    expect(await gifts()).toMatchObject([{ donor_name: 'Ruth Lee', reason: 1, status: 'paid' }])
    expect(await mailKindsQueued()).toEqual(['receipt'])
  })

  test.each([
    ['G-2222-3333', /^There is no pledge G-2222-3333/],
    ['a card payment', /is not a pledge/],
  ])('a line is not confirmed for %s', async (named, why) => {
    const { reference } = await makePledge()
    const { db } = await store()
    if (named.startsWith('a ')) await db.updateTable('checkout_attempts').set({ session_id: 'cs_test_1' }).execute()
    const answer = await confirmTransfer(lineOf('X'), { reference: named.startsWith('a ') ? reference : named })
    expect(answer).toEqual({ ok: false, failure: [expect.stringMatching(why)] })
    expect(await gifts()).toEqual([])
  })

  test('a pledge is kept for ninety days, and longer once it is a gift that was not undone', async () => {
    const { reference } = await makePledge()
    await makePledge()
    const id = idOf(await confirmTransfer(lineOf(reference), { reference }))
    const { db } = await store()
    const age = async (days: number) => {
      const created_at = new Date(Date.now() - days * 24 * 3_600_000).toISOString()
      await db.updateTable('checkout_attempts').set({ created_at }).execute()
      await eraseAbandoned(null)
      return (await openPledges()).length
    }
    expect(await age(89)).toBe(2)
    expect(await age(91)).toBe(1)
    await undoTransfer(id)
    expect(await age(91)).toBe(0)
  })

  test('the mail has the account and the reference, and nothing that somebody typed', async () => {
    const { reference, sessionId } = await makePledge()
    await deliverDue(mailKinds)
    const [mail] = await site.mails()
    expect(mail).toMatchObject({ to: 'asha@example.org', text: expect.stringContaining('Sample account: ') })
    expect(factsIn(mail)).toMatchObject({
      Amount: '₹1,000',
      Reference: reference,
      IFSC: 'SAMP0000000',
      'UPI ID': 'sample.charity@samplebank',
    })
    expect(linksIn(mail)).toEqual({
      'Open your UPI app': expect.stringMatching(/^upi:\/\/pay\?pa=sample\.charity@samplebank&/),
      'Your transfer': `https://mendedbowl.org/DonateIndia/thank-you?session_id=${sessionId}`,
    })
    expect(JSON.stringify(mail)).not.toContain('Rao')
  })

  test('one mailbox gets five such mails a day, and none about a gift that has arrived', async () => {
    for (let number = 0; number < 7; number += 1) await makePledge({ email: 'somebody@example.org' })
    const { reference } = await makePledge()
    await confirmTransfer(lineOf(reference), { reference })
    await deliverDue(mailKinds)
    const sent = (await site.mails()).filter(isMail('pledge'))
    expect(sent.map(({ to }) => to)).toEqual(Array(5).fill('somebody@example.org'))
  })
})
