/** Reads what a browser or a program sends to POST /api/create-checkout-session-usa (spec: interfaces), or for an invoice, as JSON or as a form. */
import { z } from 'zod'
import { readValues, textOf } from '#lib/contact/forms/read-values.ts'
import { checkoutRequest, requestFaults, uiModeOf } from '#lib/giving/checkout/read-request.ts'
import { describeSponsorship, type SponsorshipTerms, type SponsorshipValues } from '#lib/giving/sponsorship/form.ts'
import type { FieldError } from '#lib/platform/http/problem.ts'
import { type Money, wholeMoney } from '#lib/platform/money.ts'
import { type SponsorshipEvent, sponsorshipEvents } from '#lib/site/content/sponsorship-events.ts'

export type SponsorshipRequest = {
  event: SponsorshipEvent
  values: SponsorshipValues
  /** The total that the sender claims; null when it claims none. Never charged: only compared. */
  claimed: Money | null
  /** The day of the event on the page that was filled in, year-month-day; undefined from programs that name none. */
  day: string | undefined
  uiMode: 'embedded' | 'hosted'
}

const schema = checkoutRequest.extend({
  event: z.enum(sponsorshipEvents, `Say ${sponsorshipEvents.map((event) => `"${event}"`).join(' or ')}`),
  day: z.string().optional(),
})

/** `termsOf`: what the form of an event offers. */
export function readSponsorshipRequest(
  data: Readonly<Record<string, unknown>>,
  kind: 'json' | 'form',
  termsOf: (event: SponsorshipEvent) => SponsorshipTerms,
): { ok: true; request: SponsorshipRequest } | { ok: false; faults: FieldError[] } {
  const read = schema.safeParse(data)
  if (!read.success) return { ok: false, faults: requestFaults(read.error) }
  const { event, day } = read.data
  // Sponsors read "Name" where the wire says firstName.
  const firstName = textOf(data.firstName) || data.name
  const total = textOf(data.totalAmount).trim()
  return {
    ok: true,
    request: {
      event,
      values: readValues<SponsorshipValues>(describeSponsorship(termsOf(event)), { ...data, firstName }),
      // On the wire: dollars.
      claimed: total === '' ? null : wholeMoney(Number(total.replace(/^\$\s?|,(?=\d{3}\b)/g, '')), 'USD'),
      day,
      uiMode: uiModeOf(read.data, kind),
    },
  }
}
