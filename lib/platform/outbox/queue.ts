/**
 * The mail queue. A worker leases a row, so that several workers on one database never send the same
 * mail at the same time. Independent of mail kinds and vendors.
 */
import { randomUUID } from 'node:crypto'
import { type ExpressionBuilder, sql } from 'kysely'
import { now, utcNow } from '#lib/platform/clock.ts'
import { delayAfter, type Failure, retries, schedule } from '#lib/platform/outbox/schedule.ts'
import { type Database, type Store, store } from '#lib/platform/store/index.ts'

export type LeasedMail = {
  id: string
  kind: string
  subjectId: string
  payload: unknown
  /** Including this one; tries that never reached the mail service do not count. */
  tries: number
  /** Earlier tries that may have sent it: the response was lost, or the server stopped before recording it. */
  unknownOutcomes: number
  lease: string
  /** Milliseconds since 1970. */
  leasedUntil: number
  /** ISO 8601. */
  createdAt: string
}

/**
 * Queues a mail. The same kind and subject twice is one row.
 * @param db the transaction that writes the subject, so that both are committed or neither; the store if nothing else is written.
 * `dueAt`: ISO 8601; defaults to now. Its age counts from then. `payload`: for `compose`, as JSON.
 */
export async function enqueue(
  db: Store['db'],
  kind: string,
  subjectId: string,
  { dueAt, payload }: { dueAt?: string; payload?: unknown } = {},
): Promise<void> {
  const time = utcNow()
  await db
    .insertInto('outbox')
    .values({
      id: randomUUID(),
      kind,
      subject_id: subjectId,
      payload: payload === undefined ? null : JSON.stringify(payload),
      state: 'waiting',
      tries: 0,
      due_at: dueAt ?? time,
      lease: null,
      last_error: null,
      created_at: dueAt ?? time,
      updated_at: time,
    })
    .onConflict((conflict) => conflict.columns(['kind', 'subject_id']).doNothing())
    .execute()
}

const isDue = (row: ExpressionBuilder<Database, 'outbox'>, time: string, kinds: readonly string[]) =>
  row.and([row('state', '=', 'waiting'), row('due_at', '<=', time), row('kind', 'in', kinds)])

export async function hasDueMail(kinds: readonly string[]): Promise<boolean> {
  if (kinds.length === 0) return false
  const { db } = await store()
  const row = await db
    .selectFrom('outbox')
    .select('id')
    .where((outbox) => isDue(outbox, utcNow(), kinds))
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Leases the row that has been due longest; null when nothing is due or another worker leased it first.
 * A row that still has a lease is of a server that stopped, so it may have been sent already.
 * The condition is repeated outside the subquery because PostgreSQL re-evaluates only the outer condition on a row that changed while
 * this statement waited for its lock (https://www.postgresql.org/docs/current/transaction-iso.html#XACT-READ-COMMITTED).
 */
export async function leaseNext(kinds: readonly string[]): Promise<LeasedMail | null> {
  if (kinds.length === 0) return null
  const { db } = await store()
  const time = utcNow()
  const lease = randomUUID()
  const until = utcNow(schedule.leaseMs)
  const row = await db
    .updateTable('outbox')
    .set((outbox) => ({
      lease,
      due_at: until,
      updated_at: time,
      tries: outbox('tries', '+', 1),
      unknown_outcomes: sql<number>`coalesce(unknown_outcomes, 0) + case when lease is null then 0 else 1 end`,
    }))
    .where('id', '=', (outbox) =>
      outbox
        .selectFrom('outbox')
        .select('id')
        .where((inner) => isDue(inner, time, kinds))
        .orderBy('due_at')
        .orderBy('id')
        .limit(1),
    )
    .where((outbox) => isDue(outbox, time, kinds))
    .returning(['id', 'kind', 'subject_id', 'payload', 'tries', 'unknown_outcomes', 'created_at'])
    .executeTakeFirst()
  if (!row) return null
  const { id, kind, subject_id, payload, tries, unknown_outcomes, created_at } = row
  return {
    id,
    kind,
    subjectId: subject_id,
    payload: payload === null ? null : JSON.parse(payload),
    tries,
    unknownOutcomes: unknown_outcomes ?? 0,
    lease,
    leasedUntil: Date.parse(until),
    createdAt: created_at,
  }
}

/** The states of a mail that was not sent. */
export const unsentStates = ['dead', 'unknown', 'waiting'] as const
type UnsentState = (typeof unsentStates)[number]

type Result = {
  state: UnsentState | 'sent'
  last_error: string | null
  due_at?: string
  tries?: number
  unknown_outcomes?: number
}

/** False, and no change, when the lease expired and another worker holds the row. */
async function release({ id, lease }: LeasedMail, change: Result): Promise<boolean> {
  const { db } = await store()
  const row = await db
    .updateTable('outbox')
    .set({ ...change, lease: null, updated_at: utcNow() })
    .where('id', '=', id)
    .where('lease', '=', lease)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** `last_error` of a mail that a person marked as sent. */
export const dealtWith = 'Handled by a person'

export const markSent = (leased: LeasedMail) => release(leased, { state: 'sent', last_error: null })

/**
 * Schedules a retry, or abandons the mail: it is kept as `dead` or `unknown` and sent only on request (`charity outbox`).
 * @param why must not contain personal data.
 * @param inARow consecutive signs of an outage, including this one; only used for `not-sent`.
 */
export async function markFailed(leased: LeasedMail, failure: Failure, why: string, inARow = 1): Promise<UnsentState> {
  const tries = failure === 'not-sent' ? leased.tries - 1 : leased.tries
  const unknownOutcomes = leased.unknownOutcomes + (failure === 'unknown' ? 1 : 0)
  const counts = { failed: tries, 'not-composed': tries, refused: tries, 'not-sent': inARow, unknown: unknownOutcomes }
  const count = counts[failure]
  const { maxFailures, forMs } = retries[failure]
  const isOld = now().getTime() - Date.parse(leased.createdAt) >= forMs
  const abandoned = failure === 'unknown' ? ('unknown' as const) : ('dead' as const)
  const state = count >= maxFailures && isOld ? abandoned : ('waiting' as const)
  await release(leased, {
    state,
    last_error: why,
    tries,
    unknown_outcomes: unknownOutcomes,
    ...(state === 'waiting' && { due_at: utcNow(delayAfter(failure, count)) }),
  })
  return state
}

/** Whether no mail of the same kind was sent after this one was queued, other than `sentId`. */
const isFirstOfItsKind = (sentId = '') =>
  // The end of its lease, which is later, is indexed.
  sql<boolean>`not exists (select 1 from outbox as later where later.state = 'sent' and later.kind = outbox.kind and later.id <> ${sentId}
    and later.last_error is null and later.due_at > outbox.created_at and later.updated_at >= outbox.created_at)`

/**
 * Once a mail was sent: makes those of its kind due that have failed and would wait for long, because the cause may be over. Each only
 * once, because one that fails again is itself at fault.
 */
export async function retryOthers({ id, kind }: LeasedMail): Promise<void> {
  const { db } = await store()
  await db
    .updateTable('outbox')
    .set({ due_at: utcNow(), updated_at: utcNow() })
    .where('state', '=', 'waiting')
    .where('due_at', '>', utcNow(60_000))
    .where('kind', '=', kind)
    .where('lease', 'is', null)
    .where('last_error', 'is not', null)
    .where(({ or, eb }) => or([eb('unknown_outcomes', 'is', null), eb('unknown_outcomes', '=', 0)]))
    .where(isFirstOfItsKind(id))
    .execute()
}

/** When the oldest mail was queued that has waited for `milliseconds`, if none of its kind was sent since: ISO 8601, or null. */
export async function stuckSince(kinds: readonly string[], milliseconds: number): Promise<string | null> {
  if (kinds.length === 0) return null
  const { db } = await store()
  const { since } = await db
    .selectFrom('outbox')
    .select(({ fn }) => fn.min<string | null>('created_at').as('since'))
    .where('state', '=', 'waiting')
    .where('kind', 'in', kinds)
    .where('created_at', '<=', utcNow(-milliseconds))
    .where(isFirstOfItsKind())
    .executeTakeFirstOrThrow()
  return since
}

/** `time`: ISO 8601. */
export async function wasSentSince(time: string): Promise<boolean> {
  const { db } = await store()
  const row = await db
    .selectFrom('outbox')
    .select('id')
    .where('state', '=', 'sent')
    .where('due_at', '>', time)
    .where('updated_at', '>', time)
    .where('last_error', 'is', null)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Mail of every kind that waits for a person. `since`: ISO 8601, when it was given up. */
export async function countAbandoned(since = ''): Promise<{ dead: number; unknown: number }> {
  const { db } = await store()
  const rows = await db
    .selectFrom('outbox')
    .select(({ fn }) => ['state', fn.countAll<number>().as('count')])
    .where('state', 'in', ['dead', 'unknown'])
    .where('updated_at', '>=', since)
    .groupBy('state')
    .execute()
  const countOf = (state: string) => rows.find((row) => row.state === state)?.count ?? 0
  return { dead: countOf('dead'), unknown: countOf('unknown') }
}

/** Leaves the mail for a person to check: it may have been sent, possibly more than once. */
export async function markUnknown(leased: LeasedMail, why: string): Promise<void> {
  await release(leased, { state: 'unknown', last_error: why, tries: leased.tries - 1 })
}

/** Deletes a mail that is no longer needed, because its subject was erased for example. */
export async function deleteLeased({ id, lease }: LeasedMail): Promise<void> {
  const { db } = await store()
  await db.deleteFrom('outbox').where('id', '=', id).where('lease', '=', lease).execute()
}

/**
 * After the clock was set back, rows written before it carry times in the future and would wait too long. Shifts them so that every
 * delay and lease starts from now. Returns the number of rows changed.
 */
export async function correctFutureDates(): Promise<number> {
  const { db } = await store()
  const rows = await db
    .selectFrom('outbox')
    .select(['id', 'due_at', 'updated_at'])
    .where('state', '=', 'waiting')
    .where('updated_at', '>', utcNow(schedule.clockMarginMs))
    .limit(1000)
    .execute()
  for (const { id, due_at, updated_at } of rows) {
    await db
      .updateTable('outbox')
      .set({ due_at: utcNow(Date.parse(due_at) - Date.parse(updated_at)), updated_at: utcNow() })
      .where('id', '=', id)
      .where('updated_at', '=', updated_at)
      .execute()
  }
  return rows.length
}

export type OutboxCounts = {
  waiting: number
  dead: number
  /** May or may not have been delivered. */
  unknown: number
  /** Age of the oldest waiting row in seconds; 0 when none waits. */
  oldestSeconds: number
  /** Waiting rows written by a server whose clock was ahead of this one. */
  datedAhead: number
}

export const emptyCounts: OutboxCounts = { waiting: 0, dead: 0, unknown: 0, oldestSeconds: 0, datedAhead: 0 }

/** Of every kind, also one that this version does not know and so never sends. */
export async function countOutbox(): Promise<OutboxCounts> {
  const { db } = await store()
  // Mail scheduled for later is not waiting yet.
  const scheduledForLater = sql<boolean>`(tries = 0 and last_error is null and due_at > updated_at and due_at > ${utcNow()})`
  const ahead = sql<number>`case when created_at > ${utcNow(schedule.clockMarginMs)} then 1 else 0 end`
  const rows = await db
    .selectFrom('outbox')
    .select(({ fn }) => [
      'state',
      fn.countAll<number>().as('count'),
      fn.min('created_at').as('oldest'),
      fn.sum<number>(ahead).as('ahead'),
    ])
    // By name, and nothing but the state: the index on it leads to these few.
    .where('state', 'in', unsentStates)
    .where(({ not }) => not(scheduledForLater))
    .groupBy('state')
    .execute()
  const of = (state: string) => rows.find((row) => row.state === state)
  const waiting = of('waiting')
  return {
    waiting: waiting?.count ?? 0,
    dead: of('dead')?.count ?? 0,
    unknown: of('unknown')?.count ?? 0,
    oldestSeconds: waiting ? Math.max(0, Math.floor((now().getTime() - Date.parse(waiting.oldest)) / 1000)) : 0,
    datedAhead: Number(waiting?.ahead ?? 0),
  }
}
