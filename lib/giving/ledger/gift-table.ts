/** The books for a treasurer: `charity gifts --csv`. One row for each gift and for whatever else is in a payout, so that payouts add up. */
import { type PayoutRow, payoutItems } from '#lib/giving/ledger/payouts.ts'
import { type RecordedGift, recordedGifts } from '#lib/giving/ledger/recorded-gifts.ts'
import { csvOf } from '#lib/giving/ledger/report.ts'
import { addressLines } from '#lib/giving/orders/order.ts'
import { giftPurpose } from '#lib/giving/products/index.ts'
import { type SponsorDetails, sponsorColumns } from '#lib/giving/sponsorship/sponsor.ts'
import { dayMs } from '#lib/platform/clock.ts'
import { type Cell, csv } from '#lib/platform/csv.ts'
import { dayAfter } from '#lib/platform/dates.ts'
import { type Currency, inDecimals } from '#lib/platform/money.ts'
import { localDay, midnight } from '#lib/platform/zone.ts'
import { receipts } from '#lib/site/content/index.ts'

const columns = [
  ...(['day', 'occurred at (UTC)', 'kind', 'status', 'receipt', 'currency', 'gross', 'refunded', 'amount'] as const),
  ...(['included for the fees', 'method', 'payment', "provider's fee", 'net', 'payout currency', 'payout'] as const),
  ...(['paid out on', 'reason', 'campaign', 'reference', 'donor', 'email', 'telephone', 'address'] as const),
  ...sponsorColumns.filter((name) => name !== 'telephone' && name !== 'address'),
] as const
type Row = Partial<Record<(typeof columns)[number], Cell>>

/** Days at the legal entity of the gift's currency, both included: YYYY-MM-DD. */
export type Days = { from?: string | undefined; until?: string | undefined }

/** A payout that holds a payment for longer is not complete in the books of its month. */
const longestWayMs = 60 * dayMs
export const around = (day: string, ms: number) => new Date(Date.parse(day) + ms).toISOString()

/**
 * As CSV, piece by piece, because there may be any number. With a period: the gifts of its days, and everything that is in the payouts of
 * its days. For each payout and currency the `net` of its rows adds up to the `amount` of its row of kind `payout`. Amounts are in whole
 * units, with a decimal point.
 */
export async function* books(
  labels: ReadonlyMap<number, string>,
  sponsorOf: (gift: RecordedGift) => SponsorDetails | null,
  { from = '', until = '9' }: Days = {},
): AsyncGenerator<string> {
  const dayOf = localDays()
  const isWithin = (day: string | null) => day !== null && day >= from && day <= until
  const cellsOf = (row: Row) => columns.map((column) => row[column] ?? '')
  const row = (gift: RecordedGift) => {
    const day = dayOf(gift.currency, gift.occurred_at)
    if (!isWithin(day) && !isWithin(gift.paid_out_at)) return null
    return cellsOf(Object.assign(rowOf(gift, day, labels), sponsorOf(gift)))
  }
  const read = {
    ...(from && { from: around(from, -longestWayMs) }),
    ...(until !== '9' && { until: around(until, 2 * dayMs) }),
  }
  yield* csvOf({ heading: columns, row }, recordedGifts(read))
  for await (const page of payoutItems({ from, until }))
    yield csv(page.map((item) => cellsOf({ day: dayOf(item.currency, item.occurred_at), ...itemRow(item) })))
}

function rowOf(gift: RecordedGift, day: string, labels: ReadonlyMap<number, string>): Row {
  const { currency, amount, given_back, status, method, fee, fee_currency, provider_fee, provider_net, order } = gift
  const own = (money: number) => inDecimals({ amount: money, currency })
  const atProvider = (money: number | null) =>
    fee_currency === null || money === null ? '' : Number(inDecimals({ amount: money, currency: fee_currency }))
  const isAtBank = status === 'paid' && (method === 'transfer' || method === 'cheque' || method === 'cash')
  return {
    day,
    'occurred at (UTC)': gift.occurred_at,
    kind: gift.kind,
    status,
    receipt: gift.receipt,
    currency,
    // A gift that was refunded in full keeps its amount.
    gross: own(status === 'refunded' ? amount : amount + given_back),
    refunded: given_back > 0 ? own(given_back) : '',
    amount: own(amount),
    'included for the fees': fee ? own(fee) : '',
    method: method ?? '',
    payment: gift.object_id,
    "provider's fee": atProvider(provider_fee),
    net: isAtBank ? Number(own(amount)) : atProvider(provider_net),
    'payout currency': isAtBank ? currency : (fee_currency ?? ''),
    payout: gift.payout ?? '',
    'paid out on': gift.paid_out_at ?? '',
    reason: giftPurpose(gift, labels),
    campaign: gift.campaign ?? '',
    reference: gift.reference ?? '',
    donor: gift.donor_name,
    email: gift.donor_email,
    telephone: String(order?.answers.phone ?? ''),
    address: addressLines(order?.answers ?? {}).join('\n'),
  }
}

function itemRow({ kind, currency, net, fee, ...item }: PayoutRow): Row {
  const inUnits = (amount: number) => Number(inDecimals({ amount, currency }))
  return {
    'occurred at (UTC)': item.occurred_at,
    kind,
    ...(kind === 'payout'
      ? { currency, amount: inUnits(net) }
      : { "provider's fee": inUnits(fee), net: inUnits(net), payment: item.object_id ?? '' }),
    'payout currency': currency,
    payout: item.payout,
    'paid out on': item.paid_out_at,
    reference: item.reference ?? '',
    donor: item.donor_name ?? '',
    email: item.donor_email ?? '',
  }
}

/** The local day of a moment (ISO 8601) at the entity of a currency. Quick for moments in order: most are on the day of the one before. */
export function localDays(): (currency: Currency, at: string) => string {
  const terms = receipts()
  const last = new Map<Currency, { day: string; from: string; until: string }>()
  return (currency, at) => {
    const known = last.get(currency)
    if (known && at >= known.from && at < known.until) return known.day
    const zone = terms[currency]?.zone ?? 'UTC'
    const day = localDay(zone, new Date(at))
    last.set(currency, { day, from: midnight(zone, day), until: midnight(zone, dayAfter(day)) })
    return day
  }
}
