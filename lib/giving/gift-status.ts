/**
 * What the thank-you page says of a payment: what Stripe says, in the specification's words. Records nothing, since only a
 * signed event makes a gift real, and never tells who gave: whoever has the address could read it.
 */
import 'server-only'
import { type Frequency, giftInWords } from '#lib/giving/donation.ts'
import type { Money } from '#lib/giving/money.ts'
import { isSponsorshipEvent } from '#lib/giving/sponsorship.ts'
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

const sessionId = /^cs_(test|live)_[A-Za-z0-9]{8,200}$/

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

/** `id`: the `session_id` of the address, which anybody may have typed. Never throws. */
export async function giftStatus(id: string, stripe: StripeGateway | null = ownStripe()): Promise<GiftStatus> {
  if (!stripe || !sessionId.test(id)) return unknown
  const read = await stripe.readSession(id)
  if (!read.ok) return read.failure.why === 'missing' ? unknown : unanswered
  const { state, frequency, money, facts } = read.value
  const reason = /^[1-8]$/.test(facts.reason ?? '') ? Number(facts.reason) : null
  const sponsorship = isSponsorshipEvent(facts.form)
  const levels = sponsorship && facts.levels ? facts.levels.split(' ') : []
  const called = sponsorship ? 'sponsorship' : 'gift'
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
