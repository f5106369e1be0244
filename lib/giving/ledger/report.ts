/** The ledger for operators: lines, totals and CSV. Pure. */
import { csv } from '#lib/platform/csv.ts'
import { type Currency, currencyTerms, formatMoney, inDecimals, inWholeUnits } from '#lib/platform/money.ts'

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

/** Paid gifts by purpose, month (UTC) and currency, latest month first, less partial refunds. */
export function totals(gifts: readonly ReportedGift[], labels: ReasonLabels): Total[] {
  const sums = new Map<string, Total>()
  for (const gift of gifts) {
    if (gift.status !== 'paid') continue
    const reason = giftPurpose(gift, labels)
    const month = gift.occurred_at.slice(0, 7)
    const { currency } = gift
    const key = JSON.stringify([month, reason, currency])
    const sum = sums.get(key) ?? { reason, month, currency, gifts: 0, amount: 0 }
    sums.set(key, { ...sum, gifts: sum.gifts + 1, amount: sum.amount + gift.amount })
  }
  return [...sums.values()].sort(
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

/** `sponsors`: by reference. RFC 4180 with a byte order mark, so that spreadsheets detect UTF-8. Amounts in whole units, with a decimal point. */
export function csvTable(
  gifts: readonly ReportedGift[],
  labels: ReasonLabels,
  sponsors: ReadonlyMap<string, SponsorDetails>,
): string {
  const rows = gifts.map((gift) => [
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
    ...sponsorColumns.map((name) => sponsors.get(gift.reference ?? '')?.[name] ?? ''),
  ])
  return `\ufeff${csv([...columns, ...sponsorColumns], rows)}`
}

/** The donor's details for the yearly statement. `pan`: decrypted, or the reason why it cannot be; null if none was given. */
type DonorDetails = { name: string; address: string; pan: string | null }
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

/** The financial year in India, from 1 April of `year` to 31 March; its months begin at midnight in Kolkata. */
const inYear = (occurredAt: string, year: number): boolean => {
  const at = Date.parse(occurredAt)
  return at >= Date.parse(`${year}-04-01T00:00+05:30`) && at < Date.parse(`${year + 1}-04-01T00:00+05:30`)
}

/**
 * Paid gifts in rupees of a financial year, in the columns of the official statement of donations (Form 10BD and its successor). Gifts
 * without a PAN, which the statement cannot contain, are listed separately. Sponsorships are not donations. All ways to pay here are
 * electronic, or cheques.
 */
export function yearTable(
  gifts: readonly ReportedGift[],
  year: number,
  {
    donorOf,
    termsOf,
    typeOf,
    withPan,
  }: {
    donorOf: (gift: ReportedGift) => DonorDetails
    termsOf: YearTerms
    /** The donation type of a purpose, in the terms of the official statement. */
    typeOf: (reason: number | null) => string
    withPan: boolean
  },
): string {
  const rows = gifts
    .filter(
      ({ status, currency, kind }) =>
        status === 'paid' && currencyTerms(currency).law === 'india' && kind !== 'sponsorship',
    )
    .filter(({ occurred_at }) => inYear(occurred_at, year))
    .map((gift) => ({ gift, donor: donorOf(gift) }))
    .filter(({ donor }) => (donor.pan !== null) === withPan)
    .map(({ gift, donor }, index) => {
      const { code, approval } = termsOf(new Date(gift.occurred_at), gift.currency)
      const { amount, currency } = gift
      return [
        String(index + 1),
        withPan ? 'Permanent Account Number' : '',
        donor.pan ?? '',
        code,
        approval.number,
        approval.date,
        donor.name,
        donor.address,
        typeOf(gift.reason),
        'Electronic modes including account payee cheque/draft',
        inDecimals({ amount, currency }),
        gift.occurred_at,
        gift.reference ?? '',
        gift.donor_email,
      ]
    })
  return `\ufeff${csv([...yearColumns, 'occurred at (UTC)', 'reference', 'email'], rows)}`
}

/** Paid gifts whose donors gave a PAN, for tax receipts. `panOf`: decrypted, or why it cannot be; null if none was given. */
export function panTable(gifts: readonly ReportedGift[], panOf: (gift: ReportedGift) => string | null): string {
  const rows = gifts.flatMap((gift) => {
    const { status, reference, occurred_at, currency, amount, donor_name, donor_email } = gift
    const pan = status === 'paid' ? panOf(gift) : null
    if (!pan || !reference) return []
    const whole = inDecimals({ amount, currency })
    return [[occurred_at, currency, whole, reference, donor_name, donor_email, pan]]
  })
  return `\ufeff${csv(['occurred at (UTC)', 'currency', 'amount', 'reference', 'donor', 'email', 'PAN'], rows)}`
}
