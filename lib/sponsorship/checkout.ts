/**
 * The sponsorship forms on the server: their terms, how a sponsorship becomes a payment, and what their pages begin with.
 * The total is computed here from the levels' ids; the one that the browser claims is only compared.
 */
import 'server-only'
import { postedToCheckout, type ReadForm, type Refused } from '#lib/checkout/handle-request.ts'
import type { CheckoutPlan } from '#lib/checkout/start-checkout.ts'
import { utcNow } from '#lib/clock.ts'
import type { SponsorshipForm } from '#lib/content/giving-pages.ts'
import { thankYouAddress } from '#lib/content/giving-pages.ts'
import { site, sponsorshipForm } from '#lib/content/index.ts'
import type { SponsorshipEvent } from '#lib/content/sponsorship-events.ts'
import { env } from '#lib/env.ts'
import { type Draft, formStart, readDraft } from '#lib/forms/drafts.ts'
import { faultIn } from '#lib/forms/form.ts'
import type { PostedForm } from '#lib/forms/send-back.ts'
import { formatMoney, type Money } from '#lib/money.ts'
import {
  chosenLevels,
  describeSponsorship,
  emptySponsorship,
  type SponsorshipLevel,
  type SponsorshipTerms,
  type SponsorshipValues,
  sponsorshipTotal,
} from '#lib/sponsorship/form.ts'
import { itemsClosedSentence, itemsOpen } from '#lib/sponsorship/promotional-items.ts'
import { readSponsorshipRequest, type SponsorshipRequest } from '#lib/sponsorship/read-request.ts'

/** What a form offers now: its content, and whether promotional items are still taken. `now`: ISO 8601, UTC. */
export function sponsorshipTerms({ levels, choose, items, page }: SponsorshipForm, now = utcNow()): SponsorshipTerms {
  return {
    levels: levels.map(({ id, name, price }) => ({ id, name, price })),
    choose,
    itemsLabel: items.label,
    itemsOpen: itemsOpen(items, now),
    itemsClosed: itemsClosedSentence(items, page.locale),
  }
}

export const termsOf = (event: SponsorshipEvent) => sponsorshipTerms(sponsorshipForm(event))

export const readSponsorship: ReadForm = (data, kind) => {
  const read = readSponsorshipRequest(data, kind, termsOf)
  if (!read.ok) return read
  return {
    ok: true,
    form: {
      plan: () => planSponsorship(read.request),
      posted: postedSponsorship(read.request),
      officeEmail: site().names.eventsEmail,
    },
  }
}

/** `byInvoice`: posted to the office instead of the payment page. */
export function postedSponsorship(
  { event, values }: Pick<SponsorshipRequest, 'event' | 'values'>,
  { byInvoice = false } = {},
): PostedForm {
  const { page } = sponsorshipForm(event)
  return postedToCheckout({
    title: page.title,
    action: byInvoice ? '/api/sponsorship-invoice' : '/api/create-checkout-session-usa',
    fields: describeSponsorship(termsOf(event)).fields,
    values,
    hidden: { event },
    submit: { label: byInvoice ? 'Send me an invoice' : 'Go to payment' },
    draftName: draftNameOf(event),
    address: page.address,
  })
}

export type SponsorshipOrder = { kind: 'valid'; levels: SponsorshipLevel[]; total: Money }

/**
 * Checks the answers by the rules, and a claimed total against the sum of its levels, however it is to be paid. `nothingDone`:
 * what did not happen because of another total, as in "No money was taken."
 */
export function validateSponsorship(
  { values, claimed }: Pick<SponsorshipRequest, 'values' | 'claimed'>,
  terms: SponsorshipTerms,
  nothingDone: string,
): SponsorshipOrder | Refused {
  const fault = faultIn(describeSponsorship(terms), values)
  if (fault) return { kind: 'invalid', ...fault }
  const total = sponsorshipTotal(values, terms.levels)
  if (claimed && claimed.amount !== total.amount)
    return {
      kind: 'amount-mismatch',
      sentence: `The amounts do not agree: the levels that were chosen come to ${formatMoney(total)}. ${nothingDone} Please check your levels and try again.`,
      total,
    }
  return { kind: 'valid', levels: chosenLevels(values, terms.levels), total }
}

function planSponsorship(request: SponsorshipRequest): { kind: 'planned'; plan: CheckoutPlan } | Refused {
  const { event, values, uiMode } = request
  const form = sponsorshipForm(event)
  const order = validateSponsorship(request, sponsorshipTerms(form), 'No money was taken.')
  if (order.kind !== 'valid') return order
  const { levels, total } = order
  const ids = levels.map(({ id }) => id)
  const { title, address } = form.page
  return {
    kind: 'planned',
    plan: {
      kind: event,
      money: total,
      frequency: 'once',
      purpose: 'sponsorship',
      donor: { name: values.firstName, email: values.email },
      answers: { ...values, levels: ids },
      lines: levels.map(({ name, price }) => ({ name: `${name} (${title})`, money: price })),
      metadata: { form: event, levels: ids.join(' ') },
      uiMode,
      thankYou: env().siteUrl + thankYouAddress(address),
      cancelled: `${env().siteUrl}${address}?cancelled=1`,
    },
  }
}

const draftNameOf = (event: SponsorshipEvent) => `sponsorship-${event}`

/** Null when there is none: over, another browser's, another form's, or made up. */
export function sponsorshipDraft(
  event: SponsorshipEvent,
  id: string,
  cookieHeader: string | null,
): Draft<SponsorshipValues> | null {
  const draft = readDraft(draftNameOf(event), id, cookieHeader)
  return draft && { ...draft, values: { ...emptySponsorship, ...draft.values } }
}

/** What a sponsorship form begins with: nothing, or what an earlier try without JavaScript left. */
export async function sponsorshipStart(
  event: SponsorshipEvent,
  query: Record<string, string | string[] | undefined>,
  cookieHeader: string,
) {
  const start = formStart(query, cookieHeader, (id) => sponsorshipDraft(event, id, cookieHeader))
  return { ...start, values: start.values ?? emptySponsorship }
}
