import { listOtherMail } from '#lib/contact/enquiries/admin.ts'
import { storeEnquiry } from '#lib/contact/enquiries/store-enquiry.ts'
import { type DayFigures, enqueueSummaries, summaryLines } from '#lib/contact/notices/summary.ts'
import { cardProvider } from '#lib/giving/checkout/card-payments.ts'
import { cancelSubscription } from '#lib/giving/receipts/change-subscription.ts'
import { health } from '#lib/jobs/health.ts'
import { mailKinds } from '#lib/jobs/mail.ts'
import { deliverDue } from '#lib/platform/outbox/deliver.ts'
import { store } from '#lib/platform/store/index.ts'
import { onOneLine } from '#tests/support/mail-text.ts'
import { onBothDatabases, setEnvironment } from '#tests/support/store.ts'
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

describe('The daily summary', () => {
  onBothDatabases(() => {
    const site = givingSite(() => undefined)
    const summaries = async () =>
      (await site.mails()).filter(({ to }) => to === 'office@example.org, treasurer@example.org')
    const enquire = (form: string, spamReason: string | null = null) =>
      storeEnquiry({ form, fields: { firstname: 'Amina', message: 'Hello' }, idempotencyKey: null, spamReason })

    beforeEach(async () => {
      at('21T15:00')
      setEnvironment({
        ...mailEnvironment(site),
        SUMMARY_EMAIL: 'office@example.org, treasurer@example.org',
      })
    })
    afterEach(() => jest.restoreAllMocks())

    test('tells the office in the morning what came in on the day before, once, however many servers there are', async () => {
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
      await deliverDue(mailKinds)
      expect(await summaries()).toEqual([])
      expect((await health()).mail).toMatchObject({ waiting: 0, oldestSeconds: 0 })
      at('22T12:00')
      await enqueueSummaries()
      expect((await health()).mail).toMatchObject({ waiting: 1, oldestSeconds: 0 })
      await Promise.all([deliverDue(mailKinds), deliverDue(mailKinds)])
      const [mail, ...others] = await summaries()
      expect(others).toEqual([])
      expect(mail).toMatchObject({
        subject: expect.stringContaining('Saturday, November 21, 2026'),
        text: expect.stringContaining('Reference: summary-2026-11-21'),
      })
      expect(mail?.text.split('\n').slice(4, -7)).toEqual([
        'GIFTS',
        '2 one-time gifts: ₹2,000',
        '1 monthly gift: ₹1,000',
        '1 sponsorship: $1,250',
        'Monthly giving: 1 donor began',
        'Monthly giving: 1 donor stopped',
        'Cards were declined 1 time',
        '',
        'MESSAGES AND SIGN-UPS',
        'Contact: 2',
        'Student intern: 1',
        '',
        'PLEASE LOOK AT',
        expect.stringMatching(/^1 message looks like spam/),
        'list --stage=quarantined',
      ])
      expect(JSON.stringify(mail)).not.toMatch(/asha|ruth|amina/i)
      at('23T12:00')
      await deliverDue(mailKinds)
      expect((await summaries())[1]?.text).toMatch(/\n\nMESSAGES AND SIGN-UPS\nVolunteer: 1\n/)
    })

    test('counts a bank debit on the day on which it was paid, and no gift twice', async () => {
      await postJson(once)
      await site.pay({ method: 'bank' })
      await enqueueSummaries()
      at('24T15:00')
      await enqueueSummaries()
      await site.control('sessions/latest/settle', { outcome: 'succeeded' })
      const { db } = await store()
      await db.updateTable('gifts').set({ updated_at: '2026-11-27T00:00:00.000Z' }).execute()
      at('25T12:00')
      await deliverDue(mailKinds)
      const sent = await summaries()
      expect(sent.map(({ text }) => text.includes('1 one-time gift: ₹1,000'))).toEqual([false, false, true])
    })

    test('names a dispute as long as it can be answered, and its end once', async () => {
      await postJson(once)
      await site.pay()
      await site.control('payments/latest/dispute', {})
      const disputesIn = async () =>
        (await summaries()).at(-1)?.text.match(/disputes G-\S+\sanswer\sby\s\S+|taken back/g)
      await enqueueSummaries()
      at('24T15:00')
      await deliverDue(mailKinds)
      expect(await disputesIn()).toEqual([expect.stringMatching(/answer\sby\s2026-1\d-\d\d$/)])
      await site.control('disputes/latest/close', { status: 'under_review' })
      await enqueueSummaries()
      at('25T15:00')
      await deliverDue(mailKinds)
      expect(await disputesIn()).toBeNull()
      await site.control('disputes/latest/close', { status: 'lost' })
      await enqueueSummaries()
      at('26T15:00')
      await deliverDue(mailKinds)
      expect(await disputesIn()).toEqual(['taken back'])
    })

    test('counts the pledges of the day, and names those whose money has not arrived for ten days', async () => {
      const { reference: paid } = await makePledge()
      const { reference } = await makePledge({ amount: 250_000 })
      await makePledge({ amount: 50_000 })
      await enqueueSummaries()
      at('22T12:00')
      await deliverDue(mailKinds)
      const [first] = await summaries()
      expect(first?.text).toContain('GIFTS\nAnnounced by transfer: 3, ₹4,000\n\n')
      expect(first?.text).not.toContain('has not arrived')
      await confirmTransfer({ ...lineOf(paid), day: '2026-11-20' }, { reference: paid })
      const { db } = await store()
      await db
        .updateTable('checkout_attempts')
        .set({ created_at: '2026-11-11T12:00:00.000Z' })
        .where('amount', '!=', 50_000)
        .execute()
      await enqueueSummaries()
      at('23T12:00')
      await deliverDue(mailKinds)
      expect(onOneLine((await summaries())[1]?.text ?? '')).toContain(
        `PLEASE LOOK AT The money of 1 pledge has not arrived for ten days: ${reference} (charity staff add opens the office, which lists them)`,
      )
    })

    test('is off when nobody is to get it', async () => {
      setEnvironment({ SUMMARY_EMAIL: undefined })
      await enqueueSummaries()
      expect(await Array.fromAsync(listOtherMail())).toEqual([])
    })
  })
})

const quiet: DayFigures = {
  gifts: [],
  pledges: [],
  monthly: { started: 0, stopped: 0 },
  payments: { refunded: 0, failed: 0, lost: 0, declined: 0 },
  help: { asked: 0, answered: 0, hoursToAnswer: null, waiting: 0, overdue: 0 },
  enquiries: [],
  waiting: { disputes: [], crowded: [], oldPledges: [], quarantined: 0, lateMails: 0, deadMails: 0, unknownMails: 0 },
}

test('a quiet day gets a summary too, so that a morning without one means trouble', () => {
  expect(summaryLines(quiet)).toEqual(['A quiet day: no gifts and no messages.', '', 'Nothing needs your attention.'])
})

test('what waits for a person is said with the command that shows it', () => {
  const disputes = [{ reference: 'G-7KQM-2X9D', answerBy: '2026-12-05' }]
  const waiting = {
    disputes,
    crowded: [],
    oldPledges: ['G-2222-3333'],
    quarantined: 2,
    lateMails: 3,
    deadMails: 4,
    unknownMails: 1,
  }
  const lines = summaryLines({ ...quiet, payments: { refunded: 1, failed: 2, lost: 1, declined: 0 }, waiting })
  expect(lines.slice(0, 8)).toEqual([
    'GIFTS',
    '1 payment refunded',
    '2 payments failed at the donor’s bank',
    '1 payment taken back by the donor’s bank',
    '',
    'PLEASE LOOK AT',
    'The donor’s bank disputes G-7KQM-2X9D: answer by 2026-12-05 at https://dashboard.stripe.com/disputes',
    'The money of 1 pledge has not arrived for ten days: G-2222-3333 (charity staff add opens the office, which lists them)',
  ])
  expect(lines.slice(8).map((line) => /^(\d) .*?(?:--stage=(\w+))?$/.exec(line)?.slice(1))).toEqual([
    ['2', 'quarantined'],
    ['3', undefined],
    ['4', 'dead'],
    ['1', 'unknown'],
    undefined,
  ])
})

test('where staff work in the browser, what waits is said with its page, and no command is named', () => {
  const disputes = [{ reference: 'G-7KQM-2X9D', answerBy: '2026-12-05' }]
  const waiting = {
    disputes,
    crowded: [],
    oldPledges: ['G-2222-3333'],
    quarantined: 2,
    lateMails: 0,
    deadMails: 4,
    unknownMails: 1,
  }
  const help = { ...quiet.help, waiting: 1, overdue: 1 }
  const text = summaryLines({ ...quiet, help, waiting }, 'https://a.b/office').join('\n')
  for (const page of ['families?state=new', 'gifts?search=G-7KQM-2X9D', 'pledges', 'messages?stage=quarantined'])
    expect(text).toContain(`https://a.b/office/${page}`)
  expect(text).not.toContain('charity ')
})

test('families that have waited for more than a day stand first', () => {
  const help = { asked: 3, answered: 2, hoursToAnswer: 5.4, waiting: 2, overdue: 1 }
  expect(summaryLines({ ...quiet, help }).slice(0, 6)).toEqual([
    'FAMILIES WAIT FOR AN ANSWER',
    '1 request for a surgery has had no answer for more than a day: charity outbox list --form=get-surgery',
    '',
    'REQUESTS FOR A SURGERY',
    '3 came, 2 of them answered, after 5 hours on average',
    '2 still wait for an answer, earlier ones included',
  ])
})
