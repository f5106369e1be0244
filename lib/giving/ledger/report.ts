/** The ledger for operators: lines, totals and CSV. Pure. */
import { giftPurpose } from '#lib/giving/products/index.ts'
import { type SponsorDetails, sponsorColumns } from '#lib/giving/sponsorship/sponsor.ts'
import { type Cell, csv } from '#lib/platform/csv.ts'
import { type Currency, formatMoney, inDecimals } from '#lib/platform/money.ts'

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

const money = (amount: number, currency: Currency) => formatMoney({ amount, currency })

/** One line per gift: time, amount, status, purpose, donor. */
export function giftLine(gift: ReportedGift, labels: ReadonlyMap<number, string>): string {
  const { occurred_at, amount, fee, currency, kind, status, reference, campaign, donor_name, donor_email } = gift
  return [
    occurred_at.slice(0, 16).replace('T', ' '),
    money(amount, currency).padStart(12),
    kind.padEnd(11),
    status.padEnd(8),
    (reference ?? '').padEnd(14),
    `${giftPurpose(gift, labels)}${campaign ? ` (${campaign})` : ''}${fee ? `, including ${money(fee, currency)} for the fees` : ''}: ${printable(donor_name)} <${printable(donor_email)}>`,
  ].join('  ')
}

/** Below the line of a sponsorship: one line per detail. */
export function sponsorLines(details: SponsorDetails): string[] {
  return sponsorColumns.flatMap((name) => (details[name] ? [`    ${name}: ${printable(details[name])}`] : []))
}

/** Removes control characters, because terminals interpret escape sequences. */
const printable = (typed: string) => typed.replace(/\p{Cc}+/gu, ' ')

/** A spreadsheet of gifts: its heading, and the row of a gift, null if it does not belong there. */
export type Table<Gift> = { heading: readonly string[]; row(gift: Gift): readonly Cell[] | null }

/** The table as CSV, piece by piece, because there may be any number of gifts. */
export async function* csvOf<Gift>(
  { heading, row }: Table<Gift>,
  gifts: AsyncIterable<readonly Gift[]>,
): AsyncGenerator<string> {
  yield csv([heading])
  for await (const page of gifts) yield csv(page.map(row).filter((cells) => cells !== null))
}

/** Paid gifts whose donors gave a PAN, for tax receipts. `panOf`: decrypted, or why it cannot be; null if none was given. */
export const panTable = <Gift extends ReportedGift>(panOf: (gift: Gift) => string | null): Table<Gift> => ({
  heading: ['occurred at (UTC)', 'currency', 'amount', 'reference', 'donor', 'email', 'PAN'],
  row(gift) {
    const { status, reference, occurred_at, currency, donor_name, donor_email } = gift
    const pan = status === 'paid' ? panOf(gift) : null
    return pan && reference ? [occurred_at, currency, inDecimals(gift), reference, donor_name, donor_email, pan] : null
  },
})
