/** The books, lists and figures of the ledger. The rows of the books add up to the payouts of Stripe. */
import { parse } from 'csv-parse/sync'
import {
  campaignTotals,
  daysLeftSentence,
  monthlyDonors,
  placesSentence,
  progressSentence,
} from '#lib/giving/ledger/campaign-progress.ts'
import { compareWhenDue } from '#lib/giving/ledger/comparison.ts'
import { books, type Days } from '#lib/giving/ledger/gift-table.ts'
import { hasPaidGift } from '#lib/giving/ledger/paid-gift.ts'
import { recordPayouts } from '#lib/giving/ledger/payouts.ts'
import { recordedGifts } from '#lib/giving/ledger/recorded-gifts.ts'
import type { ReportedGift } from '#lib/giving/ledger/report.ts'
import { receiptMail } from '#lib/giving/mails/receipt.ts'
import { cardProvider } from '#lib/giving/orders/card-payments.ts'
import { giftPurpose } from '#lib/giving/products/index.ts'
import { dayMs, stopClock } from '#lib/platform/clock.ts'
import { csv } from '#lib/platform/csv.ts'
import { wholeMoney } from '#lib/platform/money.ts'
import { store } from '#lib/platform/store/index.ts'
import type { GiftsTable } from '#lib/platform/store/schema.ts'
import { runCommand } from '#tests/support/commands.ts'
import { breakStore, giftRow, insert, onSqlite } from '#tests/support/store.ts'
import { asha, gifts, givingSite, openForeignSession, postJson, postSponsorship, ruth } from '../checkout/support.ts'
import { giftSteps, play } from './gift-stories.ts'

const labels = new Map([[2, 'Cleft-Free World']])
const details = {
  levels: 'Running Circle, the 5K Run4Love',
  telephone: '+1 423 555 0100',
  website: '',
  address: '1 River Street\nChattanooga',
  'contact information': 'Sam',
  'promotional items': 'yes',
  comments: '=1+1\u001b[2J',
}
afterEach(() => stopClock(undefined))

describe('the books', () => {
  const inDays = (days: number) => new Date(Date.now() + days * dayMs).toISOString().slice(0, 10)
  type Row = Record<string, string>
  type Payout = { id: string; amount: number; currency: string }
  async function rowsOf(days: Days = {}, sponsor: Parameters<typeof books>[1] = () => null): Promise<Row[]> {
    const text = (await Array.fromAsync(books(labels, sponsor, days))).join('')
    return parse<Row>(text, { columns: true, bom: true })
  }
  const cents = (sum: number) => Math.round(sum * 100)
  /** In the smallest unit, by payout. */
  function sums(rows: readonly Row[]): Map<string, number> {
    const found = Map.groupBy(
      rows.filter(({ kind, payout }) => kind !== 'payout' && payout),
      ({ payout }) => String(payout),
    )
    return new Map([...found].map(([id, part]) => [id, cents(part.reduce((sum, { net }) => sum + Number(net), 0))]))
  }

  onSqlite(() => {
    const site = givingSite(() => undefined)
    const { once, monthly, month, pay, debit, refund, refundFails, dispute, disputePart, close } = giftSteps(site)
    const record = async (since?: Date) => {
      const provider = cardProvider()
      const recorded = provider && (await recordPayouts(provider, since))
      if (!recorded?.ok) throw new Error('The payouts could not be recorded')
      return recorded.value
    }
    const payOut = (day: number) => site.control<Payout[]>('payouts', { day: inDays(day) })

    test('of gifts with refunds, disputes and fees, in rupees that are converted to dollars: the rows of each payout add up to it', async () => {
      await site.control('settlement', { currency: 'usd' })
      await play([once, pay, refund(40_000), once, pay, refund(), once, pay, refund(), refundFails])
      await play([once, pay, dispute, close('won'), once, pay, dispute, close('lost'), once, pay, dispute])
      await play([once, pay, disputePart(30_000), refund(20_000), close('lost'), monthly, pay])
      await play([() => postSponsorship(ruth), pay, () => openForeignSession(site), pay])
      const first = await payOut(2)
      await play([() => postSponsorship({ ...ruth, email: 'lee@example.org' }), pay, refund(5000)])
      await play([month('paid'), refund(10_000), once, debit])
      const second = await payOut(40)
      await play([once, pay])
      expect(await record()).toBe(2)

      const rows = await rowsOf()
      const made = [...first, ...second]
      expect(sums(rows)).toEqual(new Map(made.map(({ id, amount }) => [id, amount])))
      const atBank = rows.filter(({ kind }) => kind === 'payout')
      expect(atBank.map(({ payout, amount }) => [payout, cents(Number(amount))]).sort()).toEqual(
        made.map(({ id, amount }) => [id, amount]).sort(),
      )
      // The refund of a month that was paid out before is in the second payout, and names its gift.
      const known = await gifts()
      const parts = rows.filter(({ kind }) => kind === 'refund' || kind === 'dispute')
      expect(parts.every(({ reference }) => known.some((gift) => gift.reference === reference))).toBe(true)
      expect(rows.filter(({ kind }) => kind === 'payment')).toHaveLength(1)

      // The books of the second month hold everything that is in its payouts.
      const later = sums(await rowsOf({ from: inDays(30), until: inDays(50) }))
      for (const { id, amount } of second) expect(later.get(id)).toBe(amount)
      for (const { id } of first) expect(later.has(id)).toBe(false)
    })

    test('record a payout once, whole, and again on request with the same rows', async () => {
      await play([once, pay, refund(1000)])
      await payOut(2)
      await site.behave({ mode: 'fail', path: '/v1/balance_transactions' })
      await expect(record()).rejects.toThrow()
      expect(await gifts()).toMatchObject([{ payout: null }])
      await site.behave({ mode: 'ok' })
      await compareWhenDue()
      expect(await gifts()).toMatchObject([{ payout: expect.stringMatching(/^po_/), paid_out_at: inDays(2) }])
      expect(await record()).toBe(0)
      const rows = await rowsOf()
      expect(await record(new Date(Date.now() - dayMs))).toBe(1)
      expect(await rowsOf()).toEqual(rows)
    })

    test('have receipt, payment, gross, fees, net, payout, method, address and telephone, in local days', async () => {
      await play([() => postJson({ ...asha, paymenttype: 'once' }), pay, refund(40_000)])
      const [payout] = await payOut(2)
      await record()
      // Half past midnight in Mumbai, and the evening before in New York.
      const occurred_at = new Date(`${inDays(0)}T19:00:00Z`).toISOString()
      await (await store()).db.updateTable('gifts').set({ occurred_at }).execute()
      const [gift] = await gifts()
      const provider = { method: 'card', "provider's fee": '29.3', net: '970.7', 'payout currency': 'INR' }
      expect(await rowsOf()).toContainEqual(
        expect.objectContaining({
          ...{ day: inDays(1), kind: 'one-off', status: 'paid', currency: 'INR', ...provider },
          ...{ gross: '1000.00', refunded: '400.00', amount: '600.00' },
          ...{ payout: payout?.id, 'paid out on': inDays(2), reason: 'Cleft-Free World' },
          receipt: expect.stringMatching(/^\d{4}-\d\d\/00001 version 2$/),
          ...{ payment: gift?.object_id, reference: gift?.reference, donor: 'Asha Rao' },
          ...{ telephone: expect.stringContaining('5555 0100'), address: '12 Lake Road\nMumbai, 400001' },
        }),
      )
    })

    test('count what the bank got of a transfer, and have sponsors’ details and no formulas', async () => {
      const sponsor = { kind: 'sponsorship', donor_name: '=HYPERLINK("x")', campaign: 'in-honor' } as const
      await insert('gifts', giftRow('one', { ...sponsor, method: 'transfer' }))
      const { levels } = details
      const shown = { levels, telephone: "'+1 423 555 0100", donor: `'=HYPERLINK("x")`, campaign: 'in-honor' }
      const money = { method: 'transfer', gross: '1000.00', net: '1000', 'payout currency': 'INR', payout: '' }
      const comments = expect.stringMatching(/^'=1\+1/)
      expect(await rowsOf({}, () => details)).toMatchObject([{ ...shown, ...money, comments }])
    })

    test('have the days of the entity: those of Mumbai for rupees, of New York for dollars', async () => {
      const at = (currency: string, time: string) =>
        giftRow(`${currency} ${time}`, { currency, occurred_at: `2026-${time}Z` })
      await insert(
        'gifts',
        ...['10-31T18:29:59.999', '10-31T18:30:00.000', '11-30T18:29:59.999', '11-30T18:30:00.000'].map((time) =>
          at('INR', time),
        ),
        ...['11-01T03:59:59.999', '11-01T04:00:00.000', '12-01T04:59:59.999', '12-01T05:00:00.000'].map((time) =>
          at('USD', time),
        ),
      )
      const rows = await rowsOf({ from: '2026-11-01', until: '2026-11-30' })
      const days = ['INR 2026-11-01', 'USD 2026-11-01', 'INR 2026-11-30', 'USD 2026-11-30']
      expect(rows.map(({ currency, day }) => `${currency} ${day}`)).toEqual(days)
    })

    test('are printed by a command, which records payouts and takes days', async () => {
      await play([once, pay])
      await payOut(2)
      const run = (...words: string[]) => runCommand('gifts', words)
      expect(await run('resync')).toMatchObject({ code: 0, stdout: expect.stringContaining('1 payouts are recorded') })
      expect(await run('--csv', `--from=${inDays(2)}`)).toMatchObject({ stdout: expect.stringMatching(/"po_\w+"/) })
      expect(await run('--csv', `--until=${inDays(-40)}`)).toMatchObject({ stdout: expect.not.stringMatching(/"po_/) })
      expect(await run('--csv', '--from=May')).toMatchObject({ code: 1, stderr: expect.stringMatching(/2026-11-01/) })
    })

    test('are read in pages, each gift once and in order, also many of one moment', async () => {
      const october = { occurred_at: '2026-10-31T23:59:59.999Z', amount: 50_000, reason: 2 }
      const ids = Array.from({ length: 1201 }, (_, number) => `gift-${String(number).padStart(4, '0')}`)
      for (const part of [ids.slice(0, 600), ids.slice(600)]) await insert('gifts', ...part.map((id) => giftRow(id)))
      await insert('gifts', giftRow('before', october))
      const pages = await Array.fromAsync(recordedGifts())
      expect(pages.flat().map(({ id }) => id)).toEqual(['before', ...ids])
      expect(Math.max(...pages.map((page) => page.length))).toBeLessThan(1000)
      const period = { from: october.occurred_at, until: '2026-11-01' }
      expect((await Array.fromAsync(recordedGifts(period))).flat()).toMatchObject([{ id: 'before', order: null }])
    })
  })
})

describe('lists of gifts', () => {
  const whose = { donor_name: 'Asha Rao', donor_email: 'asha@example.org', reference: 'G-ABCD-EFGH', campaign: null }
  const what = { kind: 'one-off', status: 'paid', currency: 'INR', amount: 100_000, reason: 2 } as const
  const gift: ReportedGift = { ...whose, ...what, occurred_at: '2026-11-21T06:30:00.000Z' }

  test.each<[Partial<ReportedGift>, string]>([
    [{}, 'Cleft-Free World'],
    [{ reason: 7 }, 'Reason 7'],
    [{ kind: 'sponsorship', reason: null }, 'Sponsorship'],
    [{ reason: null }, 'No reason given'],
  ])('name a purpose by its label, its number, or the kind of payment: %j', (changes, purpose) => {
    expect(giftPurpose({ ...gift, ...changes }, labels)).toBe(purpose)
  })

  test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '\n=1', ' =1', '＝1', '|cmd', '%0A=1'])(
    'have no formula: %j',
    (value) => expect(csv([[value]])).toBe(`"'${value}"\r\n`),
  )

  test('have numbers below zero as numbers', () => expect(csv([[-3.2]])).toBe('"-3.2"\r\n'))
})

describe('what a campaign has brought', () => {
  onSqlite(() => {
    let count = 0
    async function record(name: string, changes: Partial<GiftsTable> = {}) {
      count += 1
      const circle = { kind: 'monthly', campaign: 'circle', subscription_id: `sub_${count}` } as const
      const whose = { donor_name: 'Ruth Lee', donor_email: `${name}@example.org`, currency: 'USD', amount: 2500 }
      await insert('gifts', giftRow(`gift-${count}`, { ...circle, ...whose, ...changes }))
      return `gift-${count}`
    }

    test('a donor counts once, from the first paid monthly gift on, however many months follow', async () => {
      expect(await monthlyDonors('circle')).toBe(0)
      for (const name of ['ruth', ' Ruth', 'asha']) await record(name)
      await record('once', { kind: 'one-off' })
      await record('back', { status: 'refunded' })
      for (const campaign of ['in-honor', null]) await record('other', { campaign })
      expect(await monthlyDonors('circle')).toBe(2)
    })

    test('mail is composed about the gift with that id, while it is paid', async () => {
      const [other, id] = [await record('asha'), await record('ruth')]
      const back = await record('back', { status: 'refunded' })
      const mails = await Promise.all([id, other, back, 'gift-of-nobody'].map((each) => receiptMail.compose(each)))
      expect(mails.map((mail) => mail?.to)).toEqual(['ruth@example.org', 'asha@example.org', undefined, undefined])
      const failed = await record('back', { status: 'failed' })
      const paid = await Promise.all([id, 'gift-of-nobody', failed].map((each) => hasPaidGift(each)))
      expect(paid).toEqual([true, false, false])
    })

    test('a total is the sum of its paid gifts less refunds, in each currency', async () => {
      expect(await campaignTotals('circle')).toEqual([])
      await record('ruth', { kind: 'one-off', amount: 10_000 })
      await record('asha', { amount: 50_000, currency: 'INR' })
      await record('asha')
      await record('back', { status: 'refunded', amount: 90_000 })
      await record('other', { campaign: 'in-honor' })
      expect(await campaignTotals('circle')).toEqual([wholeMoney(500, 'INR'), wholeMoney(125, 'USD')])
      await breakStore()
      expect(await campaignTotals('circle')).toBeNull()
    })
  })

  test.each([
    [0, /^$/],
    [9, /^$/],
    [10, /^10 of 100 .* are taken through this site\. 90 are free/],
    [99, /^99 of 100 .* are taken through this site\. 1 is free/],
    [100, /^All 100 .* are taken/],
    [230, /^All 100 .* are taken/],
  ])('with %i donors the page says %p', (taken, sentence) => expect(placesSentence(taken, 100)).toMatch(sentence))

  const goal = wholeMoney(25_000, 'USD')
  const [rupees, dollars] = [wholeMoney(500, 'INR'), wholeMoney(25, 'USD')]
  const reached = 'The goal of $25,000 is reached: $25,000 has been given through this site. Thank you.'
  test.each([
    [{ goal }, [], ''],
    [{ goal }, [wholeMoney(2499, 'USD')], ''],
    [{ goal }, [wholeMoney(3450, 'USD')], '$3,450 of $25,000 has been given through this site.'],
    [{ goal }, [rupees], ''],
    [{ goal }, [rupees, goal], reached],
    [{}, [rupees, dollars], ''],
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
})
