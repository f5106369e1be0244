/** Tickets, sold or free: who comes, and who was let in. The QR code of a ticket opens its page here. */

import { sql } from 'kysely'
import {
  allTickets,
  findTicket,
  isValid,
  markUsed,
  type SoldTicket,
  soldTickets,
  type Ticket,
} from '#lib/giving/tickets/places.ts'
import { roles } from '#lib/office/access/staff.ts'
import { about, outcome } from '#lib/office/desks/action.ts'
import { choices, deskInSql, shortDay } from '#lib/office/desks/desk.ts'
import { textsIn } from '#lib/platform/messages/index.ts'
import { readReference } from '#lib/platform/reference.ts'
import type { Database } from '#lib/platform/store/index.ts'
import { holds, searchedIn } from '#lib/platform/store/search.ts'
import { charityEvent, charityEvents } from '#lib/site/content/index.ts'

const kindOf = ({ event, kind }: Pick<Ticket, 'event' | 'kind'>) =>
  charityEvent(event)?.tickets?.kinds.find(({ id }) => id === kind)?.name ?? kind
const titleOf = (event: string) => charityEvent(event)?.title ?? event

export const tickets = deskInSql<Database, 'tickets', SoldTicket>({
  title: 'tickets',
  roles,
  sortedBy: 'name',
  columns: {
    name: { heading: 'comes', cell: ({ name }) => name, sort: [], csv: 'name' },
    kind: { heading: 'kind', cell: kindOf, csv: 'ticket' },
    event: {
      heading: 'event',
      cell: ({ event, day }) => `${titleOf(event)}, ${shortDay(day)}`,
      csv: 'event',
      value: ({ event }) => titleOf(event),
    },
    day: { cell: ({ day }) => day, csv: 'day' },
    buyer: {
      heading: 'buyer',
      cell: (ticket) => ticket.donor_name ?? ticket.donor_email ?? '',
      csv: 'bought by',
      value: (ticket) => ticket.donor_name ?? '',
    },
    email: { cell: (ticket) => ticket.donor_email ?? '', csv: 'email' },
    code: { heading: 'ticket', cell: ({ code }) => code, csv: 'code' },
    used: {
      heading: 'used',
      cell: ({ used_at }) => (used_at ? { moment: used_at } : ''),
      csv: 'let in (UTC)',
    },
  },
  filters: [
    {
      name: 'event',
      label: 'event',
      options: () =>
        charityEvents().flatMap(({ id, title, tickets }) => (tickets ? [{ value: id, label: title }] : [])),
    },
    { name: 'used', label: 'used', options: () => choices(['yes', 'no']) },
  ],
  search: 'searchTickets',
  idOf: ({ code }) => code,
  id: 'code',
  key: ['day', 'name', 'code'],
  all: allTickets,
  matching: (all, { filters: { event, used }, search }) => {
    let found = all.where(isValid)
    if (event) found = found.where(sql<string>`event || ''`, '=', event)
    if (used) found = found.where('used_at', used === 'yes' ? 'is not' : 'is', null)
    if (!search) return found
    return found.where(({ eb, or }) =>
      or([eb('code', '=', readReference(search)), holds(searchedIn('tickets'), search)]),
    )
  },
  read: soldTickets,
  file: { submit: 'exportList', name: 'tickets' },
  async find(code) {
    const ticket = await findTicket(code)
    if (!ticket) return null
    return {
      title: `${ticket.name}: ${kindOf(ticket)}`,
      facts: [
        [textsIn().office.event, `${titleOf(ticket.event)}, ${shortDay(ticket.day)}`],
        [textsIn().office.ticket, ticket.code],
        [textsIn().office.buyer, `${ticket.donor_name ?? ''} ${ticket.donor_email ?? ''}`.trim()],
        [textsIn().office.reference, ticket.reference],
        [textsIn().office.used, ticket.used_at ? { moment: ticket.used_at } : ''],
      ],
      forms: ticket.used_at ? [] : [{ intent: 'tickets.use', submit: 'letIn' }],
    }
  },
  actions: {
    'tickets.use': about(roles, findTicket, async ({ code }, log) => outcome(await markUsed(code, log()))),
  },
})
