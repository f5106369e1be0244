/**
 * What must be sent, and who is sending it. A row is claimed for the length of a lease, so that several workers on one
 * database share the work and none repeats another's. Knows no kind of mail and no vendor.
 */
import 'server-only'
import { randomUUID } from 'node:crypto'
import { type ExpressionBuilder, sql, type Transaction } from 'kysely'
import { now, utcNow } from '#lib/clock.ts'
import { delayAfter, type Failure, retries, schedule } from '#lib/outbox/schedule.ts'
import { type Database, store } from '#lib/store/index.ts'

export type Claim = {
  id: string
  kind: string
  subjectId: string
  /** This one included; tries that never reached the mail service do not count. */
  tries: number
  /** Earlier tries that may have sent it: the answer was lost, or the server stopped before it could note the answer. */
  unknownOutcomes: number
  lease: string
  /** Milliseconds since 1970. */
  leasedUntil: number
}

/**
 * @param transaction the one that writes the subject: both are kept, or neither. The same kind and subject twice is one row.
 * @param dueAt ISO 8601; now when it is left out.
 */
export async function enqueue(
  transaction: Transaction<Database>,
  kind: string,
  subjectId: string,
  dueAt?: string,
): Promise<void> {
  const time = utcNow()
  await transaction
    .insertInto('outbox')
    .values({
      id: randomUUID(),
      kind,
      subject_id: subjectId,
      state: 'waiting',
      tries: 0,
      due_at: dueAt ?? time,
      lease: null,
      last_error: null,
      created_at: time,
      updated_at: time,
    })
    .onConflict((conflict) => conflict.columns(['kind', 'subject_id']).doNothing())
    .execute()
}

const isDue = (row: ExpressionBuilder<Database, 'outbox'>, time: string, kinds: readonly string[]) =>
  row.and([row('state', '=', 'waiting'), row('due_at', '<=', time), row('kind', 'in', kinds)])

/** `kinds`: those that can be sent now; the others wait and hold nothing up. */
export async function somethingIsDue(kinds: readonly string[]): Promise<boolean> {
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
 * The longest due row, for this caller alone until its lease ends; null when nothing is due, or another worker was faster.
 * A row that still carries a lease was claimed by a server that stopped: nobody knows whether that one sent it.
 * The condition stands outside the subquery too: PostgreSQL asks it again of a row that changed while it waited for it
 * (https://www.postgresql.org/docs/current/transaction-iso.html#XACT-READ-COMMITTED).
 */
export async function claimNext(kinds: readonly string[]): Promise<Claim | null> {
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
    .returning(['id', 'kind', 'subject_id', 'tries', 'unknown_outcomes'])
    .executeTakeFirst()
  if (!row) return null
  const { id, kind, subject_id, tries, unknown_outcomes } = row
  return {
    id,
    kind,
    subjectId: subject_id,
    tries,
    unknownOutcomes: unknown_outcomes ?? 0,
    lease,
    leasedUntil: Date.parse(until),
  }
}

type Settled = {
  state: 'waiting' | 'sent' | 'dead' | 'unknown'
  last_error: string | null
  due_at?: string
  tries?: number
  unknown_outcomes?: number
}

/** False when the lease was over and another worker holds the row: then nothing changes. */
async function settle({ id, lease }: Claim, change: Settled): Promise<boolean> {
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

export const markSent = (claim: Claim) => settle(claim, { state: 'sent', last_error: null })

/**
 * Due again later, or given up: kept as `dead` or `unknown`, and sent when somebody asks for it.
 * @param why without personal data.
 * @param inARow signs of an outage in a row, this one included; only counts for `not-sent`.
 */
export async function markFailed(
  claim: Claim,
  failure: Failure,
  why: string,
  inARow = 1,
): Promise<'waiting' | 'dead' | 'unknown'> {
  const tries = failure === 'not-sent' ? claim.tries - 1 : claim.tries
  const unknownOutcomes = claim.unknownOutcomes + (failure === 'unknown' ? 1 : 0)
  const count = { 'not-sent': inARow, failed: tries, refused: tries, unknown: unknownOutcomes }[failure]
  const givenUp = failure === 'unknown' ? ('unknown' as const) : ('dead' as const)
  const state = count >= retries[failure].atMost ? givenUp : ('waiting' as const)
  await settle(claim, {
    state,
    last_error: why,
    tries,
    unknown_outcomes: unknownOutcomes,
    ...(state === 'waiting' && { due_at: utcNow(delayAfter(failure, count)) }),
  })
  return state
}

/** Kept for a person to look at: it may have been sent, more than once. */
export async function parkAsUnknown(claim: Claim, why: string): Promise<void> {
  await settle(claim, { state: 'unknown', last_error: why, tries: claim.tries - 1 })
}

/** There is nothing left to say: the subject was erased. */
export async function forget({ id, lease }: Claim): Promise<void> {
  const { db } = await store()
  await db.deleteFrom('outbox').where('id', '=', id).where('lease', '=', lease).execute()
}

/**
 * The clock was set back: what was written before carries times that lie ahead, and would wait until the clock is there again.
 * Moves these times back by as much, so that every delay and every lease begins anew, now. How many rows:
 */
export async function redateRows(): Promise<number> {
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
  /** Given up. */
  dead: number
  /** Nobody knows whether they arrived. */
  unknown: number
  /** Seconds that the oldest waiting row has waited; 0 when none waits. */
  oldestSeconds: number
  /** Rows that wait and were written by a clock that was ahead of this one. */
  datedAhead: number
}

export const noMail: OutboxCounts = { waiting: 0, dead: 0, unknown: 0, oldestSeconds: 0, datedAhead: 0 }

/** @throws when the store fails. */
export async function countOutbox(kinds: readonly string[]): Promise<OutboxCounts> {
  if (kinds.length === 0) return noMail
  const { db } = await store()
  // What was written for a later moment does not wait yet.
  const meantForLater = sql<boolean>`(tries = 0 and last_error is null and due_at > created_at and due_at > ${utcNow()})`
  const ahead = sql<number>`case when created_at > ${utcNow(schedule.clockMarginMs)} then 1 else 0 end`
  const rows = await db
    .selectFrom('outbox')
    .select(({ fn }) => [
      'state',
      fn.countAll<number>().as('count'),
      fn.min('created_at').as('oldest'),
      fn.sum<number>(ahead).as('ahead'),
    ])
    .where('state', '!=', 'sent')
    .where('kind', 'in', kinds)
    .where(({ not }) => not(meantForLater))
    .groupBy('state')
    .execute()
  const of = (state: string) => rows.find((row) => row.state === state)
  const waiting = of('waiting')
  const age = waiting ? now().getTime() - Date.parse(waiting.oldest) : 0
  return {
    waiting: waiting?.count ?? 0,
    dead: of('dead')?.count ?? 0,
    unknown: of('unknown')?.count ?? 0,
    oldestSeconds: Math.max(0, Math.floor(age / 1000)),
    datedAhead: waiting?.ahead ?? 0,
  }
}
