/**
 * The mail to a donor or sponsor whose bank refused a payment after they had left: a bank debit, or a month of a monthly gift. Composed
 * when it is sent, once for a payment, while the payment is failed. Its address is unproven until a payment of the same gift succeeds:
 * anybody can type another person's address and let a bank debit fail. So the mail quotes nothing that was typed before that.
 */
import { tributeOf } from '#lib/giving/donation/tribute.ts'
import { type Gift, giftIn, hasPaidGift } from '#lib/giving/ledger/paid-gift.ts'
import { formAddress } from '#lib/giving/orders/form-start.ts'
import { feeIn, type Order } from '#lib/giving/orders/order.ts'
import { findOrder } from '#lib/giving/orders/store.ts'
import { productOf, purposeInWords } from '#lib/giving/products/index.ts'
import { absolute, giftsPage, stopLink } from '#lib/giving/receipts/links.ts'
import { addresseeOf, howToStop, receiptOffice } from '#lib/giving/receipts/wording.ts'
import { dayMs, now } from '#lib/platform/clock.ts'
import { dayInWords } from '#lib/platform/dates.ts'
import { inLanguage, localizedHref, readerLocale } from '#lib/platform/languages/current.ts'
import { defaultLanguage } from '#lib/platform/languages/index.ts'
import type { Mail, Part } from '#lib/platform/mail/compose.ts'
import { messages, textsIn } from '#lib/platform/messages/index.ts'
import { type Frequency, formatMoney, giftInWords } from '#lib/platform/money.ts'
import type { MailKind } from '#lib/platform/outbox/deliver.ts'
import { receiptTerms } from '#lib/site/content/index.ts'
import { siteMail } from '#lib/site/mail/look.ts'

/** Milliseconds after which the mail would confuse rather than help. It may have waited for the mail account. */
const sentWithin = 14 * dayMs

export const failedPaymentMail = { kind: 'failed-payment', compose } satisfies MailKind

/** Null if it was paid after all, or failed long ago. @throws when the store fails. */
async function compose(giftId: string): Promise<Mail | null> {
  const gift = await giftIn('failed', giftId)
  if (!gift || Date.parse(gift.updated_at) < now().getTime() - sentWithin) return null
  const order = await findOrder(gift.reference)
  const isProven = gift.reference !== null && (await hasPaidGift(gift.reference))
  return inLanguage(order?.language ?? defaultLanguage, () => mailAbout(gift, order, isProven))
}

function mailAbout(gift: Gift, order: Order | null, isProven: boolean): Mail {
  const t = messages()
  const { currency } = gift
  const terms = receiptTerms(currency)
  const office = receiptOffice(currency)
  const frequency: Frequency = gift.kind === 'monthly' ? 'monthly' : 'once'
  const locale = readerLocale(terms.locale)
  const money = { amount: gift.amount, currency }
  const named = gift.reference ?? gift.object_id
  const day = dayInWords(new Date(gift.occurred_at), locale, { zone: terms.zone })
  const contact = { ...office, reference: named }
  const stop = howToStop(gift, stopLink(gift.subscription_id), contact)
  // A later month of a gift that goes on: a new gift beside it would be charged too.
  const isRenewal = gift.kind === 'monthly' && isProven
  return siteMail({
    to: gift.donor_email,
    replyTo: office.email,
    subject: t('mail.failedSubject', { amount: formatMoney(money, locale) }),
    parts: [
      { paragraph: t('mail.dear', { name: addresseeOf(isProven ? gift.donor_name : '') }) },
      { paragraph: t(isRenewal ? 'mail.failedRenewal' : 'mail.failed', { amount: formatMoney(money, locale), day }) },
      ...(isRenewal ? howToChangeCard() : howToTryAgain(gift, order, frequency)),
      {
        rows: [
          [t('transfer.amount'), giftInWords(money, frequency, textsIn().money, locale)],
          [t('gifts.date'), day],
          [t('gifts.what'), purposeInWords(gift, order, { withTribute: isProven })],
          [t('transfer.reference'), named],
        ],
      },
      { paragraph: stop.length > 0 && !isRenewal ? t('mail.failedMonthly') : '' },
      ...stop,
      { note: t('mail.questionsPayment', contact) },
    ],
  })
}

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
