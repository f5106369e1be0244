/**
 * What visitors tried to pay for, kept before the provider is asked, so that a gift that arrives later finds its donor and its
 * purpose. The only reader and writer of checkout_attempts; never shown to visitors.
 */
import 'server-only'
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { z } from 'zod'
import { requestHash } from '#lib/contact/forms/idempotency.ts'
import { longestOpenMs, pageCloses } from '#lib/giving/checkout/page-expiry.ts'
import { now, utcNow } from '#lib/platform/clock.ts'
import { type Language, readLanguage } from '#lib/platform/languages/index.ts'
import type { Currency, Frequency, Money } from '#lib/platform/money.ts'
import { newReference } from '#lib/platform/reference.ts'
import { type Database, store } from '#lib/platform/store/index.ts'

const dayMs = 24 * 3_600_000
/** Providers resend events for thirty days. An attempt without a gift by then never becomes one. */
const lastEventMs = 30 * dayMs
/** A transfer takes the donor some time; a cheque also takes the post and the bank. */
const lastTransferMs = 90 * dayMs

/** Prefix of the ids of pledges: gifts by transfer, which no provider knows (lib/giving/pledges). */
export const pledgePrefix = 'transfer_'

const donorSchema = z.object({ name: z.string(), email: z.string(), organisation: z.string().optional() })
export type Donor = z.infer<typeof donorSchema>

const cardSchema = z.object({ to: z.string(), email: z.string(), message: z.string(), from: z.string() })
/** A card to the family of the person in whose name the gift is; `message` and `from` may be empty. */
export type TributeCard = z.infer<typeof cardSchema>
const readCard = (column: string | null) => (column === null ? null : cardSchema.parse(JSON.parse(column)))

/** What one attempt is for. Every request to the provider derives from this and the attempt alone, so that a repeated request is identical. */
export type AttemptPlan = {
  /** Which form: india, usa, 5k-run … */
  kind: string
  money: Money
  frequency: Frequency
  donor: Donor
  /** When the sale ends (ISO 8601), for a sponsorship. Gifts have no end. */
  saleEnds?: string | undefined
  /** The other answers: address, telephone, purpose. */
  answers: Record<string, unknown>
  /** Language of the donor's page; undefined for English. */
  language?: Language | undefined
  /** Stored separately from the answers, because it is erased earlier. */
  card?: TributeCard | undefined
  /** The donor's PAN, which is only stored encrypted. Requests are compared by its `digest`. */
  pan?: { digest: string; seal: (reference: string) => string } | undefined
}

const rateLimitKeysSchema = z.object({ visitor: z.string().nullable(), email: z.string() })
/** Keyed hashes of the visitor's addresses, never the addresses. Declined cards are counted by them. */
export type RateLimitKeys = z.infer<typeof rateLimitKeysSchema>

/** The column `details`. `traces`: the rate-limit keys, under the name that rows have always had. `pan` is sealed. */
const detailsSchema = z.object({
  donor: donorSchema,
  answers: z.record(z.string(), z.unknown()),
  traces: rateLimitKeysSchema.optional(),
  pan: z.string().optional(),
})
const readDetails = (column: string) => detailsSchema.parse(JSON.parse(column))

/** `pageCloses`: when its payment page expires at the provider. */
export type Attempt = { id: string; reference: string; sessionId: string | null; pageCloses: Date }

/**
 * Identifies one attempt, so that a repeated request belongs to it. `isPlain`: from a form without JavaScript. Its page may be old, with an
 * old key, so different answers under the same key are a new attempt, not an error. Without a key, the same answers within {@link
 * repetitionMs} are the same attempt until it has a result: a double tap or a reload must not start a second payment, but a second gift may
 * follow the first.
 */
export type AttemptKey = { key: string | null; isPlain: boolean }
const repetitionMs = 10 * 60_000

/**
 * Returns the attempt of this key: a new one, or that of an earlier equal request while its payment page can be open. `key-reused`: the
 * key belongs to a different request. @throws when the store cannot be written.
 */
export async function recordAttempt(
  plan: AttemptPlan,
  given: AttemptKey,
  rateLimitKeys: RateLimitKeys,
): Promise<{ kind: 'recorded'; attempt: Attempt } | { kind: 'key-reused' }> {
  const { db } = await store()
  const { kind, money, frequency, donor, answers, language, card, pan, saleEnds } = plan
  const request_hash = requestHash({ ...plan, pan: pan?.digest })
  const reference = newReference('G')
  const { isPlain } = given
  const key = `${kind}:${given.key ?? (isPlain ? 'plain-form' : randomUUID())}${isPlain ? `:${request_hash}` : ''}`
  const time = utcNow()
  await db
    .insertInto('checkout_attempts')
    .values({
      id: randomUUID(),
      reference,
      idempotency_key: key,
      kind,
      request_hash,
      currency: money.currency,
      amount: money.amount,
      frequency,
      details: JSON.stringify({ donor, answers, traces: rateLimitKeys, pan: pan?.seal(reference) }),
      card: card ? JSON.stringify(card) : null,
      language: language ?? null,
      session_id: null,
      created_at: time,
      updated_at: time,
    })
    .onConflict((conflict) => conflict.column('idempotency_key').doNothing())
    .execute()
  const row = await db
    .selectFrom('checkout_attempts')
    .select(['id', 'reference', 'session_id', 'request_hash', 'created_at'])
    .where('idempotency_key', '=', key)
    .executeTakeFirstOrThrow()
  if (row.request_hash !== request_hash) return { kind: 'key-reused' }
  const closes = pageCloses(row.created_at, saleEnds)
  const isRepetition = given.key !== null || (row.created_at > utcNow(-repetitionMs) && !(await hasGift(row.reference)))
  if (closes <= now() || !isRepetition) {
    await releaseKey(row.reference)
    return recordAttempt(plan, given, rateLimitKeys)
  }
  const { id, session_id: sessionId } = row
  return { kind: 'recorded', attempt: { id, reference: row.reference, sessionId, pageCloses: closes } }
}

async function hasGift(reference: string): Promise<boolean> {
  const { db } = await store()
  const gift = await db.selectFrom('gifts').select('id').where('reference', '=', reference).limit(1).executeTakeFirst()
  return gift !== undefined
}

export async function rememberSession(attempt: Pick<Attempt, 'id' | 'sessionId'>, sessionId: string): Promise<void> {
  if (attempt.sessionId === sessionId) return
  const { db } = await store()
  await db
    .updateTable('checkout_attempts')
    .set({ session_id: sessionId, updated_at: utcNow() })
    .where('id', '=', attempt.id)
    .execute()
}

/**
 * Releases the key of an attempt that the provider refused. The same key then makes a new attempt with a new key at the provider, which
 * would otherwise repeat its refusal for a day. The attempt is erased with the next abandoned ones.
 */
export async function releaseRefused({ id }: Attempt): Promise<void> {
  const { db } = await store()
  const time = utcNow()
  await db
    .updateTable('checkout_attempts')
    .set({ idempotency_key: `refused:${id}`, erase_after: time, updated_at: time })
    .where('id', '=', id)
    .where('session_id', 'is', null)
    .execute()
}

/** Releases the key of an attempt whose payment page is closed. The same request then makes a new attempt with an open page. */
export async function releaseKey(reference: string): Promise<void> {
  const { db } = await store()
  await db
    .updateTable('checkout_attempts')
    .set({ idempotency_key: `closed:${reference}`, updated_at: utcNow() })
    .where('reference', '=', reference)
    .execute()
}

/** Returns the rate-limit keys of the visitor whose card was declined. Null if the reference is not ours or its payment page closed long ago. */
export async function rateLimitKeysOf(reference: string): Promise<RateLimitKeys | null> {
  const { db } = await store()
  const row = await db
    .selectFrom('checkout_attempts')
    .select('details')
    .where('reference', '=', reference)
    .where('created_at', '>', utcNow(-longestOpenMs))
    .executeTakeFirst()
  return row ? (readDetails(row.details).traces ?? null) : null
}

export type AttemptBehind = {
  /** As in {@link AttemptPlan}. */
  form: string
  donor: Donor
  answers: Record<string, unknown>
  currency: Currency
  /** The amount to be paid, in the smallest unit. */
  amount: number
  language: Language
  /** Null if none was requested, or once it is erased. */
  card: TributeCard | null
  sessionId: string | null
  /** ISO 8601. */
  createdAt: string
}

/** The part of a payment that covers the card fees; null for none, and if the amount has changed since the donor chose it. */
export function feeIn(attempt: Pick<AttemptBehind, 'amount' | 'answers'> | null, paid: Money): Money | null {
  const fee = Number(attempt?.answers.fee)
  return fee > 0 && attempt?.amount === paid.amount ? { amount: fee, currency: paid.currency } : null
}

/** Returns the donor by the reference on the provider's objects; null if the reference is not ours. */
export async function attemptBehind(reference: string): Promise<AttemptBehind | null> {
  const { db } = await store()
  const row = await db
    .selectFrom('checkout_attempts')
    .select(['kind', 'currency', 'amount', 'details', 'card', 'language', 'session_id', 'created_at'])
    .where('reference', '=', reference)
    .executeTakeFirst()
  if (!row) return null
  const { donor, answers } = readDetails(row.details)
  return {
    form: row.kind,
    donor,
    answers,
    currency: row.currency,
    amount: row.amount,
    language: readLanguage(row.language),
    card: readCard(row.card),
    sessionId: row.session_id,
    createdAt: row.created_at,
  }
}

export type RecordedPayment = {
  /** As in {@link AttemptPlan}. */
  form: string
  reference: string
  money: Money
  frequency: Frequency
  donor: Donor
  answers: Record<string, unknown>
  /** Who receives a card; null if none was requested, or once it is erased. */
  cardTo: string | null
  /** The resulting gift, with its current status and the amount after refunds. For a monthly gift, the first month. */
  gift: Pick<Database['gifts'], 'status' | 'amount' | 'occurred_at' | 'subscription_id'> | null
}

/** What a payment page was opened for, by its id at the provider; null if this site has no record of it. */
export async function recordedPayment(sessionId: string): Promise<RecordedPayment | null> {
  const { db } = await store()
  const row = await db
    .selectFrom('checkout_attempts')
    .select(['reference', 'kind', 'currency', 'amount', 'frequency', 'details', 'card'])
    .where('session_id', '=', sessionId)
    .executeTakeFirst()
  if (!row) return null
  const gifts = await db
    .selectFrom('gifts')
    .select(['status', 'amount', 'occurred_at', 'subscription_id'])
    .where('reference', '=', row.reference)
    .where('status', '!=', 'undone')
    .orderBy('occurred_at')
    .execute()
  const { donor, answers } = readDetails(row.details)
  const gift = gifts.find(({ status }) => status !== 'failed') ?? gifts[0] ?? null
  // The transferred amount may differ from the announced one.
  const amount = (sessionId.startsWith(pledgePrefix) && gift?.amount) || row.amount
  return {
    form: row.kind,
    reference: row.reference,
    donor,
    money: { amount, currency: row.currency },
    frequency: row.frequency,
    answers,
    cardTo: readCard(row.card)?.to ?? null,
    gift,
  }
}

/** A gift that somebody announced by transfer, paid or not. */
type Pledge = { reference: string; money: Money; donor: Donor; madeAt: string }

/** Oldest first. @throws when the store fails. */
export async function pledges(): Promise<Pledge[]> {
  const { db } = await store()
  const rows = await db
    .selectFrom('checkout_attempts')
    .select(['reference', 'currency', 'amount', 'details', 'created_at'])
    .where('session_id', 'like', `${pledgePrefix}%`)
    .orderBy('created_at')
    .execute()
  return rows.map(({ reference, currency, amount, details, created_at }) => ({
    reference,
    money: { amount, currency },
    donor: readDetails(details).donor,
    madeAt: created_at,
  }))
}

const holdsEmail = (email: string) =>
  sql<boolean>`lower(details) like ${`%${JSON.stringify({ email }).slice(1, -1).toLowerCase()}%`}`
const isEmailOf = (email: string, details: string) => emailIn(details).toLowerCase() === email.toLowerCase()

/** In the outbox. */
export const reminderKind = 'gift-reminder'

/**
 * An attempt of which the donor may be reminded. Null if the donor has given, if the attempt is erased, about to be erased, or a day old, and
 * if the same address has begun again later or was reminded within a day. @throws when the store fails.
 */
export async function unfinishedAttempt(reference: string): Promise<AttemptBehind | null> {
  const attempt = await attemptBehind(reference)
  if (!attempt || attempt.createdAt < utcNow(-dayMs)) return null
  const { email } = attempt.donor
  const { db } = await store()
  const gift = await db
    .selectFrom('gifts')
    .select('id')
    .where('status', '!=', 'undone')
    .where((row) =>
      row.or([
        row('reference', '=', reference),
        row.and([row(sql`lower(donor_email)`, '=', email.toLowerCase()), row('recorded_at', '>', attempt.createdAt)]),
      ]),
    )
    .limit(1)
    .executeTakeFirst()
  if (gift) return null
  const near = await db
    .selectFrom('checkout_attempts')
    .leftJoin('outbox', (join) =>
      join.onRef('subject_id', '=', 'checkout_attempts.reference').on('outbox.kind', '=', reminderKind),
    )
    .select(['reference', 'details', 'erase_after', 'checkout_attempts.created_at', 'outbox.state'])
    .where('checkout_attempts.created_at', '>', new Date(Date.parse(attempt.createdAt) - dayMs).toISOString())
    .where(holdsEmail(email))
    .execute()
  const isOver = near.some(({ details, erase_after, created_at, state, ...one }) =>
    one.reference === reference
      ? erase_after !== null
      : isEmailOf(email, details) && (created_at > attempt.createdAt || (state !== null && state !== 'waiting')),
  )
  return isOver ? null : attempt
}

/** What one person typed into payment forms, for that person, oldest first. A PAN is only said to exist. @throws when the store fails. */
export async function attemptsBy(email: string): Promise<object[]> {
  const { db } = await store()
  const rows = await db
    .selectFrom('checkout_attempts')
    .select(['reference', 'kind', 'currency', 'amount', 'frequency', 'language', 'created_at', 'details', 'card'])
    .where(holdsEmail(email))
    .orderBy('created_at')
    .execute()
  return rows.flatMap(({ details, card, ...attempt }) => {
    const { donor, answers, pan } = readDetails(details)
    // In a pattern "_" stands for any character.
    if (!isEmailOf(email, details)) return []
    return [{ ...attempt, donor, answers, card: readCard(card), hasPan: pan !== undefined }]
  })
}

/** The sealed PANs that donors gave, by the reference of their gift. */
export async function sealedPans(): Promise<Map<string, string>> {
  const { db } = await store()
  const rows = await db
    .selectFrom('checkout_attempts')
    .select(['reference', 'details'])
    .where('details', 'like', '%"pan":"%')
    .execute()
  const pans = rows.map(({ reference, details }) => [reference, readDetails(details).pan] as const)
  return new Map(pans.flatMap(([reference, pan]) => (pan ? [[reference, pan]] : [])))
}

export type AbandonedAttempt = { id: string; reference: string; email: string; isPledge: boolean }

async function withoutGift() {
  const { db } = await store()
  return db
    .selectFrom('checkout_attempts')
    .leftJoin('gifts', (join) =>
      join.onRef('gifts.reference', '=', 'checkout_attempts.reference').on('gifts.status', '!=', 'undone'),
    )
    .where('gifts.id', 'is', null)
}

const emailIn = (details: string) => readDetails(details).donor.email

/**
 * Attempts without a gift that have expired: thirty days old, ninety for pledges, or marked for erasure. Oldest first, at most `most`.
 * @throws when the store fails.
 */
export async function abandonedAttempts(most: number): Promise<AbandonedAttempt[]> {
  const rows = await (await withoutGift())
    .select([
      'checkout_attempts.id',
      'checkout_attempts.reference',
      'checkout_attempts.details',
      'checkout_attempts.session_id',
    ])
    .where((row) =>
      row.or([
        row.and([
          row('checkout_attempts.created_at', '<', utcNow(-lastEventMs)),
          row.or([
            row('checkout_attempts.session_id', 'is', null),
            row('checkout_attempts.session_id', 'not like', `${pledgePrefix}%`),
          ]),
        ]),
        row('checkout_attempts.created_at', '<', utcNow(-lastTransferMs)),
        row('checkout_attempts.erase_after', '<=', utcNow()),
      ]),
    )
    .orderBy('checkout_attempts.created_at')
    .limit(most)
    .execute()
  return rows.map(({ id, reference, details, session_id }) => ({
    id,
    reference,
    email: emailIn(details),
    isPledge: session_id?.startsWith(pledgePrefix) ?? false,
  }))
}

/**
 * Marks one person's attempts without a gift for erasure: now, or once their payment page can no longer be open. @throws when the store
 * fails.
 */
export async function markForErasure(isTheirs: (email: string) => boolean): Promise<void> {
  const { db } = await store()
  const rows = await (await withoutGift())
    .select(['checkout_attempts.id', 'checkout_attempts.details', 'checkout_attempts.created_at'])
    .execute()
  for (const { id, created_at } of rows.filter(({ details }) => isTheirs(emailIn(details)))) {
    const erase_after = new Date(Date.parse(created_at) + longestOpenMs).toISOString()
    await db.updateTable('checkout_attempts').set({ erase_after }).where('id', '=', id).execute()
  }
}

/** @throws when the store fails. */
export async function deleteAttempt({ id }: Pick<AbandonedAttempt, 'id'>): Promise<void> {
  const { db } = await store()
  await db.deleteFrom('checkout_attempts').where('id', '=', id).execute()
}

/**
 * Erases cards that are thirty days old, sent or not: they hold the name and address of somebody who never contacted us. @throws when the
 * store fails.
 */
export async function eraseOldCards(): Promise<void> {
  const { db } = await store()
  await db
    .updateTable('checkout_attempts')
    .set({ card: null })
    .where('card', 'is not', null)
    .where('created_at', '<', utcNow(-lastEventMs))
    .execute()
}

/** Erases the cards to one person. Waiting cards are not sent. @throws when the store fails. */
export async function eraseCardsTo(isTheirs: (email: string) => boolean): Promise<void> {
  const { db } = await store()
  const rows = await db.selectFrom('checkout_attempts').select(['id', 'card']).where('card', 'is not', null).execute()
  for (const { id } of rows.filter(({ card }) => isTheirs(readCard(card)?.email ?? '')))
    await db.updateTable('checkout_attempts').set({ card: null }).where('id', '=', id).execute()
}
