/**
 * The sponsorship forms on the server: what they ask by, how a sponsorship becomes a payment, and what their pages begin with.
 * The total is computed here from the levels' ids; the one that the browser claims is only compared.
 */
import 'server-only'
import { carryFormDraft, type FormDraft, formStart, readFormDraft } from '#lib/checkout/form-drafts.ts'
import type { ReadForm, Refused } from '#lib/checkout/handle-request.ts'
import type { CheckoutPlan } from '#lib/checkout/start-checkout.ts'
import { utcNow } from '#lib/clock.ts'
import type { Sponsorship } from '#lib/content/giving-schema.ts'
import { site, sponsorship } from '#lib/content/index.ts'
import { type SponsorshipEvent, sponsorshipAddress } from '#lib/content/sponsorship-events.ts'
import { env } from '#lib/env.ts'
import { formatMoney, type Money } from '#lib/money.ts'
import { itemsClosedSentence, itemsOpen } from '#lib/sponsorship/promotional-items.ts'
import { readSponsorshipRequest, type SponsorshipRequest } from '#lib/sponsorship/read-request.ts'
import { sponsorshipForm } from '#lib/sponsorship/redisplayed-form.ts'
import {
  checkSponsorship,
  chosenLevels,
  emptySponsorship,
  type SponsorshipField,
  type SponsorshipLevel,
  type SponsorshipTerms,
  type SponsorshipValues,
  sponsorshipFields,
  sponsorshipSummary,
  sponsorshipTotal,
} from '#lib/sponsorship/rules.ts'

/** What a form asks by just now: its content, held against the clock. `now`: ISO 8601, UTC. */
export function sponsorshipTerms({ levels, choose, items }: Sponsorship, now = utcNow()): SponsorshipTerms {
  return {
    levels: levels.map(({ id, name, price }) => ({ id, name, price })),
    choose,
    itemsOpen: itemsOpen(items, now),
    itemsClosed: itemsClosedSentence(items),
  }
}

export const readSponsorship: ReadForm = (data, kind) => {
  const read = readSponsorshipRequest(data, kind)
  if (!read.ok) return read
  const { event, values } = read.request
  return {
    ok: true,
    form: {
      plan: () => planSponsorship(read.request),
      carry: (shown) => carrySponsorshipDraft(event, { values, ...shown }),
      again: () => sponsorshipForm(event, values, sponsorshipTerms(sponsorship(event))),
      officeEmail: site().names.eventsEmail,
    },
  }
}

export type SponsorshipRefused = Refused<SponsorshipField>
export type SponsorshipOrder = { kind: 'sound'; levels: SponsorshipLevel[]; total: Money }

/**
 * The answers held against the rules, and a claimed total against the sum of its levels, however it is to be paid.
 * `nothingDone`: what did not happen because of a total that disagrees, as in "No money was taken."
 */
export function validateSponsorship(
  { values, claimed }: Pick<SponsorshipRequest, 'values' | 'claimed'>,
  terms: SponsorshipTerms,
  nothingDone: string,
): SponsorshipOrder | SponsorshipRefused {
  const errors = checkSponsorship(values, terms)
  if (errors.length > 0) return { kind: 'invalid', sentence: sponsorshipSummary(values, errors), errors }
  const total = sponsorshipTotal(values, terms.levels)
  if (claimed && claimed.amount !== total.amount)
    return { kind: 'disagrees', sentence: disagreement(formatMoney(total), nothingDone), total }
  return { kind: 'sound', levels: chosenLevels(values, terms.levels), total }
}

const disagreement = (total: string, nothingDone: string) =>
  `The amounts do not agree: the levels that were chosen come to ${total}. ${nothingDone} Please check your levels and try again.`

function planSponsorship(request: SponsorshipRequest): { kind: 'planned'; plan: CheckoutPlan } | SponsorshipRefused {
  const { event, values, uiMode } = request
  const form = sponsorship(event)
  const order = validateSponsorship(request, sponsorshipTerms(form), 'No money was taken.')
  if (order.kind !== 'sound') return order
  const { levels, total } = order
  const ids = levels.map(({ id }) => id)
  const page = `${env().siteUrl}${sponsorshipAddress[event]}`
  return {
    kind: 'planned',
    plan: {
      kind: event,
      money: total,
      frequency: 'once',
      purpose: 'sponsorship',
      donor: { name: values.firstName, email: values.email },
      answers: { ...values, levels: ids },
      lines: levels.map(({ name, price }) => ({ name: `${name} (${form.title})`, money: price })),
      metadata: { form: event, levels: ids.join(' ') },
      uiMode,
      thankYou: `${page}/thank-you`,
      cancelled: `${page}?cancelled=1`,
    },
  }
}

export type SponsorshipDraft = FormDraft<SponsorshipValues, SponsorshipField>

const draftOf = (event: SponsorshipEvent) => ({ form: `sponsorship-${event}`, address: sponsorshipAddress[event] })

/** The address that shows the draft, and the cookie that carries it; null when no cookie can. */
export const carrySponsorshipDraft = (event: SponsorshipEvent, draft: FormDraft<SponsorshipValues>) =>
  carryFormDraft(draftOf(event), draft)

/** Null when there is none: over, another browser's, another form's, or made up. */
export async function sponsorshipDraft(
  event: SponsorshipEvent,
  id: string,
  cookieHeader: string | null,
): Promise<SponsorshipDraft | null> {
  const draft = await readFormDraft(draftOf(event).form, id, cookieHeader, sponsorshipFields)
  return draft && { ...draft, values: { ...emptySponsorship, ...(draft.values as Partial<SponsorshipValues>) } }
}

/** What a sponsorship form begins with: nothing, or what an earlier try without JavaScript left. */
export async function sponsorshipStart(
  event: SponsorshipEvent,
  query: Record<string, string | string[] | undefined>,
  cookieHeader: string,
) {
  const start = await formStart(query, cookieHeader, (id) => sponsorshipDraft(event, id, cookieHeader))
  return { ...start, values: start.values ?? emptySponsorship }
}
