/** The rows of the books add up to the payouts of Stripe. */
import { parse } from 'csv-parse/sync'
import { cardProvider } from '#lib/giving/checkout/card-payments.ts'
import { compareWhenDue } from '#lib/giving/ledger/comparison.ts'
import { books, type Days } from '#lib/giving/ledger/gift-table.ts'
import { recordPayouts } from '#lib/giving/ledger/payouts.ts'
import { recordedGifts } from '#lib/giving/ledger/recorded-gifts.ts'
import { dayMs } from '#lib/platform/clock.ts'
import { store } from '#lib/platform/store/index.ts'
import { runProgram } from '#tests/support/programs.ts'
import { giftRow, onBothDatabases } from '#tests/support/store.ts'
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

onBothDatabases(() => {
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
  const run = (...words: string[]) => runProgram('scripts/gifts.ts', words)

  test('resync records payouts, and --csv takes days', async () => {
    await play([once, pay])
    await site.control('payouts', { day: inDays(2) })
    expect(await run('resync')).toMatchObject({ code: 0, stdout: expect.stringContaining('1 payouts are recorded') })
    expect(await run('--csv', `--from=${inDays(2)}`)).toMatchObject({ stdout: expect.stringMatching(/"po_\w+"/) })
    expect(await run('--csv', `--until=${inDays(-40)}`)).toMatchObject({ stdout: expect.not.stringMatching(/"po_/) })
    expect(await run('--csv', '--from=May')).toMatchObject({ code: 1, stderr: expect.stringMatching(/2026-11-01/) })
  })
})
