/**
 * To a donor or sponsor whose bank refused a payment after they had left: a bank debit, or a month of a monthly gift. Sent once for each payment.
 * The address is unproven until a payment of the same gift succeeds: anybody can type another person's address and let a bank debit fail. So until
 * then the mail quotes nothing that was typed.
 */
import { tributeOf } from '#lib/giving/donation/tribute.ts'
import { type Gift, hasPaidGift } from '#lib/giving/ledger/paid-gift.ts'
import { aboutGift } from '#lib/giving/mails/describe.ts'
import { formAddress } from '#lib/giving/orders/form-start.ts'
import { feeIn, type Order } from '#lib/giving/orders/order.ts'
import { productOf, purposeInWords } from '#lib/giving/products/index.ts'
import { absolute, giftsPage, stopLink } from '#lib/giving/receipts/links.ts'
import { howToStop } from '#lib/giving/receipts/wording.ts'
import { dayMs, now } from '#lib/platform/clock.ts'
import { localizedHref } from '#lib/platform/languages/current.ts'
import type { Part } from '#lib/platform/mail/compose.ts'
import { messages, textsIn } from '#lib/platform/messages/index.ts'
import { type Frequency, giftInWords } from '#lib/platform/money.ts'

/** Milliseconds after which the mail would confuse rather than help. It may have waited for the mail account. */
const sentWithin = 14 * dayMs

export const failedPaymentMail = aboutGift({
  kind: 'failed-payment',
  status: ['failed'],
  /** Null if it failed long ago. */
  async facts({ gift: { reference, updated_at } }) {
    if (Date.parse(updated_at) < now().getTime() - sentWithin) return null
    return { isProven: reference !== null && (await hasPaidGift(reference)) }
  },
  content({ t, gift, order, isProven, currency, locale, inWords, dayOf, greeting, contact }) {
    const frequency: Frequency = gift.kind === 'monthly' ? 'monthly' : 'once'
    const money = { amount: gift.amount, currency }
    const amount = inWords(gift.amount)
    const day = dayOf(gift.occurred_at)
    const stop = howToStop(gift, stopLink(gift.subscription_id), contact)
    // A later month of a gift that goes on: a new gift beside it would be charged too.
    const isRenewal = gift.kind === 'monthly' && isProven
    return {
      subject: t('mail.failedSubject', { amount }),
      parts: [
        greeting(isProven ? gift.donor_name : ''),
        { paragraph: t(isRenewal ? 'mail.failedRenewal' : 'mail.failed', { amount, day }) },
        ...(isRenewal ? howToChangeCard() : howToTryAgain(gift, order, frequency)),
        {
          rows: [
            [t('transfer.amount'), giftInWords(money, frequency, textsIn().money, locale)],
            [t('gifts.date'), day],
            [t('gifts.what'), purposeInWords(gift, order, { withTribute: isProven })],
            [t('transfer.reference'), contact.reference],
          ],
        },
        { paragraph: stop.length > 0 && !isRenewal ? t('mail.failedMonthly') : '' },
        ...stop,
        { note: t('mail.questionsPayment', contact) },
      ],
    }
  },
})

/** The donor asks there for a link to their gifts, by which the payment service lets them change the card. */
function howToChangeCard(): Part[] {
  const t = messages()
  const link = giftsPage()
  return [{ paragraph: t('mail.changeCard') }, ...(link ? [{ button: t('gifts.card'), link }] : [])]
}

/** Without SITE_URL there is no link, because it would lead nowhere. */
function howToTryAgain(gift: Gift, order: Order | null, frequency: Frequency): Part[] {
  const t = messages()
  const form = productOf(gift).form(order, gift.currency)
  const levels = order?.answers.levels
  const address =
    form &&
    formAddress(form.page, form, {
      money: { ...gift, amount: gift.amount - (feeIn(order, gift)?.amount ?? 0) },
      frequency,
      reason: gift.reason,
      campaign: gift.campaign,
      tribute: tributeOf(order?.answers ?? {}),
      ...(Array.isArray(levels) && { levels: levels.map(String) }),
    })
  const link = address && absolute(localizedHref(address))
  if (!link) return [{ paragraph: t('mail.again') }]
  return [{ paragraph: t('mail.againAt', { noun: gift.kind }) }, { button: t('mail.tryAgain'), link }]
}
