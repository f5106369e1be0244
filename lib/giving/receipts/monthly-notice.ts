/**
 * Mails about a monthly gift: the bank has confirmed new terms, the card ends, or a year has passed and the donor may want to give more, if
 * the donor gets our news. Each is sent once.
 */
import { getsNewsletter } from '#lib/contact/enquiries/newsletter.ts'
import {
  endEarlierTerms,
  mailNotice,
  type Notice,
  noticeKind,
  noticePayload,
} from '#lib/giving/ledger/monthly-notices.ts'
import { findGift, latestMonth } from '#lib/giving/ledger/paid-gift.ts'
import { findOrder } from '#lib/giving/orders/store.ts'
import { giftsPage } from '#lib/giving/receipts/links.ts'
import { addresseeOf, receiptOffice } from '#lib/giving/receipts/wording.ts'
import { dayMs, now } from '#lib/platform/clock.ts'
import { dayInWords, monthsAfter } from '#lib/platform/dates.ts'
import { inLanguage, readerLocale } from '#lib/platform/languages/current.ts'
import { defaultLanguage } from '#lib/platform/languages/index.ts'
import type { Mail } from '#lib/platform/mail/compose.ts'
import { messages } from '#lib/platform/messages/index.ts'
import { formatMoney } from '#lib/platform/money.ts'
import type { MailKind } from '#lib/platform/outbox/deliver.ts'
import type { PaymentProvider, SubscriptionReading } from '#lib/platform/providers/payments.ts'
import { bankAsksAbove, receiptTerms } from '#lib/site/content/index.ts'
import { siteMail } from '#lib/site/mail/look.ts'

export const noticeMail = { kind: noticeKind, compose } satisfies MailKind

/** A server that was off for longer leaves the question out until the next year. */
const askedWithinMs = 30 * dayMs

/** Once a year, in the month after the day on which it began. */
async function offerMore(gift: SubscriptionReading): Promise<void> {
  const { since, metadata } = gift
  const years = now().getUTCFullYear() - since.getUTCFullYear()
  const isDue = [years, years - 1].some((count) => {
    const age = now().getTime() - monthsAfter(since, 12 * count).getTime()
    return count > 0 && age >= 0 && age < askedWithinMs
  })
  const donor = isDue ? await latestMonth('reference', metadata.reference ?? '') : null
  if (donor && (await getsNewsletter(donor.donor_email)))
    await mailNotice('raise', gift, { about: `${metadata.reference}/${years}`, day: since })
}

/**
 * Mails the donors whose card ends before the payment after the next one, so that there is time to change it; once for each card. Daily, since
 * providers send no event in time. Also ends terms that a lost event has left. @throws when the store fails.
 */
export async function watchMonthlyGifts(provider: PaymentProvider | null): Promise<void> {
  const cards = await provider?.cardsInUse()
  if (!provider || !cards?.ok) return
  const customers = new Set<string>()
  for (const { gift, cardId, validUntil } of cards.value) {
    if (customers.has(gift.customerId)) await endEarlierTerms(gift.id, provider)
    customers.add(gift.customerId)
    await offerMore(gift)
    const second = gift.next && monthsAfter(gift.next, 1)
    if (second && validUntil <= second)
      await mailNotice('card', gift, {
        about: `${cardId}/${validUntil.toISOString().slice(0, 7)}`,
        day: new Date(validUntil.getTime() - 1),
      })
  }
}

/** Keys of messages. */
const wording = {
  mandate: ['mail.mandateSubject', 'mail.mandate', 'mail.toGifts', 'mail.questionsChange'],
  card: ['mail.cardEndsSubject', 'mail.cardEnds', 'gifts.card', 'mail.questionsGift'],
  raise: ['mail.raiseSubject', 'mail.raise', 'gifts.amount', 'mail.questionsGift'],
} as const satisfies Record<Notice, readonly string[]>

/** Null for a gift that no longer exists. @throws when the store fails. */
async function compose(_: string, payload: unknown): Promise<Mail | null> {
  const { giftId, notice, amount, day } = noticePayload.parse(payload)
  const gift = await findGift(giftId)
  if (!gift) return null
  const order = await findOrder(gift.reference)
  return inLanguage(order?.language ?? defaultLanguage, () => {
    const t = messages()
    const { currency } = gift
    const { zone, locale } = receiptTerms(currency)
    const shown = readerLocale(locale)
    const limit = bankAsksAbove(currency)
    const facts = {
      amount: formatMoney({ amount, currency }, shown),
      // A card ends everywhere with its month; the next payment is on a day of the office.
      day: dayInWords(new Date(day), shown, { zone: notice === 'card' ? 'UTC' : zone }),
      limit: limit ? formatMoney(limit, shown) : 'none',
    }
    const office = receiptOffice(currency)
    const page = giftsPage()
    const [subject, text, button, questions] = wording[notice]
    return siteMail({
      to: gift.donor_email,
      replyTo: office.email,
      subject: t(subject),
      parts: [
        { paragraph: t('mail.dear', { name: addresseeOf(gift.donor_name) }) },
        { paragraph: t(text, facts) },
        page && { button: t(button), link: page },
        { note: t(questions, { ...office, reference: gift.reference ?? gift.object_id }) },
      ],
    })
  })
}
