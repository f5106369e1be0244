/** Monthly gifts by standing order: which months came, which are missing, and what is due. */

import { givenGifts } from '#lib/giving/ledger/paid-gift.ts'
import type { Order } from '#lib/giving/orders/order.ts'
import { findOrder, findOrders } from '#lib/giving/orders/store.ts'
import { type Month, monthsOf, readUntil } from '#lib/giving/pledges/missed-month.ts'
import { stopGift } from '#lib/giving/receipts/change-subscription.ts'
import { about } from '#lib/office/desks/action.ts'
import { choices, deskInSql, shortDay } from '#lib/office/desks/desk.ts'
import { stopInWords } from '#lib/office/desks/donors.ts'
import { findListed, orderedBy } from '#lib/office/desks/gift-search.ts'
import { namesOf } from '#lib/office/desks/pledges.ts'
import { newGift } from '#lib/office/desks/record-gift.ts'
import { monthInWords } from '#lib/platform/dates.ts'
import { textsIn } from '#lib/platform/messages/index.ts'
import { formatMoney } from '#lib/platform/money.ts'
import { isKeyOf } from '#lib/platform/narrow.ts'
import { officeAddress } from '#lib/platform/office.ts'
import { type Database, store } from '#lib/platform/store/index.ts'

const money = ['money'] as const

/** What each is called, by the state of its order. */
const states = { waiting: 'firstMonthAwaited', paid: 'runs', ended: 'hasEnded' } as const
type Standing = Order & { months: readonly Month[] }

const all = async () =>
  (await store()).db
    .selectFrom('orders')
    .where('frequency', '=', 'monthly')
    .where('pay_by', '=', 'transfer')
    .where('state', 'in', ['waiting', 'paid', 'ended'])

async function read(references: readonly string[]): Promise<Standing[]> {
  const { db } = await store()
  const orders = [...(await findOrders(references)).values()]
  const gifts = await givenGifts(db)
    .select(['subscription_id', 'object_id', 'occurred_at', 'amount', 'currency'])
    .where('subscription_id', 'in', references)
    .orderBy('occurred_at')
    .execute()
  const came = Map.groupBy(gifts, ({ subscription_id }) => subscription_id)
  const currencies = [...new Set(orders.map((order) => order.money.currency))]
  const until = new Map(await Promise.all(currencies.map(async (code) => [code, await readUntil(code)] as const)))
  return orders.map((order) => ({
    ...order,
    months: monthsOf(came.get(order.reference) ?? [], until.get(order.money.currency) ?? '', order.endedAt),
  }))
}

const inState = ({ months }: Standing, state: Month['state']) => months.filter((month) => month.state === state)
const latestOf = (order: Standing) => inState(order, 'came').at(-1)?.gifts.at(-1)
const monthOf = ({ due }: Month) => monthInWords(due.slice(0, 7), 'en-GB')
const stateOf = ({ state }: Pick<Order, 'state'>) => (isKeyOf(states, state) ? textsIn().office[states[state]] : '')

const find = async (reference: string) => findListed(await all(), read, reference)

export const standingOrders = deskInSql<Database, 'orders', Standing>({
  title: 'standingOrders',
  roles: money,
  sortedBy: 'since',
  columns: {
    reference: { heading: 'reference', cell: ({ reference }) => reference, csv: 'reference' },
    name: { heading: 'name', cell: namesOf, csv: 'name', sort: ['donor_name'] },
    amount: {
      heading: 'amount',
      cell: (order) => formatMoney(order.money),
      csv: 'amount',
      sort: ['currency', 'amount'],
    },
    since: { heading: 'since', cell: ({ createdAt }) => createdAt.slice(0, 10), csv: 'since', sort: [] },
    latest: {
      heading: 'latestGift',
      cell: (order) => latestOf(order)?.occurred_at.slice(0, 10) ?? '',
      csv: 'latest gift',
    },
    missing: {
      heading: 'missing',
      cell: (order) => inState(order, 'missing').map(monthOf).join(', '),
      csv: 'missing months',
    },
    due: { heading: 'dueOn', cell: (order) => inState(order, 'due')[0]?.due ?? '', csv: 'due' },
    state: { heading: 'state', cell: stateOf, csv: 'state' },
  },
  filters: [
    {
      name: 'state',
      label: 'state',
      options: () =>
        choices(Object.keys(states), (state) => (isKeyOf(states, state) ? textsIn().office[states[state]] : '')),
    },
  ],
  search: 'searchPerson',
  idOf: ({ reference }) => reference,
  late: (order) => order.state === 'paid' && inState(order, 'missing').length > 0,
  id: 'reference',
  key: ['created_at', 'reference'],
  all,
  matching: (found, { filters: { state }, search }) => {
    const wanted = isKeyOf(states, state) ? found.where('state', '=', state) : found
    return search ? wanted.where(orderedBy(search)) : wanted
  },
  read,
  file: { submit: 'exportList', name: 'standing-orders' },
  async find(reference) {
    const order = await find(reference)
    if (!order) return null
    const texts = textsIn().office
    const stopped = order.endedAt ? await stopInWords(reference, order.endedAt) : ''
    return {
      title: namesOf(order) || reference,
      links: [
        { label: 'donor', href: `${officeAddress}/donors/${latestOf(order)?.object_id ?? reference}` },
        ...(order.state === 'ended'
          ? []
          : [{ label: 'recordGift', href: `${officeAddress}/gifts/${newGift}-${reference}` } as const]),
      ],
      facts: [
        [texts.reference, reference],
        [texts.amount, formatMoney(order.money)],
        [texts.since, order.createdAt.slice(0, 10)],
        [texts.state, stopped || stateOf(order)],
      ],
      sections: [
        {
          title: 'months',
          columns: ['month', 'state', 'arrivedOn', 'amount'],
          rows: order.months.toReversed().map((month) => ({
            href: month.gifts[0] && `${officeAddress}/gifts/${month.gifts[0].object_id}`,
            cells: [
              monthOf(month),
              month.state === 'due' ? `${texts.dueOn} ${shortDay(month.due)}` : texts[month.state],
              month.gifts.map(({ occurred_at }) => shortDay(occurred_at.slice(0, 10))).join(', '),
              month.gifts.map((gift) => formatMoney(gift)).join(', '),
            ],
          })),
        },
      ],
      forms:
        order.state === 'paid'
          ? [{ intent: 'standing-orders.end', submit: 'giveUp', heading: 'giveUpHeading', notes: [texts.monthlyNote] }]
          : [],
    }
  },
  actions: {
    'standing-orders.end': about(money, findOrder, async ({ reference, state }, log) => {
      // The donor's mail is queued apart, so the log is written first.
      await log({ subscription: reference, before: state, after: 'stop' })()
      return (await stopGift(reference, null)) === 'stopped' ? 'done' : 'unchanged'
    }),
  },
})
