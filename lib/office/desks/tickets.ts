/** Tickets, sold or free: who comes, and who was let in. The QR code of a ticket opens its page here. */
import 'server-only'
import { findTicket, markUsed, selectTickets, type Ticket, ticketDays } from '#lib/giving/tickets/places.ts'
import { roles } from '#lib/office/access/staff.ts'
import { about, exportOf, outcome } from '#lib/office/desks/action.ts'
import { type Desk, type ListQuery, rowsPerPage, shortDay, words } from '#lib/office/desks/desk.ts'
import { csv, csvPieces } from '#lib/platform/csv.ts'
import { readReference } from '#lib/platform/reference.ts'
import { charityEvent, charityEvents } from '#lib/site/content/index.ts'

const kindOf = ({ event, kind }: Pick<Ticket, 'event' | 'kind'>) =>
  charityEvent(event)?.tickets?.kinds.find(({ id }) => id === kind)?.name ?? kind
const titleOf = (event: string) => charityEvent(event)?.title ?? event

async function selected({ filters: { event }, search, sort, descending }: ListQuery) {
  const order = sort === 'kind' || sort === 'used_at' ? sort : 'name'
  const part = search.replaceAll(/[%_\\]/g, '')
  return (await selectTickets())
    .$if(Boolean(event), (query) => query.where('tickets.event', '=', event ?? ''))
    .$if(Boolean(part), (query) =>
      query.where((where) =>
        where.or([
          where('tickets.code', '=', readReference(part)),
          where(where.fn('lower', ['tickets.name']), 'like', `%${part.toLowerCase()}%`),
        ]),
      ),
    )
    .orderBy('tickets.day', 'desc')
    .orderBy(`tickets.${order}`, descending ? 'desc' : 'asc')
}

/** Day by day, of which each has as many tickets as its events have places. */
async function* exportLines(asked: ListQuery): AsyncGenerator<string> {
  yield csv([['name', 'ticket', 'event', 'day', 'bought by', 'email', 'code', 'let in (UTC)']])
  for (const day of await ticketDays()) {
    const rows = await (await selected(asked)).where('tickets.day', '=', day).execute()
    yield* csvPieces(
      rows.map((ticket) => [
        ...[ticket.name, kindOf(ticket), titleOf(ticket.event), ticket.day],
        ...[ticket.donor_name ?? '', ticket.donor_email ?? '', ticket.code, ticket.used_at ?? ''],
      ]),
    )
  }
}

export const tickets: Desk = {
  title: 'tickets',
  roles,
  order: 'name',
  columns: [
    { name: 'name', heading: 'comes', sorts: true },
    { name: 'kind', heading: 'ticketKind', sorts: true },
    { name: 'event', heading: 'event' },
    { name: 'buyer', heading: 'buyer' },
    { name: 'code', heading: 'ticket' },
    { name: 'used_at', heading: 'used', sorts: true },
  ],
  filters: [
    {
      name: 'event',
      label: 'event',
      options: () =>
        charityEvents().flatMap(({ id, title, tickets }) => (tickets ? [{ value: id, label: title }] : [])),
    },
  ],
  search: 'searchTickets',
  async list(query) {
    const rows = await (await selected(query))
      .limit(rowsPerPage + 1)
      .offset((query.page - 1) * rowsPerPage)
      .execute()
    return rows.map((ticket) => ({
      id: ticket.code,
      cells: [
        ticket.name,
        kindOf(ticket),
        `${titleOf(ticket.event)}, ${shortDay(ticket.day)}`,
        ticket.donor_name ?? ticket.donor_email ?? '',
        ticket.code,
        ticket.used_at ? { moment: ticket.used_at } : '',
      ],
    }))
  },
  async find(code) {
    const ticket = await findTicket(code)
    if (!ticket) return null
    return {
      title: `${ticket.name}: ${kindOf(ticket)}`,
      facts: [
        [words().event, `${titleOf(ticket.event)}, ${shortDay(ticket.day)}`],
        [words().ticket, ticket.code],
        [words().buyer, `${ticket.donor_name ?? ''} ${ticket.donor_email ?? ''}`.trim()],
        [words().reference, ticket.reference],
        [words().used, ticket.used_at ? { moment: ticket.used_at } : ''],
      ],
      forms: ticket.used_at ? [] : [{ intent: 'ticket-use', submit: 'letIn' }],
    }
  },
  forms: [{ intent: 'ticket-export', submit: 'exportList' }],
  actions: {
    'ticket-use': about(roles, 'tickets.use', findTicket, async ({ code }, log) =>
      outcome(await markUsed(code, log())),
    ),
    'ticket-export': exportOf({ roles, action: 'tickets.export', file: 'tickets.csv' }, () => tickets, exportLines),
  },
}
