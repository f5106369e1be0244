/** Spreadsheets of the ledger, and the gifts in them. Pure. */
import { type Cell, csv } from '#lib/platform/csv.ts'
import type { Currency } from '#lib/platform/money.ts'

export type ReportedGift = {
  kind: string
  status: string
  currency: Currency
  /** In the smallest unit; `fee` is the part that covers the card fees. */
  amount: number
  fee?: number | undefined
  /** Purpose code; null if the form did not ask. */
  reason: number | null
  reference: string | null
  /** Slug of its campaign. */
  campaign: string | null
  donor_name: string
  donor_email: string
  /** ISO 8601, UTC. */
  occurred_at: string
  /** How it was paid. */
  method?: string | null
}

/** As it was recorded, even if content no longer has it. Null for anything else. */
export const reasonOf = (recorded: unknown): number | null =>
  /^[1-9]\d?$/.test(String(recorded)) ? Number(recorded) : null

/** A spreadsheet of gifts: its heading, and the row of a gift, null if it does not belong there. */
type Table<Gift> = { heading: readonly string[]; row(gift: Gift): readonly Cell[] | null }

/** The table as CSV, piece by piece, because there may be any number of gifts. */
export async function* csvOf<Gift>(
  { heading, row }: Table<Gift>,
  gifts: AsyncIterable<readonly Gift[]>,
): AsyncGenerator<string> {
  yield csv([heading])
  for await (const page of gifts) yield csv(page.map(row).filter((cells) => cells !== null))
}
