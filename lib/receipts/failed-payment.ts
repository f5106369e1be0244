/**
 * The mail to a donor or sponsor whose bank refused a payment after they had left: a bank debit, or a month of a monthly gift. Composed
 * when it is sent, once for a payment, while the payment is failed.
 */
import 'server-only'
import { type AttemptBehind, attemptBehind } from '#lib/checkout/attempts.ts'
import { formAddress } from '#lib/checkout/form-address.ts'
import { now } from '#lib/clock.ts'
import { donationForm, receipts, sponsorshipForm } from '#lib/content/index.ts'
import { isSponsorshipEvent } from '#lib/content/sponsorship-events.ts'
import { dayInWords } from '#lib/dates.ts'
import { env } from '#lib/env.ts'
import { type Gift, giftIn } from '#lib/ledger/paid-gift.ts'
import { textsIn } from '#lib/messages/index.ts'
import { type Frequency, formatMoney, giftInWords } from '#lib/money.ts'
import type { Mail } from '#lib/providers/emailjs.ts'
import { purposeInWords } from '#lib/receipts/mail.ts'
import { receiptOffice } from '#lib/receipts/office.ts'
import { stopLink } from '#lib/receipts/stop-link.ts'
import { howToStop, reach } from '#lib/receipts/wording.ts'

/** Milliseconds after which the mail would puzzle more than help: it may have waited for its template. */
const sentWithin = 14 * 24 * 3_600_000

/** Null when it was paid after all, or is long ago. @throws when the store fails. */
export async function composeFailedPayment(giftId: string): Promise<Mail | null> {
  const gift = await giftIn('failed', giftId)
  if (!gift || Date.parse(gift.updated_at) < now().getTime() - sentWithin) return null
  const attempt = gift.reference ? await attemptBehind(gift.reference) : null
  const { currency } = gift
  const terms = receipts()[currency]
  const office = receiptOffice(currency)
  const frequency: Frequency = gift.kind === 'monthly' ? 'monthly' : 'once'
  const words = textsIn(terms.locale).money
  const money = { amount: gift.amount, currency }
  const named = gift.reference ?? gift.object_id
  const day = dayInWords(new Date(gift.occurred_at), terms.locale, { zone: terms.zone })
  const stop = howToStop(
    { kind: gift.kind, stopLink: gift.subscription_id ? stopLink(gift.subscription_id) : null },
    office,
    named,
  )
  const params = {
    email: gift.donor_email,
    name: gift.donor_name || 'Donor',
    what: gift.kind === 'sponsorship' ? 'sponsorship' : 'gift',
    amount: giftInWords(money, frequency, words, terms.locale),
    date: day,
    purpose: purposeInWords(gift, attempt),
    reference: named,
    sentence: `Thank you for wanting to help. Your bank did not make the payment of ${formatMoney(money, terms.locale)} of ${day}, so nothing was paid, and there is no receipt. That happens; your bank can tell you why.`,
    again: howToTryAgain(gift, attempt, frequency),
    stop:
      stop &&
      `Unless you have stopped it, your monthly gift is still set up, and the payment service may try your bank again. Stop it before you start another one, so that you are not charged for both. ${stop}`,
    organisation: terms.legalName,
    office: `Questions about this payment? Please ${reach(office)}, and name ${named}.`,
  }
  return { template: 'failed', params }
}

/** Names no link where SITE_URL is not set, because it would lead nowhere. */
function howToTryAgain(gift: Gift, attempt: AttemptBehind | null, frequency: Frequency): string {
  const { siteUrl, siteUrlGiven } = env()
  const form = formOf(gift, attempt)
  if (!siteUrlGiven || !form) return 'If you like, try again on our website, in the same way or another.'
  const levels = attempt?.answers.levels
  const address = formAddress(form.page, form, {
    money: gift,
    frequency,
    reason: gift.reason,
    campaign: gift.campaign,
    ...(Array.isArray(levels) && { levels: levels.map(String) }),
  })
  const selected = gift.kind === 'sponsorship' ? 'Your levels are' : 'Amount and purpose are'
  return `If you like, try again, in the same way or another. ${selected} already selected there: ${siteUrl}${address}`
}

/** Null for a sponsorship of which only the payment is known. */
function formOf({ kind, currency }: Gift, attempt: AttemptBehind | null) {
  if (kind !== 'sponsorship') return donationForm(currency)
  return isSponsorshipEvent(attempt?.form) ? sponsorshipForm(attempt.form) : null
}
