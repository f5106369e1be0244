/** The ticket forms: their fields and rules, and what was ordered. Pure. */
import { emailField, type FormDescription, type FormValues } from '#lib/contact/forms/form.ts'
import type { FieldError } from '#lib/platform/http/problem.ts'
import { fill, type TicketTexts } from '#lib/platform/messages/texts.ts'
import { formatMoney, type Money } from '#lib/platform/money.ts'
import type { TicketKind } from '#lib/site/content/event-schema.ts'

export type TicketTerms = {
  texts: TicketTexts
  /** The day of the event, year-month-day; null if there is none to sell tickets for. */
  day: string | null
  kinds: readonly TicketKind[]
  perOrder: number
}

/** The fields of one kind of ticket. */
export const fieldsOfKind = ({ id }: Pick<TicketKind, 'id'>) =>
  ({ count: `count-${id}`, names: `names-${id}` }) as const

const countIn = (values: FormValues, kind: Pick<TicketKind, 'id'>) => Number(values[fieldsOfKind(kind).count]) || 0
const namesIn = (values: FormValues, kind: Pick<TicketKind, 'id'>) =>
  String(values[fieldsOfKind(kind).names] ?? '')
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)

export function describeTickets({ kinds, perOrder, texts }: TicketTerms): FormDescription {
  const { tickets, rules, form } = texts
  const counts = Array.from({ length: perOrder + 1 }, (_, count) => ({ value: String(count), label: String(count) }))
  const consents = kinds.filter(({ consent }) => consent)
  return {
    texts: rules,
    fields: {
      ...Object.fromEntries(
        kinds.flatMap((kind) => {
          const { count, names } = fieldsOfKind(kind)
          const hasAny = (values: FormValues) => countIn(values, kind) > 0
          return [
            [count, { label: tickets.count, kind: 'one', options: counts }],
            [
              names,
              {
                label: tickets.names,
                hint: tickets.namesHint,
                kind: 'text',
                rows: 2,
                maxLength: 1500,
                passedOn: 'name',
                asked: hasAny,
                required: fill(tickets.enterNames, { kind: kind.name }),
                rule: (_, values) =>
                  namesIn(values, kind).length === countIn(values, kind)
                    ? null
                    : fill(tickets.wrongNames, { kind: kind.name, count: String(countIn(values, kind)) }),
              },
            ],
          ] as const satisfies [string, FormDescription['fields'][string]][]
        }),
      ),
      name: {
        label: form.name,
        autoComplete: 'name',
        called: rules.yourName,
        passedOn: 'name',
        maxLength: 160,
        required: true,
      },
      email: { ...emailField(rules, form.email), hint: tickets.emailHint },
      ...(consents.length > 0 && {
        consent: {
          label: consents.map(({ consent }) => consent).join(' '),
          kind: 'tick',
          asked: (values) => consents.some((kind) => countIn(values, kind) > 0),
          required: tickets.consent,
        },
      }),
    },
  }
}

/** Checks the order as a whole: that it is neither empty nor too large. */
export function orderFault(values: FormValues, { kinds, perOrder, texts }: TicketTerms): FieldError[] {
  const total = kinds.reduce((sum, kind) => sum + countIn(values, kind), 0)
  const [first] = kinds
  if (!first || (total > 0 && total <= perOrder)) return []
  const { tickets } = texts
  const message = total === 0 ? tickets.chooseSome : fill(tickets.tooMany, { most: String(perOrder) })
  return [{ field: fieldsOfKind(first).count, message }]
}

type OrderedKind = { kind: TicketKind; names: string[] }

/** The kinds that were ordered, each with a name for every ticket: those of the form, or the buyer's where only the count is kept. */
export const orderedKinds = (values: FormValues, kinds: readonly TicketKind[]): OrderedKind[] =>
  kinds.flatMap((kind) => {
    const names = namesIn(values, kind)
    const count = countIn(values, kind)
    const buyer = String(values.name ?? '')
    return count > 0 ? [{ kind, names: Array.from({ length: count }, (_, index) => names[index] ?? buyer) }] : []
  })

/** Whether something else was ordered too: a kind that content had then. */
export function hasOtherKinds(values: FormValues, kinds: readonly TicketKind[]): boolean {
  const known = kinds.map((kind) => fieldsOfKind(kind).count)
  const counts = Object.keys(values).filter((field) => field.startsWith('count-'))
  return counts.some((field) => Number(values[field]) > 0 && !known.includes(field as (typeof known)[number]))
}

export const isFree = ({ price }: Pick<TicketKind, 'price'>): boolean => price.amount === 0

type FreeText = Pick<TicketTexts['tickets'], 'free'>
/** `locale`: the reader's. */
export const priceInWords = (kind: Pick<TicketKind, 'price'>, { free }: FreeText, locale: string): string =>
  isFree(kind) ? free : formatMoney(kind.price, locale)

/** "2 × 10K ($55)" */
export const orderLine = ({ kind, names }: OrderedKind, texts: FreeText, locale: string): string =>
  `${names.length} × ${kind.name} (${priceInWords(kind, texts, locale)})`

/** In the currency of its prices. */
export const moneyOf = (ordered: readonly OrderedKind[], { currency }: Pick<Money, 'currency'>): Money => ({
  amount: ordered.reduce((sum, { kind, names }) => sum + kind.price.amount * names.length, 0),
  currency,
})
