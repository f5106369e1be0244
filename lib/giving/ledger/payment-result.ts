/**
 * Result of a payment, for thank-you pages. Reads the ledger first; the provider is asked only whether a payment that is not recorded yet
 * was made. Records nothing (only a signed event does). Whoever has the address, with its secret session id, reads the donor's name
 * and masked e-mail address, whom the gift honors and who gets a card, and nothing else about the donor (docs/decisions/0022-who-sees-a-thank-you-page.md).
 */
import 'server-only'
import { isEmail } from '#lib/contact/forms/form.ts'
import { maskEmail } from '#lib/contact/forms/text.ts'
import { type Tribute, tributeOf } from '#lib/giving/donation/tribute.ts'
import { reasonOf } from '#lib/giving/ledger/report.ts'
import { cardProvider } from '#lib/giving/orders/card-payments.ts'
import { type Donor, feeIn } from '#lib/giving/orders/order.ts'
import { type RecordedPayment, recordedPayment } from '#lib/giving/orders/payment.ts'
import { productFor } from '#lib/giving/products/index.ts'
import { env } from '#lib/platform/env.ts'
import { currentLocale } from '#lib/platform/languages/current.ts'
import { log } from '#lib/platform/log.ts'
import { messages, textsIn } from '#lib/platform/messages/index.ts'
import { type Frequency, formatMoney, giftInWords, type Money } from '#lib/platform/money.ts'
import type { PaymentProvider, SessionState } from '#lib/platform/providers/payments.ts'
import { isReference } from '#lib/platform/reference.ts'
import { type Noun, nouns } from '#lib/platform/store/schema.ts'

type PaymentState = 'confirmed' | 'confirming' | 'failed' | 'expired' | 'refunded' | 'disputed' | 'unknown'

export type PaymentResult = {
  state: PaymentState
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
  /** Who receives a card about it; null if none was requested or can be sent, or once it is erased. */
  cardTo: string | null
  reference: string | null
  /** Null until the payment is recorded. */
  paidAt: Date | null
  /** `email`: masked; null when receipts have nowhere to go, or no mail is set up. */
  donor: { name: string; organisation: string | null; email: string | null } | null
  /** Set for a monthly gift whose payment is recorded or known to the provider. */
  subscriptionId: string | null
}

/** Nothing is known about the payment. */
const noDetails: Details = {
  product: 'gift',
  money: null,
  frequency: null,
  answers: {},
  card: null,
  reference: null,
  donor: null,
  gift: null,
}

/** `unrecorded`: the session id is invented, or its order could not be saved; the two cannot be distinguished. */
function unheard(why: 'unreachable' | 'unrecorded'): PaymentResult {
  const t = messages()
  const texts = { heading: t('payment.confirmingPayment'), sentence: t(`payment.${why}Detail`) }
  return { ...resultFor('confirming', noDetails), ...texts }
}

type PaymentResultPorts = {
  provider?: Pick<PaymentProvider, 'isOwnSession' | 'readSession'> | null
  /** Whether this visitor may cause another request to the provider. */
  mayAsk?: () => Promise<boolean>
}

/** `sessionId`: from the query string, not trusted. Never throws. */
export async function paymentResult(
  sessionId: string,
  { provider = cardProvider(), mayAsk = async () => true }: PaymentResultPorts = {},
): Promise<PaymentResult> {
  if (!provider?.isOwnSession(sessionId)) return resultFor('unknown', noDetails)
  const recorded = await readRecorded(sessionId)
  if (recorded === null) return unheard('unrecorded')
  const isDecided = recorded !== 'store-unavailable' && recorded.gift && recorded.gift.status !== 'pending'
  if (isDecided) return resultFor(stateOf(recorded), recorded)
  if (!(await mayAsk())) return unheard('unreachable')
  const session = await provider.readSession(sessionId)
  if (!session.ok) return session.failure.kind === 'missing' ? resultFor('unknown', noDetails) : unheard('unreachable')
  const { state, subscriptionId } = session.value
  const details = recorded === 'store-unavailable' ? detailsOf(session.value) : recorded
  return { ...resultFor(state, details), subscriptionId }
}

async function readRecorded(sessionId: string): Promise<RecordedPayment | 'store-unavailable' | null> {
  try {
    return await recordedPayment(sessionId)
  } catch (error) {
    log.warn('A payment was looked up at the provider because the store failed', { error })
    return 'store-unavailable'
  }
}

function stateOf({ gift }: RecordedPayment): PaymentState {
  switch (gift?.status) {
    case 'paid':
      return 'confirmed'
    case 'refunded':
    case 'disputed':
    case 'failed':
      return gift.status
    case 'lost':
      return 'disputed'
    default:
      return 'confirming'
  }
}

type Details = Pick<RecordedPayment, 'product' | 'answers' | 'card' | 'gift'> & {
  money: Money | null
  frequency: Frequency | null
  reference: string | null
  donor: Donor | null
}

/** From the session's metadata, which checkout set. */
function detailsOf({ money, frequency, metadata }: SessionState): Details {
  const answers = { ...metadata, levels: metadata.levels?.split(' ') }
  const product = productFor(null, metadata)
  return { ...noDetails, product, money, frequency, answers, reference: metadata.reference ?? null }
}

function resultFor(state: PaymentState, details: Details): PaymentResult {
  const { product, money, frequency, answers, card, reference, donor, gift } = details
  const { reason, campaign, levels } = answers
  // Nothing is promised that is not set up.
  const isMailed = env().emailjs !== null
  const noun = nouns[product]
  const isSubscription = frequency === 'monthly' && !isReference(gift?.subscription_id)
  const returned = state === 'confirmed' ? returnedOf(money, gift) : state === 'refunded' ? money : null
  return {
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
    paidAt: gift && wasPaid.includes(gift.status) ? new Date(gift.occurred_at) : null,
    donor: donor && {
      name: donor.name,
      organisation: donor.organisation || null,
      email: isMailed && isEmail(donor.email) ? maskEmail(donor.email) : null,
    },
    subscriptionId: gift?.subscription_id ?? null,
  }
}

const wasPaid: readonly string[] = ['paid', 'refunded', 'disputed', 'lost']

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
    case 'confirming':
    case 'disputed':
    case 'expired':
    case 'unknown':
      return { heading: t(`payment.${state}`, { noun }), sentence: t(`payment.${state}Detail`, { noun, amount }) }
  }
}
