/**
 * Receipts on their way: which gift gets one, and the mail when its turn comes. Composed when it is sent, from the ledger as it
 * stands then: a receipt never speaks of money that was given back meanwhile.
 */
import 'server-only'
import type { Kysely } from 'kysely'
import { attemptBehind } from '#lib/checkout/attempts.ts'
import { indiaGiving, receipts, sponsorship } from '#lib/content/index.ts'
import { emailError } from '#lib/forms/field-rules.ts'
import { purposeOf } from '#lib/ledger/report.ts'
import { log } from '#lib/log.ts'
import type { Currency } from '#lib/money.ts'
import { enqueue } from '#lib/outbox/queue.ts'
import { type Mail, withoutTemplate } from '#lib/providers/emailjs.ts'
import { receiptOffice } from '#lib/receipts/office.ts'
import { stopLink } from '#lib/receipts/stop-link.ts'
import { receiptParams } from '#lib/receipts/wording.ts'
import { isSponsorshipEvent } from '#lib/sponsorship/rules.ts'
import { type Database, store } from '#lib/store/index.ts'

type Gift = Pick<Database['gifts'], 'id' | 'status' | 'reference' | 'donor_email'>

/**
 * In the transaction that writes the gift, whenever it becomes paid: also by a dispute that was won, which the ledger may have
 * met first, or before the receipt was sent. One that was sent stays in the outbox, so that there is never a second.
 * `before`: the gift as the ledger had it; none for a new one.
 */
export async function enqueueReceipt(
  transaction: Kysely<Database>,
  gift: Gift,
  before: Pick<Gift, 'status'> | undefined,
): Promise<void> {
  if (gift.status !== 'paid' || before?.status === 'paid') return
  if (emailError(gift.donor_email)) {
    log.warn('A gift came without an e-mail address that can be written to: it gets no receipt', {
      gift: gift.id,
      reference: gift.reference,
    })
    return
  }
  await enqueue(transaction, 'receipt', gift.id)
}

/** Null when there is nothing to receipt any more: it was given back, or is disputed. @throws when the store fails. */
export async function composeReceipt(giftId: string): Promise<Mail | null> {
  const { db } = await store()
  const gift = await db
    .selectFrom('gifts')
    .selectAll()
    .where('id', '=', giftId)
    .where('status', '=', 'paid')
    .executeTakeFirst()
  if (!gift) return null
  const currency = gift.currency as Currency
  const params = receiptParams(
    {
      kind: gift.kind,
      money: { amount: gift.amount, currency },
      paidAt: new Date(gift.occurred_at),
      donor: { name: withoutTemplate(gift.donor_name), email: gift.donor_email },
      purpose: await purposeIn(gift),
      reference: gift.reference,
      payment: gift.object_id,
      stopLink: gift.subscription_id ? stopLink(gift.subscription_id) : null,
    },
    receipts()[currency],
    receiptOffice(currency),
  )
  return { template: 'receipt', params }
}

/** "Cleft-Free World", "Sponsorship of the 5K Run4Love": what an accountant asks first. */
async function purposeIn(gift: Pick<Database['gifts'], 'kind' | 'reason' | 'reference'>): Promise<string> {
  const attempt = gift.kind === 'sponsorship' && gift.reference ? await attemptBehind(gift.reference) : null
  if (isSponsorshipEvent(attempt?.form)) return `Sponsorship of ${sponsorship(attempt.form).event}`
  return purposeOf(gift, new Map(indiaGiving().reasons.map(({ code, label }) => [code, label])))
}
