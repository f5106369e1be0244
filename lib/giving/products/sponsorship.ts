/**
 * A sponsorship: how it is read, priced and recorded, and the initial answers of its forms. The total is computed here from the levels' ids; the
 * total that the page showed is only compared.
 */
import { z } from 'zod'
import { faultIn, readValues, textOf } from '#lib/contact/forms/form.ts'
import type { PostedForm } from '#lib/contact/forms/read-post.ts'
import { formStart, pagesAround } from '#lib/giving/orders/form-start.ts'
import { type CheckoutForm, checkoutRequest, readRequest, uiModeOf } from '#lib/giving/orders/handle-request.ts'
import type { Order } from '#lib/giving/orders/order.ts'
import { type CheckoutRefusal, type Plan, refusal } from '#lib/giving/orders/start.ts'
import { announcement, type Effect, failedPaymentMail, receipt, receiptMail } from '#lib/giving/products/effects.ts'
import type { InReturn, ProductDescription } from '#lib/giving/products/product.ts'
import {
  chosenLevels,
  describeSponsorship,
  isFixed,
  type SponsorshipLevel,
  type SponsorshipTerms,
  type SponsorshipValues,
  sponsorshipTotal,
} from '#lib/giving/sponsorship/form.ts'
import { datedEvent, dateInWords, sponsorshipTerms, termsOf } from '#lib/giving/sponsorship/terms.ts'
import type { Locale } from '#lib/platform/dates.ts'
import type { FieldError } from '#lib/platform/http/problem.ts'
import { hiddenLanguageField, localizedHref, readerLocale } from '#lib/platform/languages/current.ts'
import { messages } from '#lib/platform/messages/index.ts'
import { type Currency, formatMoney, type Money, wholeMoney } from '#lib/platform/money.ts'
import { enqueue } from '#lib/platform/outbox/queue.ts'
import { type Result, success } from '#lib/platform/result.ts'
import { momentOf } from '#lib/platform/zone.ts'
import type { SponsorshipForm } from '#lib/site/content/giving-pages.ts'
import { charityEvent, isSponsorshipEvent, site, sponsorshipEvents, sponsorshipForm } from '#lib/site/content/index.ts'
import { isSample } from '#lib/site/content/state.ts'

export type SponsorshipRequest = {
  event: string
  values: SponsorshipValues
  /** The total that the page showed; null if none. Only compared, never charged. */
  shownTotal: Money | null
  /** The `day` of the terms on the page that was filled in; undefined if a program sends none. */
  day: string | undefined
  uiMode: 'embedded' | 'hosted'
}

function sayEvent(): string {
  const events = sponsorshipEvents().map((event) => `"${event}"`)
  return events.length > 0 ? `Must be ${events.join(' or ')}` : 'This event has no sponsorship form'
}

const schema = checkoutRequest.extend({
  event: z.string({ error: sayEvent }).refine(isSponsorshipEvent, { error: sayEvent }),
  day: z.string().optional(),
})

export function readSponsorshipRequest(
  data: Readonly<Record<string, unknown>>,
  kind: 'json' | 'form',
): Result<SponsorshipRequest, readonly FieldError[]> {
  const read = readRequest(schema, data)
  if (!read.ok) return read
  const { event, day } = read.value
  const terms = termsOf(event)
  const { currency } = sponsorshipTotal({ levels: [] }, terms.levels)
  // Sponsors read "Name" where the wire says firstName.
  const firstName = textOf(data.firstName) || data.name
  return success({
    event,
    values: readValues<SponsorshipValues>(describeSponsorship(terms), { ...data, firstName }),
    shownTotal: shownTotalOf(data, currency),
    day,
    uiMode: uiModeOf(read.value, kind),
  })
}

/** `amount` in the smallest unit, or as older programs send it: `totalAmount` in whole units. */
function shownTotalOf({ amount, totalAmount }: PostedForm['data'], currency: Currency): Money | null {
  if (textOf(amount).trim() !== '') return { amount: Number(amount), currency }
  const whole = textOf(totalAmount)
    .trim()
    .replace(/^\$\s?|,(?=\d{3}\b)/g, '')
  return whole === '' ? null : wholeMoney(Number(whole), currency)
}

/** The office prepares the event, so it hears of each. */
const officeMail: Effect = async (transaction, { gift, became }) => {
  if (became === 'paid') await enqueue(transaction, 'sponsorship', gift.id)
}

export const sponsorship: CheckoutForm<SponsorshipRequest> & ProductDescription = {
  read: readSponsorshipRequest,
  plan: planSponsorship,
  page: sponsorshipPage,
  contact: () => ({ officeEmail: site().names.eventsEmail, otherWay: 'invoice' }),
  isOf: ({ form, levels }) => isSponsorshipEvent(form) || levels !== undefined,
  fulfil: [officeMail, receiptMail, receipt, failedPaymentMail, announcement],
  form: (order) => (isSponsorshipEvent(order?.form) ? sponsorshipForm(order.form) : null),
  inReturn: { of: levelsInReturn, unknown: (terms) => terms.sponsorship },
  words: {
    office: 'Sponsorship',
    purpose: ({ form }) =>
      isSponsorshipEvent(form) ? messages()('mail.sponsorshipOf', { name: sponsorshipForm(form).name }) : null,
  },
}

function levelsInReturn({ form, answers: { levels: ids }, money: { currency } }: Order): InReturn | null {
  if (!isSponsorshipEvent(form) || !Array.isArray(ids)) return null
  const chosen = sponsorshipForm(form).levels.filter(({ id }) => ids.includes(id))
  const values = chosen.flatMap((level) => (isSample(level, 'fairValue') ? [] : (level.fairValue?.amount.amount ?? [])))
  // Content may no longer have one of them.
  if (ids.length === 0 || values.length < ids.length) return null
  const amount = values.reduce((sum, value) => sum + value, 0)
  return {
    what: chosen.flatMap((level) => (isSample(level, 'includes') ? [] : (level.includes ?? []))),
    value: { amount, currency },
  }
}

/** The page that shows the form again, by card or by invoice. */
export function sponsorshipPage({ event, values }: SponsorshipRequest) {
  return { address: localizedHref(sponsorshipForm(event).page.address), values }
}

/** `day`: of the event, or its expected month, as in the terms. */
export type SponsorshipOrder = { day: string; levels: SponsorshipLevel[]; total: Money }

/**
 * Refuses a past event, validates the answers, and compares a total that the page showed with the sum of its levels, for every way to pay.
 * `nothingDone`: a sentence such as "No money was taken."
 */
export function validateSponsorship(
  { values, shownTotal, day }: Pick<SponsorshipRequest, 'values' | 'shownTotal' | 'day'>,
  terms: SponsorshipTerms,
  { name, locale, nothingDone }: { name: string; locale: Locale; nothingDone: string },
): Result<SponsorshipOrder, CheckoutRefusal> {
  const t = messages()
  if (terms.day === null) return refusal('closed', `${closedSentence(name)} ${nothingDone}`)
  if (day && day !== terms.day)
    return refusal(
      'closed',
      t('sponsorshipDate.over', { day: dateInWords(terms.day, readerLocale(locale)), nothingDone }),
    )
  const fault = faultIn(describeSponsorship(terms), values)
  if (fault) return refusal('invalid', fault.sentence, fault)
  const total = sponsorshipTotal(values, terms.levels)
  if (shownTotal && shownTotal.amount !== total.amount)
    return refusal(
      'amount-mismatch',
      t('sponsorshipDate.amountsDisagree', { amount: formatMoney(total, terms.locale), nothingDone }),
      { total },
    )
  return success({ day: terms.day, levels: chosenLevels(values, terms.levels), total })
}

/** `name`: of the event, as in "the 5K Run4Love". */
export const closedSentence = (name: string): string => messages()('sponsorshipDate.none', { name })

function planSponsorship(request: SponsorshipRequest): Result<Plan, CheckoutRefusal> {
  const { event, values, uiMode } = request
  const form = sponsorshipForm(event)
  const order = validateSponsorship(request, sponsorshipTerms(form), {
    name: form.name,
    locale: form.page.locale,
    nothingDone: messages()('sponsorshipDate.notPaid'),
  })
  if (!order.ok) return order
  const { day, levels, total } = order.value
  if (!isFixed(day)) return refusal('closed', messages()('sponsorshipDate.onlyReserved'))
  const ids = levels.map(({ id }) => id)
  const sponsored = datedEvent(form, day)
  return success({
    product: 'sponsorship',
    form: event,
    payBy: 'card',
    money: total,
    frequency: 'once',
    openUntil: saleEnds(form, day),
    donor: { name: values.firstName, email: values.email },
    answers: { ...values, levels: ids, day },
    ...hiddenLanguageField(),
    items: levels.map(({ id, name, price }) => ({
      kind: id,
      name: `${name}: ${sponsored}`,
      amount: price.amount,
      count: 1,
    })),
    page: {
      metadata: { form: event, levels: ids.join(' '), day },
      uiMode,
      ...pagesAround(form, { levels: ids }),
    },
  })
}

/** When the event begins, ISO 8601. `day`: year-month-day. */
function saleEnds({ calendarEvent }: SponsorshipForm, day: string): string | undefined {
  const event = charityEvent(calendarEvent)
  return event && momentOf(event.zone, day, event.starts).toISOString()
}

/** ?levels=big-wheel&levels=headliner: unknown levels are ignored. */
function presetLevels(event: string, named: string | string[] | undefined): string[] {
  const { levels, choose } = sponsorshipForm(event)
  const known = levels.map(({ id }) => id).filter((id) => [named].flat().includes(id))
  return choose === 'one' ? known.slice(0, 1) : known
}

/** The initial answers of a sponsorship form: the levels in the address, or an earlier order without JavaScript. */
export function sponsorshipStart(event: string, query: Record<string, string | string[] | undefined>) {
  const read = (answers: Readonly<Record<string, unknown>>) =>
    readValues<SponsorshipValues>(describeSponsorship(termsOf(event)), answers)
  return formStart(event, query, { empty: () => read({ levels: presetLevels(event, query.levels) }), read })
}
