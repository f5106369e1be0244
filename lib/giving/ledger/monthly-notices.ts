/**
 * Queues mails about a monthly gift: the bank has confirmed new terms, the card ends, or a year has passed and the donor may want to give more, if
 * the donor gets our news. Each is sent once.
 */

import { z } from 'zod'
import { getsNewsletter } from '#lib/contact/enquiries/newsletter.ts'
import { latestMonth } from '#lib/giving/ledger/paid-gift.ts'
import type { PaymentProvider } from '#lib/giving/orders/card-payments.ts'
import { dayMs, now } from '#lib/platform/clock.ts'
import { monthsAfter } from '#lib/platform/dates.ts'
import { env } from '#lib/platform/env.ts'
import { log } from '#lib/platform/log.ts'
import { enqueue } from '#lib/platform/outbox/queue.ts'
import { wakeOutboxWorker } from '#lib/platform/outbox/worker.ts'
import type { SubscriptionReading } from '#lib/platform/providers/payments.ts'
import { store } from '#lib/platform/store/index.ts'

export const monthlyNoticeKind = 'gift-notice'

/** `amount`: in the smallest unit. `day`: of the next payment, the last day of the card, or the first day of the gift; ISO 8601. */
export const monthlyNoticePayload = z.object({
  giftId: z.string(),
  notice: z.enum(['mandate', 'card', 'raise']),
  amount: z.int(),
  day: z.string(),
})

export type MonthlyNotice = z.output<typeof monthlyNoticePayload>['notice']

/** `about`: what it is about, of which there is one mail: an id at the provider. Never throws. */
async function queueMonthlyNotice(
  notice: MonthlyNotice,
  { id, money, metadata }: SubscriptionReading,
  { about, day }: { about: string; day: Date | null },
): Promise<void> {
  if (!env().emailjs || !money || !day) return
  try {
    const gift = await latestMonth('reference', metadata.reference ?? '')
    if (!gift) return
    const payload = { giftId: gift.id, notice, amount: money.amount, day: day.toISOString() }
    const { db } = await store()
    await enqueue(db, monthlyNoticeKind, `${notice}/${about}`, { payload })
    wakeOutboxWorker()
  } catch (error) {
    log.error('A mail about a monthly gift could not be queued', { subscription: id, notice, error })
  }
}

/**
 * Ends the earlier terms of a monthly gift once the donor has confirmed new ones, and mails that. The provider repeats its event until this
 * succeeds, and the daily round (lib/jobs) does the same. @returns whether they have ended.
 */
export async function endEarlierTerms(subscriptionId: string, provider: PaymentProvider): Promise<boolean> {
  const ended = await provider.endEarlierTerms(subscriptionId)
  if (!ended.ok) return ended.failure.kind === 'missing'
  await queueMonthlyNotice('mandate', ended.value, { about: ended.value.id, day: ended.value.next })
  return true
}

/** A server that was off for longer leaves the question out until the next year. */
const askedWithinMs = 30 * dayMs

/** Asks once a year, in the month after the day on which the gift began. */
async function offerMore(gift: SubscriptionReading): Promise<void> {
  const { since, metadata } = gift
  const years = now().getUTCFullYear() - since.getUTCFullYear()
  const isDue = [years, years - 1].some((count) => {
    const age = now().getTime() - monthsAfter(since, 12 * count).getTime()
    return count > 0 && age >= 0 && age < askedWithinMs
  })
  const donor = isDue ? await latestMonth('reference', metadata.reference ?? '') : null
  if (donor && (await getsNewsletter(donor.donor_email)))
    await queueMonthlyNotice('raise', gift, { about: `${metadata.reference}/${years}`, day: since })
}

/**
 * Mails the donors whose card ends before the payment after the next one, so that there is time to change it; once for each card. Daily,
 * since providers send no event in time. Also ends terms that a lost event has left.
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
      await queueMonthlyNotice('card', gift, {
        about: `${cardId}/${validUntil.toISOString().slice(0, 7)}`,
        day: new Date(validUntil.getTime() - 1),
      })
  }
}
