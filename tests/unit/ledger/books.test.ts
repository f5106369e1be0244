/** The books, lists and figures of the ledger. The rows of the books add up to the payouts of Stripe. */

import { parse } from 'csv-parse/sync'
import { cardProvider } from '#lib/giving/checkout/card-payments.ts'
import {
  campaignTotals,
  daysLeftSentence,
  monthlyDonors,
  placesSentence,
  progressSentence,
} from '#lib/giving/ledger/campaign-progress.ts'
import { compareWhenDue } from '#lib/giving/ledger/comparison.ts'
import { books, type Days } from '#lib/giving/ledger/gift-table.ts'
import { giftIn, hasPaidGift } from '#lib/giving/ledger/paid-gift.ts'
import { recordPayouts } from '#lib/giving/ledger/payouts.ts'
import { recordedGifts } from '#lib/giving/ledger/recorded-gifts.ts'
import {
  csvOf,
  giftLine,
  giftPurpose,
  panTable,
  type ReportedGift,
  sponsorLines,
  type Table,
} from '#lib/giving/ledger/report.ts'
import { dayMs, stopClock } from '#lib/platform/clock.ts'
import { csvCell } from '#lib/platform/csv.ts'
import { wholeMoney } from '#lib/platform/money.ts'
import { store } from '#lib/platform/store/index.ts'
import type { GiftsTable } from '#lib/platform/store/schema.ts'
import { runCommand } from '#tests/support/commands.ts'
import { breakStore, giftRow, useFreshStore as inFreshStores, onSqlite } from '#tests/support/store.ts'
import { asha, gifts, givingSite, openForeignSession, postJson, postSponsorship, ruth } from '../checkout/support.ts'
import { confirmTransfer, lineOf, makePledge } from '../pledges/support.ts'
import { giftSteps, play } from './gift-stories.ts'

jest.setTimeout(120_000)

const labels = new Map([[2, 'Cleft-Free World']])
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
  const parts = rows.filter(({ kind, payout }) => kind !== 'payout' && payout)
  const found = Map.groupBy(parts, ({ payout }) => String(payout))
  return new Map(
    [...found].map(([payout, part]) => [payout, cents(part.reduce((sum, { net }) => sum + Number(net), 0))]),
  )
}

onSqlite(() => {
  const site = givingSite(() => undefined)
  const { once, monthly, month, pay, debit, refund, refundFails, dispute, close } = giftSteps(site)
  const record = async (since?: Date) => {
    const provider = cardProvider()
    const recorded = provider && (await recordPayouts(provider, since))
    if (!recorded?.ok) throw new Error('The payouts could not be recorded')
    return recorded.value
  }
  const payOut = (day: number) => site.control<Payout[]>('payouts', { day: inDays(day) })

  test.each([
    ['each currency by itself', undefined, 4],
    ['rupees converted to dollars', 'usd', 2],
  ])('gifts with refunds, disputes and fees, %s: the rows of each payout add up to it', async (_, currency, count) => {
    await site.control('settlement', { currency })
    await play([once, pay, refund(40_000), once, pay, refund(), once, pay, refund(), refundFails])
    await play([once, pay, dispute, close('won'), once, pay, dispute, close('lost'), once, pay, dispute, monthly, pay])
    await postSponsorship(ruth)
    await play([pay, () => openForeignSession(site), pay])
    const first = await payOut(2)
    await play([() => postSponsorship({ ...ruth, email: 'lee@example.org' }), pay, refund(5000)])
    await play([month('paid'), refund(10_000), close('lost'), once, debit])
    const second = await payOut(40)
    await play([once, pay])
    expect(await record()).toBe(count)

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
    const days = { from: inDays(30), until: inDays(50) }
    const later = sums(await rowsOf(days))
    for (const { id, amount } of second) expect(later.get(id)).toBe(amount)
    for (const { id } of first) expect(later.has(id)).toBe(false)
  })

  test('a payout is recorded once, and again on request, with the same rows', async () => {
    await play([once, pay, refund(1000)])
    await payOut(2)
    expect([await record(), await record()]).toEqual([1, 0])
    const rows = await rowsOf()
    expect(await record(new Date(Date.now() - dayMs))).toBe(1)
    expect(await rowsOf()).toEqual(rows)
  })

  test('the daily comparison records payouts', async () => {
    await play([once, pay])
    await payOut(2)
    await compareWhenDue()
    expect(await gifts()).toMatchObject([{ payout: expect.stringMatching(/^po_/), paid_out_at: inDays(2) }])
  })

  test('fee and net are known when the gift is recorded, in the currency of the payouts', async () => {
    await play([once, pay])
    await site.control('settlement', { currency: 'usd' })
    await play([once, pay])
    expect((await gifts()).map((gift) => [gift.provider_fee, gift.provider_net, gift.fee_currency])).toEqual(
      expect.arrayContaining([
        [2930, 97_070, 'INR'],
        [66, 1184, 'USD'],
      ]),
    )
  })

  test('Stripe that fails half way leaves whole payouts, and the rest is read the next time', async () => {
    await play([once, pay])
    await payOut(2)
    await site.behave({ mode: 'fail', path: '/v1/balance_transactions' })
    await expect(record()).rejects.toThrow()
    expect(await gifts()).toMatchObject([{ payout: null }])
    await site.behave({ mode: 'ok' })
    expect(await record()).toBe(1)
  })

  test('a row has receipt, payment, gross, fees, net, payout, method, address and telephone, in local days', async () => {
    await play([() => postJson({ ...asha, paymenttype: 'once' }), pay, refund(40_000)])
    const [payout] = await payOut(2)
    await record()
    const { db } = await store()
    // Half past midnight in Mumbai, and the evening before in New York.
    const occurred_at = new Date(`${inDays(0)}T19:00:00Z`).toISOString()
    await db.updateTable('gifts').set({ occurred_at }).execute()
    const [row] = await rowsOf()
    const [gift] = await gifts()
    expect(row).toMatchObject({
      day: inDays(1),
      kind: 'one-off',
      status: 'paid',
      currency: 'INR',
      gross: '1000.00',
      refunded: '400.00',
      receipt: expect.stringMatching(/^\d{4}-\d\d\/00001 version 2$/),
      amount: '600.00',
      method: 'card',
      payment: gift?.object_id,
      "provider's fee": '29.3',
      net: '970.7',
      'payout currency': 'INR',
      payout: payout?.id,
      'paid out on': inDays(2),
      reason: 'Cleft-Free World',
      reference: gift?.reference,
      ...{
        donor: 'Asha Rao',
        telephone: expect.stringContaining('5555 0100'),
        address: '12 Lake Road\nMumbai, 400001',
      },
    })
  })

  test('a transfer needs no payout: its net is what the bank got', async () => {
    const { reference } = await makePledge()
    await confirmTransfer(lineOf(`UPI ${reference}`), { reference })
    const [gift] = (await Array.fromAsync(recordedGifts())).flat()
    expect(await rowsOf()).toMatchObject([
      {
        payment: gift?.object_id,
        method: 'transfer',
        gross: '1000.00',
        net: '1000',
        'payout currency': 'INR',
        payout: '',
      },
    ])
  })

  test('a period has the days of the entity: those of Mumbai for rupees, of New York for dollars', async () => {
    const { db } = await store()
    const at = (currency: string, occurred_at: string) =>
      giftRow(`${currency} ${occurred_at}`, { currency, occurred_at })
    await db
      .insertInto('gifts')
      .values([
        at('INR', '2026-10-31T18:29:59.999Z'),
        at('INR', '2026-10-31T18:30:00.000Z'),
        at('INR', '2026-11-30T18:29:59.999Z'),
        at('INR', '2026-11-30T18:30:00.000Z'),
        at('USD', '2026-11-01T03:59:59.999Z'),
        at('USD', '2026-11-01T04:00:00.000Z'),
        at('USD', '2026-12-01T04:59:59.999Z'),
        at('USD', '2026-12-01T05:00:00.000Z'),
      ])
      .execute()
    const rows = await rowsOf({ from: '2026-11-01', until: '2026-11-30' })
    expect(rows.map(({ currency, day }) => `${currency} ${day}`)).toEqual([
      'INR 2026-11-01',
      'USD 2026-11-01',
      'INR 2026-11-30',
      'USD 2026-11-30',
    ])
  })

  test('the table has sponsors’ details, the fees that a donor covered, and no formulas', async () => {
    const { db } = await store()
    await db
      .insertInto('gifts')
      .values(giftRow('one', { kind: 'sponsorship', donor_name: '=HYPERLINK("x")', campaign: 'in-honor' }))
      .execute()
    const details = {
      ...{
        levels: 'Running Circle, the 5K Run4Love',
        telephone: '+1 423 555 0100',
        website: '',
        address: '1 River Street',
      },
      ...{ 'contact information': 'Sam', 'promotional items': 'yes', comments: '=1+1\u001b[2J' },
    }
    expect(await rowsOf({}, () => details)).toMatchObject([
      {
        levels: 'Running Circle, the 5K Run4Love',
        telephone: "'+1 423 555 0100",
        address: '1 River Street',
        donor: `'=HYPERLINK("x")`,
        campaign: 'in-honor',
        comments: expect.stringMatching(/^'=1\+1/),
      },
    ])
  })
})

describe('charity gifts', () => {
  const site = givingSite()
  const { once, pay } = giftSteps(site)
  const run = (...words: string[]) => runCommand('gifts', words)

  test('resync records payouts, and --csv takes days', async () => {
    await play([once, pay])
    await site.control('payouts', { day: inDays(2) })
    expect(await run('resync')).toMatchObject({ code: 0, stdout: expect.stringContaining('1 payouts are recorded') })
    expect(await run('--csv', `--from=${inDays(2)}`)).toMatchObject({ stdout: expect.stringMatching(/"po_\w+"/) })
    expect(await run('--csv', `--until=${inDays(-40)}`)).toMatchObject({ stdout: expect.not.stringMatching(/"po_/) })
    expect(await run('--csv', '--from=May')).toMatchObject({ code: 1, stderr: expect.stringMatching(/2026-11-01/) })
  })
})

describe('Lists of gifts', () => {
  const labels = new Map([[2, 'Cleft-Free World']])
  const gift: ReportedGift = {
    kind: 'one-off',
    status: 'paid',
    currency: 'INR',
    amount: 100_000,
    reason: 2,
    reference: 'G-ABCD-EFGH',
    campaign: null,
    donor_name: 'Asha Rao',
    donor_email: 'asha@example.org',
    occurred_at: '2026-11-21T06:30:00.000Z',
  }
  const sponsorship: ReportedGift = { ...gift, kind: 'sponsorship', currency: 'USD', amount: 125_000, reason: null }

  test('a line has time, amount, status, purpose and donor', () => {
    expect(giftLine(gift, labels)).toBe(
      '2026-11-21 06:30        ₹1,000  one-off      paid      G-ABCD-EFGH     Cleft-Free World: Asha Rao <asha@example.org>',
    )
    expect(giftLine({ ...gift, campaign: 'in-honor' }, labels)).toMatch(/Cleft-Free World \(in-honor\): Asha Rao/)
    expect(giftLine({ ...gift, reference: null, donor_name: 'A\u001b\u001b[2Jb' }, labels)).toBe(
      `2026-11-21 06:30        ₹1,000  one-off      paid      ${' '.repeat(14)}  Cleft-Free World: A [2Jb <asha@example.org>`,
    )
  })

  test('a purpose is its label, its number, or the kind of payment', () => {
    expect(giftPurpose(gift, labels)).toBe('Cleft-Free World')
    expect(giftPurpose({ ...gift, reason: 7 }, labels)).toBe('Reason 7')
    expect(giftPurpose(sponsorship, labels)).toBe('Sponsorship')
    expect(giftPurpose({ ...gift, reason: null }, labels)).toBe('No reason given')
  })

  /** A table of these gifts, in two pages. */
  async function textOf(table: Table<ReportedGift>, gifts: readonly ReportedGift[]): Promise<string> {
    async function* pages() {
      yield gifts.slice(0, 1)
      yield gifts.slice(1)
    }
    return (await Array.fromAsync(csvOf(table, pages()))).join('')
  }

  describe('The whole ledger', () => {
    onSqlite(() => {
      const october = { occurred_at: '2026-10-31T23:59:59.999Z', amount: 50_000, reason: 2 }

      test('is read in pages, each gift once and in order, also many of one moment', async () => {
        const { db } = await store()
        const ids = Array.from({ length: 1201 }, (_, number) => `gift-${String(number).padStart(4, '0')}`)
        for (const part of [ids.slice(0, 600), ids.slice(600)])
          await db
            .insertInto('gifts')
            .values(part.map((id) => giftRow(id)))
            .execute()
        await db.insertInto('gifts').values(giftRow('before', october)).execute()
        const pages = await Array.fromAsync(recordedGifts())
        expect(pages.flat().map(({ id }) => id)).toEqual(['before', ...ids])
        expect(Math.max(...pages.map((page) => page.length))).toBeLessThan(1000)
        const [from, until] = [october.occurred_at, '2026-11-01']
        expect((await Array.fromAsync(recordedGifts({ from, until }))).flat()).toMatchObject([
          { id: 'before', attempt: null },
        ])
      })
    })
  })

  test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '\n=1', ' =1', '＝1', '|cmd', '%0A=1'])(
    '%j is no formula in the table',
    (value) => {
      expect(csvCell(value)).toBe(`"'${value}"`)
    },
  )

  test('a number below zero is a number in the table', () => expect(csvCell(-3.2)).toBe('"-3.2"'))

  const details = {
    levels: 'Running Circle, the 5K Run4Love',
    telephone: '+1 423 555 0100',
    website: '',
    address: '1 River Street\nChattanooga',
    'contact information': 'Sam',
    'promotional items': 'yes',
    comments: '=1+1\u001b[2J',
  }

  test('a sponsorship is followed by its details, one per line', () => {
    expect(sponsorLines(details)).toEqual([
      '    levels: Running Circle, the 5K Run4Love',
      '    telephone: +1 423 555 0100',
      '    address: 1 River Street Chattanooga',
      '    contact information: Sam',
      '    promotional items: yes',
      '    comments: =1+1 [2J',
    ])
  })

  test('the table of PANs has the paid gifts with a PAN, and marks those that cannot be decrypted', async () => {
    const pans = new Map([
      ['G-ABCD-EFGH', 'ABCPE1234F'],
      ['G-AAAA-AAAA', '(damaged)'],
      ['G-BBBB-BBBB', 'ABCPE1234G'],
    ])
    const gifts = [
      gift,
      { ...gift, reference: 'G-AAAA-AAAA', donor_name: '=1+1' },
      { ...gift, reference: 'G-BBBB-BBBB', status: 'refunded' },
      { ...gift, reference: 'G-CCCC-CCCC' },
      { ...gift, reference: null },
    ]
    const table = panTable(({ reference }) => pans.get(reference ?? '') ?? null)
    const [header, ...rows] = (await textOf(table, gifts)).split('\r\n')
    expect(header).toContain('"PAN"')
    expect(rows).toEqual([
      '"2026-11-21T06:30:00.000Z","INR","1000.00","G-ABCD-EFGH","Asha Rao","asha@example.org","ABCPE1234F"',
      '"2026-11-21T06:30:00.000Z","INR","1000.00","G-AAAA-AAAA","\'=1+1","asha@example.org","(damaged)"',
      '',
    ])
  })
})

describe('What a campaign has brought', () => {
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
})
