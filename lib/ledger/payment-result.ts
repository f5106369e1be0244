/**
 * Result of a payment, for thank-you pages. Reads the ledger first; Stripe is asked only whether a payment that is not recorded yet
 * was made. Records nothing (only a signed event does), and never reveals the donor, because anybody with the address can read it.
 */
import 'server-only'
import { type RecordedPayment, recordedPayment } from '#lib/checkout/attempts.ts'
import { cardPayments } from '#lib/checkout/card-payments.ts'
import { isSponsorshipEvent } from '#lib/content/sponsorship-events.ts'
import { log } from '#lib/log.ts'
import { type Frequency, giftInWords, type Money } from '#lib/money.ts'
import { ownStripe, type SessionState, type StripeGateway } from '#lib/providers/stripe.ts'

export type PaymentResult = {
  state: 'confirmed' | 'confirming' | 'failed' | 'unknown'
  heading: string
  sentence: string
  money: Money | null
  frequency: Frequency | null
  /** Purpose code 1 to 8 of the donation forms. */
  reason: number | null
  /** Ids of the sponsor's levels; empty for a gift. */
  levels: readonly string[]
}

const noDetails = { money: null, frequency: null, reason: null, levels: [] }

const unknown: PaymentResult = {
  state: 'unknown',
  heading: 'We cannot find this payment',
  sentence:
    'We know of no payment at this address. If you have paid, your gift is not lost: write to us and we will look for it.',
  ...noDetails,
}

const unreachable: PaymentResult = {
  state: 'confirming',
  heading: 'We are confirming your gift',
  sentence:
    'The payment service does not answer just now. If you have paid, your gift is not lost: it is recorded as soon as the service tells us. Please do not pay again; check this page in a few minutes.',
  ...noDetails,
}

/** A made-up session id, or an attempt that could not be saved: we cannot tell which. */
const unrecorded: PaymentResult = {
  ...unreachable,
  sentence:
    'We have not heard of this payment yet. If you have paid, your gift is not lost: it is recorded as soon as the payment service tells us. Please do not pay again; check this page in a few minutes.',
}

/** A secret key can only read sessions of its own mode (test or live). */
const isOurMode = (id: string) => /^cs_(test|live)_[A-Za-z0-9]{8,200}$/.exec(id)?.[1] === cardPayments()

export type PaymentResultPorts = {
  stripe?: StripeGateway | null
  /** Whether this visitor may cause another Stripe request. */
  mayAsk?: () => Promise<boolean>
}

/** `sessionId`: from the query string, not trusted. Never throws. */
export async function paymentResult(
  sessionId: string,
  { stripe = ownStripe(), mayAsk = async () => true }: PaymentResultPorts = {},
): Promise<PaymentResult> {
  if (!stripe || !isOurMode(sessionId)) return unknown
  const recorded = await readRecorded(sessionId)
  if (recorded === null) return unrecorded
  if (recorded !== 'store-unavailable' && recorded.isPaid) return resultFor('confirmed', recorded)
  if (!(await mayAsk())) return unreachable
  const session = await stripe.readSession(sessionId)
  if (!session.ok) return session.failure.why === 'missing' ? unknown : unreachable
  return resultFor(session.value.state, recorded === 'store-unavailable' ? detailsOf(session.value) : recorded)
}

async function readRecorded(sessionId: string): Promise<RecordedPayment | 'store-unavailable' | null> {
  try {
    return await recordedPayment(sessionId)
  } catch (error) {
    log.warn('A payment was looked up at Stripe because the store failed', { error })
    return 'store-unavailable'
  }
}

/** `form`: the form used (india, usa, 5k-run …). */
type Details = Pick<RecordedPayment, 'frequency' | 'reason' | 'levels'> & {
  form: string | undefined
  money: Money | null
}

/** From the session's metadata, which checkout set. */
function detailsOf({ money, frequency, metadata: { form, reason, levels } }: SessionState): Details {
  return { form, money, frequency, reason, levels: levels?.split(' ') ?? [] }
}

function resultFor(
  state: 'confirmed' | 'confirming' | 'failed',
  { form, money, frequency, reason, levels }: Details,
): PaymentResult {
  const noun = isSponsorshipEvent(form) ? 'sponsorship' : 'gift'
  return {
    state,
    ...wordsFor(state, frequency, money, noun),
    money,
    frequency,
    reason: /^[1-8]$/.test(reason ?? '') ? Number(reason) : null,
    levels,
  }
}

function wordsFor(
  state: 'confirmed' | 'confirming' | 'failed',
  frequency: Frequency,
  money: Money | null,
  noun: 'gift' | 'sponsorship',
) {
  const payment = money ? `${noun} of ${giftInWords(money, frequency)}` : noun
  switch (state) {
    case 'confirmed':
      return {
        heading: frequency === 'monthly' ? 'Payment Successful! Subscription active.' : 'Payment Successful!',
        sentence: `Thank you. Your ${payment} has arrived.`,
      }
    case 'confirming':
      return {
        heading: `We are confirming your ${noun}`,
        sentence: `Thank you. Your bank has yet to confirm your ${payment}, which can take some days. You need do nothing more.`,
      }
    case 'failed':
      return {
        heading: 'Payment unsuccessful!',
        sentence: 'No money was taken. You can go back to the form and try again, with the same card or another one.',
      }
  }
}
