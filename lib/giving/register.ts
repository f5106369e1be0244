/**
 * The register of receipts. The transaction that makes a gift gives its receipt the next number of its entity and financial year. What changes
 * the gift later makes a new version, which replaces the one before. Versions are kept as they were issued.
 */
import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { Selectable, Transaction } from 'kysely'
import { z } from 'zod'
import { isEmail } from '#lib/contact/forms/form.ts'
import { identityOf, idKinds } from '#lib/giving/orders/identity.ts'
import { addressLines, type OrderWithSecrets } from '#lib/giving/orders/order.ts'
import { minuteMs, utcNow } from '#lib/platform/clock.ts'
import type { Currency } from '#lib/platform/money.ts'
import { enqueue } from '#lib/platform/outbox/queue.ts'
import { readReference } from '#lib/platform/reference.ts'
import { type Database, type Store, store } from '#lib/platform/store/index.ts'
import type { Gift, GiftStatus } from '#lib/platform/store/schema.ts'
import { toAsciiDigits } from '#lib/platform/typed-text.ts'
import { wallTime } from '#lib/platform/zone.ts'
import { isCurrency } from '#lib/site/content/currencies.ts'
import type { Receipts, ReceiptTerms } from '#lib/site/content/giving-schema.ts'
import { receipts, receiptTerms } from '#lib/site/content/index.ts'

/** What a receipt states of its gift and its donor. Its words come from content when it is written. */
const factsSchema = z.object({
  /** Nothing of the gift is left: the receipt is cancelled. The other facts are those of the version before. */
  void: z.boolean(),
  /** In the smallest unit. */
  amount: z.int(),
  /** ISO 8601. */
  paidOn: z.string(),
  name: z.string(),
  address: z.array(z.string()),
  /** The identity document, of whose number only the last four characters are stated. */
  identity: z.object({ kind: z.enum(idKinds), end: z.string() }).nullable(),
  reason: z.int().nullable(),
  campaign: z.string().nullable(),
  method: z.string().nullable(),
})
type ReceiptFacts = z.output<typeof factsSchema>

/** Why a gift is undone: it was matched to the wrong one, recorded twice, or its cheque was not paid. */
export const undoings = ['undone', 'twice', 'bounced'] as const
export type Undoing = (typeof undoings)[number]

/** Why a version replaces the one before. `reduced`: a part went back. `reinstated`: the gift, or that part, is paid after all. */
const causes = [
  'refunded',
  'lost',
  'undone',
  'twice',
  'bounced',
  'failed',
  'reduced',
  'reinstated',
  'corrected',
] as const
type Cause = (typeof causes)[number]

export type Receipt = {
  id: string
  giftId: string
  /** "2026-27/00123": unique within its legal entity. */
  number: string
  version: number
  cause: Cause | null
  facts: ReceiptFacts
  /** ISO 8601. */
  issuedAt: string
  /** When the version before was issued. */
  replaces: string | null
}

/** The financial year of a moment, named by the year in which it begins. Years begin on the first of a month, at midnight at the entity. */
export function financialYearOf(
  at: string,
  { zone, yearStarts = 1 }: Pick<ReceiptTerms, 'zone' | 'yearStarts'>,
): number {
  const [year = 0, month = 0] = wallTime(zone, new Date(at)).split('-', 2).map(Number)
  return month < yearStarts ? year - 1 : year
}

/** "2026-27/00123", or "2026/00123" for years that begin in January. */
export function numberInWords(
  year: number,
  number: number,
  { yearStarts = 1 }: Pick<ReceiptTerms, 'yearStarts'>,
): string {
  const named = yearStarts === 1 ? String(year) : `${year}-${String((year + 1) % 100).padStart(2, '0')}`
  return `${named}/${String(number).padStart(5, '0')}`
}

type Numbered = Pick<ReceiptRow, 'entity' | 'year' | 'number'> & { currency: string }

/** As {@link numberInWords}, with the entity before it ("US 2026/00123") where another one writes the same numbers. */
export function numberInLists(terms: Receipts): (row: Numbered) => string {
  const series = Map.groupBy(Object.values(terms), ({ yearStarts }) => yearStarts === 1)
  return ({ entity, year, number, currency }) => {
    const own = terms[currency] ?? { yearStarts: 1 }
    const isShared = series.get(own.yearStarts === 1)?.some(({ office }) => office !== entity)
    return (isShared ? `${entity} ` : '') + numberInWords(year, number, own)
  }
}

/** The year and number in a written one, and the entity if it is written before them. Null for any other text. */
export function readNumber(written: string): { year: number; number: number; entity?: string } | null {
  const parts = /^(?:([a-z]\w*) )?(20\d\d)(?:-\d\d)?\/(\d{1,9})$/i.exec(toAsciiDigits(written))
  const [, entity, year, number] = parts ?? []
  return year && number ? { year: Number(year), number: Number(number), ...(entity && { entity }) } : null
}

/**
 * Ids of the gifts whose receipts have this number: only of those entities that write it in just this way, if any do. "2026/1" can be the first of
 * 2026-27, but "2026/00001" is not. Null for any other text.
 */
export async function giftsNumbered(written: string): Promise<string[] | null> {
  const read = readNumber(written)
  if (!read) return null
  const rows = (await versionsOf({ year: read.year, number: read.number })).filter(
    ({ entity }) => !read.entity || entity.toLowerCase() === read.entity.toLowerCase(),
  )
  const typed = toAsciiDigits(written)
  const exact = rows.filter(({ year, number, currency }) => {
    const shown = numberInWords(year, number, receiptTerms(currency))
    return typed === shown || typed.endsWith(` ${shown}`)
  })
  return (exact.length > 0 ? exact : rows).map(({ gift_id }) => gift_id)
}

function factsOf(gift: Gift, order: OrderWithSecrets | null): ReceiptFacts {
  const identity = identityOf(order)
  return {
    void: false,
    amount: gift.amount,
    paidOn: gift.occurred_at,
    name: gift.donor_name,
    address: addressLines(order?.answers ?? {}),
    identity: identity?.number.ok ? { kind: identity.kind, end: identity.number.value.slice(-4) } : null,
    reason: gift.reason,
    campaign: gift.campaign,
    method: gift.method,
  }
}

function causeOf(status: GiftStatus, before: ReceiptFacts, facts: ReceiptFacts): Cause {
  const ended = causes.find((cause) => cause === status)
  if (ended) return ended
  if (before.void || facts.amount > before.amount) return 'reinstated'
  return facts.amount < before.amount ? 'reduced' : 'corrected'
}

/** The money is on its way or all disputed, which changes no receipt. */
const undecided: readonly GiftStatus[] = ['pending', 'disputed']

/**
 * Issues the receipt of a gift, or its next version if what it states has changed, and queues the mail about the change. Call it in every
 * transaction that writes a gift. `order`: as it is after that. `undoing`: why the gift is undone.
 */
export async function issueReceipt(
  transaction: Transaction<Database>,
  gift: Gift,
  order: OrderWithSecrets | null,
  undoing?: Undoing,
): Promise<void> {
  const changed = await issueVersion(transaction, gift, order, undoing)
  if (changed) await queueChanges(transaction, [changed])
}

/** A version that replaces another, which its donor does not know yet. */
export type Change = { giftId: string; versionId: string }

/** The same for several gifts of one donor, who gets one mail: see {@link queueChanges}. */
export async function issueVersion(
  transaction: Transaction<Database>,
  gift: Gift,
  order: OrderWithSecrets | null,
  undoing?: Undoing,
): Promise<Change | null> {
  // The donor of an imported gift has the receipt of the system that it came from.
  if (gift.imported || undecided.includes(gift.status) || !isCurrency(gift.currency)) return null
  const latest = await latestRow(transaction, gift.id)
  const before = latest && factsSchema.parse(JSON.parse(latest.facts))
  const isVoid = gift.status !== 'paid'
  if (isVoid && (!before || before.void)) return null
  const facts = isVoid && before ? { ...before, void: true } : factsOf(gift, order)
  if (before && isDeepStrictEqual(before, facts)) return null
  const id = randomUUID()
  const cause = before ? (undoing ?? causeOf(gift.status, before, facts)) : null
  await transaction
    .insertInto('receipts')
    .values({
      ...(latest
        ? { entity: latest.entity, year: latest.year, number: latest.number }
        : await nextNumber(transaction, gift)),
      id,
      gift_id: gift.id,
      version: (latest?.version ?? 0) + 1,
      cause,
      facts: JSON.stringify(facts),
      issued_at: utcNow(),
    })
    .execute()
  return cause && (await isToBeMailed(transaction, gift)) ? { giftId: gift.id, versionId: id } : null
}

const latestRow = (db: Store['db'], giftId: string) =>
  db
    .selectFrom('receipts')
    .selectAll()
    .where('gift_id', '=', giftId)
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst()

/** The counter's row is locked until the transaction ends, so that concurrent gifts wait and a failed one leaves no gap. */
async function nextNumber(transaction: Transaction<Database>, { currency, occurred_at }: Gift) {
  const terms = receiptTerms(currency, new Date(occurred_at))
  const year = financialYearOf(occurred_at, terms)
  const { last } = await transaction
    .insertInto('receipt_numbers')
    .values({ entity: terms.office, year, last: 1 })
    .onConflict((conflict) =>
      conflict.columns(['entity', 'year']).doUpdateSet((row) => ({ last: row('receipt_numbers.last', '+', 1) })),
    )
    .returning('last')
    .executeTakeFirstOrThrow()
  return { entity: terms.office, year, number: last }
}

const changeKind = 'receipt-change'
/** The kind of a mail about several receipts. */
export const changesKind = 'receipts-change'

/**
 * A version that replaces another has a mail of its own, unless the receipt still waits to be sent: it is composed from the latest version. The
 * update keeps workers from taking the receipt until this version can be read.
 */
async function isToBeMailed(transaction: Transaction<Database>, { id, donor_email }: Gift): Promise<boolean> {
  if (!isEmail(donor_email)) return false
  const waiting = await transaction
    .updateTable('outbox')
    .set({ updated_at: utcNow() })
    .where('kind', '=', 'receipt')
    .where('subject_id', '=', id)
    .where('state', '=', 'waiting')
    .where('lease', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return !waiting
}

/** One mail about these versions, whose gifts are one donor's. */
export async function queueChanges(transaction: Transaction<Database>, changes: readonly Change[]): Promise<void> {
  const [first, ...more] = changes
  if (!first) return
  const payload = { giftId: first.giftId, versions: changes.map(({ versionId }) => versionId) }
  if (more.length === 0) await enqueue(transaction, changeKind, first.versionId)
  else await enqueue(transaction, changesKind, first.versionId, { payload })
}

/** Whether the latest version of a gift's receipt has a mail of its own, so that the first mail must not repeat it. */
export async function hasOwnMail({ id, issuedAt }: Receipt): Promise<boolean> {
  const { db } = await store()
  const mail = await db
    .selectFrom('outbox')
    .select('id')
    .where('kind', '=', changeKind)
    .where('subject_id', '=', id)
    .executeTakeFirst()
  return mail !== undefined || (await isAmongChanges(id, issuedAt))
}

/** Whether a mail about several versions is about this one: it was queued in the transaction that issued them. */
async function isAmongChanges(id: string, issuedAt: string): Promise<boolean> {
  const { db } = await store()
  const mails = await db
    .selectFrom('outbox')
    .select('payload')
    .where('kind', '=', changesKind)
    .where('created_at', '>=', issuedAt)
    .where('created_at', '<', new Date(Date.parse(issuedAt) + minuteMs).toISOString())
    .execute()
  return mails.some(({ payload }) => payload?.includes(id))
}

/** A version as it is stored. */
export type ReceiptRow = Omit<Selectable<Database['receipts']>, 'facts'> & { currency: Currency; facts: ReceiptFacts }

async function readRows(of: { giftIds: readonly string[] } | { year: number; number: number }): Promise<ReceiptRow[]> {
  const { db } = await store()
  const rows = await db
    .selectFrom('receipts')
    .innerJoin('gifts', 'gifts.id', 'gift_id')
    .selectAll('receipts')
    .select('currency')
    .where((row) =>
      'giftIds' in of
        ? row('gift_id', 'in', of.giftIds)
        : row.and([row('year', '=', of.year), row('number', '=', of.number)]),
    )
    .orderBy('version')
    .execute()
  return rows.map((row) => ({ ...row, facts: factsSchema.parse(JSON.parse(row.facts)) }))
}

/** All versions of one gift's receipt, or of the receipts with this number, of which each entity may have one. Oldest first. */
export const versionsOf = (of: string | { year: number; number: number }): Promise<ReceiptRow[]> =>
  readRows(typeof of === 'string' ? { giftIds: [of] } : of)

/** All versions of the receipts of these gifts, oldest first. */
export async function receiptsOf(giftIds: readonly string[]): Promise<Receipt[]> {
  const issued = new Map<string, string>()
  return (await readRows({ giftIds })).map(({ gift_id, year, number, currency, cause, issued_at, ...row }) => {
    const replaces = issued.get(gift_id) ?? null
    issued.set(gift_id, issued_at)
    return {
      id: row.id,
      version: row.version,
      facts: row.facts,
      giftId: gift_id,
      issuedAt: issued_at,
      replaces,
      number: numberInWords(year, number, receiptTerms(currency)),
      cause: causes.find((known) => known === cause) ?? null,
    }
  })
}

/** The latest version of each gift's receipt, by the id of the gift. */
export const latestReceipts = async (giftIds: readonly string[]): Promise<Map<string, Receipt>> =>
  new Map((await receiptsOf(giftIds)).map((receipt) => [receipt.giftId, receipt]))

/** As {@link numberInLists} shows them, with the version from the second on, by the id of the gift; of an imported gift the number that it had. Quicker than the receipts. */
export async function receiptNumbers(
  gifts: readonly Pick<Gift, 'id' | 'currency' | 'own_receipt'>[],
): Promise<Map<string, string>> {
  const { db } = await store()
  const rows = await db
    .selectFrom('receipts')
    .select(['gift_id', 'entity', 'year', 'number', 'version'])
    .where(
      'gift_id',
      'in',
      gifts.map(({ id }) => id),
    )
    .orderBy('version')
    .execute()
  const inLists = numberInLists(receipts())
  const currencies = new Map(gifts.map(({ id, currency }) => [id, currency]))
  return new Map([
    ...gifts.flatMap(({ id, own_receipt }) => (own_receipt ? [[id, own_receipt] as const] : [])),
    ...rows.map(({ gift_id, version, ...row }) => {
      const shown = inLists({ ...row, currency: currencies.get(gift_id) ?? '' })
      return [gift_id, version === 1 ? shown : `${shown} version ${version}`] as const
    }),
  ])
}

/** The latest version of a gift's receipt. Issues one for a gift that was recorded before receipts had numbers. */
export async function receiptFor(gift: Gift, order: OrderWithSecrets | null): Promise<Receipt | null> {
  const { db } = await store()
  const found = async () => (await latestReceipts([gift.id])).get(gift.id) ?? null
  const issued = await found()
  if (issued) return issued
  await db.transaction().execute((transaction) => issueReceipt(transaction, gift, order))
  return found()
}

/** A version by its id; null if a later one has replaced it. */
export async function findVersion(id: string): Promise<Receipt | null> {
  const { db } = await store()
  const row = await db.selectFrom('receipts').select('gift_id').where('id', '=', id).executeTakeFirst()
  const latest = row && (await latestReceipts([row.gift_id])).get(row.gift_id)
  return latest?.id === id ? latest : null
}

/**
 * Gifts by the number of a receipt, by reference (all months of a monthly gift) or by the id of the payment. Several entities may have
 * given the same number. Oldest first.
 */
export async function findGifts(key: string): Promise<Gift[]> {
  const ids = await giftsNumbered(key)
  const { db } = await store()
  return db
    .selectFrom('gifts')
    .selectAll()
    .where((row) =>
      ids
        ? row('id', 'in', ids)
        : row.or([row('reference', '=', readReference(key) ?? key), row('object_id', '=', key)]),
    )
    .orderBy('occurred_at')
    .execute()
}
