/**
 * Tickets: what is on sale, how an order is read, priced, recorded and, if not all of it is free, paid, and the initial answers of its forms. The total is
 * computed here from the kinds' ids.
 */
import { z } from 'zod'
import { type FormValues, faultIn, readValues, validate } from '#lib/contact/forms/form.ts'
import { cancelledOrder, formStart, pagesAround } from '#lib/giving/orders/form-start.ts'
import { type CheckoutForm, checkoutRequest, readRequest, uiModeOf } from '#lib/giving/orders/handle-request.ts'
import type { Order } from '#lib/giving/orders/order.ts'
import { type CheckoutRefusal, type Plan, refusal } from '#lib/giving/orders/start.ts'
import { announcement, type Effect, failedPaymentMail, receipt, receiptMail } from '#lib/giving/products/effects.ts'
import type { InReturn, ProductDescription, SoldOnReceipt } from '#lib/giving/products/product.ts'
import {
  describeTickets,
  fieldsOfKind,
  hasOtherKinds,
  isFree,
  moneyOf,
  orderedKinds,
  orderFault,
  orderLine,
  type TicketTerms,
} from '#lib/giving/tickets/form.ts'
import { freePlaces, holdFreePlaces, holdPlaces, keepPlaces, namesOf, ticketsOf } from '#lib/giving/tickets/places.ts'
import { now } from '#lib/platform/clock.ts'
import { dayInWords } from '#lib/platform/dates.ts'
import { currentLocale, hiddenLanguageField, localizedHref, readerLocale } from '#lib/platform/languages/current.ts'
import { messages, textsIn } from '#lib/platform/messages/index.ts'
import { type Result, success } from '#lib/platform/result.ts'
import { type TicketForm, thankYouAddress } from '#lib/site/content/giving-pages.ts'
import { charityEvent, isTicketForm, site, ticketForm } from '#lib/site/content/index.ts'
import { isSample } from '#lib/site/content/state.ts'
import { comingDay } from '#lib/site/events/occurrence.ts'

/** What is on sale now: the tickets of the event's file, for its next date. */
export function ticketTerms({ event, page }: Pick<TicketForm, 'event' | 'page'>): TicketTerms {
  const { rules, form, checkout, tickets: texts } = textsIn(readerLocale(page.locale))
  const found = charityEvent(event)
  const { kinds = [], perOrder = 0 } = found?.tickets ?? {}
  const day = found && kinds.length > 0 ? (comingDay(found, now()) ?? null) : null
  return { texts: { rules, form, checkout, tickets: texts }, day, kinds, perOrder }
}

type TicketRequest = {
  form: TicketForm
  values: Readonly<Record<string, string | boolean | readonly string[] | undefined>> & { email?: string }
  /** The day of the event on the page that was filled in. */
  day: string | undefined
  /** The reference of the order that this one replaces, because the visitor left its payment page; null for a new order. */
  instead: string | null
  uiMode: 'embedded' | 'hosted'
}

const unknownForm = 'No event sells tickets under this name'
const schema = checkoutRequest.extend({
  form: z.string({ error: unknownForm }).refine(isTicketForm, { error: unknownForm }),
  day: z.string().optional(),
  attempt: z.string().optional(),
})

const readOrder = (form: TicketForm, answers: Readonly<Record<string, unknown>>) =>
  readValues<TicketRequest['values']>(describeTickets(ticketTerms(form)), answers)

/** Money may come so late that the places were given up: see {@link keepPlaces}. After the receipt, so that an event is locked for as short as possible. */
const placesKept: Effect = async (transaction, { order, became }) => {
  if (became === 'paid' && order) await keepPlaces(transaction, order)
}

export const tickets: CheckoutForm<TicketRequest> & ProductDescription = {
  read(data, kind) {
    const read = readRequest(schema, data)
    if (!read.ok) return read
    const form = ticketForm(read.value.form)
    const { day, attempt } = read.value
    const instead = cancelledOrder(attempt)
    return success({ form, values: readOrder(form, data), day, instead, uiMode: uiModeOf(read.value, kind) })
  },
  plan: planTickets,
  hold: {
    take: async (transaction, { places }, order, limitKeys) =>
      places ? holdPlaces(transaction, places, order, limitKeys) : 'held',
    keep: holdFreePlaces,
    release: freePlaces,
    refused: (why, email) => messages()(why === 'sold-out' ? 'tickets.soldOut' : 'tickets.enough', { email }),
  },
  page: ({ form, values }) => ({ address: localizedHref(form.page.address), values }),
  contact: () => ({ officeEmail: site().names.eventsEmail, otherWay: 'none' }),
  isOf: ({ form, tickets: counts }) => isTicketForm(form) || counts !== undefined,
  fulfil: [receiptMail, receipt, placesKept, failedPaymentMail, announcement],
  form: (order) => (order && isTicketForm(order.form) ? ticketForm(order.form) : null),
  inReturn: { of: ticketsInReturn, unknown: () => messages()('tickets.unvalued') },
  words: {
    office: 'Tickets',
    purpose: ({ form, answers }) =>
      isTicketForm(form)
        ? messages()('tickets.purpose', { name: datedTickets(ticketForm(form), String(answers.day)) })
        : null,
    onReceipt,
  },
}

/** What is free is not in return for the payment. */
function ticketsInReturn({ form, answers, money: { currency } }: Order): InReturn | null {
  if (!isTicketForm(form)) return null
  const kinds = charityEvent(ticketForm(form).event)?.tickets?.kinds ?? []
  if (hasOtherKinds(answers as FormValues, kinds)) return null
  const ordered = orderedKinds(answers as FormValues, kinds).filter(({ kind }) => !isFree(kind))
  const values = ordered.flatMap(({ kind, names }) =>
    kind.value && !isSample(kind, 'value') ? kind.value.amount.amount * names.length : [],
  )
  const { tickets } = textsIn()
  if (ordered.length === 0 || values.length < ordered.length) return null
  return {
    what: ordered.map((each) => orderLine(each, tickets, currentLocale())),
    value: { amount: values.reduce((sum, value) => sum + value, 0), currency },
  }
}

async function onReceipt({ form, reference, pageId }: Order): Promise<SoldOnReceipt | null> {
  if (!isTicketForm(form)) return null
  const { page, event } = ticketForm(form)
  const { kinds = [], refunds = '' } = charityEvent(event)?.tickets ?? {}
  const sold = await ticketsOf(reference)
  return {
    rows: sold.map(({ kind, name, code }) => [code, `${kinds.find(({ id }) => id === kind)?.name ?? kind}: ${name}`]),
    address: pageId && sold.length > 0 ? localizedHref(`${thankYouAddress(page.address)}?session_id=${pageId}`) : null,
    refunds,
  }
}

function planTickets({ form, values, day, instead, uiMode }: TicketRequest): Result<Plan, CheckoutRefusal> {
  const t = messages()
  const terms = ticketTerms(form)
  const { day: date } = terms
  if (date === null || (day && day !== date)) return refusal('closed', t('tickets.over'))
  const description = describeTickets(terms)
  const fault = faultIn(description, values, [...orderFault(values, terms), ...validate(description, values)])
  if (fault) return refusal('invalid', fault.sentence, fault)
  const ordered = orderedKinds(values, terms.kinds)
  const counts = ordered.map(({ kind, names }) => [fieldsOfKind(kind).count, String(names.length)] as const)
  const { name, email } = { name: String(values.name), email: String(values.email) }
  const money = moneyOf(ordered, form)
  const places = {
    event: form.event,
    day: date,
    instead,
    perOrder: terms.perOrder,
    kinds: ordered.map(({ kind, names }) => ({ id: kind.id, places: kind.places, names })),
  }
  return success({
    product: 'tickets',
    form: form.id,
    payBy: money.amount === 0 ? 'free' : 'card',
    money,
    frequency: 'once',
    openUntil: 'soon',
    donor: { name, email },
    // The names of the others are kept with the tickets, which are erased after the event.
    answers: { ...Object.fromEntries(counts), name, email, day: date },
    places,
    ...hiddenLanguageField(),
    items: ordered.map(({ kind, names }) => ({
      kind: kind.id,
      name: `${orderLine({ kind, names }, terms.texts.tickets, currentLocale())}: ${datedTickets(form, date)}`,
      amount: kind.price.amount * names.length,
      count: names.length,
    })),
    page: {
      metadata: { form: form.id, tickets: counts.map(([, count]) => count).join(' '), day: date },
      uiMode,
      ...pagesAround(form, {}),
    },
  })
}

/** "5K Run4Love, September 11, 2027" */
export const datedTickets = ({ event, page }: Pick<TicketForm, 'event' | 'page'>, day: string): string =>
  `${charityEvent(event)?.title ?? event}, ${dayInWords(day, readerLocale(page.locale))}`

/** The initial answers of the form: those that were refused, or of a payment that was not made. */
export const ticketStart = (form: TicketForm, query: Record<string, string | string[] | undefined>) =>
  formStart(form.id, query, {
    empty: () => readOrder(form, {}),
    async read(answers) {
      const names = await namesOf(cancelledOrder(query.attempt) ?? '').catch(() => new Map<string, string>())
      return readOrder(form, {
        ...answers,
        ...Object.fromEntries([...names].map(([id, lines]) => [fieldsOfKind({ id }).names, lines])),
      })
    },
  })
