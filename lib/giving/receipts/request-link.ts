/**
 * Requests for the link to all gifts of an e-mail address, which is mailed to that address and shown to nobody. Whoever types an
 * address never learns whether it has given: known and unknown addresses get the same answer, after the same writes.
 */
import { sql } from 'kysely'
import { maskEmail } from '#lib/contact/forms/text.ts'
import { type GivenGift, givenGifts, latestMonth } from '#lib/giving/ledger/paid-gift.ts'
import { mailsPerDay } from '#lib/giving/orders/limits.ts'
import { readStopToken } from '#lib/giving/receipts/links.ts'
import { utcNow } from '#lib/platform/clock.ts'
import { env } from '#lib/platform/env.ts'
import { countMailInWindow, countMailTo } from '#lib/platform/http/limits.ts'
import { log } from '#lib/platform/log.ts'
import { enqueue } from '#lib/platform/outbox/queue.ts'
import { wakeOutboxWorker } from '#lib/platform/outbox/worker.ts'
import { type Store, store } from '#lib/platform/store/index.ts'

/** The kind of these mails in the outbox. */
export const linkKind = 'gifts-link'

const latestOf = (db: Store['db'], email: string): Promise<GivenGift | undefined> =>
  givenGifts(db)
    .where(sql`lower(donor_email)`, '=', email.toLowerCase())
    .orderBy('occurred_at', 'desc')
    .limit(1)
    .executeTakeFirst()

/** Whether links can be mailed at all. */
export const isOffered = (): boolean => {
  const { emailjs, siteUrlGiven } = env()
  return emailjs !== null && siteUrlGiven
}

/** The masked address that a link would be sent to; null if none can be sent. @param token of a receipt's link. Never throws. */
export async function linkRecipient(token: unknown): Promise<string | null> {
  const id = readStopToken(token)
  if (!id || !isOffered()) return null
  try {
    const gift = await latestMonth('subscription_id', id)
    return gift && maskEmail(gift.donor_email)
  } catch (error) {
    log.warn('The donor of a monthly gift could not be looked up', { error })
    return null
  }
}

/** `again`: this mailbox has had a request within the window. `limited`: too many links to it today. `unavailable`: the store fails, or mail is not configured. */
type LinkRequested = 'sent' | 'again' | 'limited' | 'unavailable'

async function queueLink(email: string): Promise<LinkRequested> {
  if (!isOffered()) return 'unavailable'
  try {
    const { db } = await store()
    const result = await db.transaction().execute(async (transaction) => {
      const count = await countMailTo(transaction, linkKind, email)
      // Counted whether or not the address has given, so that the answer says nothing about it.
      const inWindow = await countMailInWindow(transaction, linkKind, email)
      const gift = await latestOf(transaction, email)
      if (inWindow > 1) return 'again'
      if (count > mailsPerDay[linkKind]) return 'limited'
      if (gift) await enqueue(transaction, linkKind, `${gift.id}/${utcNow()}`, { payload: { giftId: gift.id } })
      return 'sent'
    })
    wakeOutboxWorker()
    return result
  } catch (error) {
    log.error('The mail with a link to the gifts of a donor could not be queued', { error })
    return 'unavailable'
  }
}

/** Queues the mail for an address that was typed, if it has given. Too many requests for one address in a day look like any other. Never throws. */
export async function requestLink(email: string): Promise<'sent' | 'again' | 'unavailable'> {
  const result = await queueLink(email)
  return result === 'limited' ? 'sent' : result
}

/** Queues the mail for the donor of a monthly gift. @param token of a receipt's link. Never throws. */
export async function requestLinkFor(token: unknown): Promise<`link-${LinkRequested}`> {
  const id = readStopToken(token)
  const gift = id && isOffered() ? await latestMonth('subscription_id', id).catch(() => null) : null
  return `link-${gift ? await queueLink(gift.donor_email) : 'unavailable'}`
}
