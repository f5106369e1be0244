/**
 * Reads a list in SQL by the key of its rows, as far as the next page needs it. SQLite runs inside this process: a search that finds little would make
 * every visitor wait, so it reads a few thousand rows at a time, and other work is done in between.
 */
import { setImmediate as otherWork } from 'node:timers/promises'
import { type RawBuilder, type SelectQueryBuilder, type SqlBool, sql } from 'kysely'
import type { Database } from '#lib/platform/store/schema.ts'

export type Select<Tables, Names extends keyof Tables> = SelectQueryBuilder<Tables, Names, object>

/** How many rows it has. */
export async function countOf<Tables, Names extends keyof Tables>(rows: Select<Tables, Names>): Promise<number> {
  const counted = rows.select(({ fn }) => fn.countAll().as('count')).$castTo<{ count: number }>()
  const { count } = await counted.executeTakeFirstOrThrow()
  return Number(count)
}

/** A column, or an expression if the list is short: SQLite finds a place in an index by columns only. Its value is never null. */
export type KeyPart = string | (() => RawBuilder<unknown>)

type KeyedList<Tables, Names extends keyof Tables> = {
  /** All rows of the list, of which `matching` leaves some out. */
  all: Select<Tables, Names>
  /** Rows by which steps are measured, from one table with an index on the key. By default `all`. */
  steps?: Select<Tables, Names> | undefined
  matching: Select<Tables, Names>
  /** The column that identifies a row. */
  id: string
  /** Together they are different for each row. */
  key: readonly KeyPart[]
}

/** `after`: the id of the row before this part. If it is null or unknown, the part begins with the first row. */
export type Part = { after: string | null; descending: boolean; limit: number }

type Place = readonly unknown[] | null

/**
 * Whether a row is the latest of those that are alike. @param key a time, and what distinguishes rows of the same time. @param isAlike a condition on another row,
 * which is called `other`.
 */
export const isLatest = (
  table: keyof Database,
  key: readonly [time: string, id: string],
  isAlike: RawBuilder<unknown>,
) => {
  const placeOf = (name: string) => sql.join(key.map((column) => sql.ref(`${name}.${column}`)))
  return sql<SqlBool>`not exists (select 1 from ${sql.table(table)} as other where (${isAlike}) and (${placeOf('other')}) > (${placeOf(table)}))`
}

/** How many rows a step reads: the first one, and the limits within which later ones adapt to the time that a step takes. */
const sizes = { first: 1000, least: 500, most: 32_000 }
const [quickMs, slowMs] = [4, 12]

/** @returns ids. */
export async function idsByKey<Tables, Names extends keyof Tables>(
  { all, steps = all, matching, id, key }: KeyedList<Tables, Names>,
  { after, descending, limit }: Part,
): Promise<string[]> {
  const parts = key.map((part) => (typeof part === 'string' ? sql.ref(part) : part()))
  const place = sql`(${sql.join(parts)})`
  const between = (query: Select<Tables, Names>, from: Place, end: Place) => {
    const [beyond, upTo] = descending ? [sql`<`, sql`>=`] : [sql`>`, sql`<=`]
    let some = query
    if (from) some = some.where(sql<SqlBool>`${place} ${beyond} (${sql.join(from)})`)
    if (end) some = some.where(sql<SqlBool>`${place} ${upTo} (${sql.join(end)})`)
    return some
  }
  const keysOf = (query: Select<Tables, Names>) =>
    query.select(parts.map((part, index) => sql<unknown>`${part}`.as(`key_${index}`)))
  const inOrder = (query: Select<Tables, Names>) =>
    parts.reduce((ordered, part) => ordered.orderBy(part, descending ? 'desc' : 'asc'), query)
  const placeOf = async (query: Select<Tables, Names>): Promise<Place> => {
    const row = await keysOf(query).limit(1).executeTakeFirst()
    return row ? parts.map((_, index) => (row as Record<string, unknown>)[`key_${index}`]) : null
  }
  const found: string[] = []
  let from = after === null ? null : await placeOf(all.where(sql<SqlBool>`${sql.ref(id)} = ${after}`))
  for (let step = sizes.first; ; ) {
    const started = performance.now()
    // Only a step is measured with OFFSET: it passes over few rows of an index. Pages are found by their key.
    const end = await placeOf(inOrder(between(steps, from, null)).offset(step - 1))
    // With the key, so that SQLite merges the parts of a union in their order, and reads no more of them than the page needs.
    const rows = await keysOf(inOrder(between(matching, from, end)))
      .select(sql<string>`${sql.ref(id)}`.as('id'))
      .limit(limit - found.length)
      .execute()
    found.push(...rows.map((row) => String((row as Record<string, unknown>).id)))
    if (found.length >= limit || !end) return found
    const took = performance.now() - started
    if (took < quickMs) step = Math.min(step * 2, sizes.most)
    else if (took > slowMs) step = Math.max(Math.round(step / 4), sizes.least)
    from = end
    await otherWork()
  }
}
