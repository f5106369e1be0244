/** Sponsors of events, for the printer and the announcer: paid by card or transfer, or with an open invoice. */

import { sql } from 'kysely'
import { textOf } from '#lib/contact/forms/form.ts'
import { oneLine } from '#lib/contact/forms/text.ts'
import { findOrders } from '#lib/giving/orders/store.ts'
import { sponsorOf } from '#lib/giving/sponsorship/sponsor.ts'
import { about } from '#lib/office/desks/action.ts'
import { deskInSql, inWords } from '#lib/office/desks/desk.ts'
import { findListed, orderedBy } from '#lib/office/desks/gift-search.ts'
import { textsIn } from '#lib/platform/messages/index.ts'
import { formatMoney, inDecimals, type Money } from '#lib/platform/money.ts'
import { type Database, store, writeSetting, writeTogether } from '#lib/platform/store/index.ts'
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

/** Orders of sponsorships: open invoices, and those for which something came. */
async function all() {
  const { db } = await store()
  return (
    db
      .selectFrom('orders')
      // The same expression as in the index, without a parameter.
      .where(sql<boolean>`product = 'sponsorship'`)
      .where(({ and, or, eb, exists, selectFrom }) =>
        or([
          and([eb('pay_by', '=', 'invoice'), eb('state', 'in', ['waiting', 'part-paid', 'paid'])]),
          exists(
            selectFrom('gifts')
              .select('gifts.id')
              .whereRef('gifts.reference', '=', 'orders.reference')
              .where(sql<string>`gifts.status || ''`, 'not in', ['undone', 'failed']),
          ),
        ]),
      )
  )
}

async function read(references: readonly string[]): Promise<Sponsor[]> {
  const { db } = await store()
  const orders = await findOrders(references)
  const gifts = await db
    .selectFrom('gifts')
    .select(['reference', 'amount', 'status'])
    .where('reference', 'in', references)
    .where('status', 'not in', ['undone', 'failed'])
    .orderBy('occurred_at')
    .execute()
  const keys = references.map((reference) => logoKey + reference)
  const logos = await db.selectFrom('settings').select(['key', 'value']).where('key', 'in', keys).execute()
  const logoOf = new Map(logos.map(({ key, value }) => [key, value]))
  const paidFor = Map.groupBy(gifts, ({ reference }) => reference)
  return [...orders.values()].flatMap((order) => {
    const { reference, form: event, money: asked, donor } = order
    const details = sponsorOf({ kind: 'sponsorship', order })
    const came = paidFor.get(reference) ?? []
    const paid = came.reduce((sum, { status, amount }) => sum + (status === 'paid' ? amount : 0), 0)
    const logo = logoOf.get(logoKey + reference) ?? ''
    return details
      ? [{ reference, event, ...donor, details, asked, paid, status: came.at(-1)?.status ?? '', logo }]
      : []
  })
}

/** The invoice as open, paid in part, or paid; for other states the status of the payment. */
function payment({ asked, paid, status }: Sponsor): string {
  const { invoiceOpen, invoicePart, paid: allPaid } = textsIn().office
  if (status === '') return invoiceOpen
  if (paid === 0) return inWords(status)
  return paid < asked.amount ? `${invoicePart} ${formatMoney({ ...asked, amount: paid })}` : allPaid
}

const find = async (reference: string) => findListed(await all(), read, reference)

export const sponsors = deskInSql<Database, 'orders', Sponsor>({
  title: 'sponsors',
  roles: money,
  sortedBy: 'amount',
  newestFirst: true,
  columns: {
    name: {
      heading: 'name',
      cell: ({ name, reference }) => name || reference,
      csv: 'sponsor',
      value: ({ name }) => name,
      sort: ['donor_name'],
    },
    levels: { heading: 'levels', cell: ({ details }) => details.levels, csv: 'levels' },
    amount: {
      heading: 'amount',
      cell: ({ asked }) => formatMoney(asked),
      csv: 'amount',
      value: ({ asked }) => Number(inDecimals(asked)),
      sort: ['currency', 'amount'],
    },
    currency: { cell: ({ asked }) => asked.currency, csv: 'currency' },
    paid: {
      heading: 'paid',
      cell: payment,
      csv: 'payment',
      sort: [() => sql`case state when 'waiting' then 0 when 'part-paid' then 1 else 2 end`],
    },
    logo: {
      heading: 'logo',
      cell: ({ logo }) => logo,
      csv: 'logo',
      value: ({ logo }) => logo || textsIn().office.none,
      sort: [() => sql`coalesce((select value from settings where key = ${sql.lit(logoKey)} || reference), '')`],
    },
    website: { heading: 'website', cell: ({ details }) => details.website, csv: 'website' },
    telephone: { cell: ({ details }) => details.telephone, csv: 'telephone' },
    email: { cell: ({ email }) => email, csv: 'email' },
    address: { cell: ({ details }) => details.address, csv: 'address' },
    contact: { cell: ({ details }) => details['contact information'], csv: 'contact information' },
    items: { heading: 'items', cell: ({ details }) => details['promotional items'], csv: 'promotional items' },
    comments: { heading: 'comments', cell: ({ details }) => details.comments, csv: 'comments' },
    reference: { cell: ({ reference }) => reference, csv: 'reference' },
  },
  filters: [
    {
      name: 'event',
      label: 'event',
      options: () => sponsorshipEvents().map((event) => ({ value: event, label: sponsorshipForm(event).name })),
    },
  ],
  search: 'searchPerson',
  idOf: ({ reference }) => reference,
  id: 'reference',
  key: ['created_at', 'reference'],
  all,
  matching: (rows, { filters: { event }, search }) => {
    const found = event ? rows.where('form', '=', event) : rows
    return search ? found.where(orderedBy(search)) : found
  },
  read,
  file: { submit: 'forPrinter', name: 'sponsors' },
  async find(reference) {
    const sponsor = await find(reference)
    if (!sponsor) return null
    const texts = textsIn().office
    const { name, email, details, asked, logo } = sponsor
    return {
      title: name || reference,
      links: email ? [{ label: 'reply', href: `mailto:${encodeURIComponent(email)}` }] : [],
      facts: [
        [texts.levels, details.levels],
        [texts.amount, formatMoney(asked)],
        [texts.paid, payment(sponsor)],
        [texts.logo, logo],
        [texts.website, details.website],
        [texts.items, details['promotional items']],
        [texts.contact, details['contact information']],
        [texts.telephone, details.telephone],
        [texts.email, email],
        [texts.address, details.address],
        [texts.reference, reference],
      ],
      quote: details.comments,
      forms: [
        {
          intent: 'sponsors.logo',
          submit: 'save',
          fields: [{ name: 'logo', label: 'logo', hint: texts.logoHint, kind: 'line', optional: true, value: logo }],
        },
      ],
    }
  },
  actions: {
    'sponsors.logo': about(money, find, async ({ reference, logo: before }, log, posted) => {
      const after = oneLine(textOf(posted.logo)).slice(0, 300)
      await writeTogether((db) => writeSetting(logoKey + reference, after, db), log({ before, after }))
      return 'done'
    }),
  },
})
