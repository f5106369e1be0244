/** Orders: everything that somebody is going to pay, has paid, or gets for nothing. Types, states and rules. Pure. */
import { hourMs, minuteMs } from '#lib/platform/clock.ts'
import type { Language } from '#lib/platform/languages/index.ts'
import type { Frequency, Money } from '#lib/platform/money.ts'
import {
  type GiftKind,
  type GiftStatus,
  nouns,
  type OrderState,
  type PayBy,
  type Product,
} from '#lib/platform/store/schema.ts'

/**
 * How an order is paid. `free`: by nothing. `office`: typed there, for money that came without an order.
 *
 * Its states. `draft`: recorded, without a page. `open`: its payment page is open. `waiting`: for a transfer, an invoice to be paid, a bank, or the link in
 * a mail. `part-paid`: a part of a transfer or an invoice came, and the rest is expected. `closed`: nothing came, and nothing is expected. `refused`: by the
 * provider. `ended`: a standing order of which nothing more is expected.
 */
export type { OrderState, Product }

/** The states that may follow each. Money may come late: also for a page that is closed. */
export const transitions: Readonly<Record<OrderState, readonly OrderState[]>> = {
  draft: ['open', 'waiting', 'part-paid', 'paid', 'closed', 'refused'],
  open: ['waiting', 'paid', 'closed'],
  waiting: ['open', 'part-paid', 'paid', 'closed', 'ended'],
  'part-paid': ['waiting', 'paid', 'closed'],
  paid: ['open', 'waiting', 'part-paid', 'closed', 'ended'],
  closed: ['waiting', 'part-paid', 'paid', 'ended'],
  refused: ['waiting', 'paid'],
  ended: ['closed'],
}

type Donor = { name: string; email: string; organisation?: string | undefined }

/** To the family of the person in whose name the gift is; `message` and `from` may be empty. */
export type TributeMessage = { to: string; email: string; message: string; from: string }

/** Keyed hashes of the visitor's addresses, never the addresses. Declined cards and places at events are counted by them. */
export type LimitKeys = { visitor: string | null; network?: string | null | undefined; email: string }

/** `kind`: the purpose of a gift, the level of a sponsorship, or the kind of a ticket. `amount`: of all, in the smallest unit. */
export type OrderItem = { kind: string; name: string; amount: number; count: number }

type Answers = Record<string, unknown>

/** An order as it is stored, without its secrets. Times are ISO 8601. */
export type Order = {
  reference: string
  product: Product
  /** Which form: india, usa, 5k-run … */
  form: string
  payBy: PayBy
  state: OrderState
  /** The amount to be paid. */
  money: Money
  frequency: Frequency
  donor: Donor
  /** The other answers: address, telephone, purpose. */
  answers: Answers
  language: Language
  /** Of its page at the provider, or of ours. */
  pageId: string | null
  createdAt: string
  /** From when on it may be erased if no money came. Null: after the usual time. */
  eraseAfter: string | null
  /** When a standing order was ended. */
  endedAt: string | null
}

/** What is erased sooner than the order, and read only by who needs it. Saving an order removes those that are null, so one that was read without them cannot be saved. */
export type OrderWithSecrets = Order & {
  /** Null if none was requested, or once it is erased, as are the other two. */
  card: TributeMessage | null
  /** The number of the identity document, encrypted. */
  identity: string | null
  limitKeys: LimitKeys | null
}

/** A monthly gift that its donor sends by a standing order, or each month by hand. */
export const isStandingOrder = ({ frequency, payBy }: Pick<Order, 'frequency' | 'payBy'>): boolean =>
  frequency === 'monthly' && payBy === 'transfer'

/** What came for an order: the sum, in the smallest unit; null for nothing. `isPending`: a bank has not decided yet. */
export type Received = { amount: number | null; isPending: boolean }

/** The state of an order after money came or was undone. */
export function stateAfter(
  order: Pick<Order, 'state' | 'payBy' | 'frequency' | 'money'> & { isPageOpen: boolean },
  { amount, isPending }: Received,
): OrderState {
  const { state, payBy, money } = order
  if (amount !== null) {
    if (state === 'ended' || (state === 'closed' && isStandingOrder(order))) return 'ended'
    const isOnce = (payBy === 'invoice' || payBy === 'transfer') && !isStandingOrder(order)
    return isOnce && amount < money.amount ? 'part-paid' : 'paid'
  }
  if (isPending && payBy === 'card') return 'waiting'
  if (state === 'ended') return 'closed'
  const hadMoney = state === 'paid' || state === 'part-paid' || (state === 'waiting' && payBy === 'card')
  if (!hadMoney || payBy === 'free') return state
  if (payBy === 'transfer' || payBy === 'invoice') return 'waiting'
  return payBy === 'card' && order.isPageOpen ? 'open' : 'closed'
}

/** A payment page is open for 30 minutes to 24 hours. A minute above that minimum allows for latency and clock differences. */
const minOpenMs = 31 * minuteMs
/** Whole minutes that a page is open at least. */
export const minOpenMinutes = 30
/**
 * An hour below the providers' maximum, and above the 20 hours from which a time limit needs no warning (WCAG 2.2.1,
 * https://www.w3.org/WAI/WCAG22/Understanding/timing-adjustable).
 */
export const maxOpenMs = 23 * hourMs

/**
 * When a payment page closes: the same for every repetition of an order. @param opened when the order was recorded. @param until when what is
 * ordered is over, or 'soon' for an order that holds places. The page stays open for the minimum time in any case. Both ISO 8601.
 */
export function pageCloses(opened: string, until?: string): Date {
  const from = Date.parse(opened)
  const latest = from + maxOpenMs
  const wanted = until === undefined ? latest : until === 'soon' ? from : Math.min(latest, Date.parse(until))
  return new Date(Math.max(from + minOpenMs, wanted))
}

/** The postal address, line by line; empty if the form did not ask. The office types it in one field, which then counts. */
export function addressLines({ address, ...answers }: Answers): string[] {
  const { line1, line2, city, state, postal_code: code } = answers
  const town = [city, state, code].filter(Boolean).join(', ')
  const lines = address ? String(address).split('\n') : [line1, line2, town]
  return lines.map((line) => String(line ?? '').trim()).filter(Boolean)
}

/** The part of a payment that covers the card fees; null for none, and if the amount has changed since the donor chose it. */
export function feeIn(order: Pick<Order, 'money' | 'answers'> | null, paid: Money): Money | null {
  const fee = Number(order?.answers.fee)
  return fee > 0 && order?.money.amount === paid.amount ? { amount: fee, currency: paid.currency } : null
}

/** Whether a gift is only a part of an invoice: what it gives in return is not known. */
export const isPart = (
  order: Pick<Order, 'payBy' | 'money'> | null,
  { amount, given_back }: { amount: number; given_back: number },
): boolean => order?.payBy === 'invoice' && amount + given_back < order.money.amount

/**
 * Places at an event that tickets ask for. `day`: year-month-day. `places`: of the kind at this event; `names`: one for each place that is asked for.
 * `instead`: the reference of an order that this one replaces, whose places are free for it. `perOrder`: how many tickets an order may have.
 */
export type PlacesAsked = {
  event: string
  day: string
  instead?: string | null
  perOrder: number
  kinds: readonly { id: string; places: number; names: readonly string[] }[]
}

/** `sold-out`: too little is left. `too-many`: whoever asks has as much as one may have. */
export type Held = 'held' | 'sold-out' | 'too-many'

/** How money arrives that no provider takes. */
export const modes = ['transfer', 'cheque', 'cash'] as const

/** The statuses of payments that arrived, even if the money went back later. */
export const arrivedStatuses = ['paid', 'refunded', 'disputed', 'lost'] as const satisfies readonly GiftStatus[]

/** The kinds of payments in the ledger. */
export const giftKinds: readonly GiftKind[] = [
  'one-off',
  'monthly',
  ...Object.values(nouns).filter((noun) => noun !== 'gift'),
]
