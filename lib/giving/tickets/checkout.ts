/** The ticket forms on the server: what is on sale, and how an order becomes a payment, if not all of it is free. The total is computed here from the kinds' ids. */
import 'server-only'
import { z } from 'zod'
import { faultIn, readValues, validate } from '#lib/contact/forms/form.ts'
import { type CheckoutForm, checkoutRequest, readRequest, uiModeOf } from '#lib/giving/checkout/handle-request.ts'
import { cancelledOrder, formAddress, formStart } from '#lib/giving/orders/form-start.ts'
import { type CheckoutRefusal, type Plan, refusal } from '#lib/giving/orders/start.ts'
import {
  describeTickets,
  fieldsOfKind,
  moneyOf,
  orderedKinds,
  orderFault,
  orderLine,
  type TicketTerms,
} from '#lib/giving/tickets/form.ts'
import { freePlaces, holdFreePlaces, holdPlaces, namesOf } from '#lib/giving/tickets/places.ts'
import { now } from '#lib/platform/clock.ts'
import { dayInWords } from '#lib/platform/dates.ts'
import { env } from '#lib/platform/env.ts'
import { hiddenLanguageField, localizedHref, readerLocale } from '#lib/platform/languages/current.ts'
import { messages, textsIn } from '#lib/platform/messages/index.ts'
import { type Result, success } from '#lib/platform/result.ts'
import { type TicketForm, thankYouAddress } from '#lib/site/content/giving-pages.ts'
import { charityEvent, isTicketForm, site, ticketForm } from '#lib/site/content/index.ts'
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

export const ticketCheckout: CheckoutForm<TicketRequest> = {
  read(data, kind) {
    const read = readRequest(schema, data)
    if (!read.ok) return read
    const form = ticketForm(read.value.form)
    const { day, attempt } = read.value
    const instead = cancelledOrder(attempt)
    return success({ form, values: readOrder(form, data), day, instead, uiMode: uiModeOf(read.value, kind) })
  },
  plan: planTickets,
  holding: {
    hold: async (transaction, { places }, order, limitKeys) =>
      places ? holdPlaces(transaction, places, order, limitKeys) : 'held',
    keep: holdFreePlaces,
    release: freePlaces,
  },
  page: ({ form, values }) => ({ address: localizedHref(form.page.address), values }),
  contact: () => ({ officeEmail: site().names.eventsEmail, otherWay: 'none' }),
}

function planTickets({ form, values, day, instead, uiMode }: TicketRequest): Result<Plan, CheckoutRefusal> {
  const t = messages()
  const terms = ticketTerms(form)
  if (terms.day === null || (day && day !== terms.day)) return refusal('closed', t('tickets.over'))
  const description = describeTickets(terms)
  const fault = faultIn(description, values, [...orderFault(values, terms), ...validate(description, values)])
  if (fault) return refusal('invalid', fault.sentence, fault)
  const ordered = orderedKinds(values, terms.kinds)
  const { page } = form
  const counts = ordered.map(({ kind, names }) => [fieldsOfKind(kind).count, String(names.length)] as const)
  const { name, email } = { name: String(values.name), email: String(values.email) }
  const money = moneyOf(ordered, form)
  const places = {
    event: form.event,
    day: terms.day,
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
    answers: { ...Object.fromEntries(counts), name, email, day: terms.day },
    places,
    ...hiddenLanguageField(),
    items: ordered.map(({ kind, names }) => ({
      kind: kind.id,
      name: `${orderLine({ kind, names }, terms.texts.tickets)}: ${datedTickets(form, terms.day ?? '')}`,
      amount: kind.price.amount * names.length,
      count: names.length,
    })),
    page: {
      metadata: { form: form.id, tickets: counts.map(([, count]) => count).join(' '), day: terms.day },
      uiMode,
      thankYou: env().siteUrl + localizedHref(thankYouAddress(page.address)),
      cancelled: env().siteUrl + localizedHref(formAddress(page, form, {}, { cancelled: true })),
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
