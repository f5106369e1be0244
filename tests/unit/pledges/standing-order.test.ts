import { dayFigures } from '#lib/contact/notices/summary.ts'
import { eraseAbandoned } from '#lib/giving/checkout/erase-attempts.ts'
import { transfers } from '#lib/giving/checkout/transfers.ts'
import { paymentResult } from '#lib/giving/ledger/payment-result.ts'
import { latestReceipts } from '#lib/giving/ledger/register.ts'
import { openPledges, undoTransfer } from '#lib/giving/pledges/confirm.ts'
import { proposeMatches } from '#lib/giving/pledges/matching.ts'
import { watchStandingOrders } from '#lib/giving/pledges/missed-month.ts'
import { cancelSubscription, giftToStop } from '#lib/giving/receipts/change-subscription.ts'
import { stopToken } from '#lib/giving/receipts/links.ts'
import { statementOfDonations } from '#lib/giving/receipts/year-lists.ts'
import { donorGifts, monthlyGifts } from '#lib/giving/receipts/your-gifts.ts'
import { mailKinds } from '#lib/jobs/mail.ts'
import { deliverDue } from '#lib/platform/outbox/deliver.ts'
import { store } from '#lib/platform/store/index.ts'
import { factsIn, isMail, linksIn, type SentMail } from '#tests/support/mail-text.ts'
import { onBothDatabases, setEnvironment } from '#tests/support/store.ts'
import { gifts, givingSite, mailEnvironment } from '../checkout/support.ts'
import { confirmTransfer, linesOf, makePledge, rowOf } from './support.ts'

/** The months of this reference, as rows of one statement. Banks move a payment to a working day. */
const monthsOf = (reference: string) =>
  linesOf(
    rowOf(`NEFT ${reference}`, '1000.00', '01/07/26'),
    rowOf(`NEFT ${reference}`, '1000.00', '31/07/26'),
    rowOf(`NEFT ${reference}`, '1500.00', '01/09/26'),
  )

const proseOf = (mail: SentMail | undefined) => (mail?.text ?? '').replace(/\s+/g, ' ')

onBothDatabases((_dialect) => {
  const site = givingSite(() => undefined)
  beforeEach(() => {
    jest.useFakeTimers({
      doNotFake: [
        'nextTick',
        'setImmediate',
        'setTimeout',
        'setInterval',
        'clearTimeout',
        'clearInterval',
        'queueMicrotask',
      ],
    })
    at('2026-06-20')
    setEnvironment({ ...mailEnvironment(site), SITE_URL: 'https://mendedbowl.org', SAMPLE_NOTICE: '1' })
  })
  afterEach(() => jest.useRealTimers())
  const at = (day: string) => jest.setSystemTime(new Date(`${day}T12:00:00Z`))
  /** The daily round, and what it has sent a day later. */
  async function missedBy(day: string): Promise<SentMail[]> {
    at(day)
    await watchStandingOrders()
    jest.setSystemTime(Date.now() + 25 * 3_600_000)
    await deliverDue(mailKinds)
    return (await site.mails()).filter(({ subject }) => subject.includes('did something go wrong'))
  }

  test('each month on the statement is proposed for the same pledge, and becomes a gift with a receipt', async () => {
    const { reference, sessionId } = await makePledge({ frequency: 'monthly' })
    const [june, july, august] = monthsOf(reference)
    if (!june || !july || !august) throw new Error('Three lines are needed')
    at('2026-09-02')
    const proposed = proposeMatches([june, july, august], await openPledges()).proposals
    expect(
      proposed.map(({ line, pledge, because }) => [line.day, pledge.reference, because.includes('amount')]),
    ).toEqual([
      ['2026-07-01', reference, true],
      ['2026-07-31', reference, true],
      ['2026-09-01', reference, false],
    ])
    for (const line of [june, july, august])
      expect(await confirmTransfer(line, { reference })).toMatchObject({ ok: true, value: { reference } })
    const recorded = await gifts()
    expect(recorded.map(({ kind, amount, reference: of, method }) => [kind, amount, of, method])).toEqual([
      ['monthly', 100_000, reference, 'transfer'],
      ['monthly', 100_000, reference, 'transfer'],
      ['monthly', 150_000, reference, 'transfer'],
    ])
    const receipts = await latestReceipts(recorded.map(({ id }) => id))
    expect([...receipts.values()].map(({ number, version }) => [number, version]).sort()).toEqual([
      ['2026-27/00001', 1],
      ['2026-27/00002', 1],
      ['2026-27/00003', 1],
    ])
    // Nobody enters a month twice, and a month that was undone can be entered again.
    expect(await confirmTransfer({ ...june, id: 'another' }, { reference })).toEqual({
      ok: false,
      failure: [`${reference} already has its gift of 2026-07-01. If the donor has given again, record a second gift.`],
    })
    const [first] = recorded
    expect(await undoTransfer(first?.object_id ?? '')).toMatchObject({ ok: true })
    expect(await confirmTransfer(june, { reference })).toMatchObject({ ok: true })

    await deliverDue(mailKinds)
    const sent = (await site.mails()).filter(isMail('receipt'))
    expect(sent.map((mail) => factsIn(mail)['How often'])).toEqual(Array(3).fill('Every month'))
    expect(proseOf(sent[0])).toContain('only you can end it, in your bank or app')
    expect(proseOf(sent[0])).not.toContain('It ends at once')
    expect(linksIn(sent[0])['I have ended it']).toContain(`/stop-gift?gift=${reference}.`)

    // The yearly statement, the thank-you page and the donor's own page count the same months.
    const year = await statementOfDonations(2026)
    const counted = [...(year?.entries ?? []).flatMap((entry) => entry.gifts), ...(year?.leftOut ?? [])]
    expect(counted).toHaveLength(3)
    expect(await paymentResult(sessionId, { provider: transfers })).toMatchObject({
      state: 'confirmed',
      heading: 'Payment Successful!',
      frequency: 'monthly',
      subscriptionId: reference,
    })
    const donor = await donorGifts(recorded[1]?.id ?? '')
    expect(donor && (await monthlyGifts(donor, null))).toMatchObject([
      { id: reference, reading: { state: 'running', money: { amount: 150_000 }, next: null }, failedOn: null },
    ])
  })

  test('one mail for each missed month, none while the statement has not been read, and none after three in a row', async () => {
    const { reference } = await makePledge({ frequency: 'monthly' })
    const [june, july] = monthsOf(reference)
    if (!june || !july) throw new Error('Two lines are needed')
    at('2026-08-05')
    await confirmTransfer(june, { reference })
    await confirmTransfer(july, { reference })
    // 31 August was expected. The statement of that time has not been read, so nothing is missing yet.
    expect(await missedBy('2026-09-20')).toEqual([])
    const { reference: other } = await makePledge({ email: 'ruth@example.org', name: 'Ruth Lee' })
    const [later] = linesOf(rowOf(other, '1000.00', '15/09/26'))
    if (!later) throw new Error('A line is needed')
    await confirmTransfer(later, { reference: other })
    const [mail, ...more] = await missedBy('2026-09-21')
    expect(more).toEqual([])
    expect(mail).toMatchObject({ to: 'asha@example.org' })
    expect(proseOf(mail)).toContain(
      'Your last gift of ₹1,000 arrived on 31 July 2026. We expected the next one around 31 August 2026',
    )
    expect(factsIn(mail)).toMatchObject({ Amount: '₹1,000', Reference: reference, IFSC: 'SAMP0000000' })
    expect(await missedBy('2026-09-22')).toHaveLength(1)
    // Without later lines, forty days count as read.
    expect(await missedBy('2026-11-25')).toHaveLength(2)
    expect(await missedBy('2027-02-01')).toHaveLength(3)
    expect(await missedBy('2027-06-01')).toHaveLength(3)
  })

  test('a month that is confirmed before the mail goes out is not missed, and nobody is reminded after the end', async () => {
    const { reference } = await makePledge({ frequency: 'monthly' })
    const [june, , august] = monthsOf(reference)
    if (!june || !august) throw new Error('Two lines are needed')
    at('2026-07-05')
    await confirmTransfer(june, { reference })
    at('2026-09-25')
    await watchStandingOrders()
    await confirmTransfer(august, { reference })
    expect(await missedBy('2026-09-25')).toEqual([])

    const token = stopToken(reference)
    expect(await giftToStop(token, null)).toMatchObject({ state: 'running', money: { amount: 150_000 } })
    expect(await cancelSubscription(token, null)).toBe('stopped')
    expect(await cancelSubscription(token, null)).toBe('already')
    expect(await giftToStop(token, null)).toMatchObject({ state: 'ended' })
    expect(await missedBy('2027-01-25')).toEqual([])
    const sent = await site.mails()
    expect(sent.filter(({ subject }) => subject === 'Your monthly gift is ended')).toHaveLength(1)
    expect(proseOf(sent.at(-1))).toContain('end it in your bank or app: only you can')
    // Money that comes all the same finds its gift.
    const [late] = linesOf(rowOf(reference, '1500.00', '01/10/26'))
    expect(late && proposeMatches([late], await openPledges()).proposals).toHaveLength(1)
  })

  test('it is old news in the summary until the first month comes, and is erased if none does', async () => {
    const { reference } = await makePledge({ frequency: 'monthly' })
    await makePledge({ frequency: 'monthly', email: 'ruth@example.org', name: 'Ruth Lee' })
    at('2026-07-05')
    const waiting = async () =>
      (await dayFigures({ from: '2026-06-20T00:00:00.000Z', until: '2026-06-21T00:00:00.000Z' })).waiting.oldPledges
    expect(await waiting()).toHaveLength(2)
    const [june] = monthsOf(reference)
    if (june) await confirmTransfer(june, { reference })
    expect(await waiting()).toHaveLength(1)
    expect(await waiting()).not.toContain(reference)
    const { db } = await store()
    await db.updateTable('checkout_attempts').set({ created_at: '2026-01-01T00:00:00.000Z' }).execute()
    await eraseAbandoned(null)
    expect((await openPledges()).map((pledge) => pledge.reference)).toEqual([reference])
  })
})
