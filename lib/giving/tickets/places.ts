/**
 * The places at an event: a row for each place that is taken, with its ticket. Each kind has numbered places, and no two rows may have the same
 * number, so an event cannot be oversold. A place is held while its payment page can be open, and belongs to the buyer while the payment is
 * in the ledger. A free one is held for an hour, and kept until it is given back once the link in its mail was pressed. Only this file writes the
 * table.
 */
import { type ExpressionBuilder, type Selectable, sql, type Transaction } from 'kysely'
import type { FormValues } from '#lib/contact/forms/form.ts'
import { placesLimit } from '#lib/giving/orders/limits.ts'
import type { Held, LimitKeys, OrderWithSecrets, PlacesAsked } from '#lib/giving/orders/order.ts'
import { orderedKinds } from '#lib/giving/tickets/form.ts'
import { dayMs, endOfTime, hourMs, now, utcNow } from '#lib/platform/clock.ts'
import { log } from '#lib/platform/log.ts'
import { newReference, readReference } from '#lib/platform/reference.ts'
import { type Also, type Database, type Store, store, writeTogether } from '#lib/platform/store/index.ts'
import { charityEvent, isTicketForm, ticketForm } from '#lib/site/content/index.ts'

type PlaceOrder = Omit<PlacesAsked, 'perOrder'>

export type Ticket = Pick<Selectable<Database['tickets']>, 'code' | 'event' | 'day' | 'kind' | 'name' | 'used_at'>

/** After its page has closed, a payment may still be on its way to us. */
const lateMs = dayMs
/** For the mail to arrive, and its link to be pressed. */
const freeHoldMs = hourMs

const paid = ['paid', 'pending', 'disputed'] as const
type Rows = Store['db'] | Transaction<Database>

/** Tickets with the state of their payment. */
const withPayment = (db: Rows) =>
  db
    .selectFrom('tickets')
    .leftJoin('gifts', (join) =>
      join.onRef('gifts.reference', '=', 'tickets.reference').on('gifts.status', '!=', 'undone'),
    )

/** Payments with the reference of a ticket, in any state. */
const paymentsOf = ({ selectFrom }: Pick<ExpressionBuilder<Database, 'tickets'>, 'selectFrom'>) =>
  selectFrom('gifts').select('gifts.id').whereRef('gifts.reference', '=', 'tickets.reference')

/** The tickets whose places are taken. */
const taken = (db: Rows, { event, day, instead = null }: Omit<PlaceOrder, 'kinds'>) =>
  withPayment(db)
    .where('tickets.event', '=', event)
    .where('tickets.day', '=', day)
    .where(({ eb, or }) => or([eb('gifts.id', 'is not', null), eb('tickets.reference', '!=', instead ?? '')]))
    .where((where) =>
      where.or([
        where('gifts.status', 'in', paid),
        where.and([where('gifts.id', 'is', null), where('tickets.held_until', '>', utcNow())]),
      ]),
    )

/** One order of an event at a time: others wait for this row. The primary key would refuse a place that two of them took. */
async function lockEvent(transaction: Transaction<Database>, { event, day }: Pick<Ticket, 'event' | 'day'>) {
  const row = { value: day, updated_at: utcNow() }
  await transaction
    .insertInto('settings')
    .values({ key: `tickets:${event}:${day}`, ...row })
    .onConflict((conflict) => conflict.column('key').doUpdateSet(row))
    .execute()
}

/** Who orders. `perOrder`: how many tickets an order may have; null for one that is paid already, which is not limited. */
type Holder = { [Key in keyof LimitKeys]?: LimitKeys[Key] | null } & { perOrder: number | null }

/** Takes the places of an order, all or none; those that it has already count. */
async function takePlaces(
  transaction: Transaction<Database>,
  { event, day, kinds, instead }: PlaceOrder,
  reference: string,
  closesAt: Date,
  { email: mailbox = null, visitor = null, network = null, perOrder }: Holder,
): Promise<Held> {
  await lockEvent(transaction, { event, day })
  const rows = await taken(transaction, { event, day, ...(instead !== reference && { instead }) })
    .select(['tickets.reference', 'tickets.kind', 'tickets.seat', 'tickets.code'])
    .select(['tickets.mailbox', 'tickets.visitor', 'tickets.network'])
    .execute()
  if (rows.some((row) => row.reference === reference)) return 'held'
  const holder = { mailbox, visitor, network }
  const count = kinds.reduce((sum, { names }) => sum + names.length, 0)
  const hasEnough = (by: keyof typeof holder) =>
    perOrder !== null &&
    holder[by] !== null &&
    rows.filter((row) => row[by] === holder[by]).length + count > perOrder * placesLimit[by]
  if (hasEnough('mailbox') || hasEnough('visitor') || hasEnough('network')) return 'too-many'
  const held_until = new Date(closesAt.getTime() + lateMs).toISOString()
  const seats = kinds.map(({ id, places, names }) => {
    const used = new Set(rows.flatMap(({ kind, seat }) => (kind === id ? [seat] : [])))
    const free = Array.from({ length: places }, (_, index) => index + 1).filter((seat) => !used.has(seat))
    return free.length < names.length
      ? null
      : names.map((name, index) => ({
          event,
          day,
          kind: id,
          seat: free[index] ?? 0,
          reference,
          name,
          held_until,
          used_at: null,
          ...holder,
          code: `${newReference('T')}${newReference('').slice(0, 5)}`,
        }))
  })
  const wanted = seats.flatMap((ofKind) => ofKind ?? [])
  if (seats.includes(null) || wanted.length === 0) return 'sold-out'
  const kept = rows.map(({ code }) => code)
  await transaction
    .deleteFrom('tickets')
    .where('event', '=', event)
    .where('day', '=', day)
    .$if(kept.length > 0, (query) => query.where('code', 'not in', kept))
    .execute()
  await transaction.insertInto('tickets').values(wanted).execute()
  return 'held'
}

/** As {@link takePlaces}, in the transaction that records the order. */
export const holdPlaces = (
  transaction: Transaction<Database>,
  { perOrder, ...places }: PlacesAsked,
  { reference, closesAt }: { reference: string; closesAt: Date },
  limitKeys: LimitKeys,
): Promise<Held> => takePlaces(transaction, places, reference, closesAt, { ...limitKeys, perOrder })

/** The places of an order without a payment are held for an hour from the first of its requests. */
export async function holdFreePlaces(transaction: Transaction<Database>, reference: string): Promise<void> {
  const held_until = utcNow(freeHoldMs)
  await transaction
    .updateTable('tickets')
    .set({ held_until })
    .where('reference', '=', reference)
    .where('held_until', '>', held_until)
    .where('held_until', '!=', endOfTime)
    .execute()
}

/** Keeps the places of an order without a payment until they are given back. False if their time is over. */
export async function keepFreePlaces(reference: string): Promise<boolean> {
  const { db } = await store()
  return db.transaction().execute(async (transaction) => {
    const tickets = transaction.selectFrom('tickets').select(['event', 'day']).where('reference', '=', reference)
    const ticket = await tickets.executeTakeFirst()
    if (!ticket) return false
    await lockEvent(transaction, ticket)
    const kept = await transaction
      .updateTable('tickets')
      .set({ held_until: endOfTime })
      .where('reference', '=', reference)
      .where('held_until', '>', utcNow())
      .returning('code')
      .executeTakeFirst()
    return kept !== undefined
  })
}

/** The payment page is closed, or was never opened, or free places are given back. */
export async function freePlaces(reference: string): Promise<void> {
  const { db } = await store()
  await db
    .deleteFrom('tickets')
    .where('reference', '=', reference)
    .where((row) => row.not(row.exists(paymentsOf(row).where('gifts.status', 'in', paid))))
    .execute()
}

/**
 * When an order is paid: its places are held already, unless the payment arrived so late that they were given up, or was returned in between. Then
 * it gets places that are free; without any, the office has to give the money back.
 */
export async function keepPlaces(
  transaction: Transaction<Database>,
  { reference, form, answers, limitKeys }: OrderWithSecrets,
): Promise<void> {
  if (!isTicketForm(form)) return
  const { event } = ticketForm(form)
  const ordered = orderedKinds(answers as FormValues, charityEvent(event)?.tickets?.kinds ?? [])
  const kinds = ordered.map(({ kind, names }) => ({ id: kind.id, places: kind.places, names }))
  const order = { event, day: String(answers.day), kinds }
  const kept = await takePlaces(transaction, order, reference, now(), { ...limitKeys, perOrder: null })
  if (kept !== 'held')
    log.error('Tickets were paid after their places had been given to others: refund the payment', { reference })
}

/** How many places of each kind are taken, paid or held. */
export async function takenPlaces(order: Omit<PlaceOrder, 'kinds'>): Promise<Map<string, number>> {
  const { db } = await store()
  const rows = await taken(db, order)
    .select(({ fn }) => ['tickets.kind', fn.countAll<number>().as('count')])
    .groupBy('tickets.kind')
    .execute()
  return new Map(rows.map(({ kind, count }) => [kind, Number(count)]))
}

/** How many places of each kind are held without a payment, free ones until their link is pressed. */
export async function unpaidPlaces() {
  const { db } = await store()
  return withPayment(db)
    .select(({ fn }) => ['tickets.event', 'tickets.day', 'tickets.kind', fn.countAll<number>().as('held')])
    .where('gifts.id', 'is', null)
    .where('tickets.held_until', '>', utcNow())
    .where('tickets.held_until', '!=', endOfTime)
    .groupBy(['tickets.event', 'tickets.day', 'tickets.kind'])
    .execute()
}

/** The names on the tickets of an order, one a line, by kind; paid or not. */
export async function namesOf(reference: string): Promise<Map<string, string>> {
  const { db } = await store()
  const rows = await db
    .selectFrom('tickets')
    .select(['kind', 'name'])
    .where('reference', '=', reference)
    .orderBy('seat')
    .execute()
  const kinds = Map.groupBy(rows, ({ kind }) => kind)
  return new Map([...kinds].map(([kind, of]) => [kind, of.map(({ name }) => name).join('\n')]))
}

/** Tickets with who ordered them. */
const orderedTickets = (db: Rows) =>
  withPayment(db)
    .leftJoin('orders', 'orders.reference', 'tickets.reference')
    .select(['tickets.code', 'tickets.event', 'tickets.day', 'tickets.kind', 'tickets.name', 'tickets.used_at'])
    .select(['tickets.reference', 'gifts.donor_name'])
    .select(({ fn }) => fn.coalesce('gifts.donor_email', 'orders.email_key').as('donor_email'))

/** Valid tickets: free ones that are kept, and those whose payment is in the ledger, and was neither returned nor lost. */
const validTickets = (db: Rows) =>
  orderedTickets(db).where(({ or, eb }) =>
    or([eb('gifts.status', '=', 'paid'), eb('tickets.held_until', '=', endOfTime)]),
  )

export type SoldTicket = Ticket & { reference: string; donor_name: string | null; donor_email: string | null }

/** The tickets of one payment, in the order of their kinds and places. */
export async function ticketsOf(reference: string | null): Promise<SoldTicket[]> {
  if (!reference) return []
  const { db } = await store()
  return validTickets(db)
    .where('tickets.reference', '=', reference)
    .orderBy('tickets.kind')
    .orderBy('tickets.seat')
    .execute()
}

/** The tickets of an order without a payment that are held or kept; `isKept`: they are valid. */
export async function freePlacesOf(reference: string): Promise<{ tickets: SoldTicket[]; isKept: boolean }> {
  const { db } = await store()
  const tickets = await orderedTickets(db)
    .select('tickets.held_until')
    .where('tickets.reference', '=', reference)
    .where('tickets.held_until', '>', utcNow())
    .orderBy('tickets.kind')
    .orderBy('tickets.seat')
    .execute()
  return { tickets, isKept: tickets.some(({ held_until }) => held_until === endOfTime) }
}

/** Null for a code that is unknown, or no longer valid. */
export async function findTicket(code: string): Promise<SoldTicket | null> {
  const { db } = await store()
  return (await validTickets(db).where('tickets.code', '=', readReference(code)).executeTakeFirst()) ?? null
}

/** All tickets, for a list. */
export const allTickets = async () => (await store()).db.selectFrom('tickets')

/** The condition of {@link validTickets} without a join, so that SQLite can read a list of tickets from an index. */
export const isValid = (row: ExpressionBuilder<Database, 'tickets'>) =>
  row.or([
    row('tickets.held_until', '=', endOfTime),
    row.exists(paymentsOf(row).where(sql<string>`gifts.status || ''`, '=', 'paid')),
  ])

/** The valid ones of these tickets. @param codes at least one. */
export async function soldTickets(codes: readonly string[]): Promise<SoldTicket[]> {
  const { db } = await store()
  return validTickets(db).where('tickets.code', 'in', codes).execute()
}

/** Marks a valid ticket as used. False if it was used before, or is not valid. */
export async function markUsed(code: string, also?: Also): Promise<boolean> {
  const ticket = await findTicket(code)
  if (!ticket) return false
  return writeTogether(async (db) => {
    const used = await db
      .updateTable('tickets')
      .set({ used_at: utcNow() })
      .where('code', '=', ticket.code)
      .where('used_at', 'is', null)
      .returning('code')
      .executeTakeFirst()
    return used !== undefined
  }, also)
}

/** The names of those who came, after the event, and of those whose places went back. `before`: year-month-day. */
export async function eraseTickets(before: string): Promise<void> {
  const { db } = await store()
  await db
    .deleteFrom('tickets')
    .where((row) =>
      row.or([
        row('day', '<', before),
        row.and([row('held_until', '<', utcNow()), row.not(row.exists(paymentsOf(row)))]),
      ]),
    )
    .execute()
}
