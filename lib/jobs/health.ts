/**
 * Health check. Monitors and load balancers read the status; operators with OPERATOR_TOKEN also get the details. No personal data
 * in either.
 */
import { createHash, timingSafeEqual } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { Comparison } from '#lib/giving/ledger/comparison.ts'
import { type WebhookHealth, webhookHealth } from '#lib/giving/ledger/webhook-health.ts'
import { giftMetrics } from '#lib/giving/orders/metrics.ts'
import { type ConditionId, conditions, findOne, idsIn, inHealth } from '#lib/jobs/conditions.ts'
import { type Readings, readOnce } from '#lib/jobs/readings.ts'
import { withTimeout } from '#lib/platform/clock.ts'
import { env } from '#lib/platform/env.ts'
import { problem } from '#lib/platform/http/problem.ts'
import { metrics } from '#lib/platform/metrics.ts'
import { emptyCounts, type OutboxCounts, unsentStates } from '#lib/platform/outbox/queue.ts'
import { processState, stopping } from '#lib/platform/process-state.ts'
import { type StoreFailureReason, storeFailureReason, storeProblem } from '#lib/platform/store/failure.ts'
import { logOutcome } from '#lib/platform/warnings.ts'
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
  troubles: { trouble: ConditionId; since: string; why: string | null }[]
  /** When a backup was last finished and checked, ISO 8601, null if never; free space of the disk with DATA_DIR, null if there is no such folder. */
  upkeep: { lastBackup: string | null; freeBytes: number | null }
  /** Sentences for operators: the conditions (conditions.ts). */
  warnings: string[]
}

const storeTimeoutMs = 2000
/** While the store fails. */
const noCounts = { mail: emptyCounts, quarantine: 0, lastBackup: null, comparison: null }

async function readCounts(read: Readings) {
  const [mail, quarantine, lastBackup, comparison] = await Promise.all([
    read.mail(),
    read.quarantined(),
    read.lastBackup(),
    read.comparison(),
  ])
  return { mail, quarantine, lastBackup, comparison }
}

/** Goes on while the store fails, which is then `failure`: what is read there is left out. */
async function findAll(read: Readings) {
  const [counts, ...looks] = await Promise.allSettled([
    withTimeout(readCounts(read), storeTimeoutMs),
    ...idsIn('health').map((id) => withTimeout(findOne(id, read), storeTimeoutMs)),
  ])
  const failed = [...looks, counts].find((result) => result.status === 'rejected')
  logOutcome('The store did not respond', failed ? { error: failed.reason } : null)
  const found = looks.flatMap((result) => (result.status === 'fulfilled' ? result.value : []))
  return {
    found,
    counts: failed || counts.status === 'rejected' ? noCounts : counts.value,
    failure: failed && (failed.reason ?? 'unknown'),
  }
}

/** Responds within about two seconds. Only the store decides the status: without it no gift or enquiry can be saved. */
export async function health(): Promise<Health> {
  const read = readOnce()
  const [{ found, counts, failure }, camps] = await Promise.all([findAll(read), campSummary()])
  const status = failure ? 'failing' : 'ok'
  const { mail, quarantine, lastBackup, comparison } = counts
  const problems = [...(failure ? [storeProblem(failure)] : []), ...found.map(inHealth)]
  return {
    status,
    version: env().version,
    store: status,
    storeFailure: failure ? storeFailureReason(failure) : null,
    camps: camps.source,
    mail: { configured: env().emailjs !== null, ...mail },
    quarantine,
    webhooks: webhookHealth(),
    comparison,
    troubles: found.flatMap(({ level, id, since, why = null }) =>
      level === 'trouble' && since ? [{ trouble: id, since, why }] : [],
    ),
    upkeep: { lastBackup, freeBytes: await read.freeBytes() },
    warnings: [...new Set(problems)],
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
  if (works) for (const state of unsentStates) mails.set({ state }, mail[state])
  oldestMail.set(works ? mail.oldestSeconds : Number.NaN)
  quarantined.set(works ? quarantine : Number.NaN)
  warnings.set(sentences.length)
  for (const trouble of idsIn('health').filter((id) => conditions[id].level === 'trouble'))
    troubles.set({ trouble }, open.some((entry) => entry.trouble === trouble) ? 1 : 0)
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
