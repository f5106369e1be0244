/**
 * The sponsorship forms on the server: their terms, how a sponsorship becomes a payment, and their initial answers. The total is computed
 * here from the levels' ids; the browser's claimed total is only compared.
 */
import 'server-only'
import { z } from 'zod'
import { faultIn, readValues, textOf } from '#lib/contact/forms/form.ts'
import type { Post } from '#lib/contact/forms/read-post.ts'
import { type CheckoutForm, checkoutRequest, readRequest, uiModeOf } from '#lib/giving/checkout/handle-request.ts'
import { formAddress, formStart } from '#lib/giving/orders/form-start.ts'
import { type CheckoutRefusal, type Plan, refusal } from '#lib/giving/orders/start.ts'
import {
  chosenLevels,
  describeSponsorship,
  isFixed,
  type SponsorshipLevel,
  type SponsorshipTerms,
  type SponsorshipValues,
  sponsorshipTotal,
} from '#lib/giving/sponsorship/form.ts'
import { dayMs, utcNow } from '#lib/platform/clock.ts'
import { dayInWords, type Locale, monthInWords } from '#lib/platform/dates.ts'
import { env } from '#lib/platform/env.ts'
import type { FieldError } from '#lib/platform/http/problem.ts'
import { hiddenLanguageField, localizedHref, readerLocale } from '#lib/platform/languages/current.ts'
import { messages, textsIn } from '#lib/platform/messages/index.ts'
import { type Currency, formatMoney, type Money, wholeMoney } from '#lib/platform/money.ts'
import { type Result, success } from '#lib/platform/result.ts'
import { momentOf, wallTime } from '#lib/platform/zone.ts'
import { type SponsorshipForm, thankYouAddress } from '#lib/site/content/giving-pages.ts'
import { charityEvent, isSponsorshipEvent, site, sponsorshipEvents, sponsorshipForm } from '#lib/site/content/index.ts'
import { comingDay, expectedMonth } from '#lib/site/events/occurrence.ts'

/** A form's current terms: its content, for the next date of its event, or the month in which it is expected. `now`: ISO 8601, UTC. */
export function sponsorshipTerms(
  { levels, choose, items, page, calendarEvent }: SponsorshipForm,
  now = utcNow(),
): SponsorshipTerms {
  const t = messages()
  const locale = readerLocale(page.locale)
  const event = charityEvent(calendarEvent)
  const day = (event && (comingDay(event, new Date(now)) ?? expectedMonth(event, new Date(now)))) ?? null
  // Items for the bags are taken until a number of days before the event, where it is held.
  const lastDay = day && isFixed(day) && new Date(Date.parse(day) - items.daysBefore * dayMs).toISOString().slice(0, 10)
  const today = event ? wallTime(event.zone, new Date(now)).slice(0, 10) : ''
  const { rules, form, checkout, sponsorship } = textsIn(locale)
  return {
    texts: {
      rules,
      form,
      checkout,
      sponsorship: day && !isFixed(day) ? { ...sponsorship, sendInvoice: sponsorship.reserve } : sponsorship,
    },
    day,
    levels: levels.map(({ id, name, price }) => ({ id, name, price })),
    choose,
    itemsLabel: items.label,
    itemsOpen: day !== null && (!lastDay || today <= lastDay),
    itemsUntil: lastDay ? t('sponsorshipDate.itemsUntil', { day: dayInWords(lastDay, locale) }) : '',
    itemsClosed: day && lastDay ? t('sponsorshipDate.itemsClosed', { day: dayInWords(day, locale) }) : '',
  }
}

/** The day of a sponsored event, or the month in which it is expected. */
const dateInWords = (day: string, locale: Locale) =>
  isFixed(day) ? dayInWords(day, locale) : monthInWords(day, locale)

export const termsOf = (event: string) => sponsorshipTerms(sponsorshipForm(event))

export type SponsorshipRequest = {
  event: string
  values: SponsorshipValues
  /** The total that the request claims; null if none. Only compared, never charged. */
  claimed: Money | null
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
    claimed: claimedTotal(data, currency),
    day,
    uiMode: uiModeOf(read.value, kind),
  })
}

/** `amount` in the smallest unit, or as older programs send it: `totalAmount` in whole units. */
function claimedTotal({ amount, totalAmount }: Post['data'], currency: Currency): Money | null {
  if (textOf(amount).trim() !== '') return { amount: Number(amount), currency }
  const whole = textOf(totalAmount)
    .trim()
    .replace(/^\$\s?|,(?=\d{3}\b)/g, '')
  return whole === '' ? null : wholeMoney(Number(whole), currency)
}

export const sponsorshipCheckout: CheckoutForm<SponsorshipRequest> = {
  read: readSponsorshipRequest,
  plan: planSponsorship,
  page: sponsorshipPage,
  contact: () => ({ officeEmail: site().names.eventsEmail, otherWay: 'invoice' }),
}

/** The page that shows the form again, by card or by invoice. */
export function sponsorshipPage({ event, values }: SponsorshipRequest) {
  return { address: localizedHref(sponsorshipForm(event).page.address), values }
}

/** `day`: of the event, or its expected month, as in the terms. */
export type SponsorshipOrder = { day: string; levels: SponsorshipLevel[]; total: Money }

/**
 * Refuses a past event, validates the answers, and compares a claimed total with the sum of its levels, for every way to pay.
 * `nothingDone`: a sentence such as "No money was taken."
 */
export function validateSponsorship(
  { values, claimed, day }: Pick<SponsorshipRequest, 'values' | 'claimed' | 'day'>,
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
  if (claimed && claimed.amount !== total.amount)
    return refusal(
      'amount-mismatch',
      t('sponsorshipDate.amountsDisagree', { amount: formatMoney(total), nothingDone }),
      { total },
    )
  return success({ day: terms.day, levels: chosenLevels(values, terms.levels), total })
}

/** `name`: of the event, as in "the 5K Run4Love". */
export const closedSentence = (name: string): string => messages()('sponsorshipDate.none', { name })

function planSponsorship(request: SponsorshipRequest): Result<Plan, CheckoutRefusal> {
  const { event, values, uiMode } = request
  const form = sponsorshipForm(event)
  const { address, locale } = form.page
  const order = validateSponsorship(request, sponsorshipTerms(form), {
    name: form.name,
    locale,
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
      thankYou: env().siteUrl + localizedHref(thankYouAddress(address)),
      cancelled: env().siteUrl + localizedHref(formAddress(form.page, form, { levels: ids }, { cancelled: true })),
    },
  })
}

/** When the event begins, ISO 8601. `day`: year-month-day. */
function saleEnds({ calendarEvent }: SponsorshipForm, day: string): string | undefined {
  const event = charityEvent(calendarEvent)
  return event && momentOf(event.zone, day, event.starts).toISOString()
}

/** What is sponsored: "the 5K Run4Love on September 11, 2027", "the Father Daughter Dance, expected in February 2027". */
export const datedEvent = ({ name, page }: Pick<SponsorshipForm, 'name' | 'page'>, day: string): string =>
  messages()(isFixed(day) ? 'sponsorshipDate.dated' : 'sponsorshipDate.expected', {
    name,
    day: dateInWords(day, readerLocale(page.locale)),
  })

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
