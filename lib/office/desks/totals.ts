/** Sums of gifts by month, year, purpose, campaign, country or method: a chart, a table, and a file. Names nobody. */

import { type Grouping, giftYears, groupings, totals as sums, type Total } from '#lib/giving/ledger/totals.ts'
import { choices, deskInMemory, inWords } from '#lib/office/desks/desk.ts'
import { messages, textsIn } from '#lib/platform/messages/index.ts'
import { formatMoney, inDecimals } from '#lib/platform/money.ts'
import { isOneOf } from '#lib/platform/narrow.ts'
import { campaigns, reasons } from '#lib/site/content/index.ts'

type Row = Total & { label: string }

const regions = new Intl.DisplayNames(['en'], { type: 'region' })
const monthNames = new Intl.DateTimeFormat('en-GB', { month: 'short', year: 'numeric', timeZone: 'UTC' })

const labels: Readonly<Record<Grouping, (group: string) => string>> = {
  month: (month) => monthNames.format(new Date(`${month}-01`)),
  year: (year) => year,
  purpose: (code) => reasons().find((reason) => String(reason.code) === code)?.label ?? inWords(code),
  campaign: (slug) => campaigns().find((campaign) => campaign.slug === slug)?.title ?? slug,
  country: (code) => (/^[A-Z]{2}$/.test(code) ? (regions.of(code) ?? code) : code),
  method: inWords,
}

/** Of gifts for which it is not known. */
function withoutGroup(by: Grouping): string {
  if (by === 'purpose') return messages()('gifts.noPurpose', { kind: 'other' })
  return by === 'campaign' ? textsIn().office.none : textsIn().office.unknown
}

const isInTime = (by: string | undefined) => by === 'month' || by === 'year'
const groupingIn = (by: string | undefined) => (isOneOf(groupings, by) ? by : 'month')

export const totals = deskInMemory<Row>({
  title: 'totals',
  roles: ['money'],
  isNameless: true,
  sortedBy: '',
  columns: {
    group: { heading: 'sumsOf', cell: ({ label }) => label, csv: 'group' },
    gifts: { heading: 'giftsDesk', cell: ({ count }) => String(count), csv: 'gifts', value: ({ count }) => count },
    currency: { heading: 'currency', cell: ({ currency }) => currency, csv: 'currency' },
    amount: {
      heading: 'amount',
      cell: (total) => formatMoney(total),
      csv: 'amount',
      value: (total) => Number(inDecimals(total)),
      by: ({ currency, amount }) => [currency, amount],
    },
  },
  filters: [
    { name: 'by', label: 'sumsBy', options: () => choices(groupings), isRequired: true },
    { name: 'year', label: 'year', options: async () => choices(await giftYears()) },
  ],
  isClosed: true,
  idOf: ({ currency, group }) => `${currency} ${group}`,
  async rows({ filters: { by: asked, year = '' } }) {
    const by = groupingIn(asked)
    const found = await sums(by, year)
    const rows = found.map((total) => ({ ...total, label: total.group ? labels[by](total.group) : withoutGroup(by) }))
    return rows.sort(
      (a, b) =>
        a.currency.localeCompare(b.currency) || (isInTime(by) ? b.group.localeCompare(a.group) : b.amount - a.amount),
    )
  },
  charts(rows, { filters: { by } }) {
    const inTime = isInTime(groupingIn(by))
    return [...Map.groupBy(rows, ({ currency }) => currency)].map(([currency, own]) => {
      const most = Math.max(...own.map(({ amount }) => amount), 1)
      const drawn = inTime ? own.toSorted((a, b) => a.group.localeCompare(b.group)) : own
      const parts = drawn.map((total) => ({
        label: total.label,
        value: formatMoney(total),
        share: total.amount / most,
      }))
      return { title: currency, isInTime: inTime, parts }
    })
  },
  file: { submit: 'exportList', name: 'totals' },
})
