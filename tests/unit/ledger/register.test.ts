import { writeConfirmed } from '#lib/giving/ledger/record-event.ts'
import { issueReceipt, latestReceipts, numberInLists } from '#lib/giving/register.ts'
import { mailKinds } from '#lib/jobs/mail.ts'
import { openDisputes } from '#lib/jobs/readings.ts'
import { deliverDue } from '#lib/platform/outbox/deliver.ts'
import { leaseNext, markFailed } from '#lib/platform/outbox/queue.ts'
import type { GiftReading } from '#lib/platform/providers/payments.ts'
import { store } from '#lib/platform/store/index.ts'
import type { Receipts, ReceiptTerms } from '#lib/site/content/giving-schema.ts'
import { receipts as receiptsOf } from '#lib/site/content/index.ts'
import { correctGifts } from '#tests/support/correct-gifts.ts'
import { factsIn } from '#tests/support/mail-text.ts'
import { giftReading, giftRow, insert, onSqlite, setEnvironment } from '#tests/support/store.ts'
import { gifts, givingSite, mailEnvironment } from '../checkout/support.ts'
import { giftSteps, play, type Step } from './gift-stories.ts'

onSqlite(() => {
  const site = givingSite(() => undefined)
  const { once, monthly, month, pay, disputePart, close } = giftSteps(site)
  beforeEach(() =>
    setEnvironment({
      ...mailEnvironment(site),
      SITE_URL: 'https://mendedbowl.org',
      DATA_ENCRYPTION_KEY: 'k'.repeat(43),
    }),
  )

  const record = async (changes: Partial<GiftReading> = {}) => {
    const { db } = await store()
    await db.transaction().execute((transaction) => writeConfirmed(transaction, giftReading(changes), null))
  }
  const rows = async () =>
    (await store()).db.selectFrom('receipts').selectAll().orderBy('number').orderBy('version').execute()
  const receipts = async () => [...(await latestReceipts((await gifts()).map(({ id }) => id))).values()]
  const numbers = async () => (await receipts()).map(({ number }) => number).sort()
  const markSent = async () => (await store()).db.updateTable('outbox').set({ state: 'sent' }).execute()

  test('each legal entity and each financial year has a series of its own, in days of the entity', async () => {
    await record({ occurredAt: new Date('2027-03-31T18:29:59Z') })
    await record({ occurredAt: new Date('2027-03-31T18:30:00Z') })
    const money = { amount: 5000, currency: 'USD' }
    await record({ money, occurredAt: new Date('2027-01-01T04:59:59Z') })
    await record({ money, occurredAt: new Date('2027-01-01T05:00:00Z') })
    expect(await numbers()).toEqual(['2026-27/00001', '2026/00001', '2027-28/00001', '2027/00001'])
  })

  test.each([
    ['in two ways as they are', [4, 1], ['2026-27/00007', '2026/00007']],
    ['in one way with their entity', [1, 1], ['IN 2026/00007', 'US 2026/00007']],
    ['of years from two months with their entity', [4, 7], ['IN 2026-27/00007', 'US 2026-27/00007']],
  ])('a list shows the numbers that two entities write %s', (_, [inr = 1, usd = 1], shown) => {
    const { INR, USD } = receiptsOf() as Record<string, ReceiptTerms>
    const terms = { INR: { ...INR, yearStarts: inr }, USD: { ...USD, yearStarts: usd } } as Receipts
    const numberOf = numberInLists(terms)
    const row = { year: 2026, number: 7 }
    expect([
      numberOf({ ...row, entity: 'IN', currency: 'INR' }),
      numberOf({ ...row, entity: 'US', currency: 'USD' }),
    ]).toEqual(shown)
  })

  test('a dispute about a part is named to the office until it is answered', async () => {
    await play([once, pay, disputePart(40_000)])
    expect(await openDisputes()).toMatchObject([{ reference: (await gifts())[0]?.reference }])
    await play([close('lost')])
    expect(await openDisputes()).toEqual([])
  })

  describe('a correction', () => {
    test('makes a version of its own, and later months take it over', async () => {
      await play([monthly, pay])
      await markSent()
      const [first] = await receipts()
      const done = await correctGifts(first?.number ?? '', {
        name: 'Asha R. Rao',
        organisation: 'Rao Textiles',
        address: '1 Hill Road\nPune 411001',
        reason: '5',
        idKind: 'passport',
        idNumber: 'Z1234567',
      })
      const facts = {
        name: 'Rao Textiles (Asha R. Rao)',
        address: ['1 Hill Road', 'Pune 411001'],
        identity: { kind: 'passport', end: '4567' },
        reason: 5,
      }
      expect(done).toMatchObject({ ok: true, value: [{ version: 2, cause: 'corrected', facts }] })
      expect(JSON.stringify(await rows())).not.toContain('Z1234567')
      await play([month('paid')])
      expect((await receipts()).map(({ facts }) => facts)).toMatchObject([facts, facts])
    })

    test('that changes nothing makes no version', async () => {
      await record()
      const [receipt] = await receipts()
      await correctGifts(receipt?.number ?? '', { name: 'Asha Rao' })
      expect(await rows()).toHaveLength(1)
    })

    test('of a number that two entities have given asks for the reference', async () => {
      const { db } = await store()
      for (const [entity, currency] of [
        ['IN', 'INR'],
        ['US', 'USD'],
      ] as const) {
        const gift = giftRow(`G-${entity}`, { currency })
        await insert('receipt_numbers', { entity, year: 2026, last: 6 })
        await insert('gifts', gift)
        await db.transaction().execute((transaction) => issueReceipt(transaction, gift, null))
      }
      expect(await correctGifts('2026/7', { name: 'Asha' })).toEqual({
        ok: false,
        failure: [{ field: '', remark: { kind: 'severalEntities', key: '2026/7' } }],
      })
      for (const key of ['2026/00007', 'US 2026/7'])
        expect(await correctGifts(key, { name: key })).toMatchObject({ ok: true, value: [{ number: '2026/00007' }] })
    })

    test('is checked like what the office types of a new donor', async () => {
      await record()
      const done = await correctGifts('2026-27/00001', { name: '', email: 'asha', campaign: 'x', reason: '99' })
      expect(done).toMatchObject({ ok: false, failure: { length: 4 } })
      expect(await rows()).toHaveLength(1)
    })

    test('of an unknown gift is refused', async () => {
      expect(await correctGifts('2026-27/00009', {})).toEqual({
        ok: false,
        failure: [{ field: '', remark: { kind: 'giftUnknown', key: '2026-27/00009' } }],
      })
    })
  })
})

describe('The mails', () => {
  const site = givingSite()
  const { once, pay, refund, refundFails, dispute, disputePart, close } = giftSteps(site)
  beforeEach(() => setEnvironment(mailEnvironment(site)))

  /** Delivers all that waits. */
  const mail: Step = async () => {
    const { db } = await store()
    await db.updateTable('outbox').set({ due_at: '2026-01-01T00:00:00.000Z' }).where('state', '=', 'waiting').execute()
    await deliverDue(mailKinds)
  }
  const refused: Step = async () => {
    await site.controlMail('behaviour', { mode: 'refuse', times: 1 })
    await mail()
  }
  /** While a server has claimed the mail, which then stops without sending it. */
  const claimed =
    (step: Step): Step =>
    async () => {
      const claim = await leaseNext(['receipt'])
      await step()
      if (claim) await markFailed(claim, 'not-sent', 'The server stopped')
    }

  /** An operator sends again what was given up. */
  const setStates =
    (before: 'waiting' | 'dead', state: 'waiting' | 'dead'): Step =>
    async () => {
      const { db } = await store()
      await db.updateTable('outbox').set({ state }).where('state', '=', before).execute()
    }
  const givenUp = setStates('waiting', 'dead')
  const sentAgain = setStates('dead', 'waiting')

  const part = disputePart(30_000)
  test.each<[string, Step[], string[]]>([
    ['a refund and a dispute before the first mail', [refund(40_000), disputePart(30_000), mail], ['₹300 version 3']],
    ['both after it', [mail, refund(40_000), disputePart(30_000), mail], ['₹1,000 version 1', '₹300 version 3']],
    ['a part, disputed, mailed and won', [part, mail, close('won'), mail], ['₹700 version 2', '₹1,000 version 3']],
    ['a part, won before a mail', [mail, part, close('won'), mail], ['₹1,000 version 1', '₹1,000 version 3']],
    ['a part, then lost', [mail, part, mail, close('lost'), mail], ['₹1,000 version 1', '₹700 version 2']],
    ['a dispute while it waited, that is won', [dispute, mail, close('won'), mail], ['₹1,000 version 1']],
    [
      'a refund, and the rest disputed and won',
      [refund(40_000), dispute, mail, close('won'), mail],
      ['₹600 version 2'],
    ],
    ['a refund that fails after its mail was dropped', [refund(), mail, refundFails, mail], ['₹1,000 version 3']],
    ['a refund that fails at once', [mail, refund(), refundFails, mail], ['₹1,000 version 1', '₹1,000 version 3']],
    ['a refund after it', [mail, refund(), mail], ['₹1,000 version 1', '₹1,000 version 2 cancelled']],
    ['a refund while another server had it', [claimed(refund(40_000)), mail, mail], ['₹600 version 2']],
    ['a refund after one given up, sent again', [givenUp, refund(40_000), mail, sentAgain, mail], ['₹600 version 2']],
    ['a refund after a mail that was refused', [refused, refund(40_000), mail], ['₹600 version 2']],
  ])('%s: each version is mailed once, the latest last', async (_, steps, expected) => {
    await play([once, pay, ...steps])
    const said = (await site.mails()).map((sent) => {
      const { Amount, 'Receipt number': number = '' } = factsIn(sent)
      return `${Amount} ${/version \d/.exec(number)?.[0] ?? 'version 1'}${/cancelled/.test(sent.subject) ? ' cancelled' : ''}`
    })
    expect(said).toEqual(expected)
  })
})
