/** The ledger for operators: lines, totals and CSV. Pure. */
import type { IdKind } from '#lib/giving/checkout/attempts.ts'
import { csv } from '#lib/platform/csv.ts'
import { type Currency, formatMoney, inDecimals, inWholeUnits } from '#lib/platform/money.ts'
import { currencyTerms } from '#lib/site/content/currencies.ts'

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

export type Total = { reason: string; month: string; currency: Currency; gifts: number; amount: number }

/** A sponsor's details beyond name and e-mail address, for display: level names, telephone number and so on. */
export type SponsorDetails = Readonly<Record<(typeof sponsorColumns)[number], string>>
const sponsorColumns = [
  'levels',
  'telephone',
  'website',
  'address',
  'contact information',
  'promotional items',
  'comments',
] as const

/** As it was recorded, even if content no longer has it. Null for anything else. */
export const reasonOf = (recorded: unknown): number | null =>
  /^[1-9]\d?$/.test(String(recorded)) ? Number(recorded) : null

type ReasonLabels = ReadonlyMap<number, string>

/** The purpose, otherwise the kind of payment. */
export function giftPurpose({ reason, kind }: Pick<ReportedGift, 'reason' | 'kind'>, labels: ReasonLabels): string {
  if (reason !== null) return labels.get(reason) ?? `Reason ${reason}`
  return kind === 'sponsorship' ? 'Sponsorship' : 'No reason given'
}

const money = (amount: number, currency: Currency) => formatMoney({ amount, currency })

/** One line per gift: time, amount, status, purpose, donor. */
export function giftLine(gift: ReportedGift, labels: ReasonLabels): string {
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

/** Sums of paid gifts, less partial refunds, of one purpose, month (UTC) and currency. Several may have one label. */
export type GiftSum = Pick<ReportedGift, 'reason' | 'kind' | 'currency' | 'amount'> & { month: string; gifts: number }

/** Totals by purpose, month and currency, latest month first. */
export function totals(sums: readonly GiftSum[], labels: ReasonLabels): Total[] {
  const found = new Map<string, Total>()
  for (const { month, currency, gifts, amount, ...gift } of sums) {
    const reason = giftPurpose(gift, labels)
    const key = JSON.stringify([month, reason, currency])
    const total = found.get(key) ?? { reason, month, currency, gifts: 0, amount: 0 }
    found.set(key, { ...total, gifts: total.gifts + gifts, amount: total.amount + amount })
  }
  return [...found.values()].sort(
    (a, b) =>
      b.month.localeCompare(a.month) || a.reason.localeCompare(b.reason) || a.currency.localeCompare(b.currency),
  )
}

export function totalLine({ month, reason, currency, gifts, amount }: Total): string {
  const count = `${gifts} ${gifts === 1 ? 'gift' : 'gifts'}`
  return `${month}  ${money(amount, currency).padStart(14)}  ${count.padStart(10)}  ${reason}`
}

const columns = [
  'occurred at (UTC)',
  'kind',
  'status',
  'currency',
  'amount',
  'reason',
  'campaign',
  'reference',
  'donor',
  'email',
  'included for the fees',
] as const

/** A spreadsheet of gifts: its heading, and the row of a gift, null if it does not belong there. */
export type Table<Gift> = { heading: readonly string[]; row(gift: Gift): readonly string[] | null }

/** The table as CSV, piece by piece, because there may be any number of gifts. With a byte order mark, so that spreadsheets detect UTF-8. */
export async function* csvOf<Gift>(
  { heading, row }: Table<Gift>,
  gifts: AsyncIterable<readonly Gift[]>,
): AsyncGenerator<string> {
  yield `\ufeff${csv([heading])}`
  for await (const page of gifts) yield csv(page.map(row).filter((cells) => cells !== null))
}

/** Amounts in whole units, with a decimal point. */
export const giftTable = <Gift extends ReportedGift>(
  labels: ReasonLabels,
  sponsorOf: (gift: Gift) => SponsorDetails | null,
): Table<Gift> => ({
  heading: [...columns, ...sponsorColumns],
  row(gift) {
    const sponsor = sponsorOf(gift)
    return [
      gift.occurred_at,
      gift.kind,
      gift.status,
      gift.currency,
      inDecimals(gift),
      giftPurpose(gift, labels),
      gift.campaign ?? '',
      gift.reference ?? '',
      gift.donor_name,
      gift.donor_email,
      gift.fee ? inWholeUnits({ amount: gift.fee, currency: gift.currency }).toFixed(2) : '',
      ...sponsorColumns.map((name) => sponsor?.[name] ?? ''),
    ]
  },
})

/** The donor's identity documents, in the words of the official statement. */
const idCodes = {
  pan: 'Permanent Account Number',
  aadhaar: 'Aadhaar Number',
  tin: 'Tax Identification Number',
  passport: 'Passport number',
  voter: "Elector's photo identity number",
  licence: 'Driving License number',
  ration: 'Ration card number',
} as const satisfies Record<IdKind, string>

/** The donor's details for the yearly statement. `number`: decrypted, or the reason why it cannot be; `id` is null if none was given. */
type DonorDetails = { name: string; address: string; id: { kind: IdKind; number: string } | null }
/** `code` and `approval`: as of the day of the gift. */
type YearTerms = (occurredAt: Date, currency: Currency) => { code: string; approval: { number: string; date: string } }

const yearColumns = [
  'Sl. No.',
  'ID code',
  'Unique identification number of the donor',
  'Section code',
  'Unique registration number (URN)',
  'Date of issuance of URN',
  'Name of donor',
  'Address of donor',
  'Donation type',
  'Mode of receipt',
  'Amount of donation (Indian rupees)',
] as const

/** The financial year in India, from 1 April of `year` to 31 March, whose months begin at midnight in Kolkata. `until`: the first moment after it. ISO 8601, UTC. */
export const financialYear = (year: number): { from: string; until: string } => ({
  from: new Date(`${year}-04-01T00:00+05:30`).toISOString(),
  until: new Date(`${year + 1}-04-01T00:00+05:30`).toISOString(),
})

/**
 * Paid gifts in rupees of a financial year, in the columns of the official statement of donations (Form 10BD and its successor). Gifts
 * without an identity document (`withId`: false), which the statement cannot contain, are listed separately. Sponsorships are not donations. All ways to pay but cash are
 * electronic, or cheques.
 */
export function yearTable<Gift extends ReportedGift>(
  year: number,
  {
    donorOf,
    termsOf,
    typeOf,
    withId,
  }: {
    donorOf: (gift: Gift) => DonorDetails
    termsOf: YearTerms
    /** The donation type of a purpose, in the terms of the official statement. */
    typeOf: (reason: number | null) => string
    withId: boolean
  },
): Table<Gift> {
  const { from, until } = financialYear(year)
  let number = 0
  return {
    heading: [...yearColumns, 'occurred at (UTC)', 'reference', 'email'],
    row(gift) {
      const { status, currency, kind, occurred_at, amount } = gift
      if (status !== 'paid' || currencyTerms(currency).law !== 'india' || kind === 'sponsorship') return null
      if (occurred_at < from || occurred_at >= until) return null
      const donor = donorOf(gift)
      if ((donor.id !== null) !== withId) return null
      number += 1
      const { code, approval } = termsOf(new Date(occurred_at), currency)
      return [
        String(number),
        donor.id ? idCodes[donor.id.kind] : '',
        donor.id?.number ?? '',
        code,
        approval.number,
        approval.date,
        donor.name,
        donor.address,
        typeOf(gift.reason),
        gift.method === 'cash' ? 'Cash' : 'Electronic modes including account payee cheque/draft',
        inDecimals({ amount, currency }),
        occurred_at,
        gift.reference ?? '',
        gift.donor_email,
      ]
    },
  }
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
