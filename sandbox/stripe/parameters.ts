/**
 * The parameters of the calls that the site makes. Their names and types are checked against the stripe package at compile time,
 * each request at run time. Everything else that Stripe would take is refused, so that nobody believes it was tried.
 */
import type Stripe from 'stripe'
import { z } from 'zod'
import type { FormValue } from '../form.ts'
import { StripeRefusal } from './errors.ts'

/** Schemas for some parameters of a call. A name that the stripe package does not know, or a value of another type, does not compile. */
type Some<Parameters> = { [Name in keyof Parameters]?: z.ZodType<Parameters[Name]> }

const text = z.string().min(1).max(5000)
const integer = z.stringFormat('integer', /^\d{1,15}$/).transform(Number)
const webAddress = z.url({ protocol: /^https?$/ }).max(5000)
const email = text.refine((value) => /^[^\s@,;<>()[\]"]+@[^\s@.,;<>]+(\.[^\s@.,;<>]+)+$/.test(value), {
  error: 'not an email address',
  params: { code: 'email_invalid' },
})
/** https://docs.stripe.com/api/metadata */
const metadata = z
  .record(z.string().max(40), z.string().max(500))
  .refine((given) => Object.keys(given).length <= 50, 'at most 50 keys')
  .default({})

const address = z.strictObject({
  line1: text,
  line2: text.exactOptional(),
  city: text.exactOptional(),
  state: text.exactOptional(),
  postal_code: text.exactOptional(),
  country: z.stringFormat('country', /^[A-Z]{2}$/).exactOptional(),
} satisfies Some<Stripe.ShippingAddressParam>)

/** https://docs.stripe.com/currencies#minimum-and-maximum-charge-amounts */
const currency = z.enum(['usd', 'inr', 'eur', 'gbp'])
const smallest = { usd: 50, inr: 5000, eur: 50, gbp: 30 } satisfies Record<z.output<typeof currency>, number>
const largest = 99_999_999

const lineItem = z.strictObject({
  quantity: integer,
  price_data: z.strictObject({
    currency,
    unit_amount: integer.refine((amount) => amount <= largest, {
      error: `more than ${largest}`,
      params: { code: 'amount_too_large' },
    }),
    product_data: z.strictObject({ name: text }),
    recurring: z.strictObject({ interval: z.literal('month') }).exactOptional(),
  }),
})
const purpose = z.strictObject({ description: text.exactOptional(), metadata })

export const sessionParameters = z.strictObject({
  mode: z.enum(['payment', 'subscription']),
  ui_mode: z.enum(['hosted_page', 'embedded_page']).default('hosted_page'),
  submit_type: z.enum(['donate', 'pay']).exactOptional(),
  line_items: z.array(lineItem).min(1),
  client_reference_id: text.exactOptional(),
  expires_at: integer.exactOptional(),
  customer: text.exactOptional(),
  customer_email: email.exactOptional(),
  customer_creation: z.literal('if_required').exactOptional(),
  metadata,
  payment_intent_data: purpose
    .extend({ shipping: z.strictObject({ name: text, address }).exactOptional() })
    .exactOptional(),
  subscription_data: purpose.exactOptional(),
  success_url: webAddress.exactOptional(),
  cancel_url: webAddress.exactOptional(),
  return_url: webAddress.exactOptional(),
} satisfies Some<Stripe.Checkout.SessionCreateParams>)

export type SessionParameters = z.output<typeof sessionParameters>

export const customerParameters = z.strictObject({
  name: text,
  email: email.exactOptional(),
  address,
  metadata,
} satisfies Some<Stripe.CustomerCreateParams>)

export type CustomerParameters = z.output<typeof customerParameters>

export const portalParameters = z.strictObject({
  customer: text,
  return_url: webAddress.exactOptional(),
} satisfies Some<Stripe.BillingPortal.SessionCreateParams>)

export const subscriptionParameters = z.strictObject({
  cancel_at_period_end: z.stringbool(),
} satisfies Some<Stripe.SubscriptionUpdateParams>)

export const nothing = z.strictObject({})
export const retrieval = z.strictObject({ expand: z.array(text).default([]) })
export const page = z.strictObject({ limit: integer.default(10) })
export const domain = z.strictObject({ domain_name: text } satisfies Some<Stripe.PaymentMethodDomainListParams>)

/** A list, narrowed by one field of its objects. */
export const listing = (filter: string) =>
  z
    .strictObject({ limit: integer.default(10), [filter]: text.exactOptional() })
    .transform((given) => ({ limit: Number(given.limit), wanted: given[filter] }))

export const undelivered = z.strictObject({
  delivery_success: z.literal('false'),
  type: z.literal('checkout.session.*'),
  created: z.strictObject({ lte: integer.transform(Number) }),
  limit: integer,
})

export const invoicePaymentListing = z.strictObject({
  payment: z.strictObject({ type: z.literal('payment_intent'), payment_intent: text }),
} satisfies Some<Stripe.InvoicePaymentListParams>)

/** Throws StripeRefusal about the first parameter that does not fit. */
export function readParameters<S extends z.ZodType>(schema: S, given: FormValue): z.output<S> {
  const { data, error, success } = schema.safeParse(given)
  if (success) return data
  const [issue] = error.issues
  if (!issue) throw error
  const isUnknown = issue.code === 'unrecognized_keys'
  const [first, ...rest] = isUnknown ? [...issue.path, ...issue.keys.slice(0, 1)] : issue.path
  // As Stripe writes it: `line_items[0][quantity]`.
  const param = `${String(first)}${rest.map((key) => `[${String(key)}]`).join('')}`
  const code = isUnknown ? 'parameter_unknown' : issue.code === 'custom' ? issue.params?.code : undefined
  throw new StripeRefusal(`Invalid ${param}: ${issue.message}`, { code, param })
}

/** Seconds. */
const shortestOpen = 30 * 60
export const longestOpen = 24 * 3600

/** The rules between the parameters of a session: https://docs.stripe.com/api/checkout/sessions/create. Throws StripeRefusal. */
export function checkSession(given: SessionParameters, nowSeconds: number): void {
  const isMonthly = given.mode === 'subscription'
  const isEmbedded = given.ui_mode === 'embedded_page'
  const open = (given.expires_at ?? nowSeconds + longestOpen) - nowSeconds
  const prices = given.line_items.map(({ price_data }) => price_data)
  const [used = 'usd', ...others] = new Set(prices.map((price) => price.currency))
  const back = isEmbedded ? 'return_url' : 'success_url'
  const excluded = [
    ...(isMonthly ? (['payment_intent_data', 'customer_creation'] as const) : (['subscription_data'] as const)),
    ...(isEmbedded ? (['success_url', 'cancel_url'] as const) : (['return_url'] as const)),
    ...(given.customer === undefined ? [] : (['customer_email', 'customer_creation'] as const)),
  ].find((name) => given[name] !== undefined)
  const refuse = (param: string, fault: string, code?: string) => {
    throw new StripeRefusal(`Invalid ${param}: ${fault}.`, { param, code })
  }
  if (excluded) refuse(excluded, 'not with the other parameters')
  if (given[back] === undefined) refuse(back, 'missing')
  if (prices.some(({ recurring }) => (recurring !== undefined) !== isMonthly))
    refuse('mode', 'prices of the other mode')
  if (others.length > 0) refuse('line_items', 'several currencies')
  if (open < shortestOpen || open > longestOpen) refuse('expires_at', 'not between 30 minutes and 24 hours from now')
  if (totalOf(given) < smallest[used])
    refuse('line_items', `less than ${smallest[used]} in ${used}`, 'amount_too_small')
}

export const totalOf = ({ line_items }: SessionParameters): number =>
  line_items.reduce((sum, { price_data, quantity }) => sum + price_data.unit_amount * quantity, 0)
