/**
 * What visitors tried to pay for, kept before the provider is asked, so that a gift that arrives later finds its donor and its
 * purpose. Only this file and erase-attempts.ts write checkout_attempts.
 */
import 'server-only'
import { randomUUID } from 'node:crypto'
import { type Selectable, sql, type Transaction } from 'kysely'
import { z } from 'zod'
import { requestHash } from '#lib/contact/forms/read-post.ts'
import { normalEmail } from '#lib/contact/forms/text.ts'
import { hourMs, minuteMs, now, utcNow } from '#lib/platform/clock.ts'
import { type Language, readLanguage } from '#lib/platform/languages/index.ts'
import type { Frequency, Money } from '#lib/platform/money.ts'
import { isRecord } from '#lib/platform/narrow.ts'
import { newReference } from '#lib/platform/reference.ts'
import { openAtRest, type SealedReading, sealAtRest } from '#lib/platform/signed.ts'
import { type Database, store } from '#lib/platform/store/index.ts'
import { invoiceForm, pledgePrefix } from '#lib/site/content/form-ids.ts'

const donorSchema = z.object({ name: z.string(), email: z.string(), organisation: z.string().optional() })
export type Donor = z.infer<typeof donorSchema>

const cardSchema = z.object({ to: z.string(), email: z.string(), message: z.string(), from: z.string() })
/** A card to the family of the person in whose name the gift is; `message` and `from` may be empty. */
export type TributeCard = z.infer<typeof cardSchema>

const rateLimitKeysSchema = z.object({
  visitor: z.string().nullable(),
  network: z.string().nullable().optional(),
  email: z.string(),
})
/** Keyed hashes of the visitor's addresses, never the addresses. Declined cards and places at events are counted by them. */
export type RateLimitKeys = z.infer<typeof rateLimitKeysSchema>

/** The column `details`. `traces`: the rate-limit keys, under the name that rows have always had. `pan` is sealed. */
const detailsSchema = z.object({
  donor: donorSchema,
  // Quicker than a schema of records: the lists of all gifts read one for each.
  answers: z.custom<Record<string, unknown>>(isRecord),
  traces: rateLimitKeysSchema.optional(),
  pan: z.string().optional(),
})

/** `sold-out`: too few are left. `too-many`: whoever asks has as many as one may have. */
export type Held = 'held' | 'sold-out' | 'too-many'

/** What one attempt is for. Every request to the provider derives from this and the attempt alone, so that a repeated request is identical. */
export type AttemptPlan = {
  /** Which form: india, usa, 5k-run … */
  kind: string
  money: Money
  frequency: Frequency
  donor: Donor
  /** When the sale ends (ISO 8601), for a sponsorship. Gifts have no end. */
  saleEnds?: string | undefined
  /** The places of tickets, which `hold` takes while the payment page is open. Requests are compared by their `order`. */
  places?:
    | {
        order: object
        hold: (reference: string, closesAt: Date, holder: RateLimitKeys) => Promise<Held>
        free: (reference: string) => Promise<void>
      }
    | undefined
  /** The other answers: address, telephone, purpose. */
  answers: Record<string, unknown>
  /** Language of the donor's page; undefined for English. */
  language?: Language | undefined
  /** Stored separately from the answers, because it is erased earlier. */
  card?: TributeCard | undefined
  /** The donor's PAN, which is only stored encrypted. Requests are compared by its `digest`. */
  pan?: { digest: string; seal: (reference: string) => string } | undefined
}

/** An attempt as it is stored. */
export type Attempt = {
  reference: string
  /** The `kind` of its plan. */
  form: string
  /** The amount to be paid. */
  money: Money
  frequency: Frequency
  donor: Donor
  answers: Record<string, unknown>
  language: Language
  /** Null if none was requested, or once it is erased. */
  card: TributeCard | null
  /** Encrypted. */
  pan: string | null
  rateLimitKeys: RateLimitKeys | null
  sessionId: string | null
  /** ISO 8601, as is the time from which it may be erased if there is no gift by then. */
  createdAt: string
  eraseAfter: string | null
  /** When a standing order was ended. */
  endedAt: string | null
}

/** A payment page is open for 30 minutes to 24 hours. A minute above that minimum allows for latency and clock differences. */
const minOpenMs = 31 * minuteMs
/** Whole minutes that a page is open at least. */
export const minOpenMinutes = 30
/**
 * An hour below the providers' maximum, and above the 20 hours from which a time limit needs no warning (WCAG 2.2.1,
 * https://www.w3.org/WAI/WCAG22/Understanding/timing-adjustable).
 */
export const maxOpenMs = 23 * hourMs

/**
 * When a payment page closes: the same for every repetition of an attempt. @param opened when the attempt was recorded. @param saleEnds
 * when the sale ends; the page stays open after that for the minimum time at most. Both ISO 8601.
 */
export function pageCloses(opened: string, saleEnds?: string): Date {
  const from = Date.parse(opened)
  const latest = from + maxOpenMs
  const wanted = saleEnds === undefined ? latest : Math.min(latest, Date.parse(saleEnds))
  return new Date(Math.max(from + minOpenMs, wanted))
}

/** For `saleEnds` of an order that holds places: its page closes as soon as the provider allows. */
export const closesSoon = new Date(0).toISOString()

/** An attempt whose payment page is open, or about to be opened. */
export type OpenAttempt = { id: string; reference: string; sessionId: string | null; pageCloses: Date }

/**
 * Identifies one attempt, so that a repeated request belongs to it. `isPlain`: from a form without JavaScript. Its page may be old, with an
 * old key, so different answers under the same key are a new attempt, not an error. Without a key, the same answers within {@link
 * repetitionMs} are the same attempt until it has a result: a double tap or a reload must not start a second payment, but a second gift may
 * follow the first.
 */
export type AttemptKey = { key: string | null; isPlain: boolean }
const repetitionMs = 10 * minuteMs

/**
 * Returns the attempt of this key: a new one, or that of an earlier equal request while its payment page can be open. `key-reused`: the
 * key belongs to a different request. @throws when the store cannot be written.
 */
export async function recordAttempt(
  plan: AttemptPlan,
  asked: AttemptKey,
  rateLimitKeys: RateLimitKeys,
): Promise<OpenAttempt | 'key-reused'> {
  const { db } = await store()
  const { kind, money, frequency, donor, answers, language, card, pan, saleEnds } = plan
  const request_hash = requestHash({ ...plan, pan: pan?.digest, places: plan.places?.order })
  const reference = newReference('G')
  const { isPlain } = asked
  const key = `${kind}:${asked.key ?? (isPlain ? 'plain-form' : randomUUID())}${isPlain ? `:${request_hash}` : ''}`
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
      email: normalEmail(donor.email),
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
    .executeTakeFirst()
  // An equal request has just released the key.
  if (!row) return recordAttempt(plan, asked, rateLimitKeys)
  if (row.request_hash !== request_hash) return 'key-reused'
  const closes = pageCloses(row.created_at, saleEnds)
  const isRepetition = asked.key !== null || (row.created_at > utcNow(-repetitionMs) && !(await hasGift(row.reference)))
  if (closes <= now() || !isRepetition) {
    await releaseKey(row.reference)
    return recordAttempt(plan, asked, rateLimitKeys)
  }
  return { id: row.id, reference: row.reference, sessionId: row.session_id, pageCloses: closes }
}

/** @throws when the store fails. */
export async function hasGift(reference: string): Promise<boolean> {
  const { db } = await store()
  const gift = await db.selectFrom('gifts').select('id').where('reference', '=', reference).limit(1).executeTakeFirst()
  return gift !== undefined
}

export async function rememberSession(id: string, sessionId: string): Promise<void> {
  const { db } = await store()
  await db
    .updateTable('checkout_attempts')
    .set({ session_id: sessionId, updated_at: utcNow() })
    .where('id', '=', id)
    .execute()
}

/**
 * Releases the key of an attempt that the provider refused. The same key then makes a new attempt with a new key at the provider, which
 * would otherwise repeat its refusal for a day. The attempt is erased with the next abandoned ones.
 */
export async function releaseRefused({ id }: OpenAttempt): Promise<void> {
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

const columns = [
  ...(['reference', 'kind', 'currency', 'amount', 'frequency', 'details', 'language', 'card'] as const),
  ...(['session_id', 'created_at', 'erase_after', 'ended_at'] as const),
]
const stored = async () => (await store()).db.selectFrom('checkout_attempts').select(columns)

export function readAttempt(row: Pick<Selectable<Database['checkout_attempts']>, (typeof columns)[number]>): Attempt {
  const { donor, answers, traces, pan } = detailsSchema.parse(JSON.parse(row.details))
  return {
    reference: row.reference,
    form: row.kind,
    money: { amount: row.amount, currency: row.currency },
    frequency: row.frequency,
    donor,
    answers,
    language: readLanguage(row.language),
    card: row.card === null ? null : cardSchema.parse(JSON.parse(row.card)),
    pan: pan ?? null,
    rateLimitKeys: traces ?? null,
    sessionId: row.session_id,
    createdAt: row.created_at,
    eraseAfter: row.erase_after,
    endedAt: row.ended_at,
  }
}

/** `reference`: as it stands on the provider's objects; null if it is not ours, or erased. @throws when the store fails. */
export async function findAttempt(reference: string | null | undefined): Promise<Attempt | null> {
  if (!reference) return null
  const row = await (await stored()).where('reference', '=', reference).executeTakeFirst()
  return row ? readAttempt(row) : null
}

/** By reference, those of them that are kept. @throws when the store fails. */
export async function findAttempts(references: readonly (string | null)[]): Promise<Map<string, Attempt>> {
  const wanted = [...new Set(references)].filter((reference) => reference !== null)
  const rows = wanted.length > 0 ? await (await stored()).where('reference', 'in', wanted).execute() : []
  return new Map(rows.map((row) => [row.reference, readAttempt(row)]))
}

/** The postal address, line by line; empty if the form did not ask. The office types it in one field, which then counts. */
export function addressLines({ address, ...answers }: Attempt['answers']): string[] {
  const { line1, line2, city, state, postal_code: code } = answers
  const town = [city, state, code].filter(Boolean).join(', ')
  const lines = address ? String(address).split('\n') : [line1, line2, town]
  return lines.map((line) => String(line ?? '').trim()).filter(Boolean)
}

/** Identity documents that India's statement of donations accepts (Form 10BD, field "ID code"). The PAN is the usual one. */
export const idKinds = ['pan', 'aadhaar', 'tin', 'passport', 'voter', 'licence', 'ration'] as const
export type IdKind = (typeof idKinds)[number]
const idPurpose = 'pan'

/** Encrypts the number of an identity document for the attempt with this reference. */
export const sealId = (reference: string, number: string): string => sealAtRest(idPurpose, reference, number)

/** The donor's identity document; its number is a failure if it cannot be decrypted. Null if none was given. */
export function identityOf(attempt: Attempt | null): { kind: IdKind; number: SealedReading } | null {
  if (!attempt?.pan) return null
  const kind = idKinds.find((known) => known === attempt.answers.idKind) ?? 'pan'
  return { kind, number: openAtRest(idPurpose, attempt.reference, attempt.pan) }
}

/** How money arrives that no provider takes. */
export const modes = ['transfer', 'cheque', 'cash'] as const

type OfficeAttempt = Pick<Attempt, 'reference' | 'form' | 'money' | 'frequency' | 'donor' | 'answers' | 'pan'> &
  Partial<Pick<Attempt, 'rateLimitKeys' | 'language'>>

/**
 * Stores what the office knows of a donor: corrected details of an attempt, or those of a gift that no form announced. Donor, answers and
 * identity replace what was stored.
 */
export async function saveAttempt(transaction: Transaction<Database>, attempt: OfficeAttempt): Promise<void> {
  const { reference, form, money, frequency, donor, answers, pan, rateLimitKeys, language = null } = attempt
  const time = utcNow()
  const changes = {
    details: JSON.stringify({ donor, answers, traces: rateLimitKeys ?? undefined, pan: pan ?? undefined }),
    email: normalEmail(donor.email),
    updated_at: time,
  }
  await transaction
    .insertInto('checkout_attempts')
    .values({
      id: randomUUID(),
      reference,
      idempotency_key: `office:${reference}`,
      kind: form,
      request_hash: '',
      ...money,
      frequency,
      card: null,
      language,
      session_id: null,
      created_at: time,
      ...changes,
    })
    .onConflict((conflict) => conflict.column('reference').doUpdateSet(changes))
    .execute()
}

/** Everything that one person began to pay for, oldest first. @throws when the store fails. */
export async function attemptsOf(email: string): Promise<Attempt[]> {
  const wanted = normalEmail(email)
  const rows = await (await stored()).where('email', '=', wanted).orderBy('created_at').execute()
  return rows.map(readAttempt)
}

/**
 * Those of one mailbox, however its address was written, that were begun after `since` (ISO 8601). Only for limits. `key`: of `emailKey`.
 * @throws when the store fails.
 */
export async function attemptsOfMailbox(key: string, since: string): Promise<Attempt[]> {
  const rows = await (await stored()).where('created_at', '>', since).orderBy('created_at').execute()
  return rows.map(readAttempt).filter(({ rateLimitKeys }) => rateLimitKeys?.email === key)
}

/** As in the index, without a parameter. */
const isPledge = sql<boolean>`session_id like ${sql.lit(`${pledgePrefix}%`)}`

/** References of pledges and invoices whose money has come. That of a month of a standing order is followed by its day. */
const paidReferences = sql`(select substr(pledge, 1, 11) from transfers where pledge is not null)`
const isUnpaid = sql<boolean>`ended_at is null and reference not in ${paidReferences}`

/** Gifts that somebody announced by transfer, oldest first; `unpaid`: those whose money is expected, and nothing of it has come. @throws when the store fails. */
export async function pledges({ unpaid = false } = {}): Promise<Attempt[]> {
  const rows = await (await stored())
    .where(isPledge)
    .$if(unpaid, (query) => query.where(isUnpaid))
    .orderBy('created_at')
    .execute()
  return rows.map(readAttempt)
}

/** How many pledges and invoices wait for their money. @throws when the store fails. */
export async function countUnpaid(): Promise<number> {
  const { db } = await store()
  const invoices = sql`select count(*) from enquiries where form = ${invoiceForm} and state || '' = 'stored' and reference not in ${paidReferences}`
  const waiting = sql<{
    count: number
  }>`select (select count(*) from checkout_attempts where ${isPledge} and ${isUnpaid}) + (${invoices}) as count`
  const { rows } = await waiting.execute(db)
  return Number(rows[0]?.count)
}

/** A monthly gift that its donor sends by a standing order, or each month by hand. */
export const isStandingOrder = ({ frequency, sessionId }: Pick<Attempt, 'frequency' | 'sessionId'>): boolean =>
  frequency === 'monthly' && Boolean(sessionId?.startsWith(pledgePrefix))

/** Ends a standing order here; at the bank only its donor can. False if it had ended before. @throws when the store fails. */
export async function endStandingOrder(reference: string): Promise<boolean> {
  const { db } = await store()
  const ended = await db
    .updateTable('checkout_attempts')
    .set({ ended_at: utcNow(), updated_at: utcNow() })
    .where('reference', '=', reference)
    .where('frequency', '=', 'monthly')
    .where('session_id', 'like', `${pledgePrefix}%`)
    .where('ended_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return ended !== undefined
}

/** The part of a payment that covers the card fees; null for none, and if the amount has changed since the donor chose it. */
export function feeIn(attempt: Pick<Attempt, 'money' | 'answers'> | null, paid: Money): Money | null {
  const fee = Number(attempt?.answers.fee)
  return fee > 0 && attempt?.money.amount === paid.amount ? { amount: fee, currency: paid.currency } : null
}

export type RecordedPayment = Attempt & {
  /** The resulting gift, with its current status and the amount after refunds. For a monthly gift, the first month. */
  gift: Pick<Database['gifts'], 'status' | 'amount' | 'occurred_at' | 'subscription_id'> | null
}

/** What a payment page was opened for, by its id at the provider; null if this site has no record of it. */
export async function recordedPayment(sessionId: string): Promise<RecordedPayment | null> {
  const row = await (await stored()).where('session_id', '=', sessionId).executeTakeFirst()
  if (!row) return null
  const { db } = await store()
  const gifts = await db
    .selectFrom('gifts')
    .select(['status', 'amount', 'occurred_at', 'subscription_id'])
    .where('reference', '=', row.reference)
    .where('status', '!=', 'undone')
    .orderBy('occurred_at')
    .execute()
  const gift = gifts.find(({ status }) => status !== 'failed') ?? gifts[0] ?? null
  // The transferred amount may differ from the announced one.
  const amount = (sessionId.startsWith(pledgePrefix) && gift?.amount) || row.amount
  return { ...readAttempt({ ...row, amount }), gift }
}
