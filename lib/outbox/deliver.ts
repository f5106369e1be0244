/**
 * Sends what is due, one mail at a time: claim, compose, send, mark. A crash at any instant leaves the row claimed, and it is
 * sent again once its lease is over: at least once, and never twice within a lease.
 */
import 'server-only'
import { setTimeout as sleep } from 'node:timers/promises'
import { composeMail } from '#lib/enquiries/compose-mail.ts'
import { env } from '#lib/env.ts'
import { composeReceipt } from '#lib/giving/receipt-mail.ts'
import { composeSponsorship } from '#lib/giving/sponsorship-mail.ts'
import { log } from '#lib/log.ts'
import {
  type Claim,
  claimNext,
  forget,
  markFailed,
  markSent,
  noteCall,
  type OutboxKind,
  outboxKinds,
  reserveMoment,
  somethingIsDue,
} from '#lib/outbox/queue.ts'
import { schedule } from '#lib/outbox/schedule.ts'
import { type Mail, type MailAccount, sendMail, sendTimeoutMs } from '#lib/providers/emailjs.ts'

export type Delivery = {
  sent: number
  /** `failed`: the mail service failed once, and what is left waits for the next round. */
  ended: 'nothing-due' | 'failed' | 'out-of-time' | 'not-configured'
}

/** What this site can send: without a template for receipts they are kept, and what the office waits for passes them by. */
export function sentKinds(): readonly OutboxKind[] {
  const { emailjs } = env()
  return emailjs && !emailjs.templates.receipt ? outboxKinds.filter((kind) => kind !== 'receipt') : outboxKinds
}

/** Goes on until nothing is due, for at most `milliseconds`. @throws when the store fails. */
export async function deliverDue(milliseconds = Number.POSITIVE_INFINITY): Promise<Delivery> {
  const account = env().emailjs
  if (!account) return { sent: 0, ended: 'not-configured' }
  const end = performance.now() + milliseconds
  let sent = 0
  const kinds = sentKinds()
  while (await somethingIsDue(kinds)) {
    const wait = await reserveMoment(account.minIntervalMs)
    if (performance.now() + wait >= end) return { sent, ended: 'out-of-time' }
    if (wait > 0) await sleep(wait, undefined, { ref: false })
    const claim = await claimNext(kinds)
    if (!claim) continue
    const outcome = await deliver(claim, account)
    if (outcome === 'failed') return { sent, ended: 'failed' }
    if (outcome === 'sent') sent += 1
  }
  return { sent, ended: 'nothing-due' }
}

async function deliver(claim: Claim, account: MailAccount): Promise<'sent' | 'failed' | 'gone'> {
  const { kind, subjectId, tries } = claim
  // Servers died in the middle of every try that was left.
  if (tries > schedule.triesAtMost) return failed(claim, 'The server stopped during the last try')
  const mail = await composed(kind, subjectId)
  if (!mail) {
    await forget(claim)
    return 'gone'
  }
  // A process that was suspended meanwhile must not send beside the next holder.
  if (Date.now() + sendTimeoutMs > claim.leasedUntil) return failed(claim, 'The lease was over before it was sent')
  const result = await sendMail(account, mail)
  if (result.ok) await noteSent(claim)
  await noteCall(account.minIntervalMs)
  if (!result.ok) return failed(claim, result.why)
  return 'sent'
}

function composed(kind: OutboxKind, subjectId: string): Promise<Mail | null> {
  if (kind === 'receipt') return composeReceipt(subjectId)
  return kind === 'sponsorship' ? composeSponsorship(subjectId) : composeMail(kind, subjectId)
}

async function failed(claim: Claim, why: string): Promise<'failed'> {
  const state = await markFailed(claim, why)
  const fields = { outbox: claim.id, kind: claim.kind, tries: claim.tries, why }
  if (state === 'dead') log.error('A mail was given up and kept: npm run outbox', fields)
  else log.warn('A mail could not be sent; it is tried again', fields)
  return 'failed'
}

/** A store that hiccups now would have the mail sent again: it is asked three times. */
async function noteSent(claim: Claim): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      if (!(await markSent(claim))) log.warn('A mail was sent after its lease was over', { outbox: claim.id })
      return
    } catch (error) {
      if (tries === 3) throw error
      await sleep(500, undefined, { ref: false })
    }
  }
}
