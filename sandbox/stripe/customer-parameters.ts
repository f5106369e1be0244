/** What POST /v1/customers takes and refuses, API version 2026-10-28.endive. Changes nothing: it only reads. */
import type { FormTree } from '../form.ts'
import { StripeRefusal } from './errors.ts'
import type { CustomerDetails } from './objects.ts'
import { allNotActed, email, expansion, metadata, object, optional, type Reader, text } from './parameters.ts'

const regions = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' })

/** https://docs.stripe.com/api/customers/create#create_customer-address-country: two letters (ISO 3166-1). */
const country: Reader<string> = {
  absent: text().absent,
  read(node, path) {
    const value = text().read(node, path)
    if (/^[A-Z]{2}$/.test(value) && regions.of(value) && new Intl.Locale(`und-${value}`).region === value) return value
    throw new StripeRefusal(
      `Country '${value}' is unknown. Try using a 2-character alphanumeric country code instead, such as 'US', 'EG', or 'GB'.`,
      { param: path },
    )
  },
}

export const address = object({
  line1: optional(text()),
  line2: optional(text()),
  city: optional(text()),
  state: optional(text()),
  postal_code: optional(text()),
  country: optional(country),
})

/** As Stripe answers with it: what was not given is null. */
export const addressOf = (given: ReturnType<typeof address.read>) => ({
  line1: given.line1 ?? null,
  line2: given.line2 ?? null,
  city: given.city ?? null,
  state: given.state ?? null,
  postal_code: given.postal_code ?? null,
  country: given.country ?? null,
})

const create = object({
  address: optional(address),
  description: optional(text()),
  email: optional(email()),
  metadata: metadata(),
  name: optional(text(256)),
  phone: optional(text(20)),
  expand: expansion,
  ...allNotActed([
    'balance',
    'business_name',
    'cash_balance',
    'individual_name',
    'invoice_prefix',
    'invoice_settings',
    'next_invoice_sequence',
    'payment_method',
    'preferred_locales',
    'shipping',
    'source',
    'tax',
    'tax_exempt',
    'tax_id_data',
    'test_clock',
    'validate',
  ]),
})

/** Reads and checks the whole request. Throws StripeRefusal. */
export function readCustomerParameters(form: FormTree): CustomerDetails & { expand: string[] | undefined } {
  const { address, description, email, metadata, name, phone, expand } = create.read(form, '')
  return {
    address: address ? addressOf(address) : null,
    description: description ?? null,
    email: email ?? null,
    metadata,
    name: name ?? null,
    phone: phone ?? null,
    expand,
  }
}
