/**
 * Changing the amount or card of a monthly gift in the provider's customer portal. The portal shows name, address and invoices, so a
 * receipt's link does not open it: it requests another link, which is mailed to the address that the receipts go to. No address is
 * ever typed.
 */
import 'server-only'
import { sql } from 'kysely'
import { isEmail } from '#lib/contact/forms/form.ts'
import { maskEmail } from '#lib/contact/forms/mask-email.ts'
import { hasCustomerPortal } from '#lib/giving/checkout/card-payments.ts'
import { readOwnSubscription, stateOfFailure } from '#lib/giving/receipts/cancel-subscription.ts'
import { changePath, changeToken, linkMinutes, readChangeToken } from '#lib/giving/receipts/change-link.ts'
import { receiptOffice } from '#lib/giving/receipts/office.ts'
import { readStopToken, stopPath, stopToken } from '#lib/giving/receipts/stop-link.ts'
import { addresseeOf } from '#lib/giving/receipts/wording.ts'
import { now, utcNow } from '#lib/platform/clock.ts'
import { env } from '#lib/platform/env.ts'
import { inLanguage } from '#lib/platform/languages/current.ts'
import { readLanguage } from '#lib/platform/languages/index.ts'
import { log } from '#lib/platform/log.ts'
import { messages } from '#lib/platform/messages/index.ts'
import { enqueue } from '#lib/platform/outbox/queue.ts'
import { wakeOutboxWorker } from '#lib/platform/outbox/worker.ts'
import type { Mail } from '#lib/platform/providers/emailjs.ts'
import type { PaymentProvider } from '#lib/platform/providers/payments.ts'
import { store } from '#lib/platform/store/index.ts'
import { site } from '#lib/site/content/index.ts'

const kind = 'portal-link'
/** Limits per gift, because anybody who has a receipt could cause mail to the donor. */
const windowMinutes = 10
const maxPerDay = 5

/** The latest gift of a subscription whose donor has an e-mail address. @throws when the store fails. */
async function latestGift(subscriptionId: string) {
  const { db } = await store()
  const gift = await db
    .selectFrom('gifts')
    .leftJoin('checkout_attempts', 'checkout_attempts.reference', 'gifts.reference')
    .select(['donor_email', 'donor_name', 'gifts.currency', 'language'])
    .where('subscription_id', '=', subscriptionId)
    .orderBy('occurred_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return gift && isEmail(gift.donor_email) ? gift : null
}

const isOffered = () => {
  const { emailjs, siteUrlGiven } = env()
  return Boolean(hasCustomerPortal() && emailjs?.templates.link && siteUrlGiven)
}

/** The masked address that a link would go to; null when none can be sent. @param token of a receipt's link. Never throws. */
export async function changeLinkRecipient(token: unknown): Promise<string | null> {
  const id = readStopToken(token)
  if (!id || !isOffered()) return null
  try {
    const gift = await latestGift(id)
    return gift && maskEmail(gift.donor_email)
  } catch (error) {
    log.warn('The donor of a monthly gift could not be looked up', { error })
    return null
  }
}

/** `limited`: too many links for this gift today. `unavailable`: the store fails, or mail is not configured. */
type LinkRequested = 'link-sent' | 'link-limited' | 'link-unavailable'

/** Queues a mail with a link for the donor. @param token of a receipt's link. Never throws. */
export async function requestChangeLink(token: unknown): Promise<LinkRequested> {
  const id = readStopToken(token)
  if (!id || !isOffered()) return 'link-unavailable'
  try {
    if (!(await latestGift(id))) return 'link-unavailable'
    const { db } = await store()
    const { count } = await db
      .selectFrom('outbox')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('kind', '=', kind)
      .where(sql`substr(subject_id, 1, ${sql.lit(id.length + 1)})`, '=', `${id}/`)
      .where('created_at', '>', utcNow(-24 * 60 * 60_000))
      .executeTakeFirstOrThrow()
    if (count >= maxPerDay) return 'link-limited'
    // A repeated request within the window is the same mail.
    const subjectId = `${id}/${Math.floor(now().getTime() / (windowMinutes * 60_000))}`
    await db.transaction().execute((transaction) => enqueue(transaction, kind, subjectId))
  } catch (error) {
    log.error('The mail with a link for changing a monthly gift could not be queued', { error })
    return 'link-unavailable'
  }
  wakeOutboxWorker()
  return 'link-sent'
}

/** Null when the gift or its address no longer exists. The link expires half an hour after composing. @throws when the store fails. */
export async function composeChangeLink(subject: string): Promise<Mail | null> {
  const [id = ''] = subject.split('/')
  const gift = await latestGift(id)
  if (!gift || !isOffered()) return null
  return inLanguage(readLanguage(gift.language), () => ({
    template: 'link',
    params: {
      email: gift.donor_email,
      name: addresseeOf(gift.donor_name),
      link: `${env().siteUrl}${changePath(changeToken(id))}`,
      minutes: String(linkMinutes),
      organisation: site().names.organisation,
      office: messages()('mail.questionsLink', receiptOffice(gift.currency)),
    },
  }))
}

type Portal = { kind: 'open'; url: string } | { kind: 'expired' | 'unknown' | 'unreachable' }

/**
 * A customer portal session for the customer of this subscription. The customer is never looked up by e-mail address.
 * @param token of a mailed link.
 */
export async function openPortal(token: unknown, provider: PaymentProvider | null): Promise<Portal> {
  const link = readChangeToken(token)
  if (!link) return { kind: 'unknown' }
  if (link.expired) return { kind: 'expired' }
  if (!provider || !hasCustomerPortal()) return { kind: 'unreachable' }
  const read = await readOwnSubscription(link.subscriptionId, provider)
  if (!read.ok) return { kind: stateOfFailure(read) }
  const back = `${env().siteUrl}${stopPath(stopToken(link.subscriptionId))}`
  const opened = await provider.portalSession(read.value.customerId, back)
  return opened.ok ? { kind: 'open', url: opened.value } : { kind: 'unreachable' }
}
