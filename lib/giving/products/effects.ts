/**
 * What follows from a payment, in the transaction that records it: each product lists its effects, which lib/giving/ledger/record-event.ts runs in that
 * order. An effect is run whenever a gift was written, and decides itself whether it applies.
 */
import type { Transaction } from 'kysely'
import { isEmail } from '#lib/contact/forms/form.ts'
import { enqueueWithin } from '#lib/giving/orders/limited-mail.ts'
import { mailsPerDay } from '#lib/giving/orders/limits.ts'
import type { OrderWithSecrets } from '#lib/giving/orders/order.ts'
import { issueReceipt, type Undoing } from '#lib/giving/register.ts'
import { dayMs, utcNow } from '#lib/platform/clock.ts'
import { countMailTo } from '#lib/platform/http/limits.ts'
import { log } from '#lib/platform/log.ts'
import { announce } from '#lib/platform/outbox/announce.ts'
import { enqueue } from '#lib/platform/outbox/queue.ts'
import type { Database } from '#lib/platform/store/index.ts'
import type { Gift, GiftStatus } from '#lib/platform/store/schema.ts'

/** A gift as it was written, and what was ordered. `became`: its status, if that has changed. */
export type Recorded = { gift: Gift; order: OrderWithSecrets | null; became: GiftStatus | null; undoing?: Undoing }

export type Effect = (transaction: Transaction<Database>, recorded: Recorded) => Promise<void>

/** Identified by the reference, which all months of a monthly gift share, so that a family gets one message. */
export const messageToFamily: Effect = async (transaction, { gift: { reference }, order, became }) => {
  const email = order?.card?.email
  if (became !== 'paid' || !email || !reference) return
  const count = await countMailTo(transaction, 'tribute-card', email)
  const daysLater = Math.floor((count - 1) / mailsPerDay['tribute-card'])
  await enqueue(transaction, 'tribute-card', reference, { dueAt: utcNow(daysLater * dayMs) })
}

/** Also after a dispute that was won. The outbox keeps sent mail, so there is never a second one. */
export const receiptMail: Effect = async (transaction, { gift: { id, reference, donor_email }, became }) => {
  if (became !== 'paid') return
  if (!isEmail(donor_email))
    log.warn('A gift has no usable email address, so it gets no receipt', { gift: id, reference })
  else await enqueue(transaction, 'receipt', id)
}

/** List it after {@link receiptMail}: a new version of a receipt that waits to be mailed needs no mail of its own. */
export const receipt: Effect = (transaction, { gift, order, undoing }) =>
  issueReceipt(transaction, gift, order, undoing)

/** The bank refused a payment after the donor had left. A card that is declined on the payment page makes no gift at all. */
export const failedPaymentMail: Effect = async (transaction, { gift: { id, donor_email }, became }) => {
  if (became === 'failed' && isEmail(donor_email)) await enqueueWithin(transaction, 'failed-payment', id, donor_email)
}

/** Another program of the charity hears of each state of a payment. */
export const announcement: Effect = async (transaction, { gift, became }) => {
  if (!became) return
  const { id, reference, kind, amount, currency, given_back, reason, campaign, method, occurred_at, updated_at } = gift
  await announce(transaction, {
    type: `gift.${became}`,
    id: `${id}/${updated_at}`,
    data: { id, reference, kind, amount, currency, givenBack: given_back, reason, campaign, method, at: occurred_at },
    person: { name: gift.donor_name, email: gift.donor_email },
  })
}
