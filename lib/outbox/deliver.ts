/**
 * Sends what is due, one mail at a time: claim, compose, send, settle. A crash at any instant leaves the row claimed, and it is
 * sent again once its lease is over. Composers are passed in: knows no kind of mail.
 */
import 'server-only'
import { setTimeout as sleep } from 'node:timers/promises'
import { now } from '#lib/clock.ts'
import { env } from '#lib/env.ts'
import { log } from '#lib/log.ts'
import {
  type Claim,
  claimNext,
  enqueue,
  forget,
  markFailed,
  markSent,
  parkAsUnknown,
  redateRows,
  somethingIsDue,
} from '#lib/outbox/queue.ts'
import { type Failure, pauseAfter, retries, schedule } from '#lib/outbox/schedule.ts'
import { releaseSendSlot, reserveSendSlot } from '#lib/outbox/send-slot.ts'
import { type Mail, type MailAccount, type SendResult, sendMail, sendTimeoutMs } from '#lib/providers/emailjs.ts'
import { store } from '#lib/store/index.ts'

export type MailKind = {
  /** While the account has no such template, mail of this kind waits. */
  template: keyof MailAccount['templates']
  /** Goes before what is not urgent; every third turn belongs to the rest. */
  urgent?: boolean
  /** Null when there is nothing to say any more. @throws when the store fails. */
  compose(subjectId: string): Promise<Mail | null>
}
export type MailKinds = Readonly<Record<string, MailKind>>

export type Delivery = { sent: number; ended: 'nothing-due' | 'stopped' | 'not-configured' }

/** Signs in a row that the mail service is unavailable, and the mail that gave the latest. Whoever delivers in rounds keeps it between them. */
export type Outage = { inARow: number; latest: string | null }
export const noOutage = (): Outage => ({ inARow: 0, latest: null })

type Options = { signal?: AbortSignal; outage?: Outage }

/** `waitMs`: before the next one; not 0 only in an outage. `called`: the mail service may have counted a call. */
type Attempt = { sent: boolean; called: boolean; waitMs: number }
const nothingDone: Attempt = { sent: false, called: false, waitMs: 0 }

/** The kinds that can be sent now, and those that wait for a template. Without an account all count as sendable. */
export function sortKinds(kinds: MailKinds): { sendable: string[]; withheld: string[] } {
  const templates = env().emailjs?.templates
  const names = Object.keys(kinds)
  const isSendable = (name: string) => !templates || Boolean(kinds[name] && templates[kinds[name].template])
  return { sendable: names.filter(isSendable), withheld: names.filter((name) => !isSendable(name)) }
}

/**
 * Goes on until nothing is due, or until `signal` asks it to stop: then the mail on its way is finished first. A mail that fails is put off and the next one follows; only an outage slows the queue down.
 * @throws when the store fails.
 */
export async function deliverDue(kinds: MailKinds, { signal, outage = noOutage() }: Options = {}): Promise<Delivery> {
  const account = env().emailjs
  if (!account) return { sent: 0, ended: 'not-configured' }
  /** False once the signal came. */
  const pause = async (waitMs: number) => {
    if (signal?.aborted) return false
    if (waitMs > 0) await sleep(waitMs, undefined, signal && { signal }).catch(() => undefined)
    return !signal?.aborted
  }
  const { sendable } = sortKinds(kinds)
  const redated = await redateRows()
  if (redated > 0) log.warn('The clock was set back: mail dated ahead of it waits from now on', { redated })

  let sent = 0
  for (let turn = 0; await somethingIsDue(sendable); turn += 1) {
    const attempt = await inSlot(account.minIntervalMs, pause, async () => {
      const claim = await claimInTurn(kinds, sendable, turn)
      return claim ? deliver(claim, kinds, account, outage) : nothingDone
    })
    if (attempt?.sent) sent += 1
    if (!attempt || !(await pause(attempt.waitMs))) return { sent, ended: 'stopped' }
  }
  return { sent, ended: 'nothing-due' }
}

/** What is urgent first; every third turn the other way round, so that a great many receipts do not hold up the rest for long. */
async function claimInTurn(kinds: MailKinds, sendable: readonly string[], turn: number): Promise<Claim | null> {
  const urgent = sendable.filter((name) => kinds[name]?.urgent)
  const others = sendable.filter((name) => !kinds[name]?.urgent)
  const [first, second] = turn % 3 === 2 ? [others, urgent] : [urgent, others]
  return (await claimNext(first)) ?? (await claimNext(second))
}

/** One call at the pace of the mail service; null when `pause` was told to stop. */
async function inSlot(
  intervalMs: number,
  pause: (waitMs: number) => Promise<boolean>,
  call: () => Promise<Attempt>,
): Promise<Attempt | null> {
  if (intervalMs === 0) return (await pause(0)) ? call() : null
  let reserved = await reserveSendSlot(intervalMs, slotHoldMs)
  while (!reserved.slot) {
    if (!(await pause(reserved.waitMs))) return null
    reserved = await reserveSendSlot(intervalMs, slotHoldMs)
  }
  // Whatever goes wrong in between: the service may have been called.
  let called = true
  try {
    const attempt = await call()
    called = attempt.called
    return attempt
  } finally {
    await releaseSendSlot(reserved.slot, intervalMs, called)
  }
}

const slotHoldMs = sendTimeoutMs + 5000

async function deliver(claim: Claim, kinds: MailKinds, account: MailAccount, outage: Outage): Promise<Attempt> {
  if (claim.unknownOutcomes >= retries.unknown.atMost) {
    await parkAsUnknown(claim, 'Servers stopped while they were sending it')
    reportGivenUp(claim, 'unknown', 'Servers stopped while they were sending it')
    return nothingDone
  }
  const composed = await compose(claim, kinds)
  if (composed === 'failed') return nothingDone
  if (!composed) {
    await forgetMail(claim, kinds)
    return nothingDone
  }
  // This process was held up for so long that another may have taken the mail over: sending now could send it twice.
  if (now().getTime() + sendTimeoutMs > claim.leasedUntil) {
    await fail(claim, 'not-sent', 'Its lease was nearly over before it could be sent')
    return nothingDone
  }
  const result = await sendMail(account, composed)
  if (result.outcome === 'sent') {
    await noteSent(claim)
    Object.assign(outage, noOutage())
    return { sent: true, called: true, waitMs: 0 }
  }
  const waitMs = pauseFor(outage, claim, result)
  await fail(claim, result.outcome, result.why, outage.inARow)
  return { sent: false, called: true, waitMs }
}

/**
 * Drops a mail that has nothing to say. It is composed once more afterwards: whoever asked for it meanwhile (the dispute of a gift
 * was won, say) found the row still there.
 */
async function forgetMail(claim: Claim, kinds: MailKinds): Promise<void> {
  const { kind, subjectId } = claim
  await forget(claim)
  if (!(await kinds[kind]?.compose(subjectId))) return
  const { db } = await store()
  await db.transaction().execute((transaction) => enqueue(transaction, kind, subjectId))
}

/** A mail that cannot be composed fails alone: it must not hold up the others. */
async function compose({ id, kind, subjectId, ...claim }: Claim, kinds: MailKinds): Promise<Mail | null | 'failed'> {
  try {
    return (await kinds[kind]?.compose(subjectId)) ?? null
  } catch (error) {
    log.error('A mail could not be composed', { outbox: id, kind, error })
    await fail({ id, kind, subjectId, ...claim }, 'failed', 'It could not be composed')
    return 'failed'
  }
}

/** How long the whole queue waits after a failure. A mail that fails again and again by itself is no sign of an outage. */
function pauseFor(outage: Outage, { id }: Claim, result: Exclude<SendResult, { outcome: 'sent' }>): number {
  if (result.outcome === 'refused') {
    Object.assign(outage, noOutage())
    return 0
  }
  if (result.outcome === 'not-sent' || outage.latest !== id) outage.inARow += 1
  outage.latest = id
  return Math.max(pauseAfter(outage.inARow), Math.min(result.retryAfterMs ?? 0, schedule.longestRetryAfterMs))
}

async function fail(claim: Claim, failure: Failure, why: string, inARow?: number): Promise<void> {
  const state = await markFailed(claim, failure, why, inARow)
  if (state !== 'waiting') reportGivenUp(claim, state, why)
  else
    log.warn('A mail was not sent, and is tried again', {
      outbox: claim.id,
      kind: claim.kind,
      tries: claim.tries,
      failure,
      why,
    })
}

function reportGivenUp({ id, kind, tries }: Claim, state: 'dead' | 'unknown', why: string): void {
  const fields = { outbox: id, kind, tries, why }
  if (state === 'dead') log.error('A mail was given up and kept: npm run outbox -- list --stage=dead', fields)
  else log.error('Nobody knows whether a mail arrived: npm run outbox -- list --stage=unknown', fields)
}

/** If the store fails for a moment right now, the mail would be sent again, so it is asked three times. */
async function noteSent(claim: Claim): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      if (!(await markSent(claim))) log.warn('A mail was sent after its lease was over', { outbox: claim.id })
      return
    } catch (error) {
      if (tries === 3) throw error
      await sleep(500)
    }
  }
}
