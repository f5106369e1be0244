import { storeEnquiry } from '#lib/contact/enquiries/store-enquiry.ts'
import { cardProvider } from '#lib/giving/orders/card-payments.ts'
import { listMail } from '#lib/giving/receipts/admin.ts'
import { cancelSubscription } from '#lib/giving/receipts/change-subscription.ts'
import { health } from '#lib/jobs/health.ts'
import { enqueueSummaries } from '#lib/jobs/summary.ts'
import { store } from '#lib/platform/store/index.ts'
import { onOneLine } from '#tests/support/mail-text.ts'
import { onSqlite, setAll, setEnvironment } from '#tests/support/store.ts'
import {
  asha,
  declinedCard,
  giveMonthly,
  givingSite,
  mailEnvironment,
  postJson,
  postSponsorship,
  ruth,
} from '../checkout/support.ts'
import { confirmTransfer, lineOf, makePledge } from '../pledges/support.ts'

/** Sets the clock, in UTC (New York is five hours behind). The Stripe stand-in runs in this process and uses it too. */
const at = (moment: string) => jest.spyOn(Date, 'now').mockReturnValue(Date.parse(`2026-11-${moment}:00.000Z`))
const once = { ...asha, paymenttype: 'once' }

onSqlite(() => {
  const site = givingSite(() => undefined)
  const to = 'office@example.org, treasurer@example.org'
  const summaries = async () => (await site.sent()).filter((mail) => mail.to === to)
  const enquire = (form: string, spamReason: string | null = null) =>
    storeEnquiry({ form, fields: { firstname: 'Amina', message: 'Hello' }, idempotencyKey: null, spamReason })

  beforeEach(async () => {
    at('21T15:00')
    setEnvironment({ ...mailEnvironment(site), SUMMARY_EMAIL: to })
  })
  afterEach(() => jest.restoreAllMocks())

  test('the summary tells the office in the morning what came in on the day before, once, however many servers there are', async () => {
    const { token } = await giveMonthly(site)
    await postJson(once, { 'idempotency-key': 'attempt-0002' })
    await site.pay()
    await postJson({ ...once, email: 'b@example.org' }, { 'idempotency-key': 'attempt-0003' })
    await site.pay({ card: declinedCard })
    await site.pay()
    await postSponsorship(ruth)
    await site.pay()
    await cancelSubscription(token, cardProvider())
    for (const form of ['contact', 'contact', 'student-intern']) await enquire(form)
    await enquire('contact', 'honeypot')
    await Promise.all([enqueueSummaries(), enqueueSummaries()])
    // Of the next day in New York.
    at('22T05:00')
    await enquire('volunteer')

    at('22T11:59')
    expect(await summaries()).toEqual([])
    expect((await health()).mail).toMatchObject({ waiting: 0, oldestSeconds: 0 })
    at('22T12:00')
    await enqueueSummaries()
    expect((await health()).mail).toMatchObject({ waiting: 1, oldestSeconds: 0 })
    await Promise.all([site.sent(), site.sent()])
    const [mail, ...others] = await summaries()
    expect([mail?.subject, others]).toEqual([expect.stringContaining('Saturday, November 21, 2026'), []])
    const counts = [
      ...[
        '2 one-time gifts: ₹2,000',
        '1 monthly gift: ₹1,000',
        '1 sponsorship: $1,250',
        'Contact: 2',
        'Student intern: 1',
      ],
      ...['1 donor began', '1 donor stopped', 'declined 1 time', '1 message looks like spam'],
    ]
    for (const count of counts) expect(mail?.text).toContain(count)
    expect(JSON.stringify(mail)).not.toMatch(/asha|ruth|amina/i)
    at('23T12:00')
    expect((await summaries())[1]?.text).toMatch(/\n\nMESSAGES AND SIGN-UPS\nVolunteer: 1\n/)
  })

  test('the summary counts a bank debit on the day on which it was paid, and no gift twice', async () => {
    await postJson(once)
    await site.pay({ method: 'bank' })
    await enqueueSummaries()
    at('24T15:00')
    await enqueueSummaries()
    await site.control('sessions/latest/settle', { outcome: 'succeeded' })
    await setAll('gifts', { updated_at: '2026-11-27T00:00:00.000Z' })
    at('25T12:00')
    const sent = await summaries()
    expect(sent.map(({ text }) => text.includes('1 one-time gift: ₹1,000'))).toEqual([false, false, true])
  })

  test('the summary names a dispute as long as it can be answered, and its end once', async () => {
    await postJson(once)
    await site.pay()
    await site.control('payments/latest/dispute', {})
    const disputesIn = async () =>
      (await summaries()).at(-1)?.text.match(/disputes G-\S+\sanswer\sby\s\S+\s\S+\s\d+|taken back/g)
    await enqueueSummaries()
    at('24T15:00')
    expect(await disputesIn()).toEqual([expect.stringMatching(/answer\sby\s\d+\s[A-Z]\S+\s2026$/)])
    await site.control('disputes/latest/close', { status: 'under_review' })
    await enqueueSummaries()
    at('25T15:00')
    expect(await disputesIn()).toBeNull()
    await site.control('disputes/latest/close', { status: 'lost' })
    await enqueueSummaries()
    at('26T15:00')
    expect(await disputesIn()).toEqual(['taken back'])
  })

  test('the summary counts the pledges of the day, and names those whose money has not arrived for ten days', async () => {
    const { reference: paid } = await makePledge()
    const { reference } = await makePledge({ amount: 250_000 })
    await makePledge({ amount: 50_000 })
    await enqueueSummaries()
    at('22T12:00')
    const [first] = await summaries()
    expect(first?.text).toContain('GIFTS\nAnnounced by transfer: 3, ₹4,000\n\n')
    expect(first?.text).not.toContain('has not arrived')
    await confirmTransfer({ ...lineOf(paid), day: '2026-11-20' }, { reference: paid })
    const { db } = await store()
    await db
      .updateTable('orders')
      .set({ created_at: '2026-11-11T12:00:00.000Z' })
      .where('amount', '!=', 50_000)
      .execute()
    await enqueueSummaries()
    at('23T12:00')
    expect(onOneLine((await summaries())[1]?.text ?? '')).toContain(
      `PLEASE LOOK AT The money of 1 pledge has not arrived for ten days: ${reference} (charity staff add opens the office, which lists them)`,
    )
  })

  test('the summary is off when nobody is to get it', async () => {
    setEnvironment({ SUMMARY_EMAIL: undefined })
    await enqueueSummaries()
    expect(await Array.fromAsync(listMail())).toEqual([])
  })
})
