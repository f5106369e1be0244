/**
 * Makes a gift of money that did not come by card, when a person confirms it, and undoes that. Lines, gift and receipt are written in one
 * transaction: a killed process leaves all or nothing, and if two people confirm at once, one of them gets an error.
 */
import { createHash } from 'node:crypto'
import { sql, type Transaction } from 'kysely'
import { hasPaidGift } from '#lib/giving/ledger/paid-gift.ts'
import { undoConfirmed, writeConfirmed } from '#lib/giving/ledger/record-event.ts'
import { identityOf, sealId } from '#lib/giving/orders/identity.ts'
import { isStandingOrder, type Order, type OrderWithSecrets } from '#lib/giving/orders/order.ts'
import {
  announced,
  findOrderWithSecrets,
  openPart,
  openStates,
  saveOrder,
  withWhatCame,
} from '#lib/giving/orders/store.ts'
import type { OpenPledge } from '#lib/giving/pledges/matching.ts'
import type { Recorded } from '#lib/giving/pledges/resemblance.ts'
import type { StatementLine } from '#lib/giving/pledges/statement.ts'
import {
  isLate,
  type Payment,
  readDonor,
  readPayment,
  type TypedDonor,
  type TypedPayment,
  withoutForm,
} from '#lib/giving/pledges/typed-gift.ts'
import type { Undoing } from '#lib/giving/register.ts'
import type { Fault, Remark } from '#lib/giving/remark.ts'
import { dayMs, utcNow } from '#lib/platform/clock.ts'
import { formatMoney, type Money } from '#lib/platform/money.ts'
import { isOneOf } from '#lib/platform/narrow.ts'
import type { GiftReading } from '#lib/platform/providers/payments.ts'
import { isReference, newReference } from '#lib/platform/reference.ts'
import { failure, type Result, success } from '#lib/platform/result.ts'
import { type Also, type Database, store, writeTogether } from '#lib/platform/store/index.ts'
import { isCurrency } from '#lib/site/content/currencies.ts'
import { cashLimits } from '#lib/site/content/index.ts'

/**
 * Pledges, and invoices that sponsors have asked for. A standing order stays after it has ended, in case money still comes; one that ended before
 * its first month does not.
 */
export async function openPledges(): Promise<OpenPledge[]> {
  const orders = await withWhatCame(await announced([...openStates, 'paid', 'ended']))
  return orders.map((order) => ({
    reference: order.reference,
    money: order.state === 'part-paid' ? openPart(order) : order.money,
    names: [order.donor.name, ...(order.donor.organisation ? [order.donor.organisation] : [])],
    day: order.createdAt.slice(0, 10),
    paid: !isOneOf(openStates, order.state),
    monthly: isStandingOrder(order),
    isInvoice: order.payBy === 'invoice',
  }))
}

/** Ids of the transfers by the fingerprints of their lines, for those of these lines that were confirmed and not undone. */
export async function confirmedLines(lines: readonly string[]): Promise<Map<string, string>> {
  const { db } = await store()
  const rows = await db.selectFrom('transfers').select(['id', 'line']).where('line', 'in', lines).execute()
  return new Map(rows.flatMap(({ id, line }) => (line ? [[line, id.split('/')[0] ?? id]] : [])))
}

/**
 * The money in the books that these lines could be, by line or as somebody typed it, in some months around them. `id`: of the transfer; `line`: the fingerprint.
 */
export async function recordedLike(
  lines: readonly StatementLine[],
): Promise<(Recorded & { id: string; line: string | null })[]> {
  const { db } = await store()
  const { currency = '' } = lines[0]?.money ?? {}
  const days = lines.map(({ day }) => day).sort()
  const around = (day: string | undefined, by: number) =>
    new Date(Date.parse(day ?? '2026-01-01') + by * dayMs).toISOString()
  const rows = await db
    .selectFrom('transfers')
    .innerJoin('gifts', (join) => join.on(sql`substr(transfers.id, 1, 11)`, '=', sql.ref('gifts.object_id')))
    .select(['transfers.id', 'transfers.line', 'transfers.text', 'transfers.account', 'donor_name'])
    .select(({ fn }) => [
      fn.coalesce('transfers.amount', 'gifts.amount').as('amount'),
      fn.coalesce('transfers.day', sql<string>`substr(occurred_at, 1, 10)`).as('day'),
    ])
    .where('undone_at', 'is', null)
    .where('currency', '=', currency)
    .where('occurred_at', '>=', around(days[0], -100))
    .where('occurred_at', '<=', around(days.at(-1), 100))
    .where(({ fn }) => fn.coalesce('transfers.amount', 'gifts.amount'), 'in', [
      ...new Set(lines.map(({ money }) => money.amount)),
    ])
    .execute()
  return rows.map(({ id, line, text, account, day, amount, donor_name }) => ({
    id: id.slice(0, 11),
    line,
    account,
    day,
    money: { amount: Number(amount), currency },
    text: account === null ? donor_name : text,
  }))
}

/** Money that arrived. `lines`: of a bank statement, whose sum it is; none for what somebody typed. `about`: number of the cheque, remark. */
type Arrival = Payment & { lines: readonly Omit<StatementLine, 'code'>[]; about?: readonly string[] }

/**
 * Whose gift it is. `reference`: of a pledge or an invoice, which it pays; `part`: a part of the invoice. `second`: a gift of its own,
 * by the donor of an earlier gift. `isSecond`: the donor gave the same amount in the same way on that day before.
 */
export type Giver = { reference: string; as: 'whole' | 'part' | 'second' } | { donor: TypedDonor; isSecond: boolean }

/** `notes`: what the office must know. */
export type Confirmed = { id: string; reference: string; money: Money; notes: Remark[] }
/** All failures at once. */
export type Confirmation = Result<Confirmed, Remark[]>

/** One gift by lines of one statement, at least one: their sum, on the last of their days. */
export function arrivalOf(lines: readonly StatementLine[], mode: Payment['mode']): Arrival {
  const amount = lines.reduce((sum, { money }) => sum + money.amount, 0)
  const day =
    lines
      .map((line) => line.day)
      .toSorted()
      .at(-1) ?? ''
  return { money: { amount, currency: lines[0]?.money.currency ?? '' }, day, mode, lines }
}

/** A gift that is on no statement, as somebody typed it. */
export type Typed = { payment: TypedPayment; giver: Giver }
/** `row`: which of several gifts, from 0. */
export type RowFault = Fault & { row: number }

/** Reads typed gifts and writes nothing: for a last look. All failures at once, each with its field, or '' for none. */
export async function readTyped(typed: readonly Typed[]): Promise<Result<Ready[], RowFault[]>> {
  const read: Ready[] = []
  const faults: RowFault[] = []
  for (const [row, one] of typed.entries()) {
    const ready = await readOne(one)
    if (ready.ok) read.push(ready.value)
    else faults.push(...ready.failure.map((fault) => ({ ...fault, row })))
  }
  return faults.length > 0 ? failure(faults) : success(read)
}

async function readOne({ payment: typed, giver }: Typed): Promise<Result<Ready, Fault[]>> {
  const payment = readPayment(typed)
  const money = payment.ok ? payment.value.money : { amount: 0, currency: typed.currency.toUpperCase() }
  const donor = 'donor' in giver && isCurrency(money.currency) ? readDonor(giver.donor, money) : null
  const faults = [...(payment.ok ? [] : payment.failure), ...(donor && !donor.ok ? donor.failure : [])]
  if (!payment.ok || faults.length > 0) return failure(faults)
  const ready = await readyOf({ ...payment.value, lines: [], about: [typed.number ?? '', typed.remark ?? ''] }, giver)
  return ready.ok ? ready : failure(ready.failure.map((remark) => ({ field: 'reference', remark })))
}

/** All of them or none. */
export async function recordTyped(
  gifts: readonly Ready[],
  also?: Also<Confirmed[]>,
): Promise<Result<Confirmed[], RowFault[]>> {
  const written = await writeAll(gifts, also)
  if (written.ok) return written
  const { row, remark } = written.failure
  const twice = gifts.findIndex(({ done: { id } }) => id === remark.id)
  const shown: Remark = twice < 0 ? remark : { kind: 'twiceHere', row: String(twice) }
  return failure([{ row, field: fieldOf(remark, gifts[row]), remark: shown }])
}

/** Beside which of the typed fields it is said that a gift cannot be written. */
function fieldOf({ kind }: Remark, gift: Ready | undefined): string {
  if (kind === 'alreadyTyped') return 'as'
  return kind === 'cashRefused' || gift?.isNew ? 'amount' : 'reference'
}

/** Rolls the transaction back. `row`: the gift that cannot be written. */
class Refusal extends Error {
  readonly row: number
  readonly remark: Remark
  constructor(remark: Remark, row = 0) {
    super(remark.kind)
    this.row = row
    this.remark = remark
  }
}

/** A gift that was read and can be written. `done`: what it then is. */
export type Ready = Giving & { arrival: Arrival; line: string | null; done: Confirmed }

/** */
export async function confirmGift(arrival: Arrival, giver: Giver, also?: Also<Confirmed>): Promise<Confirmation> {
  const ready = await readyOf(arrival, giver)
  if (!ready.ok) return ready
  const { done } = ready.value
  const written = await writeAll([ready.value], (transaction) => also?.(transaction, done) ?? Promise.resolve())
  return written.ok ? success(done) : failure([written.failure.remark])
}

async function readyOf(arrival: Arrival, giver: Giver): Promise<Result<Ready, Remark[]>> {
  const { day, money } = arrival
  const giving = await givingOf(arrival, giver)
  const late: Remark[] = isLate(day, money.currency) ? [{ kind: 'dayToCome', day }] : []
  if (!giving.ok || late.length > 0) return failure([...late, ...(giving.ok ? [] : giving.failure)])
  const { order, notes } = giving.value
  const unmailed: Remark[] = order.donor.email ? [] : [{ kind: 'unmailed' }]
  return success({
    ...giving.value,
    arrival,
    line: fingerprintOf(arrival, giver),
    done: {
      id: newReference('T'),
      reference: order.reference,
      money,
      notes: [...notes, ...cashNotes(arrival), ...unmailed],
    },
  })
}

async function writeAll(
  gifts: readonly Ready[],
  also?: Also<Confirmed[]>,
): Promise<Result<Confirmed[], Pick<Refusal, 'row' | 'remark'>>> {
  const done = gifts.map((gift) => gift.done)
  try {
    await writeTogether(async (transaction) => {
      for (const [row, gift] of gifts.entries()) {
        const refused = await write(transaction, gift)
        if (refused) throw new Refusal(refused, row)
      }
      return done
    }, also)
  } catch (error) {
    if (error instanceof Refusal) return failure(error)
    throw error
  }
  return success(done)
}

/** Why it cannot be written, or null. */
async function write(
  transaction: Transaction<Database>,
  { arrival, order, pays, isNew, line, done: { id } }: Ready,
): Promise<Remark | null> {
  const { mode, lines, about = [] } = arrival
  const text = `Typed: ${[mode, ...about].filter(Boolean).join(', ')}`
  const typed = { line, text, account: null, day: null, amount: null }
  const rows = lines.map((each) => ({
    line: each.id,
    text: each.text,
    account: each.account ?? '',
    day: each.day,
    amount: each.money.amount,
  }))
  // In one order, so that two people who confirm the same lines do not wait for each other.
  const sorted = rows.length > 0 ? rows.toSorted((a, b) => a.line.localeCompare(b.line)) : [typed]
  for (const [number, row] of sorted.entries()) {
    const which = number === 0 ? { id, ...pays } : { id: `${id}/${number + 1}`, ...paysNothing }
    const inserted = await transaction
      .insertInto('transfers')
      .values({ ...which, ...row, confirmed_at: utcNow(), undone_at: null })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!inserted) return conflictOf(transaction, row.line, { ...pays, isTyped: lines.length === 0 })
  }
  if (isNew) await saveOrder(transaction, order)
  await writeConfirmed(transaction, readingOf(arrival, id, order), order)
  return mode === 'cash' ? cashFault(transaction, id) : null
}

/** So that the same gift is not typed twice. Null if it may be. */
const fingerprintOf = ({ money, day, mode }: Arrival, giver: Giver): string | null =>
  'reference' in giver || giver.isSecond
    ? null
    : createHash('sha256')
        .update(JSON.stringify([money, day, mode, giver.donor.name.toLowerCase(), giver.donor.organisation]))
        .digest('hex')

type Conflict = Pays & { isTyped: boolean }

async function conflictOf(
  db: Transaction<Database>,
  line: string | null,
  { pays, pays_day: day, isTyped }: Conflict,
): Promise<Remark> {
  const before = await db.selectFrom('transfers').select('id').where('line', '=', line).executeTakeFirst()
  const [id] = before?.id.split('/') ?? []
  if (!id) return { kind: 'alreadyPaid', reference: pays ?? '', day: day || 'none' }
  return { kind: isTyped ? 'alreadyTyped' : 'lineConfirmed', id }
}

/** Columns of a transfer: what it pays. */
type Pays = { pays: string | null; pays_day: string }
const paysNothing: Pays = { pays: null, pays_day: '' }

/** `isNew`: the order has to be stored. */
type Giving = { order: OrderWithSecrets; pays: Pays; isNew: boolean; notes: Remark[] }

async function givingOf({ money, day }: Arrival, giver: Giver): Promise<Result<Giving, Remark[]>> {
  if ('donor' in giver) {
    const read = readDonor(giver.donor, money)
    if (!read.ok) return failure(read.failure.map(({ remark }) => remark))
    return success({ order: read.value, pays: paysNothing, isNew: true, notes: [] })
  }
  const { reference, as } = giver
  const found = await findOrderWithSecrets(reference)
  if (as === 'second') return secondGift(reference, found, money)
  // If the order is not kept, only its reference tells that it was an invoice.
  if (found ? found.payBy === 'invoice' : reference.startsWith('E-'))
    return invoicePaid(reference, found, { money, day }, as === 'part')
  if (!found) return failure([{ kind: 'pledgeUnknown', reference }])
  if (found.payBy !== 'transfer') return failure([{ kind: 'notAPledge', reference }])
  return found.money.currency === money.currency
    ? success({ order: found, pays: paysOf(found, day), isNew: false, notes: [] })
    : failure([{ kind: 'pledgeInCurrency', reference, currency: found.money.currency }])
}

/** An order is paid once. A standing order, and the rest of an order that is paid in parts, at most once a day, so that nobody enters the same payment twice. */
const paysOf = (order: Order, day: string): Pays => ({
  pays: order.reference,
  pays_day: isStandingOrder(order) || order.state === 'part-paid' ? day : '',
})

/** A sponsorship, also by a part of the invoice. */
async function invoicePaid(
  reference: string,
  order: OrderWithSecrets | null,
  { money, day }: Pick<Payment, 'money' | 'day'>,
  isPart: boolean,
): Promise<Result<Giving, Remark[]>> {
  if (order?.payBy !== 'invoice' || order.state === 'draft') return failure([{ kind: 'invoiceUnknown', reference }])
  const [announced] = await withWhatCame([order])
  const open = announced && order.state === 'part-paid' ? openPart(announced) : order.money
  const isRight =
    open.currency === money.currency && (isPart ? money.amount < open.amount : money.amount === open.amount)
  if (!isRight) {
    const rest = open.amount < order.money.amount ? formatMoney(open) : 'none'
    const [amount, paid] = [formatMoney(order.money), formatMoney(money)]
    return failure([{ kind: 'invoiceAmount', reference, amount, rest, paid }])
  }
  return success({ order, pays: paysOf(order, day), isNew: false, notes: [] })
}

/** With the details of the donor. Levels of a sponsorship belong to the first gift. */
async function secondGift(
  before: string,
  found: OrderWithSecrets | null,
  money: Money,
): Promise<Result<Giving, Remark[]>> {
  if (!found || !(await hasPaidGift(before))) return failure([{ kind: 'notSecond', reference: before }])
  const { currency } = found.money
  if (currency !== money.currency) return failure([{ kind: 'giftInCurrency', reference: before, currency }])
  const { product, form, donor, language } = found
  const { levels: _, ...answers } = found.answers
  const number = identityOf(found)?.number
  const reference = newReference('G')
  const identity = number?.ok ? sealId(reference, number.value) : null
  const notes: Remark[] = number && !identity ? [{ kind: 'idNotCopied' }] : []
  const order = { ...withoutForm, product, form, donor, language, answers, reference, money, identity }
  return success({ order, pays: paysNothing, isNew: true, notes })
}

/** Counts the gift that was just written, and others in cash by the same person: on the same day, or to the same campaign, as one occasion. */
async function cashFault(transaction: Transaction<Database>, id: string): Promise<Remark | null> {
  const gifts = transaction.selectFrom('gifts')
  const gift = await gifts.selectAll().where('object_id', '=', id).executeTakeFirstOrThrow()
  const limits = cashLimits(gift.currency)
  if (!limits) return null
  const name = gift.donor_name.toLowerCase()
  const { sum } = await gifts
    .select(({ fn }) => fn.sum('amount').as('sum'))
    .where('method', '=', 'cash')
    .where('status', '=', 'paid')
    .where('currency', '=', gift.currency)
    .where((each) => each.or([each('occurred_at', '=', gift.occurred_at), each('campaign', '=', gift.campaign)]))
    .where(({ or, eb, fn }) =>
      or([eb(fn('lower', ['donor_name']), '=', name), eb('donor_email', '=', gift.donor_email || null)]),
    )
    .executeTakeFirstOrThrow()
  const { from, law } = limits.refused
  return Number(sum) < from.amount
    ? null
    : { kind: 'cashRefused', sum: formatMoney({ ...from, amount: Number(sum) }), limit: formatMoney(from), law }
}

/** What the office must know of a payment in cash. */
export function cashNotes({ money, mode }: { money: Money; mode: string | null }): Remark[] {
  const limits = mode === 'cash' ? cashLimits(money.currency)?.deductible : undefined
  return limits && money.amount > limits.upTo.amount
    ? [{ kind: 'cashNotDeductible', limit: formatMoney(limits.upTo), law: limits.law }]
    : []
}

/** The bank states a day without a time. Noon UTC is on the same day in India and in the USA. */
function readingOf({ money, mode, day }: Payment, id: string, order: Order): GiftReading {
  const { reference, form, answers } = order
  const { reason, campaign } = answers
  return {
    objectId: id,
    kind: isStandingOrder(order) ? 'monthly' : 'one-off',
    status: 'paid',
    answerBy: null,
    money,
    givenBack: 0,
    method: mode,
    metadata: {
      reference,
      form,
      ...(reason != null && { reason: String(reason) }),
      ...(campaign != null && { campaign: String(campaign) }),
    },
    subscriptionId: isStandingOrder(order) ? reference : null,
    donor: { name: null, email: null },
    occurredAt: new Date(`${day}T12:00:00Z`),
  }
}

/** `receipt`: whether the donor has a receipt, which is no longer valid. */
type Undone = Result<{ donor: string; email: string; receipt: boolean }, 'unknown' | 'undone'>

/** Takes a gift back with all its lines. They can then be confirmed again, also with a different match. */
export async function undoTransfer(id: string, why: Undoing = 'undone', also?: Also): Promise<Undone> {
  if (!isReference(id)) return failure('unknown')
  return writeTogether(async (transaction): Promise<Undone> => {
    const undone = await transaction
      .updateTable('transfers')
      .set({ line: null, pays: null, undone_at: utcNow() })
      .where((row) => row.or([row('id', '=', id), row('id', 'like', `${id}/%`)]))
      .where('undone_at', 'is', null)
      .returning('id')
      .executeTakeFirst()
    const gift = undone && (await undoConfirmed(transaction, id, why))
    if (!gift) return failure('undone')
    const mail = await transaction
      .selectFrom('outbox')
      .select('state')
      .where('kind', '=', 'receipt')
      .where('subject_id', '=', gift.id)
      .executeTakeFirst()
    return success({
      donor: gift.donor_name,
      email: gift.donor_email,
      receipt: mail?.state === 'sent' || mail?.state === 'unknown',
    })
  }, also)
}
