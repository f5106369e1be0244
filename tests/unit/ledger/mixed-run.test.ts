/**
 * Sixty gifts in every way, and what happens to them afterwards. In the end the stand-in for Stripe, the ledger, the register of receipts, the
 * mails, the books, the yearly lists and the payouts agree to the smallest unit.
 */
import { parse } from 'csv-parse/sync'
import type Stripe from 'stripe'
import { POST as askForInvoice } from '#app/api/sponsorship-invoice/route.ts'
import { books } from '#lib/giving/ledger/gift-table.ts'
import { recordPayouts } from '#lib/giving/ledger/payouts.ts'
import { cardProvider } from '#lib/giving/orders/card-payments.ts'
import { findOrders } from '#lib/giving/orders/store.ts'
import { arrivalOf, confirmGift, undoTransfer } from '#lib/giving/pledges/confirm.ts'
import type { StatementLine } from '#lib/giving/pledges/statement.ts'
import { inReturnFor } from '#lib/giving/products/index.ts'
import { contributors, statementOfDonations } from '#lib/giving/receipts/year-lists.ts'
import { latestReceipts } from '#lib/giving/register.ts'
import { mailKinds } from '#lib/jobs/mail.ts'
import { dayMs } from '#lib/platform/clock.ts'
import { deliverDue } from '#lib/platform/outbox/deliver.ts'
import { store } from '#lib/platform/store/index.ts'
import { confirmTyped } from '#tests/support/confirm-typed.ts'
import { correctGifts } from '#tests/support/correct-gifts.ts'
import { setEnvironment } from '#tests/support/store.ts'
import { asha, by, gifts, givingSite, mailEnvironment, postJson, postSponsorship, ruth } from '../checkout/support.ts'
import { linesOf, makePledge, rowOf } from '../pledges/support.ts'
import { giftSteps, play, type Step } from './gift-stories.ts'

jest.setTimeout(120_000)

const site = givingSite()
beforeEach(() =>
  setEnvironment({
    ...mailEnvironment(site),
    SAMPLE_NOTICE: '1',
    DATA_ENCRYPTION_KEY: Buffer.alloc(32, 7).toString('base64'),
  }),
)

const { pay, debit, settle, refund, refundFails, dispute, disputePart, close, month, cancel } = giftSteps(site)
const yesterday = new Date(Date.now() - dayMs).toISOString().slice(0, 10)
const inDays = (days: number) => new Date(Date.now() + days * dayMs).toISOString().slice(0, 10)
const days = [yesterday.slice(8), yesterday.slice(5, 7), yesterday.slice(2, 4)].join('/')

let count = 0
/** Another donor, with a mailbox of their own. */
const next = () => {
  count += 1
  return `donor${count}@example.org`
}
const rupees: Step = () => postJson({ ...asha, email: next(), paymenttype: 'once' }, by(count))
const monthly: Step = () => postJson({ ...asha, email: next() }, by(count))
const dollars: Step = () =>
  postJson({ ...asha, email: next(), paymenttype: 'once', currency: 'USD', amount: 30_000, money: 300 }, by(count))
const sponsor: Step = () => postSponsorship({ ...ruth, email: next() }, by(count))
const mail: Step = () => deliverDue(mailKinds)

async function done<Value>(work: Promise<{ ok: true; value: Value } | { ok: false; failure: unknown }>) {
  const answer = await work
  if (!answer.ok) throw new Error(String(answer.failure))
  return answer.value
}

/** By card and debit: what is left of each, or what became of it, is known from these steps alone. */
async function giveByCard() {
  for (const open of [rupees, dollars, sponsor]) {
    await play([open, pay, open, pay, open, pay, mail])
    await play([open, pay, refund(5000), mail, open, pay, mail, refund(), mail, refundFails, mail])
    await play([open, pay, refund(1000), refund(), mail, open, pay, mail, dispute, mail, close('won'), mail])
    await play([open, pay, mail, dispute, close('lost'), mail, open, pay, dispute, mail])
    await play([open, pay, mail, dispute, close('warning_needs_response'), mail, close('warning_closed'), mail])
    await play([
      open,
      pay,
      mail,
      disputePart(2000),
      mail,
      open,
      pay,
      disputePart(3000),
      close('lost'),
      refund(1000),
      mail,
    ])
    await play([open, pay, refund(1000), disputePart(2000), mail, disputePart(3000), close('won'), mail])
  }
  await play([rupees, debit, settle('succeeded'), dollars, debit, settle('failed'), rupees, debit, mail])
  await play([monthly, pay, month('paid'), month('failed'), cancel, mail])
  await play([monthly, pay, month('paid'), refund(20_000), mail, month('paid'), mail])
}

/** By statement, cheque, cash and invoice, with one split transfer, one second gift, one standing order and one undo. */
async function giveByHand() {
  const pledges = []
  for (let number = 0; number < 12; number += 1) pledges.push(await makePledge({ email: next() }))
  const order = await makePledge({ email: next(), frequency: 'monthly' })
  const references = pledges.map(({ reference }) => reference)
  const lines = linesOf(
    ...references.map((reference) => rowOf(`NEFT ${reference}`, '1000.00', days)),
    rowOf('THE REST', '250.50', days),
    rowOf('AGAIN', '75.25', days),
    rowOf(order.reference, '900.00', days),
  )
  const [split, rest, again, standing] = [lines[0], ...lines.slice(-3)]
  if (!split || !rest || !again || !standing) throw new Error('Lines are missing')
  const confirm = (found: StatementLine[], reference = '', as: 'whole' | 'second' = 'whole') =>
    done(confirmGift(arrivalOf(found, 'transfer'), { reference, as }))
  await confirm([split, rest], references[0])
  const confirmed = []
  for (const [index, line] of lines.slice(1, 12).entries()) confirmed.push(await confirm([line], references[index + 1]))
  await confirm([again], references[1], 'second')
  await confirm([standing], order.reference)
  await mail()
  await undoTransfer(confirmed[4]?.id ?? '')
  for (const mode of ['cash', 'cheque'])
    for (const amount of ['500', '1999.99', '1000']) {
      const donor = { name: `Donor ${mode} ${amount}`, citizen: 'yes', address: '12 Lake Road' }
      await done(confirmTyped({ amount, currency: 'INR', day: yesterday, mode }, { donor, isSecond: false }))
    }
  const { paymentMethod: _, ...order5k } = { ...ruth, email: next() }
  const headers = { 'content-type': 'application/json', ...by(count) }
  const address = 'http://localhost:3000/api/sponsorship-invoice'
  const asked = await askForInvoice(new Request(address, { method: 'POST', headers, body: JSON.stringify(order5k) }))
  const { reference } = (await asked.json()) as { reference: string }
  const cheque = { amount: '1250', currency: 'USD', day: yesterday, mode: 'cheque' }
  await done(confirmTyped(cheque, { reference, as: 'whole' }))
  await mail()
  await done(correctGifts(references[2] ?? '', { name: 'Asha R. Rao', reason: '5' }))
  const [first] = await gifts()
  await done(correctGifts(first?.reference ?? '', { address: '1 Hill Road\nPune 411001' }))
  await mail()
}

const sum = <Item>(items: readonly Item[], amountOf: (item: Item) => number) =>
  items.reduce((total, item) => total + amountOf(item), 0)
const minor = (cell: string | undefined) => Math.round(Number(cell) * 100)

test('sixty gifts with refunds, disputes, corrections, a split transfer and an undo: everything agrees', async () => {
  await giveByCard()
  const first = await site.control<Stripe.Payout[]>('payouts', { day: inDays(2) })
  await giveByHand()
  await play([rupees, pay, mail])
  const second = await site.control<Stripe.Payout[]>('payouts', { day: inDays(9) })
  const provider = cardProvider()
  expect(provider && (await done(recordPayouts(provider)))).toBe(first.length + second.length)

  const recorded = await gifts()
  const paid = recorded.filter(({ status }) => status === 'paid')
  const byId = new Map(recorded.map((gift) => [gift.object_id, gift]))
  expect(recorded.length).toBeGreaterThanOrEqual(60)
  expect(
    Object.fromEntries([...Map.groupBy(recorded, ({ status }) => status)].map(([key, of]) => [key, of.length])),
  ).toEqual({ paid: 57, refunded: 3, disputed: 3, lost: 3, undone: 1, failed: 2, pending: 1 })

  // The stand-in: what each payment still is worth there.
  const { data: payments } = await site.stripe<{ data: Stripe.PaymentIntent[] }>('payment_intents?limit=200')
  const { data: refunds } = await site.stripe<{ data: Stripe.Refund[] }>('refunds?limit=100')
  const { data: disputes } = await site.stripe<{ data: Stripe.Dispute[] }>('disputes?limit=100')
  const isPart = ({ payment_intent, amount, status }: Stripe.Dispute) =>
    /^(?:needs_response|lost)$/.test(status) && amount < (payments.find(({ id }) => id === payment_intent)?.amount ?? 0)
  const gone = [...refunds.filter(({ status }) => status === 'succeeded'), ...disputes.filter(isPart)]
  const backOf = (payment: string) =>
    sum(
      gone.filter(({ payment_intent }) => payment_intent === payment),
      ({ amount }) => amount,
    )
  const atStripe = payments.filter(({ status }) => status === 'succeeded')
  const direct = atStripe.filter(({ id }) => byId.has(id))
  for (const { id, amount } of direct) {
    const gift = byId.get(id)
    const left = amount - (gift?.status === 'refunded' ? 0 : backOf(id))
    expect([id, gift?.given_back, gift?.amount]).toEqual([id, backOf(id), left])
  }
  const months = recorded.filter(({ object_id }) => object_id.startsWith('in_'))
  expect(atStripe.length).toBe(direct.length + months.filter(({ status }) => status === 'paid').length)

  // The register: numbers without gaps, versions from 1, the latest of which states what is left, and why.
  const { db } = await store()
  const rows = await db.selectFrom('receipts').selectAll().orderBy('number').orderBy('version').execute()
  for (const series of Map.groupBy(rows, ({ entity, year }) => `${entity} ${year}`).values()) {
    const numbers = [...new Set(series.map(({ number }) => number))]
    expect(numbers).toEqual(numbers.map((_, index) => index + 1))
  }
  for (const versions of Map.groupBy(rows, ({ gift_id }) => gift_id).values()) {
    expect(versions.map(({ version }) => version)).toEqual(versions.map((_, index) => index + 1))
    expect(new Set(versions.map(({ number }) => number)).size).toBe(1)
  }
  const receipts = await latestReceipts(recorded.map(({ id }) => id))
  for (const { id, status, amount } of recorded) {
    const { facts, cause } = receipts.get(id) ?? {}
    if (status === 'paid') expect([id, facts?.void, facts?.amount]).toEqual([id, false, amount])
    else if (['refunded', 'lost', 'undone'].includes(status))
      expect([id, facts?.void, cause]).toEqual([id, true, status])
    else if (status !== 'disputed') expect([id, facts]).toEqual([id, undefined])
  }
  const causes = new Set(rows.map(({ cause }) => cause))
  expect([...causes].map(String).sort()).toEqual('corrected lost null reduced refunded reinstated undone'.split(' '))

  // The mails: each version was mailed once, or is part of a later one; a pending dispute and an inquiry say nothing.
  const outbox = await db.selectFrom('outbox').select(['kind', 'subject_id', 'state']).execute()
  expect(outbox.filter(({ state }) => state !== 'sent')).toEqual([])
  const changed = outbox.filter(({ kind }) => kind === 'receipt-change').map(({ subject_id }) => subject_id)
  expect(changed.every((id) => rows.some((row) => row.id === id && row.version > 1))).toBe(true)
  const mailed = new Set(outbox.filter(({ kind }) => kind === 'receipt').map(({ subject_id }) => subject_id))
  const unmailed = recorded.filter(({ id, donor_email }) => donor_email && receipts.has(id) && !mailed.has(id))
  // Of those, nothing was left or certain when the receipt would have been sent.
  expect(unmailed.map(({ status }) => status).sort()).toEqual([
    ...Array(3).fill('disputed'),
    ...Array(3).fill('refunded'),
  ])

  // The books: a row for each gift with its receipt, and for each payout the sum of its rows.
  const text = (await Array.fromAsync(books(new Map(), () => null))).join('')
  const table = parse<Record<string, string>>(text, { columns: true, bom: true })
  for (const { object_id, id, amount, given_back, status } of recorded) {
    const receipt = receipts.get(id)
    const shown = receipt && (receipt.version > 1 ? `${receipt.number} version ${receipt.version}` : receipt.number)
    const row = table.find(({ payment, kind }) => payment === object_id && !['refund', 'dispute'].includes(kind ?? ''))
    const gross = status === 'refunded' ? amount : amount + given_back
    expect([minor(row?.amount), minor(row?.gross), row?.receipt]).toEqual([amount, gross, shown ?? ''])
  }
  for (const { id, amount } of [...first, ...second]) {
    const parts = table.filter(({ payout, kind }) => payout === id && kind !== 'payout')
    expect([id, minor(String(sum(parts, ({ net }) => Number(net))))]).toEqual([id, amount])
    expect(minor(table.find(({ payout, kind }) => payout === id && kind === 'payout')?.amount)).toBe(amount)
  }

  // The yearly lists: all that was paid, and nothing else. India's names disputed payments too, as not in the statement.
  const thisYear = new Date().getUTCFullYear()
  const years = [thisYear - 1, thisYear]
  const inRupees = (await Promise.all(years.map(statementOfDonations))).flatMap((list) => [
    ...(list?.entries.map(({ amount }) => amount) ?? []),
    ...(list?.leftOut.flatMap(({ gift }) => (gift.status === 'disputed' ? [] : gift.amount)) ?? []),
  ])
  const paidIn = (currency: string) => paid.filter((gift) => gift.currency === currency)
  expect(sum(inRupees, (amount) => amount)).toBe(sum(paidIn('INR'), ({ amount }) => amount))
  const attempts = await findOrders(recorded.map(({ reference }) => reference))
  const given = sum(paidIn('USD'), ({ amount, given_back, reference, kind }) =>
    Math.max(
      0,
      amount -
        ((kind === 'sponsorship' &&
          inReturnFor(attempts.get(reference ?? '') ?? null, { amount, given_back })?.value.amount) ||
          0),
    ),
  )
  const inDollars = (await Promise.all(years.map(contributors))).flatMap((list) => list ?? [])
  expect(sum(inDollars, ({ total }) => total)).toBe(given)
  expect(inDollars.flatMap(({ unacknowledged }) => unacknowledged)).toEqual([])
})
