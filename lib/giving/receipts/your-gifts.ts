/**
 * All gifts of one e-mail address, and what their donor may do about them. Only for holders of a mailed link: every function takes the id
 * of a gift from such a link and finds the address itself, so that nobody reaches another donor's gifts.
 */
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { describeGift } from '#lib/giving/donation/form.ts'
import { donationTerms } from '#lib/giving/donation/terms.ts'
import { stagedAbout } from '#lib/giving/exchange/person.ts'
import type { Gift } from '#lib/giving/ledger/paid-gift.ts'
import { hasCustomerPortal, type PaymentProvider } from '#lib/giving/orders/card-payments.ts'
import { feeIn, type OrderWithSecrets } from '#lib/giving/orders/order.ts'
import { findOrders } from '#lib/giving/orders/store.ts'
import { inReturnFor, purposeInWords } from '#lib/giving/products/index.ts'
import { erasePerson, personData } from '#lib/giving/receipts/admin.ts'
import { agreeToReports, endReports, hearsReports } from '#lib/giving/receipts/camp-report.ts'
import { confirmAmount, confirmChange, readOwnSubscription } from '#lib/giving/receipts/change-subscription.ts'
import { financialYearOf } from '#lib/giving/register.ts'
import { dayMs, now, utcNow } from '#lib/platform/clock.ts'
import { monthsAfter } from '#lib/platform/dates.ts'
import { log } from '#lib/platform/log.ts'
import { type Currency, type Money, parseWholeAmount } from '#lib/platform/money.ts'
import { isOneOf } from '#lib/platform/narrow.ts'
import { enqueue } from '#lib/platform/outbox/queue.ts'
import { wakeOutboxWorker } from '#lib/platform/outbox/worker.ts'
import type { SubscriptionChange, SubscriptionReading } from '#lib/platform/providers/payments.ts'
import { isReference } from '#lib/platform/reference.ts'
import { type Also, store, writeTogether } from '#lib/platform/store/index.ts'
import { momentOf, wallTime } from '#lib/platform/zone.ts'
import { currencyTerms } from '#lib/site/content/currencies.ts'
import { hasMandates, receipts, receiptTerms } from '#lib/site/content/index.ts'

/** `value`: of the benefits that a sponsor received; null if unknown. `fee`: the part that covers the card fees. */
export type DonorGift = Gift & { purpose: string; value: Money | null; fee: Money | null }
/** `reading`: null while the provider does not respond. `failedOn`: when the last payment was due, if the bank did not make it. */
export type MonthlyGift = {
  id: string
  purpose: string
  gift: DonorGift
  reading: SubscriptionReading | null
  failedOn: Date | null
}
/** Gifts: latest first. `hearsReports`: whether they are mailed what camps did. */
export type DonorGifts = { email: string; gifts: DonorGift[]; hearsReports: boolean }

/** Enough for years of weekly gifts, while the page stays readable. */
const maxGifts = 500
/** Each one takes a request to the provider. */
const maxMonthly = 10

/** Null if the gift no longer exists. */
export async function donorGifts(giftId: string): Promise<DonorGifts | null> {
  const { db } = await store()
  const named = await db.selectFrom('gifts').select('donor_email').where('id', '=', giftId).executeTakeFirst()
  if (!named?.donor_email) return null
  const rows = await db
    .selectFrom('gifts')
    .selectAll()
    .where(sql`lower(donor_email)`, '=', named.donor_email.toLowerCase())
    .where('status', 'not in', ['failed', 'undone'])
    .orderBy('occurred_at', 'desc')
    .limit(maxGifts)
    .execute()
  const orders = await findOrders(rows.map(({ reference }) => reference))
  const gifts = rows.map((gift) => {
    const order = orders.get(gift.reference ?? '') ?? null
    return {
      ...gift,
      purpose: purposeInWords(gift, order),
      value: inReturnFor(order, gift)?.value ?? null,
      fee: feeIn(order, gift),
    }
  })
  return { email: named.donor_email, gifts, hearsReports: await hearsReports(named.donor_email) }
}

/** The monthly gifts that have not ended. */
export const monthlyGifts = async (found: DonorGifts, provider: PaymentProvider | null): Promise<MonthlyGift[]> =>
  (await allMonthly(found, provider)).filter(({ reading }) => reading?.state !== 'ended')

/** All monthly gifts, except those that the provider no longer knows. */
export async function allMonthly({ gifts }: DonorGifts, provider: PaymentProvider | null): Promise<MonthlyGift[]> {
  const latest = new Map<string, DonorGift>()
  for (const gift of gifts)
    if (gift.subscription_id && !latest.has(gift.subscription_id)) latest.set(gift.subscription_id, gift)
  const failed = await lastFailures([...latest.keys()])
  const found = await Promise.all(
    [...latest].slice(0, maxMonthly).map(async ([id, gift]) => {
      const read = await readOwnSubscription(id, provider)
      return !read.ok && read.failure.kind === 'missing'
        ? []
        : [{ id, gift, purpose: gift.purpose, reading: read.ok ? read.value : null, failedOn: failed.get(id) ?? null }]
    }),
  )
  // The months before and after a change of terms lead to the same gift.
  const shown = new Set<string>()
  return found.flat().filter(({ reading }) => !reading || (!shown.has(reading.id) && shown.add(reading.id)))
}

/** When the latest payment of each monthly gift was due, of those that failed. */
async function lastFailures(ids: readonly string[]): Promise<Map<string, Date>> {
  const { db } = await store()
  const rows = await db
    .selectFrom('gifts')
    .select(['subscription_id', 'status', 'occurred_at'])
    .where('subscription_id', 'in', ids)
    .orderBy('occurred_at')
    .execute()
  const latest = [...new Map(rows.map((row) => [row.subscription_id ?? '', row])).values()]
  return new Map(
    latest.flatMap(({ subscription_id, status, occurred_at }) =>
      status === 'failed' ? [[subscription_id ?? '', new Date(occurred_at)]] : [],
    ),
  )
}

/** Payments closer than this need the donor's agreement. */
const minDaysApart = 20

/** When a gift that moves to another day is charged next. `soon`: the day before that, if it is too close to the last charge. */
export function daysFor(day: number, { next, last, zone }: { next: Date; last: Date; zone: string }) {
  const moved = chargeOn(day, next, zone)
  const isSoon = moved.getTime() - last.getTime() < minDaysApart * dayMs
  const first = isSoon ? chargeOn(day, monthsAfter(next, 1), zone) : moved
  return { first, second: chargeOn(day, monthsAfter(first, 1), zone), soon: isSoon ? moved : null }
}

/** Of a gift as it is now; null if it cannot be moved. `day`: as typed. */
export function movedDays(day: string, { gift, reading }: Pick<MonthlyGift, 'gift' | 'reading'>) {
  const count = /^\d{1,2}$/.test(day) ? Number(day) : 0
  if (reading?.state !== 'running' || !reading.next || reading.paused || count < 1 || count > 28) return null
  const { zone } = receiptTerms(gift.currency)
  return daysFor(count, { next: reading.next, last: new Date(gift.occurred_at), zone })
}

const giftActions = ['amount', 'day', 'pause', 'resume', 'card', 'receipt', 'reports', 'no-reports', 'erase'] as const
export type GiftAction = (typeof giftActions)[number]
export const isGiftAction = (intent: unknown): intent is GiftAction => isOneOf(giftActions, intent)
/** Result that the page shows. */
export type GiftResult =
  | ('amount-confirming' | 'amount-kept' | 'too-soon')
  | ('amount-changed' | 'day-changed' | 'paused' | 'resumed' | 'receipt-sent' | 'reports' | 'no-reports' | 'erased')
  | ('wrong-amount' | 'unknown' | 'unreachable' | 'limited')

/** `which`: the id of a subscription, or of a gift for its receipt. `value`: as typed or chosen; of days, the one that was shown. Neither is trusted. */
type GiftRequest = { which: string; value: string }

/** The moment of the next charge on another day of the month: in the month of the next charge if it is still ahead, else a month later. */
export function chargeOn(day: number, next: Date, zone: string): Date {
  const inMonth = (month: string) => momentOf(zone, `${month}-${String(day).padStart(2, '0')}`, '12:00')
  const moved = inMonth(wallTime(zone, next).slice(0, 7))
  const tomorrow = now().getTime() + dayMs
  return moved.getTime() > tomorrow ? moved : inMonth(wallTime(zone, monthsAfter(moved, 1)).slice(0, 7))
}

/** The change to request from the provider; null if the request is impossible. */
function changeFor(
  action: 'amount' | 'day' | 'pause' | 'resume',
  value: string,
  gift: DonorGift,
  reading: SubscriptionReading,
): SubscriptionChange | null {
  const { next } = reading
  const count = /^\d{1,2}$/.test(value) ? Number(value) : 0
  switch (action) {
    case 'amount': {
      const money = parseWholeAmount(value, currencyTerms(gift.currency))
      const error = describeGift(donationTerms(gift.currency)).fields.otherMoney?.rule?.(value, {})
      return money && !error ? { kind: 'amount', money, name: gift.purpose } : null
    }
    case 'day': {
      // Only a day that the page has shown: after another charge it shows others.
      const days = movedDays(String(Number(value.slice(8, 10))), { gift, reading })
      const at = days && [days.first, days.soon].find((moment) => moment?.toISOString() === value)
      return at ? { kind: 'next-charge', at } : null
    }
    case 'pause': {
      if (!next || count < 1 || count > 3) return null
      // A day after the last skipped charge, so that the next one is made.
      return { kind: 'pause', until: new Date(monthsAfter(next, count - 1).getTime() + dayMs) }
    }
    case 'resume':
      return { kind: 'pause', until: null }
  }
}

const changed = { amount: 'amount-changed', day: 'day-changed', pause: 'paused', resume: 'resumed' } as const

/** Carries out the donor's request about one of their gifts. A returned URL leads to the provider's page for the card. */
export async function manageGifts(
  { email, gifts }: DonorGifts,
  action: GiftAction,
  { which, value }: GiftRequest,
  {
    provider,
    back,
    leadsTo,
  }: { leadsTo: (result: GiftResult) => string; provider: PaymentProvider | null; back: string },
): Promise<GiftResult | URL> {
  if (action === 'erase') {
    await erasePerson(email)
    return 'erased'
  }
  if (action === 'reports' || action === 'no-reports') {
    await (action === 'reports' ? agreeToReports(email) : endReports({ email }))
    return action
  }
  if (action === 'receipt') {
    const gift = gifts.find(({ id, status, imported }) => id === which && status === 'paid' && !imported)
    if (!gift) return 'unknown'
    // Once a day for each gift.
    await mailReceipt(gift, utcNow().slice(0, 10))
    return 'receipt-sent'
  }
  const gift = gifts.find(({ subscription_id }) => subscription_id === which && which !== '')
  // Only the bank of its donor can change a standing order.
  if (!gift || isReference(which)) return 'unknown'
  if (!provider) return 'unreachable'
  const read = await readOwnSubscription(which, provider)
  if (!read.ok) return read.failure.kind === 'missing' ? 'unknown' : 'unreachable'
  if (action === 'card') {
    if (!hasCustomerPortal()) return 'unreachable'
    const opened = await provider.portalSession(read.value.customerId, back)
    return opened.ok ? new URL(opened.value) : 'unreachable'
  }
  if (read.value.state !== 'running') return 'unknown'
  // A second press must not make the pause longer.
  if (action === 'pause' && read.value.paused) return 'paused'
  const change = changeFor(action, value, gift, read.value)
  if (!change) return action === 'amount' ? 'wrong-amount' : 'unknown'
  if (change.kind === 'amount' && hasMandates(gift.currency)) {
    if (read.value.money?.amount === change.money.amount) return 'amount-kept'
    const pages = { thankYou: leadsTo('amount-confirming'), cancelled: leadsTo('amount-kept') }
    return confirmAmount(read.value, change, provider, pages)
  }
  // By the id of its latest terms.
  const made = await provider.changeSubscription(read.value.id, change)
  if (!made.ok) return 'unreachable'
  log.info('A donor changed a monthly gift', { subscription: which, change: change.kind })
  await confirmChange(action, made.value)
  return changed[action]
}

/** A copy of the receipt, once for each `time`. */
export async function mailReceipt({ id }: Pick<Gift, 'id'>, time: string, also?: Also): Promise<void> {
  await writeTogether(
    (transaction) => enqueue(transaction, 'receipt-copy', `${id}/${time}`, { payload: { giftId: id } }),
    also,
  )
  wakeOutboxWorker()
}

/** All that {@link personData} finds, as a file, and what else is known. For a PAN it only says that one is kept. */
export async function personalData(who: string, more: object = {}): Promise<string> {
  const { removed, kept } = await personData(who)
  const paymentOf = ({
    reference,
    form,
    money,
    frequency,
    language,
    createdAt,
    donor,
    answers,
    card,
    identity,
  }: OrderWithSecrets) => ({
    reference,
    kind: form,
    ...money,
    frequency,
    language,
    created_at: createdAt,
    donor,
    answers,
    card,
    hasPan: identity !== null,
  })
  return JSON.stringify(
    {
      ...{
        [who.includes('@') ? 'email' : 'about']: who,
        made: utcNow(),
        gifts: kept.gifts,
        transfers: kept.transfers,
        tickets: [...kept.tickets, ...removed.tickets],
        cards: removed.cards.map(({ reference: _, ...card }) => card),
        consents: removed.consents.map(({ id: _, ...consent }) => consent),
      },
      receipts: kept.receipts.map(({ facts, ...receipt }) => ({ ...receipt, facts: JSON.parse(facts) })),
      payments: [...kept.payments, ...removed.payments].map(paymentOf),
      messages: removed.messages.map(({ reference, form, createdAt, fields }) => ({
        reference,
        form,
        createdAt,
        fields,
      })),
      staged: (await stagedAbout(who)).map(({ file, row, text }) => ({ file, row, text })),
      ...more,
    },
    null,
    2,
  )
}

/**
 * A year in one currency, as the authorities of its country count it. `first`: the calendar year in which it begins. `giver`: the name on the
 * receipts. A company and a person who share a mailbox get a statement each.
 */
export type StatementYear = { currency: Currency; first: number; giver: string }

type Counted = { status: string; currency: Currency; occurred_at: string; donor_name: string }

/** The gifts that count: without refunded ones, and after partial refunds. */
const counts = ({ status }: Counted) => status === 'paid'

/** The statement of each gift. The terms of all currencies are read once. */
function yearsOf(gifts: readonly Counted[]): StatementYear[] {
  const terms = receipts()
  return gifts.map(({ currency, occurred_at, donor_name: giver }) => {
    const { zone = 'UTC', yearStarts = 1 } = terms[currency] ?? {}
    return { currency, first: financialYearOf(occurred_at, { zone, yearStarts }), giver }
  })
}

/** The years with gifts, latest first. */
export function statementYears(gifts: readonly Counted[]): StatementYear[] {
  const years = yearsOf(gifts.filter(counts))
  const found = new Map(years.map((year) => [statementKey(year), year]))
  return [...found.values()].sort(
    (a, b) => b.first - a.first || a.currency.localeCompare(b.currency) || a.giver.localeCompare(b.giver),
  )
}

/** The gifts of a year, oldest first. */
export function giftsInYear<Gift extends Counted>(gifts: readonly Gift[], year: StatementYear): Gift[] {
  const keys = yearsOf(gifts).map(statementKey)
  return gifts
    .filter((gift, index) => counts(gift) && keys[index] === statementKey(year))
    .sort((a, b) => a.occurred_at.localeCompare(b.occurred_at))
}

/** The same name in other capitals or with other spaces is one giver. Says nothing about the name. */
export function giverKey(giver: string): string {
  const name = giver.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim()
  return createHash('sha256').update(name).digest('hex').slice(0, 8)
}

/** As in an address: "USD-2026-1f3870be". */
export const statementKey = ({ currency, first, giver }: StatementYear): string =>
  `${currency}-${first}-${giverKey(giver)}`

/** "2026", or "2026–27" for a year that does not begin in January. */
export const yearInWords = ({ currency, first }: Omit<StatementYear, 'giver'>): string =>
  (receipts()[currency]?.yearStarts ?? 1) === 1
    ? String(first)
    : `${first}–${String((first + 1) % 100).padStart(2, '0')}`
