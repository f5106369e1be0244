/** Mails about a monthly gift that its donor has to know: the bank has confirmed new terms, or the card ends. Each is sent once. */
import 'server-only'
import { z } from 'zod'
import { findAttempt } from '#lib/giving/checkout/attempts.ts'
import { giftsPage } from '#lib/giving/receipts/links.ts'
import { latestMonth } from '#lib/giving/receipts/request-link.ts'
import { receiptOffice } from '#lib/giving/receipts/wording.ts'
import { dayInWords, monthsAfter } from '#lib/platform/dates.ts'
import { env } from '#lib/platform/env.ts'
import { inLanguage, readerLocale } from '#lib/platform/languages/current.ts'
import { defaultLanguage } from '#lib/platform/languages/index.ts'
import { log } from '#lib/platform/log.ts'
import { messages } from '#lib/platform/messages/index.ts'
import { formatMoney } from '#lib/platform/money.ts'
import type { MailKind } from '#lib/platform/outbox/deliver.ts'
import { enqueue } from '#lib/platform/outbox/queue.ts'
import { wakeOutboxWorker } from '#lib/platform/outbox/worker.ts'
import type { Mail } from '#lib/platform/providers/emailjs.ts'
import type { PaymentProvider, SubscriptionReading } from '#lib/platform/providers/payments.ts'
import { store } from '#lib/platform/store/index.ts'
import { bankAsksAbove, receiptTerms, site } from '#lib/site/content/index.ts'

const kind = 'gift-notice'
export const noticeMail = { kind, template: 'update', compose } satisfies MailKind

/** `amount`: in the smallest unit. `day`: of the next payment, or the last day of the card; ISO 8601. */
const payloadSchema = z.object({
  giftId: z.string(),
  notice: z.enum(['mandate', 'card']),
  amount: z.int(),
  day: z.string(),
})

/** `about`: what it is about, of which there is one mail: an id at the provider. Never throws. */
export async function mailNotice(
  notice: z.output<typeof payloadSchema>['notice'],
  { id, money, metadata }: SubscriptionReading,
  { about, day }: { about: string; day: Date | null },
): Promise<void> {
  if (!env().emailjs?.templates.update || !money || !day) return
  try {
    const gift = await latestMonth('reference', metadata.reference ?? '')
    if (!gift) return
    const payload = { giftId: gift.id, notice, amount: money.amount, day: day.toISOString() }
    const { db } = await store()
    await db.transaction().execute((transaction) => enqueue(transaction, kind, `${notice}/${about}`, { payload }))
    wakeOutboxWorker()
  } catch (error) {
    log.error('A mail about a monthly gift could not be queued', { subscription: id, notice, error })
  }
}

/**
 * Mails the donors whose card ends before the payment after the next one, so that there is time to change it; once for each card. Daily, since
 * providers send no event in time. Also ends terms that a lost event has left. @throws when the store fails.
 */
export async function watchMonthlyGifts(
  provider: PaymentProvider | null,
  endEarlier: (id: string, provider: PaymentProvider) => Promise<boolean>,
): Promise<void> {
  const cards = await provider?.cardsInUse()
  if (!provider || !cards?.ok) return
  const customers = new Set<string>()
  for (const { gift, cardId, validUntil } of cards.value) {
    if (customers.has(gift.customerId)) await endEarlier(gift.id, provider)
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
  const { giftId, notice, amount, day } = payloadSchema.parse(payload)
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
    const params = {
      email: gift.donor_email,
      sentence: t(notice === 'card' ? 'mail.cardEnds' : 'mail.mandate', facts),
      link: giftsPage() ?? '',
      organisation: site().names.organisation,
      office: t('mail.questionsChange', {
        ...receiptOffice(currency),
        reference: gift.reference ?? gift.object_id,
      }),
    }
    return { template: 'update', params }
  })
}
