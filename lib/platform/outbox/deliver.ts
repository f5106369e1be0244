/**
 * Delivers due mail, one at a time: lease, compose, send, record the result. After a crash the row stays leased until its lease
 * expires, and is then sent again. Composers are passed in, so this module does not depend on any kind of mail.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { now } from '#lib/platform/clock.ts'
import { env } from '#lib/platform/env.ts'
import { log } from '#lib/platform/log.ts'
import type { Mail } from '#lib/platform/mail/compose.ts'
import {
  correctFutureDates,
  deleteLeased,
  enqueue,
  hasDueMail,
  type LeasedMail,
  leaseNext,
  markFailed,
  markSent,
  markUnknown,
  retryOthers,
} from '#lib/platform/outbox/queue.ts'
import {
  type Failure,
  pauseAfter,
  releaseSendSlot,
  reserveSendSlot,
  retries,
  schedule,
} from '#lib/platform/outbox/schedule.ts'
import { type MailAccount, type SendResult, sendMail, sendTimeoutMs } from '#lib/platform/providers/emailjs.ts'
import { store } from '#lib/platform/store/index.ts'

/** One kind of mail. The list of all kinds is lib/jobs/mail.ts. */
export type MailKind = {
  /** Stored in the outbox. Never change it, because older rows have it. */
  kind: string
  /** Urgent mail is sent before the rest, except on every third turn. `first` goes before everything. */
  urgent?: boolean | 'first'
  /** To ourselves: twice is better than not at all, so a mail that may have arrived is tried again like a refused one. */
  mayRepeat?: boolean
  /** `payload`: as it was queued. Null when the mail is no longer needed. */
  compose(subjectId: string, payload?: unknown): Promise<Mail | null>
}
export type MailKinds = Readonly<Record<string, Omit<MailKind, 'kind'>>>

type Delivery = { sent: number; ended: 'nothing-due' | 'stopped' | 'not-configured' }

/** Consecutive failures that suggest the mail service is down, and the id of the last mail that failed. Kept between rounds by the worker. */
export type Outage = { inARow: number; latest: string | null }
export const noOutage = (): Outage => ({ inARow: 0, latest: null })

type Options = { signal?: AbortSignal; outage?: Outage }

/** `waitMs`: pause before the next mail, above 0 only in an outage. `called`: the mail service may have counted this call against the rate limit. */
type SendOutcome = { sent: boolean; called: boolean; waitMs: number }
const nothingDone: SendOutcome = { sent: false, called: false, waitMs: 0 }

/**
 * Delivers until nothing is due or `signal` aborts; a mail in progress is finished first. A mail that fails is rescheduled and does not
 * hold up the next one; only an outage slows the queue down.
 */
export async function deliverDue(kinds: MailKinds, { signal, outage = noOutage() }: Options = {}): Promise<Delivery> {
  const account = env().emailjs
  if (!account) return { sent: 0, ended: 'not-configured' }
  /** False after an abort. */
  const pause = async (waitMs: number) => {
    if (signal?.aborted) return false
    if (waitMs > 0) await sleep(waitMs, undefined, signal && { signal }).catch(() => undefined)
    return !signal?.aborted
  }
  const redated = await correctFutureDates()
  if (redated > 0) log.warn('The clock was set back: mail dated in the future was rescheduled', { redated })

  let sent = 0
  for (let turn = 0; await hasDueMail(Object.keys(kinds)); turn += 1) {
    const attempt = await withSendSlot(account.minIntervalMs, pause, async () => {
      const leased = await leaseInTurn(kinds, turn)
      return leased ? deliver(leased, kinds, account, outage) : nothingDone
    })
    if (attempt?.sent) sent += 1
    if (!attempt || !(await pause(attempt.waitMs))) return { sent, ended: 'stopped' }
  }
  return { sent, ended: 'nothing-due' }
}

/** Kinds marked `first`, then urgent ones; every third turn in reverse, so that a burst of urgent mail does not starve the rest. */
async function leaseInTurn(kinds: MailKinds, turn: number): Promise<LeasedMail | null> {
  const names = Object.keys(kinds)
  const before = names.filter((name) => kinds[name]?.urgent === 'first')
  const urgent = names.filter((name) => kinds[name]?.urgent === true)
  const others = names.filter((name) => !kinds[name]?.urgent)
  const [first, second] = turn % 3 === 2 ? [others, urgent] : [urgent, others]
  return (await leaseNext(before)) ?? (await leaseNext(first)) ?? (await leaseNext(second))
}

/** Runs `call` within the rate limit of the mail service; null after an abort. */
async function withSendSlot(
  intervalMs: number,
  pause: (waitMs: number) => Promise<boolean>,
  call: () => Promise<SendOutcome>,
): Promise<SendOutcome | null> {
  if (intervalMs === 0) return (await pause(0)) ? call() : null
  let reserved = await reserveSendSlot(intervalMs, slotHoldMs)
  while (!reserved.slot) {
    if (!(await pause(reserved.waitMs))) return null
    reserved = await reserveSendSlot(intervalMs, slotHoldMs)
  }
  // If `call` throws, assume that the service was called.
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

async function deliver(
  leased: LeasedMail,
  kinds: MailKinds,
  account: MailAccount,
  outage: Outage,
): Promise<SendOutcome> {
  const mayRepeat = kinds[leased.kind]?.mayRepeat ?? false
  if (leased.unknownOutcomes >= retries.unknown.maxFailures && !mayRepeat) {
    const why = 'The servers that were sending it stopped'
    await markUnknown(leased, why)
    reportAbandoned(leased, 'unknown', why)
    return nothingDone
  }
  const composed = await compose(leased, kinds)
  if (composed === 'failed') return nothingDone
  if (!composed) {
    await deleteMail(leased, kinds)
    return nothingDone
  }
  // The lease may expire during the send, and another worker would then send the mail a second time.
  if (now().getTime() + sendTimeoutMs > leased.leasedUntil) {
    await fail(leased, 'not-sent', 'Its lease was about to expire before it could be sent')
    return nothingDone
  }
  const result = await sendMail(account, composed)
  if (result.outcome === 'sent') {
    await recordSent(leased)
    await retryOthers(leased)
    Object.assign(outage, noOutage())
    return { sent: true, called: true, waitMs: 0 }
  }
  const waitMs = pauseFor(outage, leased, result)
  const failure = result.outcome === 'unknown' && mayRepeat ? 'refused' : result.outcome
  await fail(leased, failure, result.why, outage.inARow)
  return { sent: false, called: true, waitMs }
}

/**
 * Deletes a mail that is no longer needed, then composes it once more: a request made in between (a dispute was won, for example) was
 * dropped because the row still existed.
 */
async function deleteMail(leased: LeasedMail, kinds: MailKinds): Promise<void> {
  const { kind, subjectId, payload } = leased
  await deleteLeased(leased)
  if (!(await kinds[kind]?.compose(subjectId, payload))) return
  const { db } = await store()
  await enqueue(db, kind, subjectId, { payload })
}

/** One mail that cannot be composed must not hold up the others. */
async function compose(leased: LeasedMail, kinds: MailKinds): Promise<Mail | null | 'failed'> {
  const { id, kind, subjectId, payload } = leased
  try {
    return (await kinds[kind]?.compose(subjectId, payload)) ?? null
  } catch (error) {
    log.error('Mail could not be composed', { outbox: id, kind, error })
    await fail(leased, 'not-composed', 'It could not be composed')
    return 'failed'
  }
}

/** How long the whole queue waits after a failure. The same mail failing repeatedly does not indicate an outage. */
function pauseFor(outage: Outage, { id }: LeasedMail, result: Exclude<SendResult, { outcome: 'sent' }>): number {
  if (result.outcome === 'refused') {
    Object.assign(outage, noOutage())
    return 0
  }
  if (result.outcome === 'not-sent' || outage.latest !== id) outage.inARow += 1
  outage.latest = id
  return Math.max(pauseAfter(outage.inARow), Math.min(result.retryAfterMs ?? 0, schedule.maxRetryAfterMs))
}

async function fail(leased: LeasedMail, failure: Failure, why: string, inARow?: number): Promise<void> {
  const state = await markFailed(leased, failure, why, inARow)
  if (state !== 'waiting') reportAbandoned(leased, state, why)
  else
    log.warn('Mail was not sent and will be retried', {
      outbox: leased.id,
      kind: leased.kind,
      tries: leased.tries,
      failure,
      why,
    })
}

function reportAbandoned({ id, kind, tries }: LeasedMail, state: 'dead' | 'unknown', why: string): void {
  const fields = { outbox: id, kind, tries, why }
  if (state === 'dead') log.error('Mail delivery was abandoned: charity outbox list --stage=dead', fields)
  else log.error('Mail may or may not have been delivered: charity outbox list --stage=unknown', fields)
}

/** Tries three times, because a mail whose success is not recorded would be sent again. */
async function recordSent(leased: LeasedMail): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      if (!(await markSent(leased))) log.warn('Mail was sent after its lease expired', { outbox: leased.id })
      return
    } catch (error) {
      if (tries === 3) throw error
      await sleep(500)
    }
  }
}
