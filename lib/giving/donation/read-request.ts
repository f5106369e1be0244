/** Reads what a browser or a program sends to POST /api/create-checkout-session (spec: interfaces), as JSON or as a form. Checks only what no visitor types. */
import { z } from 'zod'
import { oneLine } from '#lib/contact/forms/clean-text.ts'
import { readValues, textOf } from '#lib/contact/forms/read-values.ts'
import { checkoutRequest, requestFaults, uiModeOf } from '#lib/giving/checkout/read-request.ts'
import { type DonationTerms, type DonationValues, describeDonation } from '#lib/giving/donation/form.ts'
import { countryCode } from '#lib/giving/donation/payer.ts'
import type { FieldError } from '#lib/platform/http/problem.ts'
import type { Currency, Money } from '#lib/platform/money.ts'

export type DonationRequest = {
  /** Answers to the questions of the form; what it does not ask is left out. */
  values: DonationValues
  /** Which form: rupees from India, dollars from anywhere. */
  currency: Currency
  /** The total that the sender claims; null when it claims none. Never charged: only compared. */
  claimed: Money | null
  uiMode: 'embedded' | 'hosted'
}

const schema = checkoutRequest.extend({
  currency: z.enum(['INR', 'USD'] satisfies Currency[], 'Say "INR" or "USD"').default('INR'),
})

/** `termsOf`: what the form of a currency asks. The address may be nested or flat. */
export function readDonationRequest(
  data: Readonly<Record<string, unknown>>,
  kind: 'json' | 'form',
  termsOf: (currency: Currency) => DonationTerms,
): { ok: true; request: DonationRequest } | { ok: false; faults: FieldError[] } {
  const read = schema.safeParse(data)
  if (!read.success) return { ok: false, faults: requestFaults(read.error) }
  const { currency } = read.data
  const address = Object.entries(data.address ?? {}).filter(([, value]) => textOf(value) !== '')
  const form = describeDonation(termsOf(currency))
  const values = readValues<DonationValues>(form, { ...data, ...Object.fromEntries(address) })
  const amount = textOf(data.amount).trim()
  return {
    ok: true,
    request: {
      values: {
        ...values,
        ...splitName(textOf(data.name), values),
        country: currency === 'INR' ? values.country || 'IN' : (countryCode(textOf(values.country)) ?? ''),
      },
      currency,
      // On the wire: paise or cents.
      claimed: amount === '' ? null : { amount: Number(amount), currency },
      uiMode: uiModeOf(read.data, kind),
    },
  }
}

/** `name` stands for first and last name when neither is given: its last word is the last name. */
function splitName(name: string, { firstName, lastName }: DonationValues): DonationValues {
  const words = oneLine(name).split(' ')
  const last = words.pop()
  if (firstName || lastName || !last) return {}
  return words.length === 0 ? { firstName: last } : { firstName: words.join(' '), lastName: last }
}
