/**
 * Reads what a browser or a program sends to POST /api/create-checkout-session-usa (spec: interfaces), or for an invoice, into
 * the form's values. JSON and form posts alike. Judges only the shape: an answer that is missing or odd arrives as empty, and the
 * rules of sponsorship.ts say what to do about it.
 */
import { z } from 'zod'
import { type SponsorshipEvent, sponsorshipEvents } from '#lib/content/sponsorship-events.ts'
import { manyLines, oneLine } from '#lib/forms/clean-text.ts'
import type { FieldError } from '#lib/http/problem.ts'
import { type Money, wholeMoney } from '#lib/money.ts'
import type { SponsorshipValues } from '#lib/sponsorship/rules.ts'

export type SponsorshipRequest = {
  event: SponsorshipEvent
  values: SponsorshipValues
  /** The total that the sender claims; null when it claims none. Never charged: only compared. */
  claimed: Money | null
  uiMode: 'embedded' | 'hosted'
}

const scalar = z.union([z.string(), z.number()])
const answer = scalar.transform((value) => oneLine(String(value))).catch('')
const lines = scalar.transform((value) => manyLines(String(value))).catch('')
const ticked = z
  .union([z.boolean(), z.string()])
  .transform((value) => value === true || /^(?:on|yes|true|1)$/i.test(String(value)))
  .catch(false)
/** One box ticked arrives as text, several as a list. */
const ids = z
  .union([z.array(scalar), scalar])
  .transform((value) => [...new Set([value].flat().map((id) => oneLine(String(id))))].filter((id) => id !== ''))
  .catch([])

const wire = z.object({
  event: z.enum(sponsorshipEvents, `Say ${sponsorshipEvents.map((event) => `"${event}"`).join(' or ')}`),
  firstName: answer,
  /** What the field is called in what sponsors read. */
  name: answer,
  email: answer,
  phone: answer,
  website: answer,
  address: lines,
  contact: lines,
  comments: lines,
  promotionalItems: ticked,
  levels: ids,
  totalAmount: answer,
  uiMode: z.enum(['embedded', 'hosted'], 'Say "embedded" or "hosted"').optional(),
  paymentMethod: z.literal('card', 'Only "card" is taken here').optional(),
})

/** A form without JavaScript cannot embed a payment page: it is sent to Stripe's. */
export function readSponsorshipRequest(
  data: Readonly<Record<string, unknown>>,
  kind: 'json' | 'form',
): { ok: true; request: SponsorshipRequest } | { ok: false; faults: FieldError[] } {
  const read = wire.safeParse(data)
  if (!read.success) {
    return { ok: false, faults: read.error.issues.map(({ path, message }) => ({ field: path.join('.'), message })) }
  }
  const { event, name, firstName, totalAmount, uiMode, paymentMethod: _, ...values } = read.data
  return {
    ok: true,
    request: {
      event,
      values: { ...values, firstName: firstName || name },
      // On the wire: dollars.
      claimed: totalAmount === '' ? null : wholeMoney(Number(totalAmount.replace(/^\$\s?|,(?=\d{3}\b)/g, '')), 'USD'),
      uiMode: kind === 'form' ? 'hosted' : (uiMode ?? 'embedded'),
    },
  }
}
