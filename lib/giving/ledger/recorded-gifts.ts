/** The whole ledger, for commands: gift by gift in pages, because there may be any number, and in sums. */
import 'server-only'
import { sql } from 'kysely'
import { type Attempt, feeIn, findAttempts } from '#lib/giving/checkout/attempts.ts'
import type { GiftSum, ReportedGift } from '#lib/giving/ledger/report.ts'
import { store } from '#lib/platform/store/index.ts'
import { pages } from '#lib/platform/store/pages.ts'

/** `attempt`: null if it is not kept. */
export type RecordedGift = ReportedGift & { id: string; attempt: Attempt | null }

/** Not the other half, which would take as long to read. */
const columns = [
  ...(['id', 'kind', 'status', 'currency', 'amount', 'reason', 'reference', 'campaign'] as const),
  ...(['donor_name', 'donor_email', 'occurred_at', 'method'] as const),
]

/** Oldest first. `from`, and `until`, the first moment after it: ISO 8601, UTC. @throws when the store fails. */
export async function* recordedGifts({ from = '', until = '9' } = {}): AsyncGenerator<RecordedGift[]> {
  const { db } = await store()
  const gifts = db.selectFrom('gifts').select(columns).where('occurred_at', '<', until)
  for await (const page of pages(gifts, 'occurred_at', 'id', { from })) {
    const attempts = await findAttempts(page.map(({ reference }) => reference))
    yield page.map((gift) => {
      const attempt = attempts.get(gift.reference ?? '') ?? null
      return Object.assign(gift, { attempt, fee: feeIn(attempt, gift)?.amount })
    })
  }
}

/** @throws when the store fails. */
export async function sumGifts(): Promise<GiftSum[]> {
  const { db } = await store()
  const month = sql<string>`substr(occurred_at, 1, 7)`
  return db
    .selectFrom('gifts')
    .select(({ fn }) => [
      'reason',
      'kind',
      'currency',
      month.as('month'),
      fn.countAll<number>().as('gifts'),
      fn.sum<number>('amount').as('amount'),
    ])
    .where('status', '=', 'paid')
    .groupBy(['reason', 'kind', 'currency', month])
    .execute()
}
