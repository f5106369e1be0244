/**
 * Files of gifts, donors, monthly gifts and sign-ups to the newsletter, with the columns that somebody chose. Those of gifts, monthly gifts and sign-ups have
 * the headings that the import reads (lib/giving/exchange/columns.ts), so that everything that came in can go out, and in again.
 */

import { setImmediate as otherWork } from 'node:timers/promises'
import { readFields } from '#lib/contact/enquiries/mail.ts'
import { isLatestConfirmed } from '#lib/contact/enquiries/newsletter.ts'
import { type Field, headingOf } from '#lib/giving/exchange/columns.ts'
import { around, type Days, localDays } from '#lib/giving/ledger/gift-table.ts'
import { giverKey, grossOf } from '#lib/giving/ledger/paid-gift.ts'
import { type RecordedGift, recordedGifts } from '#lib/giving/ledger/recorded-gifts.ts'
import { addressLines } from '#lib/giving/orders/order.ts'
import { dayMs } from '#lib/platform/clock.ts'
import { type Cell, csv } from '#lib/platform/csv.ts'
import { inDecimals } from '#lib/platform/money.ts'
import { store } from '#lib/platform/store/index.ts'
import { pages } from '#lib/platform/store/pages.ts'
import { newsletterForm } from '#lib/site/content/form-ids.ts'
import { reasons } from '#lib/site/content/index.ts'

type Table<Row> = Readonly<Record<string, (row: Row) => Cell>>
/** The columns of each kind of file. */
export const exportColumns = () =>
  ({
    gifts: Object.keys(giftCells),
    donors: Object.keys(donorCells),
    monthly: Object.keys(monthlyCells),
    newsletter: Object.keys(signUpCells),
  }) as const
export type ExportKind = keyof ReturnType<typeof exportColumns>

const named = <Row>(cells: Partial<Record<Field, (row: Row) => Cell>>): Table<Row> =>
  Object.fromEntries(Object.entries(cells).map(([field, cell]) => [headingOf(field as Field), cell]))

type DatedGift = RecordedGift & { day: string }
const answerOf = ({ order }: RecordedGift, name: string) => String(order?.answers[name] ?? '')
const inUnits = (gift: RecordedGift, amount: number) => inDecimals({ ...gift, amount })

const donorFields = {
  name: ({ order, donor_name }: RecordedGift) => order?.donor.name ?? donor_name,
  organisation: ({ order }: RecordedGift) => order?.donor.organisation ?? '',
  email: ({ donor_email }: RecordedGift) => donor_email,
  phone: (gift: RecordedGift) => answerOf(gift, 'phone'),
  // What the office typed is one text.
  address: (gift: RecordedGift) =>
    gift.order?.answers.address ? addressLines(gift.order.answers).join(', ') : answerOf(gift, 'line1'),
  address2: (gift: RecordedGift) => answerOf(gift, 'line2'),
  city: (gift: RecordedGift) => answerOf(gift, 'city'),
  state: (gift: RecordedGift) => answerOf(gift, 'state'),
  postalCode: (gift: RecordedGift) => answerOf(gift, 'postal_code'),
  country: (gift: RecordedGift) => answerOf(gift, 'country'),
} satisfies Partial<Record<Field, (gift: RecordedGift) => Cell>>

const giftCells = named<DatedGift>({
  payment: ({ object_id }) => object_id,
  day: ({ day }) => day,
  amount: (gift) => inUnits(gift, grossOf(gift)),
  currency: ({ currency }) => currency,
  refunded: (gift) => (gift.given_back > 0 ? inUnits(gift, gift.given_back) : ''),
  status: ({ status }) => status,
  kind: ({ kind }) => kind,
  method: ({ method }) => method ?? '',
  receipt: ({ receipt }) => receipt,
  receiptDay: ({ own_receipt_day }) => own_receipt_day ?? '',
  ...donorFields,
  purpose: (gift) => reasons().find(({ code }) => code === gift.reason)?.label ?? answerOf(gift, 'importedPurpose'),
  campaign: (gift) => gift.campaign ?? answerOf(gift, 'importedCampaign'),
  subscription: ({ subscription_id }) => subscription_id ?? '',
})

/** Everything that one donor gave in one currency. Amounts in the smallest unit. */
type Sums = { latest: DatedGift; first: string; largest: number; sum: number; count: number }
const sumCells: Table<Sums> = {
  'first gift': ({ first }) => first,
  'last gift': ({ latest }) => latest.day,
  'largest gift': ({ latest, largest }) => inUnits(latest, largest),
  sum: ({ latest, sum }) => inUnits(latest, sum),
  gifts: ({ count }) => count,
}
const ofLatest = Object.fromEntries(
  Object.entries(named(donorFields)).map(([name, cell]) => [name, ({ latest }: Sums) => cell(latest)]),
)
const donorCells: Table<Sums> = { ...ofLatest, [headingOf('currency')]: ({ latest }) => latest.currency, ...sumCells }
const monthlyCells: Table<Sums> = {
  [headingOf('subscription')]: ({ latest }) => latest.subscription_id ?? '',
  ...ofLatest,
  [headingOf('currency')]: ({ latest }) => latest.currency,
  'monthly amount': ({ latest }) => inUnits(latest, latest.amount),
  ...sumCells,
}

type SignUp = Readonly<Record<string, string>>
const signUpCells = named<SignUp>({
  name: ({ name = '' }) => name,
  email: ({ email = '' }) => email,
  newsletter: () => 'yes',
  newsletterSince: ({ confirmed = '' }) => confirmed.slice(0, 10),
  newsletterSource: ({ agreed = '' }) => agreed,
})

/** The gifts of these days at their legal entities, in pages. */
export async function* giftsIn({ from = '', until = '9' }: Days): AsyncGenerator<DatedGift[]> {
  const dayOf = localDays()
  const read = {
    ...(from && { from: around(from, -dayMs) }),
    ...(until !== '9' && { until: around(until, 2 * dayMs) }),
  }
  for await (const page of recordedGifts(read))
    yield page
      .map((gift) => Object.assign(gift, { day: dayOf(gift.currency, gift.occurred_at) }))
      .filter(({ day }) => day >= from && day <= until)
}

/** Sums of paid gifts by `keyOf`, without those of which it is empty. */
async function sumsBy(days: Days, keyOf: (gift: DatedGift) => string): Promise<Iterable<Sums>> {
  const found = new Map<string, Sums>()
  for await (const page of giftsIn(days))
    for (const gift of page) {
      const key = gift.status === 'paid' ? keyOf(gift) : ''
      if (!key) continue
      const { first, largest, sum, count } = found.get(key) ?? { first: gift.day, largest: 0, sum: 0, count: 0 }
      const { amount } = gift
      found.set(key, { latest: gift, first, largest: Math.max(largest, amount), sum: sum + amount, count: count + 1 })
    }
  return found.values()
}

const giverIn = ({ donor_name: name, donor_email: email }: RecordedGift) => giverKey({ name, email })

async function* signUps(): AsyncGenerator<SignUp[]> {
  const { db } = await store()
  const confirmed = db
    .selectFrom('enquiries')
    .select(['form', 'reference', 'fields'])
    .where('form', '=', newsletterForm)
    .where(isLatestConfirmed)
  for await (const page of pages(confirmed, 'enquiries.created_at', 'enquiries.id')) yield page.map(readFields)
}

async function* written<Row>(
  cells: Table<Row>,
  columns: readonly string[],
  rows: AsyncIterable<readonly Row[]>,
): AsyncGenerator<string> {
  const chosen = Object.keys(cells).filter((name) => columns.length === 0 || columns.includes(name))
  yield csv([chosen])
  for await (const page of rows) yield csv(page.map((row) => chosen.map((name) => cells[name]?.(row) ?? '')))
}

async function* inPages<Row>(rows: Promise<Iterable<Row>>): AsyncGenerator<Row[]> {
  let page: Row[] = []
  for (const row of await rows) {
    if (page.push(row) < 500) continue
    yield page
    page = []
    await otherWork()
  }
  yield page
}

/** As CSV, piece by piece. @param columns those of {@link exportColumns}; all if none is named. */
export function exported(kind: ExportKind, columns: readonly string[], days: Days = {}): AsyncGenerator<string> {
  const inCurrency = (gift: DatedGift, key: string) => key && `${key} ${gift.currency}`
  switch (kind) {
    case 'gifts':
      return written(giftCells, columns, giftsIn(days))
    case 'donors':
      return written(donorCells, columns, inPages(sumsBy(days, (gift) => inCurrency(gift, giverIn(gift)))))
    case 'monthly':
      return written(monthlyCells, columns, inPages(sumsBy(days, (gift) => gift.subscription_id ?? '')))
    case 'newsletter':
      return written(signUpCells, columns, signUps())
  }
}
