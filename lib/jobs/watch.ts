/**
 * Checks every minute for problems that may go unnoticed: webhooks, payments by card or the database failing for 15 minutes, mail for an
 * hour, mails that wait for a person, and, every hour, giving pages that are not as they were built. Each is logged and mailed to the operators, with another mail when it is over. Several servers
 * coordinate through one row of the settings for each problem. While the database is down there is neither that row nor the outbox, so each
 * server calls the mail service itself.
 */
import { compareWhenDue } from '#lib/giving/ledger/comparison.ts'
import { checkDelivery, webhookCause, webhookStreak } from '#lib/giving/ledger/webhook-health.ts'
import { cardProvider, paymentPagesFault } from '#lib/giving/orders/card-payments.ts'
import { alertMail, alertSubject, alertTexts, causeSetting, detailsOf, troubleSetting } from '#lib/jobs/alert.ts'
import type { Trouble } from '#lib/jobs/conditions.ts'
import { compareGivingPages } from '#lib/jobs/giving-pages.ts'
import { mailKinds } from '#lib/jobs/mail.ts'
import { retryHeldRetention } from '#lib/jobs/retention.ts'
import { behavioursScript } from '#lib/platform/behaviours.ts'
import { hourMs, minuteMs, now, utcNow, withTimeout } from '#lib/platform/clock.ts'
import { env } from '#lib/platform/env.ts'
import { log } from '#lib/platform/log.ts'
import { countAbandoned, countOutbox, enqueue, stuckSince, wasSentSince } from '#lib/platform/outbox/queue.ts'
import { wakeOutboxWorker } from '#lib/platform/outbox/worker.ts'
import { processState, stopping } from '#lib/platform/process-state.ts'
import { sendMail } from '#lib/platform/providers/emailjs.ts'
import { checkStore } from '#lib/platform/store/check.ts'
import { storeProblem } from '#lib/platform/store/failure.ts'
import { type Store, store, writeSettingOnce } from '#lib/platform/store/index.ts'
import { type FailureStreak, failureStreak, logFailures, noteOutcome } from '#lib/platform/warnings.ts'

const lookEveryMs = minuteMs
const comparePagesEveryMs = hourMs
/** While something is wrong. */
const compareAgainAfterMs = 10 * minuteMs
/** An outage is somebody else's to notice. */
const unreachedAfterMs = 3 * hourMs
/** A problem is over when the server that saw it last sees its end, or no server has seen it for this long: each looks every minute. */
const overAfterMs = 1.5 * minuteMs
/** Delay after a mail about the database that could not be sent. */
const tryAgainAfterMs = 10 * minuteMs
/** Stripe repeats a webhook after some minutes: a single one that is rejected may have been sent by anybody. */
const minStreakMs = 10 * minuteMs
const storeTimeoutMs = 5000

type Shared = {
  timer: NodeJS.Timeout | null
  looking: boolean
  comparing: boolean
  /** When this server saw a problem last, as it wrote into the settings. */
  seenAt: Map<Trouble, string>
  /** When the giving pages were compared last, milliseconds. */
  pagesAt: number
  /** For the database: whether it was logged and mailed, and when a mail was last tried. */
  database: { logged: boolean; mailed: boolean; triedAt: number }
}
const notReported = () => ({ logged: false, mailed: false, triedAt: 0 })
const shared = processState(
  'watch',
  (): Shared => ({
    timer: null,
    looking: false,
    comparing: false,
    seenAt: new Map(),
    pagesAt: 0,
    database: notReported(),
  }),
).get

const lasts = (trouble: Trouble, since: Date) => now().getTime() - since.getTime() >= alertTexts[trouble].afterMs

/** `since`: set once it has failed for long enough. `unknown`: it has failed for less than that, or this server has not tried it. */
type Finding = { state: 'failing'; since: Date; cause?: string } | { state: 'working' | 'unknown' }

function findingOf(
  trouble: Trouble,
  streak: Pick<FailureStreak, 'since'> | null | undefined,
  cause?: string | undefined,
): Finding {
  if (streak && lasts(trouble, streak.since)) return { state: 'failing', since: streak.since, ...(cause && { cause }) }
  return { state: streak === null ? 'working' : 'unknown' }
}

/** Another server may have sent mail since this one failed; and without mail that waits nothing would show that the service works again. */
async function forgetMailFailure(): Promise<void> {
  const failed = failureStreak('emailjs')
  if (!failed) return
  if ((await wasSentSince(failed.latest.toISOString())) || (await countOutbox()).waiting === 0)
    noteOutcome('emailjs', true)
}

/** `begun`: when the problem began that is announced and not over, ISO 8601. */
type Look = (begun: string | undefined) => Promise<Finding>

const looks: Readonly<Record<Exclude<Trouble, 'database'>, Look>> = {
  async mail(begun) {
    if (!env().emailjs) return { state: 'working' }
    await forgetMailFailure()
    const since = await stuckSince(Object.keys(mailKinds), alertTexts.mail.afterMs)
    if (since) return { state: 'failing', since: new Date(since) }
    // Nothing may wait only because all of it was given up.
    return { state: begun === undefined || (await wasSentSince(begun)) ? 'working' : 'unknown' }
  },
  async undelivered() {
    const { dead, unknown } = await countAbandoned()
    return dead + unknown > 0 && env().emailjs ? { state: 'failing', since: now() } : { state: 'working' }
  },
  async webhooks() {
    const stripe = cardProvider()
    if (!stripe) return { state: 'working' }
    const missingSince = await checkDelivery(stripe)
    const cause = webhookCause() ?? undefined
    // Anybody can post what is refused, and a restart can miss an event, but not both.
    if (missingSince && (cause === 'wrong-signature' || cause === 'clock'))
      return findingOf('webhooks', { since: missingSince }, cause)
    const streak = webhookStreak()
    const isSingle = streak && streak.latest.getTime() - streak.since.getTime() < minStreakMs
    return isSingle ? { state: 'unknown' } : findingOf('webhooks', streak, cause)
  },
  async stripe() {
    const stripe = cardProvider()
    if (!stripe) return { state: 'working' }
    // Without donors there may be no other call.
    const account = await stripe.checkAccount()
    // A restricted key may not be allowed to read the account.
    if (account.ok) noteOutcome('stripe-account', account.value.takesPayments)
    const isKeyWrong = !account.ok && account.failure.kind === 'misconfigured' && account.failure.fault === 'key'
    const pages = await paymentPagesFault()
    const found = [
      findingOf('stripe', failureStreak('stripe-account') ?? null, 'account'),
      findingOf('stripe', pages && { since: new Date(pages.since) }, pages?.fault),
      findingOf('stripe', failureStreak('stripe'), isKeyWrong ? 'key' : 'unreachable'),
    ]
    const inState = (wanted: Finding['state']) => found.find(({ state }) => state === wanted)
    return inState('failing') ?? inState('unknown') ?? { state: 'working' }
  },
  async 'giving-pages'() {
    if (!cardProvider() || !env().siteUrlGiven) return { state: 'working' }
    const [changed, unreached] = (['giving-pages', 'giving-pages-unreached'] as const).map((name) =>
      failureStreak(name),
    )
    const time = now().getTime()
    if (time - shared().pagesAt >= (changed || unreached ? compareAgainAfterMs : comparePagesEveryMs)) {
      shared().pagesAt = time
      await compareGivingPages(behavioursScript())
    }
    const away = failureStreak('giving-pages-unreached')
    return away && time - away.since.getTime() >= unreachedAfterMs
      ? findingOf('giving-pages', away, 'unreached')
      : findingOf('giving-pages', failureStreak('giving-pages'), 'changed')
  },
}

/** False while the database fails. */
async function lookAtDatabase(): Promise<boolean> {
  const before = failureStreak('database')
  const error = await withTimeout(checkStore(), storeTimeoutMs).then(
    () => null,
    (failure: unknown) => failure ?? 'unknown',
  )
  noteOutcome('database', error === null)
  const streak = failureStreak('database')
  if (streak) {
    if (lasts('database', streak.since)) await alertToDatabase(streak, storeProblem(error))
    return false
  }
  if (before && shared().database.logged) {
    shared().database = notReported()
    await announceEnd('database', before.since.toISOString())
  }
  return true
}

/** Without the store, and therefore by each server. */
async function alertToDatabase({ since }: FailureStreak, reason: string): Promise<void> {
  const told = shared().database
  if (!told.logged) log.error(`Trouble: ${alertTexts.database.begun}`, { trouble: 'database', since, reason })
  told.logged = true
  const account = env().emailjs
  const mail = alertMail({ trouble: 'database', since: since.toISOString(), until: null }, [reason])
  const time = now().getTime()
  if (told.mailed || !account || !mail || time - told.triedAt < tryAgainAfterMs) return
  told.triedAt = time
  const result = await sendMail(account, mail)
  // A mail that may have arrived is not sent again.
  told.mailed = result.outcome === 'sent' || result.outcome === 'unknown'
  if (result.outcome !== 'sent') log.error('The alert about the database was not sent', { why: result.why })
}

/** Queues the mail about the end of a problem. `since`: ISO 8601. */
async function announceEnd(trouble: Trouble, since: string): Promise<void> {
  const { db } = await store()
  const episode = { trouble, since, until: utcNow() }
  log.info([`Resolved: ${alertTexts[trouble].over}`, ...(await detailsOf(episode))].join('. '), {
    trouble,
    since,
  })
  await queueAlert(db, episode)
  wakeOutboxWorker()
}

async function queueAlert(db: Store['db'], episode: Parameters<typeof alertSubject>[0]): Promise<void> {
  if (env().notices.alertTo) await enqueue(db, 'alert', alertSubject(episode), { payload: episode })
}

/** If there are several servers, the one that inserts the row sends the alert. */
async function begin(trouble: Trouble, since: string, cause = ''): Promise<void> {
  const { db } = await store()
  const key = troubleSetting(trouble)
  const seenAt = utcNow()
  shared().seenAt.set(trouble, seenAt)
  const isNew = await db.transaction().execute(async (transaction) => {
    const isFirst = await writeSettingOnce(transaction, key, since, seenAt)
    if (isFirst) {
      const row = { value: cause, updated_at: utcNow() }
      await transaction
        .insertInto('settings')
        .values({ key: causeSetting(trouble), ...row })
        .onConflict((conflict) => conflict.column('key').doUpdateSet(row))
        .execute()
      await queueAlert(transaction, { trouble, since, until: null })
    } else await transaction.updateTable('settings').set({ updated_at: seenAt }).where('key', '=', key).execute()
    return isFirst
  })
  if (!isNew) return
  log.error(`Trouble: ${alertTexts[trouble].begun}`, { trouble, since, ...(cause && { cause }) })
  wakeOutboxWorker()
}

/** If there are several servers, the one that deletes the row announces the end. */
async function end(trouble: Trouble): Promise<void> {
  const { db } = await store()
  const deleted = await db
    .deleteFrom('settings')
    .where('key', '=', troubleSetting(trouble))
    .where(({ or, eb }) =>
      or([
        eb('updated_at', '<=', utcNow(-overAfterMs)),
        eb('updated_at', '=', shared().seenAt.get(trouble) ?? ''),
        // A time in the future was written by a clock that was ahead.
        eb('updated_at', '>', utcNow(minuteMs)),
      ]),
    )
    .returning('value')
    .executeTakeFirst()
  if (deleted) await announceEnd(trouble, deleted.value)
}

/** When each began, by its setting. */
async function openTroubles(): Promise<ReadonlyMap<string, string>> {
  const { db } = await store()
  const rows = await db.selectFrom('settings').select(['key', 'value']).where('key', 'like', 'trouble:%').execute()
  return new Map(rows.map(({ key, value }) => [key, value]))
}

/** One check of everything. */
export async function lookForTrouble(): Promise<void> {
  if (!(await lookAtDatabase())) return
  const open = await openTroubles()
  for (const trouble of ['mail', 'undelivered', 'webhooks', 'stripe', 'giving-pages'] as const) {
    const begun = open.get(troubleSetting(trouble))
    const finding = await looks[trouble](begun)
    if (finding.state === 'failing') await begin(trouble, finding.since.toISOString(), finding.cause)
    else if (finding.state === 'working' && begun !== undefined) await end(trouble)
  }
  await retryHeldRetention()
}

/** Runs `work` unless it is still running. Never throws. */
async function alone(name: 'looking' | 'comparing', complaint: string, work: () => Promise<void>): Promise<void> {
  const state = shared()
  if (state[name] || stopping().aborted) return
  state[name] = true
  await logFailures(complaint, work).catch(() => undefined)
  state[name] = false
}

/** The timer does not keep the process alive. */
export function startWatch(): void {
  shared().timer ??= setInterval(() => {
    void alone('looking', 'Checking for problems failed and will be retried', lookForTrouble)
    // Takes minutes after a long outage.
    void alone('comparing', 'The gifts could not be compared with Stripe’s', compareWhenDue)
  }, lookEveryMs).unref()
}
