/**
 * What the thank-you page says of a payment, in the specification's words: what the ledger has, else what Stripe says. Asks
 * Stripe only about sessions that this site made. Records nothing, since only a signed event makes a gift real, and never tells
 * who gave: whoever has the address could read it.
 */
import 'server-only'
import { type PaymentBehind, paymentBehind } from '#lib/checkout/attempts.ts'
import { cardPayments } from '#lib/checkout/card-payments.ts'
import { isSponsorshipEvent } from '#lib/content/sponsorship-events.ts'
import { log } from '#lib/log.ts'
import { type Frequency, giftInWords, type Money } from '#lib/money.ts'
import { ownStripe, type StripeGateway } from '#lib/providers/stripe.ts'

export type GiftStatus = {
  state: 'confirmed' | 'confirming' | 'failed' | 'unknown'
  heading: string
  sentence: string
  money: Money | null
  frequency: Frequency | null
  /** Code 1 to 8 of the donation forms. */
  reason: number | null
  /** Ids of the levels that a sponsor chose; none for a gift. */
  levels: readonly string[]
}

/** A key asks about sessions of its own mode only. */
const isOurMode = (id: string) => /^cs_(test|live)_[A-Za-z0-9]{8,200}$/.exec(id)?.[1] === cardPayments()

const nothing = { money: null, frequency: null, reason: null, levels: [] }
const unknown: GiftStatus = {
  state: 'unknown',
  heading: 'We cannot find this payment',
  sentence:
    'This address names no payment that we know. If you have paid, your gift is not lost: write to us and we will look for it.',
  ...nothing,
}
const unanswered: GiftStatus = {
  state: 'confirming',
  heading: 'We are confirming your gift',
  sentence:
    'The payment service does not answer just now. If you have paid, your gift is not lost: it is recorded as soon as the service tells us. Please do not pay again; check this page in a few minutes.',
  ...nothing,
}

/** Somebody made it up, or it could not be recorded when the payment page was opened: nobody can tell which. */
const notHeardOf: GiftStatus = {
  ...unanswered,
  sentence:
    'We have not heard of this payment yet. If you have paid, your gift is not lost: it is recorded as soon as the payment service tells us. Please do not pay again; check this page in a few minutes.',
}

export type StatusPorts = {
  stripe?: StripeGateway | null
  /** Whether this visitor may have Stripe asked once more. */
  mayAsk?: () => Promise<boolean>
}

/** `id`: the `session_id` of the address, which anybody may have typed. Never throws. */
export async function giftStatus(
  id: string,
  { stripe = ownStripe(), mayAsk = async () => true }: StatusPorts = {},
): Promise<GiftStatus> {
  if (!stripe || !isOurMode(id)) return unknown
  const behind = await recorded(id)
  if (behind === null) return notHeardOf
  if (behind !== 'store-away' && behind.isPaid)
    return described('confirmed', { ...behind, called: isSponsorshipEvent(behind.form) ? 'sponsorship' : 'gift' })
  if (!(await mayAsk())) return unanswered
  const read = await stripe.readSession(id)
  if (!read.ok) return read.failure.why === 'missing' ? unknown : unanswered
  const { state, frequency, money, facts } = read.value
  const { form, reason, levels } = facts
  const sponsorship = isSponsorshipEvent(form)
  return described(state, {
    money,
    frequency,
    reason,
    levels: sponsorship && levels ? levels.split(' ') : [],
    called: sponsorship ? 'sponsorship' : 'gift',
  })
}

async function recorded(sessionId: string): Promise<PaymentBehind | 'store-away' | null> {
  try {
    return await paymentBehind(sessionId)
  } catch (error) {
    log.warn('A payment was looked up at Stripe because the store failed', { error })
    return 'store-away'
  }
}

type Described = Pick<GiftStatus, 'money' | 'levels'> & {
  frequency: Frequency
  reason: string | undefined
  called: 'gift' | 'sponsorship'
}

function described(
  state: 'confirmed' | 'confirming' | 'failed',
  { money, frequency, levels, called, ...facts }: Described,
): GiftStatus {
  const reason = /^[1-8]$/.test(facts.reason ?? '') ? Number(facts.reason) : null
  return { state, ...wordsFor(state, frequency, money, called), money, frequency, reason, levels }
}

function wordsFor(
  state: 'confirmed' | 'confirming' | 'failed',
  frequency: Frequency,
  money: Money | null,
  called: 'gift' | 'sponsorship',
) {
  const gift = money ? `${called} of ${giftInWords(money, frequency)}` : called
  switch (state) {
    case 'confirmed':
      return {
        heading: frequency === 'monthly' ? 'Payment Successful! Subscription active.' : 'Payment Successful!',
        sentence: `Thank you. Your ${gift} has arrived.`,
      }
    case 'confirming':
      return {
        heading: `We are confirming your ${called}`,
        sentence: `Thank you. Your bank has yet to confirm your ${gift}, which can take some days. You need do nothing more.`,
      }
    case 'failed':
      return {
        heading: 'Payment unsuccessful!',
        sentence: 'No money was taken. You can go back to the form and try again, with the same card or another one.',
      }
  }
}
