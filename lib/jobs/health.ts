/**
 * Health check. Monitors and load balancers read the status; operators with OPERATOR_TOKEN also get the details. No personal data
 * in either.
 */
import 'server-only'
import { createHash, timingSafeEqual } from 'node:crypto'
import { readFile, statfs } from 'node:fs/promises'
import path from 'node:path'
import { countQuarantined } from '#lib/contact/enquiries/admin.ts'
import { stripeCauses, webhookCauses } from '#lib/contact/notices/alert.ts'
import { crowdedKinds } from '#lib/contact/notices/summary.ts'
import { type Comparison, lastComparison } from '#lib/giving/ledger/comparison.ts'
import { type WebhookHealth, webhookCause, webhookHealth } from '#lib/giving/ledger/webhook-health.ts'
import { cardPayments, paymentPagesFault } from '#lib/giving/orders/card-payments.ts'
import { giftMetrics } from '#lib/giving/orders/metrics.ts'
import { mailKinds } from '#lib/jobs/mail.ts'
import { dayMs, hourMs, hourSeconds, minuteMs, now, withTimeout } from '#lib/platform/clock.ts'
import { env } from '#lib/platform/env.ts'
import { problem } from '#lib/platform/http/problem.ts'
import { metrics } from '#lib/platform/metrics.ts'
import { isOneOf } from '#lib/platform/narrow.ts'
import { countOutbox, emptyCounts, type OutboxCounts } from '#lib/platform/outbox/queue.ts'
import { processState, stopping } from '#lib/platform/process-state.ts'
import { checkStore } from '#lib/platform/store/check.ts'
import { type StoreFailureReason, storeFailureReason, storeProblem } from '#lib/platform/store/failure.ts'
import { lastBackupKey, readSetting } from '#lib/platform/store/index.ts'
import { currentWarnings, logFailures, openStreaks } from '#lib/platform/warnings.ts'
import { type CampSummary, campSummary } from '#lib/site/camps/index.ts'

export type Health = {
  status: 'ok' | 'failing'
  version: string
  store: 'ok' | 'failing'
  storeFailure: StoreFailureReason | null
  camps: CampSummary['source']
  mail: OutboxCounts & { configured: boolean }
  /** Enquiries that look like spam and wait for review. */
  quarantine: number
  webhooks: WebhookHealth
  /** The last comparison of the ledger with Stripe, on any server; null before the first. */
  comparison: Comparison | null
  /**
   * What failed at this server's last attempt (`payment-pages`: at any server's), since when, ISO 8601, and the cause in a sentence, if it is
   * known.
   */
  troubles: { trouble: Watched; since: string; why: string | null }[]
  upkeep: Upkeep
  /** Sentences for operators. Other modules add theirs with `reportWarning` (lib/platform/warnings.ts). */
  warnings: string[]
}

/** Services that pages and gifts depend on, and the effect of a failure. */
const watched = {
  stripe: 'Requests to Stripe fail: donors cannot give by card.',
  'stripe-account': `Donors cannot give by card. ${stripeCauses.account}`,
  'payment-pages': 'Stripe refuses to open payment pages: donors cannot give by card.',
  'giving-pages': 'The giving pages are not as they were built.',
  webhooks: 'Gifts are recorded late.',
  camps: 'The camp API returns no usable figures: pages show the last known ones.',
  emailjs: 'The mail service does not accept mail, which waits in the outbox.',
  ipinfo: 'ipinfo does not work: countries are looked up in the embedded database.',
  turnstile: 'Turnstile does not work: only the other spam signals are used.',
  'google-analytics': 'Google Analytics does not accept events.',
} as const
type Watched = keyof typeof watched
const allWatched = Object.keys(watched) as Watched[]

/** Asked only when a visitor needs them: without visitors nothing would show that they work again. */
const askedByVisitors: readonly string[] = ['ipinfo', 'turnstile', 'google-analytics'] satisfies Watched[]
const knownForMs = minuteMs

function openTroubles(): Health['troubles'] {
  return openStreaks().flatMap(({ name, since, latest, why }) => {
    const isOld = askedByVisitors.includes(name) && now().getTime() - latest.getTime() >= knownForMs
    const cause = name === 'webhooks' ? webhookCause() : null
    if (!isOneOf(allWatched, name) || isOld) return []
    return [{ trouble: name, since: since.toISOString(), why: cause ? webhookCauses[cause] : why }]
  })
}

const storeTimeoutMs = 2000
const lateAfterSeconds = hourSeconds
/** While the store fails. */
const noCounts = { mail: emptyCounts, quarantined: 0, lastBackup: null, pages: null, comparison: null, crowded: [] }

/** @throws when the store fails. */
export const countMail = (): Promise<OutboxCounts> => countOutbox(Object.keys(mailKinds))

async function queryCounts() {
  await checkStore()
  const [mail, quarantined, lastBackup, pages, comparison, crowded] = await Promise.all([
    countMail(),
    countQuarantined(),
    readLastBackup(),
    paymentPagesFault(),
    lastComparison(),
    crowdedKinds(),
  ])
  return { mail, quarantined, lastBackup, pages, comparison, crowded }
}

/** `failed`: the store fails or times out. */
async function readCounts() {
  try {
    const read = () => withTimeout(queryCounts(), storeTimeoutMs)
    return { failed: false as const, ...(await logFailures('The store did not respond', read)) }
  } catch (error) {
    return { failed: true as const, error }
  }
}

/** Ends the warning. */
const untilDone =
  'charity outbox retry sends them again, and charity outbox done marks those that need no mail any more'

export function mailProblems(configured: boolean, counts: OutboxCounts): string[] {
  const { waiting, dead, unknown, oldestSeconds, datedAhead } = counts
  if (!configured)
    return [
      `NOTHING IS BEING DELIVERED: EMAILJS_SERVICE_ID is not set. Enquiries and receipts are kept; ${waiting + dead} wait for it.`,
    ]
  const problems: [boolean, string][] = [
    [dead > 0, `${dead} could not be delivered and were given up; ${untilDone}: charity outbox list --stage=dead`],
    [unknown > 0, `${unknown} may or may not have arrived; ${untilDone}: charity outbox list --stage=unknown`],
    [
      oldestSeconds > lateAfterSeconds,
      `${waiting} wait for the mail service, the oldest for more than an hour: charity outbox list --stage=waiting`,
    ],
    [
      datedAhead > 0,
      `${datedAhead} in the outbox were dated by a clock ahead of this server's. Check the clocks of all servers.`,
    ],
  ]
  return problems.flatMap(([applies, problem]) => (applies ? [problem] : []))
}

/** Two days: it is made once a day. */
const comparisonLateAfterMs = 2 * dayMs

export function comparisonProblems(last: Comparison | null): string[] {
  if (!last) return []
  const { at, recorded, types, failed } = last
  const problems: [boolean, string][] = [
    [
      cardPayments() !== 'off' && Math.abs(now().getTime() - Date.parse(at)) > comparisonLateAfterMs,
      `The gifts were last compared with Stripe’s at ${at}: the log says why there is no newer comparison.`,
    ],
    [
      recorded > 0,
      `${recorded} of Stripe’s messages had not arrived at ${at} and were recorded then: ${types.join(', ')}. Check that the endpoint at https://dashboard.stripe.com/webhooks receives these.`,
    ],
    [
      failed > 0,
      `${failed} of Stripe’s messages could not be read or recorded. The log says why; then charity gifts resync`,
    ],
  ]
  return problems.flatMap(([applies, problem]) => (applies ? [problem] : []))
}

/** Responds within about two seconds. Only the store decides the status: without it no gift or enquiry can be saved. */
export async function health(): Promise<Health> {
  const [found, camps, freeBytes] = await Promise.all([readCounts(), campSummary(), readFreeBytes()])
  const configured = env().emailjs !== null
  const { mail, quarantined, lastBackup, pages, comparison, crowded } = found.failed ? noCounts : found
  const status = found.failed ? 'failing' : 'ok'
  const troubles = [
    ...openTroubles(),
    ...(pages ? [{ trouble: 'payment-pages' as const, since: pages.since, why: stripeCauses[pages.fault] }] : []),
  ]
  const upkeep = { lastBackup, freeBytes }
  const problems = [
    ...(found.failed ? [storeProblem(found.error)] : mailProblems(configured, mail)),
    ...troubles.map(
      ({ trouble, since, why }) => `${watched[trouble]}${why ? ` ${why.replace(/\.?$/, '.')}` : ''} Since ${since}.`,
    ),
    ...comparisonProblems(comparison),
    ...crowded,
    ...(found.failed ? [] : upkeepProblems(upkeep)),
  ]
  return {
    status,
    version: env().version,
    store: status,
    storeFailure: found.failed ? storeFailureReason(found.error) : null,
    camps: camps.source,
    mail: { configured, ...mail },
    quarantine: quarantined,
    webhooks: webhookHealth(),
    comparison,
    troubles,
    upkeep,
    warnings: [...new Set([...problems, ...currentWarnings(), ...env().warnings])],
  }
}

const maxAgeMs = 1000
const latest = processState('health', (): { found: Promise<Health>; at: number } | null => null)

/** As {@link health}, computed at most once a second, because anybody may ask as often as they like. */
export function recentHealth(): Promise<Health> {
  const at = performance.now()
  const before = latest.get()
  if (before && at - before.at < maxAgeMs) return before.found
  const found = health()
  latest.set({ found, at })
  return found
}

const digest = (text: string) => createHash('sha256').update(text).digest()

/** Whether the request carries the bearer token `token` (RFC 6750, section 2.1). Constant time, whatever the lengths. */
function carriesBearer(request: Request, token: string): boolean {
  const [, received = ''] = /^Bearer +(\S+)$/i.exec(request.headers.get('authorization') ?? '') ?? []
  return timingSafeEqual(digest(received), digest(token))
}

/** What docs/operate/update.sh did last: which commit of the content is live since when, or why another is not. The editor asks for it. */
async function lastUpdate(): Promise<unknown> {
  try {
    return JSON.parse(await readFile(path.join(env().dataDir, 'update.json'), 'utf8'))
  } catch {
    return null
  }
}

/** 200, or 503 while the store fails, with `{status, version}` and the last update where there is one, up to a second old; with the whole {@link Health} for a request that carries OPERATOR_TOKEN. */
export async function healthResponse(request: Request): Promise<Response> {
  const { operatorToken } = env()
  const isOperator = operatorToken !== null && carriesBearer(request, operatorToken)
  const state = await (isOperator ? health() : recentHealth())
  const update = await lastUpdate()
  return Response.json(
    { ...(isOperator ? state : { status: state.status, version: state.version }), ...(update ? { update } : {}) },
    {
      status: state.status === 'ok' ? 200 : 503,
      headers: { 'cache-control': 'no-store', vary: 'authorization' },
    },
  )
}

/** 200 `{"status":"serving"}`, whether or not the store responds, and 503 `{"status":"stopping"}` once the process was asked to stop. */
export function servingResponse(): Response {
  const isStopping = stopping().aborted
  return Response.json(
    { status: isStopping ? 'stopping' : 'serving' },
    { status: isStopping ? 503 : 200, headers: { 'cache-control': 'no-store' } },
  )
}

/** As {@link healthResponse}, but 503 `{"status":"stopping"}` at once when the process was asked to stop. */
export async function readinessResponse(request: Request): Promise<Response> {
  return stopping().aborted ? servingResponse() : healthResponse(request)
}

/** What Prometheus reads: the counters of this process, and the state of the database at this moment. */
async function readGauges(): Promise<void> {
  const { storeUp, mails, oldestMail, quarantined, warnings, build, troubles, lastBackup, freeDisk } = metrics()
  const { store, mail, quarantine, warnings: sentences, version, troubles: open, upkeep } = await health()
  const works = store === 'ok'
  storeUp.set(works ? 1 : 0)
  mails.reset()
  if (works) for (const state of ['waiting', 'dead', 'unknown'] as const) mails.set({ state }, mail[state])
  oldestMail.set(works ? mail.oldestSeconds : Number.NaN)
  quarantined.set(works ? quarantine : Number.NaN)
  warnings.set(sentences.length)
  for (const trouble of allWatched) troubles.set({ trouble }, open.some((entry) => entry.trouble === trouble) ? 1 : 0)
  lastBackup.set(upkeep.lastBackup === null ? Number.NaN : Date.parse(upkeep.lastBackup) / 1000)
  freeDisk.set(upkeep.freeBytes ?? Number.NaN)
  build.set({ version }, 1)
}

/** 404 without OPERATOR_TOKEN in the environment, 401 for a request without it; otherwise the metrics in Prometheus' text format. */
export async function metricsResponse(request: Request): Promise<Response> {
  const { operatorToken } = env()
  if (operatorToken === null) return problem(404)
  if (!carriesBearer(request, operatorToken)) return problem(401, { headers: { 'www-authenticate': 'Bearer' } })
  giftMetrics()
  await readGauges()
  const { registry } = metrics()
  return new Response(await registry.metrics(), {
    headers: { 'content-type': registry.contentType, 'cache-control': 'no-store' },
  })
}

/** What runs out or is forgotten while everything works: disk space and backups. */
export type Upkeep = {
  /** When a backup was last finished and checked, ISO 8601; null if never. */
  lastBackup: string | null
  /** Free space of the disk with DATA_DIR; null if there is no such folder. */
  freeBytes: number | null
}

/** Two nights, less an hour in which the timer may be late. Either way: what is dated ahead was dated by a wrong clock. */
const backupLateAfterMs = 47 * hourMs
/** Enough for an update, whose build takes up to 1.3 GB. */
const minFreeBytes = 2e9

/** @throws when the store fails. */
async function readLastBackup(): Promise<string | null> {
  return (await readSetting(lastBackupKey))?.value ?? null
}

export async function readFreeBytes(): Promise<number | null> {
  try {
    const { bavail, bsize } = await statfs(env().dataDir)
    return bavail * bsize
  } catch {
    return null
  }
}

export function upkeepProblems({ lastBackup, freeBytes }: Upkeep): string[] {
  const problems: string[] = []
  if (freeBytes !== null && freeBytes < minFreeBytes)
    problems.push(`Only ${Math.round(freeBytes / 1e6)} MB are free on the disk of DATA_DIR: free some space.`)
  // A site that only this machine can reach is not live.
  if (lastBackup === null && env().siteUrl.startsWith('https://'))
    problems.push(
      'There is no backup of this database yet: charity backup, and start the timer of docs/operate/backup.md.',
    )
  if (lastBackup !== null && Math.abs(now().getTime() - Date.parse(lastBackup)) > backupLateAfterMs)
    problems.push(`The last backup is from ${lastBackup}: find out why there is no newer one, and run charity backup.`)
  return problems
}
