/**
 * Whether this process can do its work. A monitor or a load balancer reads a status; an operator, who sends OPERATOR_TOKEN, reads
 * the details. Nothing personal in either.
 */
import 'server-only'
import { type CampSummary, campSummary } from '#lib/camps/index.ts'
import { countQuarantined } from '#lib/enquiries/admin.ts'
import { env } from '#lib/env.ts'
import { carriesBearer } from '#lib/http/bearer.ts'
import { sortedMailKinds } from '#lib/jobs/mail.ts'
import { type WebhookHealth, webhookHealth } from '#lib/ledger/webhook-health.ts'
import { log } from '#lib/log.ts'
import { countOutbox, noMail, type OutboxCounts } from '#lib/outbox/queue.ts'
import { checkStore, storeProblem } from '#lib/store/check.ts'
import { currentWarnings } from '#lib/warnings.ts'
import { within } from '#lib/within.ts'

export type Health = {
  status: 'ok' | 'failing'
  version: string
  store: 'ok' | 'failing'
  camps: CampSummary['source']
  mail: MailCounts & { configured: boolean }
  /** Enquiries that look like spam and wait for somebody to look at them. */
  quarantine: number
  webhooks: WebhookHealth
  /** What somebody should look at, in sentences. Other modules add theirs with `reportWarning` (lib/warnings.ts). */
  warnings: string[]
}

/** All counts are 0 while the store fails. `receiptsKept`: receipts that wait for a template. They are not among the others. */
export type MailCounts = OutboxCounts & { receiptsKept: number }

const patienceMs = 2000
const lateAfterSeconds = 3600

/** @throws when the store fails. */
export async function countMail(): Promise<MailCounts> {
  const { sendable, withheld } = sortedMailKinds()
  const [outbox, kept] = await Promise.all([
    countOutbox(sendable),
    countOutbox(withheld.filter((kind) => kind === 'receipt')),
  ])
  return { ...outbox, receiptsKept: kept.waiting + kept.dead }
}

async function askStore() {
  await checkStore()
  const [mail, quarantined] = await Promise.all([countMail(), countQuarantined()])
  return { ...mail, quarantined }
}

/** Null when it fails, or does not answer in time. */
async function storeAnswer() {
  try {
    return await within(askStore(), patienceMs)
  } catch (error) {
    log.warn('The store does not answer', { error })
    return null
  }
}

/** The sentences that the log at the start and /api/health have in common. */
export function mailProblems(configured: boolean, counts: MailCounts): string[] {
  const { waiting, dead, unknown, oldestSeconds, datedAhead, receiptsKept } = counts
  if (!configured)
    return [
      `NOTHING IS BEING DELIVERED: EMAILJS_SERVICE_ID is not set. Enquiries and receipts are kept; ${waiting + dead} wait for it.`,
    ]
  const problems: [boolean, string][] = [
    [dead > 0, `${dead} could not be delivered and were given up: npm run outbox -- list --stage=dead`],
    [unknown > 0, `${unknown} may or may not have arrived: npm run outbox -- list --stage=unknown`],
    [oldestSeconds > lateAfterSeconds, `${waiting} wait for the mail service, the oldest for more than an hour.`],
    [
      datedAhead > 0,
      `${datedAhead} that wait were written by a clock ahead of this server's. Check the clocks of all servers.`,
    ],
    [
      receiptsKept > 0,
      `Receipts wait for a template: ${receiptsKept}. All are sent once EMAILJS_TEMPLATE_RECEIPT is set; docs/payments.md says how to drop old ones.`,
    ],
  ]
  return problems.flatMap(([applies, problem]) => (applies ? [problem] : []))
}

/** Answers within about two seconds. Only the store decides: without it no gift or enquiry can be kept. */
export async function health(): Promise<Health> {
  const [counts, camps] = await Promise.all([storeAnswer(), campSummary()])
  const configured = env().emailjs !== null
  const { quarantined, ...mail } = counts ?? { ...noMail, receiptsKept: 0, quarantined: 0 }
  const problems = counts ? mailProblems(configured, mail) : [storeProblem]
  return {
    status: counts ? 'ok' : 'failing',
    version: env().version,
    store: counts ? 'ok' : 'failing',
    camps: camps.source,
    mail: { configured, ...mail },
    quarantine: quarantined,
    webhooks: webhookHealth(),
    warnings: [...new Set([...problems, ...currentWarnings(), ...env().warnings])],
  }
}

/** 200, or 503 while the store fails, with `{status}`; with all of {@link Health} for a request that carries OPERATOR_TOKEN. */
export async function healthAnswer(request: Request): Promise<Response> {
  const { operatorToken } = env()
  const state = await health()
  const isOperator = operatorToken !== null && carriesBearer(request, operatorToken)
  return Response.json(isOperator ? state : { status: state.status }, {
    status: state.status === 'ok' ? 200 : 503,
    headers: { 'cache-control': 'no-store', vary: 'authorization' },
  })
}
