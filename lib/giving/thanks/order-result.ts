/**
 * What became of an order, for its thank-you page: one answer for every way to pay. Reads the ledger first; the provider is asked only whether
 * a payment that is not recorded yet was made. Records nothing (only a signed event does). Whoever has the address, with its secret id, reads the
 * donor's name and masked e-mail address, whom the gift honors and who gets a message about it, and nothing else about the donor
 * (docs/decisions/0023-only-a-webhook-makes-a-gift.md). While a transfer is awaited, or free places are not kept, nothing about anybody: that
 * address was mailed to whoever the form named.
 */
import { thankYou } from '#lib/contact/enquiries/sentences.ts'
import { isEmail, textOf } from '#lib/contact/forms/form.ts'
import { maskEmail } from '#lib/contact/forms/text.ts'
import { type Tribute, tributeOf } from '#lib/giving/donation/tribute.ts'
import { reasonOf } from '#lib/giving/ledger/report.ts'
import { cardProvider, type PaymentProvider } from '#lib/giving/orders/card-payments.ts'
import { arrivedStatuses, feeIn, isStandingOrder } from '#lib/giving/orders/order.ts'
import { areDetailsMailed, isOwnPage } from '#lib/giving/orders/own-pages.ts'
import { type RecordedPayment, recordedPayment } from '#lib/giving/orders/payment.ts'
import { type Announced, findOrder, openPart, openStates, withWhatCame } from '#lib/giving/orders/store.ts'
import { productFor } from '#lib/giving/products/index.ts'
import { datedTickets } from '#lib/giving/products/tickets.ts'
import { mayHearReports } from '#lib/giving/receipts/camp-report.ts'
import { type GiftToStop, giftToStop } from '#lib/giving/receipts/change-subscription.ts'
import { readInvoicePage, stopPath, stopToken } from '#lib/giving/receipts/links.ts'
import { linkRecipient } from '#lib/giving/receipts/request-link.ts'
import { isFixed, sponsorshipTotal } from '#lib/giving/sponsorship/form.ts'
import { sponsorshipTerms } from '#lib/giving/sponsorship/terms.ts'
import { freeOrder, mayGiveBack, mayKeep } from '#lib/giving/tickets/free.ts'
import { type SoldTicket, ticketsOf } from '#lib/giving/tickets/places.ts'
import { env } from '#lib/platform/env.ts'
import { currentLocale } from '#lib/platform/languages/current.ts'
import { log } from '#lib/platform/log.ts'
import { messages, textsIn } from '#lib/platform/messages/index.ts'
import { type Frequency, formatMoney, giftInWords, type Money } from '#lib/platform/money.ts'
import { isOneOf } from '#lib/platform/narrow.ts'
import type { SessionState } from '#lib/platform/providers/payments.ts'
import { isReference } from '#lib/platform/reference.ts'
import { type GiftStatus, type Noun, nouns } from '#lib/platform/store/schema.ts'
import type { PaymentForm, SponsorshipForm, TicketForm } from '#lib/site/content/giving-pages.ts'
import type { Page } from '#lib/site/content/schema.ts'

/**
 * The state of a payment. `confirmed`: it has arrived. `confirming`: a bank has yet to decide. `failed`: not paid; the form can be sent again. `unknown`: there is no such payment.
 * `unreachable`: the provider or the store does not answer. `unrecorded`: the id is invented, or its order could not be saved; the two cannot be distinguished.
 */
type Decided = 'confirmed' | 'confirming' | 'failed' | 'expired' | 'refunded' | 'disputed'
type PaymentState = Decided | 'unknown' | 'unreachable' | 'unrecorded'

/**
 * `transfer`: a transfer, or its rest, is awaited; once all came, it has the state of a payment. `invoiced`: an invoice was asked for; `reserved`: the same for an
 * event whose day is not fixed. `invoice`: the page of an invoice, which says what has come.
 * The states of free places: `held` until the link in a mail is pressed, `keepable` by whoever has pressed it, `registered`, and `unregistered`:
 * given back, given up, or invented.
 */
type FreeState = 'held' | 'keepable' | 'registered' | 'unregistered'
export type OrderState = PaymentState | FreeState | 'transfer' | 'invoiced' | 'reserved' | 'invoice'

/** A monthly gift as it is now, with the page that stops it. `canChange`: that page also mails a link for amount and card. */
export type MonthlyGift = { gift: GiftToStop; stopHref: string; canChange: boolean }

export type OrderResult = {
  state: OrderState
  heading: string
  sentence: string
  /** The amount paid or to be paid; for a monthly gift, each month. */
  money: Money | null
  /** The part that covers the card fees. */
  fee: Money | null
  /** The part that was refunded. */
  returned: Money | null
  frequency: Frequency | null
  /** Purpose code of the donation forms. */
  reason: number | null
  /** Slug of its campaign. */
  campaign: string | null
  /** Ids of the sponsor's levels; empty for a gift. */
  levels: readonly string[]
  /** In whose honor or memory the gift is. */
  tribute: Tribute | null
  /** Who receives a tribute message about it; null if none was requested or can be sent, or once it is erased. */
  cardTo: string | null
  reference: string | null
  /** Null until the payment is recorded. */
  paidAt: Date | null
  /** `email`: masked; null when receipts have nowhere to go, or no mail is set up. */
  donor: { name: string; organisation: string | null; email: string | null } | null
  /** For a monthly gift that was made, or whose first payment was refused. */
  monthly: MonthlyGift | null
  /** Whether the donor of this gift hears what it did; null if nobody can be asked. */
  hears: boolean | null
  /** Valid tickets. */
  tickets: readonly SoldTicket[]
  /** Whether free places can be given back. */
  canGiveBack: boolean
  /** How the transfer is sent, and whether the account details are mailed to the donor too. */
  transfer: { isByUpi: boolean; isMailed: boolean } | null
}

type Known = Omit<OrderResult, 'state' | 'heading' | 'sentence'>
const nothing: Known = {
  money: null,
  fee: null,
  returned: null,
  frequency: null,
  reason: null,
  campaign: null,
  levels: [],
  tribute: null,
  cardTo: null,
  reference: null,
  paidAt: null,
  donor: null,
  monthly: null,
  hears: null,
  tickets: [],
  canGiveBack: false,
  transfer: null,
}

/** The query of the address, which is not trusted. */
type Asked = { session_id?: unknown; invoice?: unknown; levels?: unknown; keep?: unknown }

type Ports = {
  provider?: Pick<PaymentProvider, 'isOwnSession' | 'readSession'> | null
  /** Whether this visitor may cause another request to the provider. */
  mayAsk?: () => Promise<boolean>
}

/** `page`, `form`: the form whose thank-you page this is. */
export async function orderResult(
  { page, form }: { page: Page; form: PaymentForm },
  { session_id, invoice, levels, keep }: Asked,
  { provider = cardProvider(), mayAsk = async () => true }: Ports = {},
): Promise<OrderResult> {
  const pageId = textOf(session_id)
  if (form.kind === 'sponsorship-form' && isReference(invoice))
    return invoiceResult({ ...form, page }, invoice, textOf(levels).split('.'))
  if (form.kind === 'sponsorship-form' && invoice !== undefined) return invoicePage(form, readInvoicePage(invoice))
  if (form.kind === 'ticket-form' && isOwnPage('free', pageId))
    return freeResult({ ...form, page }, pageId, textOf(keep))
  const { subscriptionId, ...payment } = await paymentResult(pageId, { provider, mayAsk })
  const { state, reference } = payment
  const isPaid = state === 'confirmed'
  const t = messages()
  const monthly = subscriptionId && (isPaid || state === 'failed') ? await monthlyGift(subscriptionId, mayAsk) : null
  // Neither is a reason to hide a payment while the store fails.
  const asked = isPaid && form.kind === 'donation-form' ? await mayHearReports(pageId).catch(() => null) : null
  const tickets = isPaid && form.kind === 'ticket-form' ? await ticketsOf(reference).catch(() => []) : []
  return {
    ...payment,
    ...(isPaid &&
      monthly &&
      isStopped(monthly) && { heading: t('payment.monthlyStopped'), sentence: t('payment.monthlyStoppedDetail') }),
    monthly,
    hears: asked?.hears ?? null,
    tickets,
  }
}

const says = (state: OrderState, heading: string, sentence: string, known: Partial<Known> = {}): OrderResult => ({
  ...nothing,
  ...known,
  state,
  heading,
  sentence,
})

/** Everything comes from the address: nothing is looked up. */
function invoiceResult(form: SponsorshipForm, reference: string, levels: string[]) {
  const { day } = sponsorshipTerms(form)
  const total = sponsorshipTotal({ levels }, form.levels)
  const state = day === null || isFixed(day) ? 'invoiced' : 'reserved'
  const money = total.amount > 0 ? total : null
  return says(state, messages()('thanks.heading'), thankYou(), { money, frequency: 'once', levels, reference })
}

/** What has come for an invoice, and what is open. Names nobody. */
async function invoicePage({ event }: Pick<SponsorshipForm, 'event'>, reference: string | null): Promise<OrderResult> {
  const order = await findOrder(reference)
  const [invoice] = order?.form === event && order.payBy === 'invoice' ? await withWhatCame([order]) : []
  if (!invoice || invoice.state === 'draft') return resultFor('unknown')
  const { state, money, answers } = invoice
  const levels = Array.isArray(answers.levels) ? answers.levels.map(String) : []
  const isOpen = isOneOf(openStates, state)
  const transfer = isOpen ? { isByUpi: false, isMailed: false } : null
  const known = { frequency: 'once', levels, reference, transfer, money: isOpen ? openPart(invoice) : money } as const
  return says('invoice', messages()('invoice.heading'), whatCame(invoice), known)
}

function whatCame(order: Announced): string {
  const locale = currentLocale()
  const [amount, open] = [order.money, openPart(order)].map((money) => formatMoney(money, locale)) as [string, string]
  const came = formatMoney({ ...order.money, amount: order.came }, locale)
  const state = order.came === 0 ? 'none' : isOneOf(openStates, order.state) ? 'part' : 'all'
  return messages()('invoice.came', { state, amount, came, open })
}

async function freeResult(form: Pick<TicketForm, 'event' | 'page'>, pageId: string, keep: string) {
  const t = messages()
  const { tickets, isKept } = await freeOrder(pageId)
  const [ticket] = tickets
  if (!ticket) return says('unregistered', t('tickets.notRegistered'), t('tickets.notRegisteredDetail'))
  if (!isKept && !mayKeep(pageId, keep)) return says('held', t('tickets.confirm'), t('tickets.confirmDetail'))
  const [sentence, canGiveBack] = [datedTickets(form, ticket.day), mayGiveBack(tickets)]
  if (!isKept) return says('keepable', t('tickets.keepTitle'), sentence, { canGiveBack })
  return says('registered', t('tickets.registered'), sentence, { canGiveBack, tickets })
}

/** The current state of a monthly gift. */
async function monthlyGift(subscriptionId: string, mayAsk: () => Promise<boolean>): Promise<MonthlyGift> {
  const token = stopToken(subscriptionId)
  const [gift, recipient] = await Promise.all([
    mayAsk().then((may) => (may ? giftToStop(token, cardProvider()) : { state: 'unreachable' as const })),
    linkRecipient(token),
  ])
  return { gift, stopHref: stopPath(token), canChange: recipient !== null }
}

export const isStopped = ({ gift: { state } }: MonthlyGift): boolean => state === 'ended' || state === 'ending'

/** Never throws. */
async function paymentResult(pageId: string, { provider, mayAsk }: Required<Ports>): Promise<Payment> {
  const isTransfer = isOwnPage('transfer', pageId)
  if (!isTransfer && !provider?.isOwnSession(pageId)) return resultFor('unknown')
  const recorded = await readRecorded(pageId)
  if (recorded === null) return resultFor(isTransfer ? 'unknown' : 'unrecorded')
  if (recorded !== 'store-unavailable') {
    if (isTransfer && isOneOf([...openStates, 'closed'], recorded.state)) return transferResult(recorded)
    const decided = recorded.gift && decisions[recorded.gift.status]
    if (decided) return resultFor(decided, recorded)
  }
  // The provider knows nothing about transfers.
  if (isTransfer || !provider || !(await mayAsk())) return resultFor('unreachable')
  const session = await provider.readSession(pageId)
  if (!session.ok) return resultFor(session.failure.kind === 'missing' ? 'unknown' : 'unreachable')
  const { state, subscriptionId } = session.value
  return { ...resultFor(state, recorded === 'store-unavailable' ? detailsOf(session.value) : recorded), subscriptionId }
}

async function readRecorded(pageId: string): Promise<RecordedPayment | 'store-unavailable' | null> {
  try {
    return await recordedPayment(pageId)
  } catch (error) {
    log.warn('The order of a thank-you page could not be looked up', { error })
    return 'store-unavailable'
  }
}

/** For a transfer that has not come yet, or of which the rest has not. */
async function transferResult(order: RecordedPayment): Promise<OrderResult> {
  const { frequency, reference, answers } = order
  const money = openPart(order)
  const t = messages()
  const amount = formatMoney(money, currentLocale())
  const noted = t(isStandingOrder(order) ? 'transfer.sentenceMonthly' : 'transfer.sentence', { amount })
  const sentence = order.state === 'part-paid' ? whatCame(order) : noted
  const isMailed = await areDetailsMailed(reference).catch(() => false)
  const transfer = { isByUpi: answers.paymentMethod === 'upi', isMailed }
  return says('transfer', t('transfer.heading'), sentence, { money, frequency, reference, transfer })
}

/** What the status of a gift in the ledger decides; while it is pending, nothing. */
const decisions: Readonly<Partial<Record<GiftStatus, Decided>>> = {
  paid: 'confirmed',
  refunded: 'refunded',
  disputed: 'disputed',
  lost: 'disputed',
  failed: 'failed',
}

/** What is known about a payment. */
type Details = {
  [Name in 'product' | 'money' | 'frequency' | 'answers' | 'card' | 'reference' | 'donor' | 'gift']?:
    | RecordedPayment[Name]
    | null
    | undefined
}

/** From the session's metadata, which checkout set. */
const detailsOf = ({ money, frequency, metadata }: SessionState): Details => ({
  product: productFor(null, metadata),
  money,
  frequency,
  reference: metadata.reference,
  answers: { ...metadata, levels: metadata.levels?.split(' ') },
})

/** `subscriptionId`: of a monthly gift whose payment is recorded or known to the provider. */
type Payment = OrderResult & { subscriptionId?: string | null }

function resultFor(state: PaymentState, details: Details = {}): Payment {
  const { money = null, frequency = null, reference = null, card, donor = null, gift = null } = details
  const answers = details.answers ?? {}
  const { reason, campaign, levels } = answers
  // No mail is promised before an account for mail is set up.
  const isMailed = env().emailjs !== null
  const noun = nouns[details.product ?? 'gift']
  const isSubscription = frequency === 'monthly' && !isReference(gift?.subscription_id)
  const returned = state === 'confirmed' ? returnedOf(money, gift) : state === 'refunded' ? money : null
  return {
    ...nothing,
    state,
    ...wordsFor(state, { frequency, money, returned, noun, wasPending: gift?.status === 'failed', isSubscription }),
    money,
    fee: money && feeIn({ money, answers }, money),
    returned,
    frequency,
    reason: reasonOf(reason),
    campaign: typeof campaign === 'string' && campaign !== '' ? campaign : null,
    levels: Array.isArray(levels) ? levels.map(String) : [],
    tribute: tributeOf(answers),
    cardTo: isMailed && card ? card.to : null,
    reference,
    paidAt: gift && isOneOf(arrivedStatuses, gift.status) ? new Date(gift.occurred_at) : null,
    donor: donor && {
      name: donor.name,
      organisation: donor.organisation || null,
      email: isMailed && isEmail(donor.email) ? maskEmail(donor.email) : null,
    },
    subscriptionId: gift?.subscription_id ?? null,
  }
}

/** The ledger keeps the amount after a partial refund. */
function returnedOf(money: Money | null, gift: RecordedPayment['gift']): Money | null {
  const amount = money && gift ? money.amount - gift.amount : 0
  return money && amount > 0 ? { ...money, amount } : null
}

type Wording = {
  frequency: Frequency | null
  money: Money | null
  returned: Money | null
  noun: Noun
  /** A delayed payment: the bank refused it after the donor had left. */
  wasPending: boolean
  /** Charged every month; not a standing order. */
  isSubscription: boolean
}

function wordsFor(state: PaymentState, { frequency, money, returned, noun, wasPending, isSubscription }: Wording) {
  const t = messages()
  const moneyTexts = textsIn().money
  const locale = currentLocale()
  const amount = money ? giftInWords(money, frequency ?? 'once', moneyTexts, locale) : 'none'
  switch (state) {
    case 'confirmed': {
      const back = returned ? ` ${t('payment.partlyReturned', { amount: formatMoney(returned, locale) })}` : ''
      return {
        heading: t(isSubscription ? 'payment.confirmedMonthly' : 'payment.confirmed'),
        sentence: t('payment.confirmedDetail', { noun, amount }) + back,
      }
    }
    case 'failed':
      return {
        heading: t('payment.failed'),
        sentence: wasPending ? t('payment.failedAtBank', { noun, amount }) : t('payment.failedDetail'),
      }
    case 'refunded':
      return {
        heading: t('payment.refunded', { noun }),
        sentence: t('payment.refundedDetail', { noun, amount: money ? formatMoney(money, locale) : 'none' }),
      }
    case 'unreachable':
    case 'unrecorded':
      return { heading: t('payment.confirmingPayment'), sentence: t(`payment.${state}Detail`) }
    case 'confirming':
    case 'disputed':
    case 'expired':
    case 'unknown':
      return { heading: t(`payment.${state}`, { noun }), sentence: t(`payment.${state}Detail`, { noun, amount }) }
  }
}
