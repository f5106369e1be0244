/**
 * What must be sent, and who is sending it. A row is claimed for the length of a lease, so that several workers on one
 * database share the work and none repeats another's. Knows neither words nor vendors.
 */
import 'server-only'
import { randomUUID } from 'node:crypto'
import { type ExpressionBuilder, type Kysely, type RawBuilder, sql } from 'kysely'
import { utcNow } from '#lib/clock.ts'
import { delayAfter, schedule } from '#lib/outbox/schedule.ts'
import { type Database, store } from '#lib/store/index.ts'

/** What is sent about a row: the office's mail about an enquiry, a newsletter sign-up or a sponsorship, the donor's receipt of a gift. */
export const outboxKinds = ['enquiry', 'newsletter', 'receipt', 'sponsorship'] as const
export type OutboxKind = (typeof outboxKinds)[number]

export type Claim = {
  id: string
  kind: OutboxKind
  subjectId: string
  /** This one included. */
  tries: number
  lease: string
  /** Milliseconds since 1970. */
  leasedUntil: number
}

/** @param transaction the one that writes the subject: both are kept, or neither. The same subject twice is one row. */
export async function enqueue(transaction: Kysely<Database>, kind: OutboxKind, subjectId: string): Promise<void> {
  const now = utcNow()
  await transaction
    .insertInto('outbox')
    .values({
      id: randomUUID(),
      kind,
      subject_id: subjectId,
      state: 'waiting',
      tries: 0,
      due_at: now,
      lease: null,
      last_error: null,
      created_at: now,
      updated_at: now,
    })
    .onConflict((conflict) => conflict.columns(['kind', 'subject_id']).doNothing())
    .execute()
}

const isDue = (row: ExpressionBuilder<Database, 'outbox'>, now: string, kinds: readonly OutboxKind[]) =>
  row.and([row('state', '=', 'waiting'), row('due_at', '<=', now), row('kind', 'in', kinds)])

/** `kinds`: those that can be sent now; the others wait without standing in anybody's way. */
export async function somethingIsDue(kinds: readonly OutboxKind[] = outboxKinds): Promise<boolean> {
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
 * The condition stands outside the subquery too: PostgreSQL asks it again of a row that changed while it waited for it
 * (https://www.postgresql.org/docs/current/transaction-iso.html#XACT-READ-COMMITTED).
 */
export async function claimNext(kinds: readonly OutboxKind[] = outboxKinds): Promise<Claim | null> {
  const { db } = await store()
  const now = utcNow()
  const lease = randomUUID()
  const until = utcNow(schedule.leaseMs)
  const row = await db
    .updateTable('outbox')
    .set((outbox) => ({ lease, due_at: until, updated_at: now, tries: outbox('tries', '+', 1) }))
    .where('id', '=', (outbox) =>
      outbox
        .selectFrom('outbox')
        .select('id')
        .where((inner) => isDue(inner, now, kinds))
        .orderBy('due_at')
        .orderBy('id')
        .limit(1),
    )
    .where((outbox) => isDue(outbox, now, kinds))
    .returning(['id', 'kind', 'subject_id', 'tries'])
    .executeTakeFirst()
  if (!row) return null
  const { id, kind, subject_id, tries } = row
  return { id, kind: kind as OutboxKind, subjectId: subject_id, tries, lease, leasedUntil: Date.parse(until) }
}

/** False when the lease was over and another worker holds the row: then nothing changes. */
async function settle(
  { id, lease }: Claim,
  change: { state: 'waiting' | 'sent' | 'dead'; due_at?: string; last_error: string | null },
): Promise<boolean> {
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

/** Due again later, or dead after the last try: kept, and sent when somebody asks for it. @param error without personal data. */
export async function markFailed(claim: Claim, error: string): Promise<'waiting' | 'dead'> {
  const state = claim.tries >= schedule.triesAtMost ? 'dead' : 'waiting'
  await settle(claim, {
    state,
    last_error: error,
    ...(state === 'waiting' && { due_at: utcNow(delayAfter(claim.tries)) }),
  })
  return state
}

/** There is nothing left to say: the subject was erased. */
export async function forget({ id, lease }: Claim): Promise<void> {
  const { db } = await store()
  await db.deleteFrom('outbox').where('id', '=', id).where('lease', '=', lease).execute()
}

export type OutboxCounts = {
  waiting: number
  dead: number
  /** Seconds that the oldest waiting row has waited; 0 when none waits. */
  oldestSeconds: number
}

/** @throws when the store fails. */
export async function countOutbox(kinds: readonly OutboxKind[] = outboxKinds): Promise<OutboxCounts> {
  const { db } = await store()
  const rows = await db
    .selectFrom('outbox')
    .select(({ fn }) => ['state', fn.countAll<number>().as('count'), fn.min('created_at').as('oldest')])
    .where('state', '!=', 'sent')
    .where('kind', 'in', kinds)
    .groupBy('state')
    .execute()
  const waiting = rows.find((row) => row.state === 'waiting')
  const dead = rows.find((row) => row.state === 'dead')
  const age = waiting ? Date.now() - Date.parse(waiting.oldest) : 0
  return {
    waiting: waiting?.count ?? 0,
    dead: dead?.count ?? 0,
    oldestSeconds: Math.max(0, Math.floor(age / 1000)),
  }
}

const paceKey = 'outbox-next-send'

/**
 * Moves the next moment at which the mail service may be called, for all servers on this database together. One statement,
 * so that no two callers get the same moment. `later`: the new moment, of the one that is kept (both milliseconds since 1970).
 */
async function movePace(intervalMs: number, later: (kept: RawBuilder<number>) => RawBuilder<number>): Promise<number> {
  const { db } = await store()
  const now = Date.now()
  const kept = sql<number>`cast(settings.value as bigint)`
  // Further ahead than a crowd of workers could get is a clock that was once wrong: it must not stop the mail.
  const believable = sql<boolean>`${kept} > ${now} and ${kept} <= ${now + 100 * intervalMs}`
  const { value } = await db
    .insertInto('settings')
    .values({ key: paceKey, value: String(now + intervalMs), updated_at: utcNow() })
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet({
        value: sql<string>`cast(case when ${believable} then ${later(kept)} else ${now + intervalMs} end as text)`,
        updated_at: utcNow(),
      }),
    )
    .returning('value')
    .executeTakeFirstOrThrow()
  return Number(value)
}

/** Takes the next moment for one call, and says how many milliseconds away it is. */
export async function reserveMoment(intervalMs: number): Promise<number> {
  if (intervalMs === 0) return 0
  const next = await movePace(intervalMs, (kept) => sql<number>`${kept} + ${intervalMs}`)
  return Math.max(0, next - intervalMs - Date.now())
}

/** After a call: the service may have seen it only now, so the interval begins anew. */
export async function noteCall(intervalMs: number): Promise<void> {
  if (intervalMs === 0) return
  const from = Date.now() + intervalMs
  await movePace(intervalMs, (kept) => sql<number>`case when ${kept} > ${from} then ${kept} else ${from} end`)
}
