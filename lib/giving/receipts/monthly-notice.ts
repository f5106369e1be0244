/** Mails about a monthly gift that its donor has to know: the bank has confirmed new terms, or the card ends. Each is sent once. */
import 'server-only'
import { findAttempt } from '#lib/giving/checkout/attempts.ts'
import { endEarlierTerms, mailNotice, noticeKind, noticePayload } from '#lib/giving/ledger/monthly-notices.ts'
import { giftsPage } from '#lib/giving/receipts/links.ts'
import { receiptOffice } from '#lib/giving/receipts/wording.ts'
import { dayInWords, monthsAfter } from '#lib/platform/dates.ts'
import { inLanguage, readerLocale } from '#lib/platform/languages/current.ts'
import { defaultLanguage } from '#lib/platform/languages/index.ts'
import type { Mail } from '#lib/platform/mail/compose.ts'
import { messages } from '#lib/platform/messages/index.ts'
import { formatMoney } from '#lib/platform/money.ts'
import type { MailKind } from '#lib/platform/outbox/deliver.ts'
import type { PaymentProvider } from '#lib/platform/providers/payments.ts'
import { store } from '#lib/platform/store/index.ts'
import { bankAsksAbove, receiptTerms } from '#lib/site/content/index.ts'
import { siteMail } from '#lib/site/mail/look.ts'

export const noticeMail = { kind: noticeKind, compose } satisfies MailKind

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
    const second = gift.next && monthsAfter(gift.next, 1)
    if (second && validUntil <= second)
      await mailNotice('card', gift, {
        about: `${cardId}/${validUntil.toISOString().slice(0, 7)}`,
        day: new Date(validUntil.getTime() - 1),
      })
  }
}

/** Null for a gift that no longer exists. @throws when the store fails. */
async function compose(_: string, payload: unknown): Promise<Mail | null> {
  const { giftId, notice, amount, day } = noticePayload.parse(payload)
  const { db } = await store()
  const gift = await db.selectFrom('gifts').selectAll().where('id', '=', giftId).executeTakeFirst()
  if (!gift) return null
  const attempt = await findAttempt(gift.reference)
  return inLanguage(attempt?.language ?? defaultLanguage, () => {
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
    const isCard = notice === 'card'
    return siteMail({
      to: gift.donor_email,
      replyTo: office.email,
      subject: t(isCard ? 'mail.cardEndsSubject' : 'mail.mandateSubject'),
      parts: [
        { paragraph: t(isCard ? 'mail.cardEnds' : 'mail.mandate', facts) },
        page && { button: t(isCard ? 'gifts.card' : 'mail.toGifts'), link: page },
        { note: t('mail.questionsChange', { ...office, reference: gift.reference ?? gift.object_id }) },
      ],
    })
  })
}
