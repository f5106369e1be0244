/**
 * Reads any number of rows, a page at a time in the order of a time and an id. SQLite runs inside this process: one long query would make
 * every visitor wait, so other work is done between two pages.
 */
import { setImmediate as otherWork } from 'node:timers/promises'
import { type SelectQueryBuilder, sql } from 'kysely'

/** A page takes some milliseconds, also of wide rows that are joined with others. */
const maxRows = 500

/**
 * @param query without an order, and with no lower bound of the time but `from` (ISO 8601): SQLite would begin every page there. It may
 * leave out few of the rows that it reads: a long search would be one long query.
 * @param time an indexed column, and @param id one that distinguishes rows of the same time: `enquiries.created_at`, `enquiries.id`.
 * @param from the earliest time; with `newestFirst`, everything is read.
 */
export async function* pages<Tables, Names extends keyof Tables, Row>(
  query: SelectQueryBuilder<Tables, Names, Row>,
  time: string,
  id: string,
  { from = '', newestFirst = false } = {},
): AsyncGenerator<Row[]> {
  const place = [sql.ref<string>(time), sql.ref<string>(id)] as const
  const page = query
    .select([place[0].as('page_time'), place[1].as('page_id')])
    .orderBy(place[0], newestFirst ? 'desc' : 'asc')
    .orderBy(place[1], newestFirst ? 'desc' : 'asc')
    .limit(maxRows)
  const after = newestFirst ? sql`<` : sql`>`
  for (let last = [newestFirst ? '9999' : from, '']; ; ) {
    const rows = (await page
      .where(sql<boolean>`(${sql.join(place)}) ${after} (${sql.join(last)})`)
      .execute()) as (Row & {
      page_time: string
      page_id: string
    })[]
    if (rows.length > 0) yield rows
    const end = rows.at(-1)
    if (!end || rows.length < maxRows) return
    last = [end.page_time, end.page_id]
    await otherWork()
  }
}
