/**
 * Reads what a browser or a program sends to POST /api/create-checkout-session (spec: interfaces) into the form's values.
 * JSON and form posts alike: numbers may be text, the address nested or flat. Judges only the shape: an answer that is
 * missing or odd arrives as empty text, and the rules of donation.ts say what to do about it.
 */
import { z } from 'zod'
import { type DonationField, type DonationValues, donationFields } from '#lib/donation/rules.ts'
import { oneLine } from '#lib/forms/clean-text.ts'
import type { FieldError } from '#lib/http/problem.ts'
import type { Currency, Money } from '#lib/money.ts'

export type DonationRequest = {
  values: DonationValues
  /** Which form: rupees from India, dollars from anywhere. */
  currency: Currency
  /** The total that the sender claims; null when it claims none. Never charged: only compared. */
  claimed: Money | null
  uiMode: 'embedded' | 'hosted'
}

const answer = z
  .union([z.string(), z.number()])
  .transform((value) => oneLine(String(value)))
  .catch('')
const answers = Object.fromEntries(donationFields.map((field) => [field, answer])) as Record<
  DonationField,
  typeof answer
>
const { line1, line2, city, state, postal_code, country } = answers

const wire = z.object({
  ...answers,
  name: answer,
  address: z.object({ line1, line2, city, state, postal_code, country }).partial().catch({}),
  amount: answer,
  currency: z.enum(['INR', 'USD'] satisfies Currency[], 'Say "INR" or "USD"').default('INR'),
  uiMode: z.enum(['embedded', 'hosted'], 'Say "embedded" or "hosted"').optional(),
  paymentMethod: z.literal('card', 'Only "card" is taken here').optional(),
})

/** A form without JavaScript cannot embed a payment page: it is sent to Stripe's. */
export function readDonationRequest(
  data: Readonly<Record<string, unknown>>,
  kind: 'json' | 'form',
): { ok: true; request: DonationRequest } | { ok: false; faults: FieldError[] } {
  const read = wire.safeParse(data)
  if (!read.success) {
    const faults = read.error.issues.map(({ path, message }) => ({ field: path.join('.'), message }))
    return { ok: false, faults }
  }
  const { name, address, amount, currency, uiMode, paymentMethod: _, ...values } = read.data
  return {
    ok: true,
    request: {
      values: {
        ...values,
        ...splitName(name, values),
        ...given(address),
        country: address.country || values.country || (currency === 'INR' ? 'IN' : ''),
      },
      currency,
      // On the wire: paise or cents.
      claimed: amount === '' ? null : { amount: Number(amount), currency },
      uiMode: kind === 'form' ? 'hosted' : (uiMode ?? 'embedded'),
    },
  }
}

/** `name` stands for first and last name when neither is given: its last word is the last name. */
function splitName(name: string, { firstName, lastName }: DonationValues): DonationValues {
  if (firstName || lastName || !name) return {}
  const words = name.split(' ')
  return words.length === 1 ? { firstName: name } : { firstName: words.slice(0, -1).join(' '), lastName: words.at(-1) }
}

const given = (values: DonationValues): DonationValues =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ''))
