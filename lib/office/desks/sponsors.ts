/** Sponsors of events, for the printer and the announcer: paid by card or transfer, or with an open invoice. */
import 'server-only'
import { sql } from 'kysely'
import { textOf } from '#lib/contact/forms/form.ts'
import { oneLine } from '#lib/contact/forms/text.ts'
import type { Order } from '#lib/giving/orders/order.ts'
import { announced, findOrders } from '#lib/giving/orders/store.ts'
import { sponsorColumns, sponsorOf } from '#lib/giving/sponsorship/sponsor.ts'
import { about, exportOf } from '#lib/office/desks/action.ts'
import { type Desk, type ListQuery, pageOf, words } from '#lib/office/desks/desk.ts'
import { csvPieces } from '#lib/platform/csv.ts'
import { formatMoney, type Money } from '#lib/platform/money.ts'
import { readReference } from '#lib/platform/reference.ts'
import { store, writeSetting, writeTogether } from '#lib/platform/store/index.ts'
import { sponsorshipEvents, sponsorshipForm } from '#lib/site/content/index.ts'

const money = ['money'] as const

type Sponsor = {
  reference: string
  event: string
  name: string
  email: string
  details: NonNullable<ReturnType<typeof sponsorOf>>
  asked: Money
  /** What has arrived. */
  paid: number
  status: string
  /** A note of the office about where the logo is. */
  logo: string
}

const logoKey = 'sponsor-logo:'

async function logos(): Promise<Map<string, string>> {
  const { db } = await store()
  const rows = await db.selectFrom('settings').select(['key', 'value']).where('key', 'like', `${logoKey}%`).execute()
  return new Map(rows.map(({ key, value }) => [key.slice(logoKey.length), value]))
}

/** @throws when the store fails. */
async function listSponsors(): Promise<Sponsor[]> {
  const { db } = await store()
  const gifts = await db
    .selectFrom('gifts')
    .select(['reference', 'amount', 'currency', 'status', 'donor_name', 'donor_email'])
    // The same expression as in the index, without a parameter.
    .where(sql<boolean>`kind = 'sponsorship'`)
    .where('status', 'not in', ['undone', 'failed'])
    .orderBy('occurred_at')
    .execute()
  const orders = await findOrders(gifts.map(({ reference }) => reference))
  const [known, found] = [await logos(), new Map<string, Sponsor>()]
  const add = (order: Order) => {
    const details = sponsorOf({ kind: 'sponsorship', order })
    const { reference, form: event, money: asked, donor } = order
    const logo = known.get(reference) ?? ''
    if (details) found.set(reference, { reference, event, ...donor, details, asked, paid: 0, status: '', logo })
  }
  for (const order of await announced(['waiting', 'part-paid', 'paid'], ['invoice'])) add(order)
  for (const { reference, amount, status } of gifts) {
    const order = orders.get(reference ?? '')
    if (order && !found.has(order.reference)) add(order)
    const sponsor = found.get(reference ?? '')
    if (sponsor) Object.assign(sponsor, { paid: sponsor.paid + (status === 'paid' ? amount : 0), status })
  }
  return [...found.values()]
}

/** The invoice as open, paid in part, or paid; for other states the status of the payment. */
function payment({ asked, paid, status }: Sponsor): string {
  const { invoiceOpen, invoicePart, invoicePaid } = words()
  if (status === '') return invoiceOpen
  if (paid === 0) return status.charAt(0).toUpperCase() + status.slice(1)
  return paid < asked.amount ? `${invoicePart} ${formatMoney({ ...asked, amount: paid })}` : invoicePaid
}

async function chosen({ filters: { event }, search }: ListQuery): Promise<Sponsor[]> {
  const sought = (readReference(search) ?? search).toLowerCase()
  return (await listSponsors()).filter(
    (sponsor) =>
      (!event || sponsor.event === event) &&
      [sponsor.name, sponsor.email, sponsor.reference].some((text) => text.toLowerCase().includes(sought)),
  )
}

const find = async (reference: string) =>
  (await listSponsors()).find((sponsor) => sponsor.reference === reference) ?? null

async function* printerRows(list: readonly Sponsor[]): AsyncGenerator<string> {
  const t = words()
  const heading = ['sponsor', ...sponsorColumns, 'logo', 'email', 'amount', 'currency', 'payment', 'reference']
  const rows = list.map((sponsor) => [
    ...[
      sponsor.name,
      ...sponsorColumns.map((column) => sponsor.details[column]),
      sponsor.logo || t.none,
      sponsor.email,
    ],
    ...[sponsor.asked.amount / 100, sponsor.asked.currency, payment(sponsor), sponsor.reference],
  ])
  yield* csvPieces([heading, ...rows])
}

export const sponsors: Desk = {
  title: 'sponsors',
  roles: money,
  order: 'levels',
  columns: [
    { name: 'name', heading: 'name', sorts: true },
    { name: 'levels', heading: 'levels', sorts: true },
    { name: 'amount', heading: 'amount', sorts: true },
    { name: 'paid', heading: 'invoice', sorts: true },
    { name: 'logo', heading: 'logo', sorts: true },
    { name: 'website', heading: 'website' },
    { name: 'items', heading: 'items', sorts: true },
    { name: 'comments', heading: 'comments' },
  ],
  filters: [
    {
      name: 'event',
      label: 'event',
      options: () => sponsorshipEvents().map((event) => ({ value: event, label: sponsorshipForm(event).name })),
    },
  ],
  search: 'searchDonors',
  async list(query) {
    const sortBy = {
      name: ({ name }: Sponsor) => name,
      levels: ({ details }: Sponsor) => details.levels,
      amount: ({ asked }: Sponsor) => asked.amount,
      paid: payment,
      logo: ({ logo }: Sponsor) => logo,
      items: ({ details }: Sponsor) => details['promotional items'],
    }
    return pageOf(await chosen(query), query, sortBy).map((sponsor) => {
      const { reference, name, details, asked, logo } = sponsor
      return {
        id: reference,
        cells: [
          ...[name || reference, details.levels, formatMoney(asked), payment(sponsor), logo, details.website],
          ...[details['promotional items'], details.comments],
        ],
      }
    })
  },
  async find(reference) {
    const sponsor = await find(reference)
    if (!sponsor) return null
    const t = words()
    const { name, email, details, asked, logo } = sponsor
    return {
      title: name || reference,
      links: email ? [{ label: 'reply', href: `mailto:${encodeURIComponent(email)}` }] : [],
      facts: [
        [t.levels, details.levels],
        [t.amount, formatMoney(asked)],
        [t.invoice, payment(sponsor)],
        [t.logo, logo],
        [t.website, details.website],
        [t.items, details['promotional items']],
        [t.contact, details['contact information']],
        [t.telephone, details.telephone],
        [t.email, email],
        [t.address, details.address],
        [t.reference, reference],
      ],
      quote: details.comments,
      forms: [
        {
          intent: 'sponsor-logo',
          submit: 'save',
          fields: [{ name: 'logo', label: 'logo', hint: t.logoHint, kind: 'line', optional: true, value: logo }],
        },
      ],
    }
  },
  forms: [{ intent: 'sponsor-export', submit: 'forPrinter' }],
  actions: {
    'sponsor-logo': about(money, 'sponsors.logo', find, async ({ reference, logo: before }, log, posted) => {
      const after = oneLine(textOf(posted.logo)).slice(0, 300)
      await writeTogether((db) => writeSetting(logoKey + reference, after, db), log({ before, after }))
      return 'done'
    }),
    'sponsor-export': exportOf(
      { roles: money, action: 'sponsors.export', file: 'sponsors.csv' },
      () => sponsors,
      async (asked) => printerRows(await chosen(asked)),
    ),
  },
}
