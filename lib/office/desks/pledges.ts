/** Gifts by bank transfer and invoices of which something is still to come. */
import { sql } from 'kysely'
import { isStandingOrder, type Order } from '#lib/giving/orders/order.ts'
import { type Announced, findOrders, giveUpRest, openPart, withWhatCame } from '#lib/giving/orders/store.ts'
import { absolute, invoicePage } from '#lib/giving/receipts/links.ts'
import { about } from '#lib/office/desks/action.ts'
import { choices, deskInSql, inWords } from '#lib/office/desks/desk.ts'
import { findListed, isAwaited, orderedBy } from '#lib/office/desks/gift-search.ts'
import { givenOn, stateOf } from '#lib/office/desks/gifts.ts'
import { newGift } from '#lib/office/desks/record-gift.ts'
import { dayMs, now } from '#lib/platform/clock.ts'
import { textsIn } from '#lib/platform/messages/index.ts'
import { formatMoney } from '#lib/platform/money.ts'
import { officeAddress } from '#lib/platform/office.ts'
import { type Database, store, writeTogether } from '#lib/platform/store/index.ts'
import { thankYouAddress } from '#lib/site/content/giving-pages.ts'
import { donationForm, isSponsorshipEvent, sponsorshipForm } from '#lib/site/content/index.ts'

const money = ['money'] as const
/** From this age on an unpaid pledge stands out, as in the daily mail. */
const lateDays = 10
const daysSince = (day: string) => Math.max(0, Math.floor((now().getTime() - Date.parse(day)) / dayMs))

const kinds = ['pledge', 'standing-order', 'invoice'] as const
const kindOf = (order: Order): (typeof kinds)[number] =>
  order.payBy === 'invoice' ? 'invoice' : isStandingOrder(order) ? 'standing-order' : 'pledge'
const dayOf = ({ createdAt }: Order) => createdAt.slice(0, 10)
export const namesOf = ({ donor }: Order) => [donor.name, donor.organisation].filter(Boolean).join(', ')

const awaited = async () => (await store()).db.selectFrom('orders').where(isAwaited)

/** What came of how much; empty if nothing did. */
const cameInWords = ({ money, came }: Announced) =>
  came > 0 ? `${formatMoney({ ...money, amount: came })} / ${formatMoney(money)}` : ''

/** Where its payer sees what has come. Null for a pledge from before it had one, and for a form that content no longer has. */
const payPage = ({ payBy, form, pageId, reference, money: { currency } }: Order): string | null => {
  if (payBy === 'invoice')
    return isSponsorshipEvent(form)
      ? absolute(invoicePage(thankYouAddress(sponsorshipForm(form).page.address), reference))
      : null
  return pageId && absolute(`${thankYouAddress(donationForm(currency).page.address)}?session_id=${pageId}`)
}

const readAwaited = async (references: readonly string[]) => withWhatCame([...(await findOrders(references)).values()])
const findAwaited = async (reference: string) => findListed(await awaited(), readAwaited, reference)

export const pledges = deskInSql<Database, 'orders', Announced>({
  title: 'openPledges',
  roles: money,
  sortedBy: 'day',
  columns: {
    reference: { heading: 'reference', cell: ({ reference }) => reference, sort: [() => sql`reference || ''`] },
    name: { heading: 'name', cell: namesOf, sort: ['donor_name'] },
    amount: { heading: 'stillOpen', cell: (order) => formatMoney(openPart(order)), sort: ['currency', 'amount'] },
    came: { heading: 'hasCome', cell: cameInWords },
    kind: { heading: 'kind', cell: (order) => inWords(kindOf(order)) },
    day: { heading: 'since', cell: dayOf, sort: [] },
    age: { heading: 'ageInDays', cell: (order) => String(daysSince(dayOf(order))) },
  },
  filters: [{ name: 'kind', label: 'kind', options: () => choices(kinds) }],
  search: 'searchPerson',
  idOf: ({ reference }) => reference,
  late: (order) => daysSince(dayOf(order)) >= lateDays,
  id: 'reference',
  key: ['created_at', 'reference'],
  all: awaited,
  matching: (all, { filters: { kind }, search }) => {
    let found = search ? all.where(orderedBy(search)) : all
    if (kind) found = found.where('pay_by', '=', kind === 'invoice' ? 'invoice' : 'transfer')
    if (kind && kind !== 'invoice') found = found.where('frequency', kind === 'standing-order' ? '=' : '!=', 'monthly')
    return found
  },
  read: readAwaited,
  async find(reference) {
    const order = await findAwaited(reference)
    if (!order) return null
    const texts = textsIn().office
    const page = payPage(order)
    return {
      title: namesOf(order) || reference,
      links: [
        { label: 'donor', href: `${officeAddress}/donors/${reference}` },
        { label: 'recordGift', href: `${officeAddress}/gifts/${newGift}-${reference}` },
        ...(page ? [{ label: 'payPage', href: page } as const] : []),
      ],
      facts: [
        [texts.reference, reference],
        [texts.stillOpen, formatMoney(openPart(order))],
        [texts.hasCome, cameInWords(order)],
        [texts.kind, inWords(kindOf(order))],
        [texts.since, dayOf(order)],
      ],
      sections: [{ title: 'giftsDesk', columns: ['when', 'amount', 'state'], rows: await giftsFor(reference) }],
      forms: [{ intent: 'pledges.give-up', submit: 'giveUp', heading: 'giveUpHeading', notes: [texts.giveUpNote] }],
    }
  },
  actions: {
    'pledges.give-up': about(money, findAwaited, async ({ reference, came, state }, log) => {
      const changed = await writeTogether((db) => giveUpRest(db, reference), log({ before: { state, came } }))
      return changed ? 'gone' : 'unchanged'
    }),
  },
})

/** What came with a reference. */
async function giftsFor(reference: string) {
  const { db } = await store()
  const gifts = await db
    .selectFrom('gifts')
    .selectAll()
    .where('reference', '=', reference)
    .orderBy('occurred_at')
    .execute()
  return gifts.map((gift) => ({
    href: `${officeAddress}/gifts/${encodeURIComponent(gift.object_id)}`,
    cells: [givenOn(gift), formatMoney(gift), stateOf(gift)],
  }))
}
