/** Calls to Stripe: the client, request parameters, and failures as values. Never logs what a donor typed. */
import Stripe from 'stripe'
import type { z } from 'zod'
import { log } from '#lib/platform/log.ts'
import { measureCall } from '#lib/platform/metrics.ts'
import type {
  CheckoutOrder,
  Payer,
  PaymentRefusal,
  ProviderFailure,
  ProviderFault,
  ProviderResult,
} from '#lib/platform/providers/payments.ts'
import { byWallet, ownMetadata, pageOf } from '#lib/platform/providers/stripe-objects.ts'
import { isReference } from '#lib/platform/reference.ts'
import { failure, success } from '#lib/platform/result.ts'

export type StripeSettings = {
  secretKey: string
  webhookSecret: string
  /** Another origin for the API, as in the sandbox; null for Stripe's own. */
  apiBase: string | null
  /** Milliseconds per request; ten seconds by default. */
  timeout?: number
}

const requestTimeout = 10_000
/** For page loads: one attempt of four seconds, then the page says that the state is not known yet. */
const pagePatience = 4000
/** One retry with the same key; two would keep a visitor waiting half a minute. */
const retries = 1

/** By Stripe's error codes: https://docs.stripe.com/error-codes */
const refusals: Record<string, PaymentRefusal> = {
  email_invalid: 'email',
  amount_too_small: 'amount-too-small',
  amount_too_large: 'amount-too-large',
  country_code_invalid: 'address',
  incorrect_address: 'address',
  incorrect_postal_code: 'address',
  incorrect_zip: 'address',
  postal_code_invalid: 'address',
  shipping_address_invalid: 'address',
  state_unsupported: 'address',
}
const faults: Record<string, ProviderFault> = {
  account_invalid: 'account',
  api_key_expired: 'key',
  capability_not_active: 'method',
  livemode_mismatch: 'key',
  payment_method_currency_mismatch: 'method',
  payment_method_not_available: 'method',
  payment_method_unactivated: 'method',
  payment_method_unsupported_type: 'method',
  secret_key_required: 'key',
  testmode_charges_only: 'account',
}

/** By the parameter, for an error whose code is general: only these hold what a donor typed. */
function refusalOf({ code = '', param = '' }: Stripe.errors.StripeError): PaymentRefusal | undefined {
  if (/email/.test(param)) return 'email'
  if (/address|shipping|^name$/.test(param)) return 'address'
  return refusals[code]
}

function faultOf({ statusCode, code = '', param = '' }: Stripe.errors.StripeError): ProviderFault {
  if (faults[code]) return faults[code]
  if (statusCode === 401) return 'key'
  if (statusCode === 403) return 'permission'
  if (param === 'expires_at') return 'clock'
  return /currency|payment_method/.test(param) ? 'method' : 'request'
}

/** `opens`: whether the call opens a payment page, of which Stripe refuses nothing but what a donor typed or an operator has to mend. */
function failureOf(call: string, error: unknown, opens: boolean): ProviderFailure {
  const known = error instanceof Stripe.errors.StripeError ? error : null
  // Codes and ids only: Stripe's messages quote what donors typed.
  log.warn('A Stripe request failed', {
    call,
    type: known?.type ?? (error instanceof Error ? error.name : typeof error),
    code: known?.code,
    param: known?.param,
    status: known?.statusCode,
    requestId: known?.requestId,
  })
  if (!known || known instanceof Stripe.errors.StripeConnectionError) return { kind: 'unreachable' }
  if (known.statusCode === undefined || known.code === 'idempotency_key_in_use') return { kind: 'unreachable' }
  if (known.statusCode >= 500 || known.statusCode === 429) return { kind: 'unable' }
  if (known instanceof Stripe.errors.StripeCardError) return { kind: 'refused', of: 'card' }
  const refusal = refusalOf(known)
  if (refusal) return { kind: 'refused', of: refusal }
  if (opens || [401, 403].includes(known.statusCode)) return { kind: 'misconfigured', fault: faultOf(known) }
  if (known.statusCode === 404 || known.code === 'resource_missing') return { kind: 'missing' }
  return { kind: 'refused', of: null }
}

/** Whether Stripe accepted the call. A rejected request, such as a declined card, is not a failure of Stripe. */
const isTaken = (outcome: ProviderResult<unknown>): boolean =>
  outcome.ok ||
  (outcome.failure.kind === 'misconfigured'
    ? outcome.failure.fault !== 'key'
    : !['unreachable', 'unable'].includes(outcome.failure.kind))

/** One call. It counts as one that worked (lib/platform/warnings.ts) once `read` has accepted the response. */
const measured = <Value>(
  call: string,
  request: () => Promise<unknown>,
  read: (answer: unknown) => ProviderResult<Value>,
  opens = false,
): Promise<ProviderResult<Value>> =>
  measureCall(
    'stripe',
    async () => {
      try {
        return read(await request())
      } catch (error) {
        return failure(failureOf(call, error, opens))
      }
    },
    isTaken,
  )

/** Validates what Stripe returned, because a proxy's error page or a partial object must not be used. */
function readAnswer<Shape extends z.ZodType>(
  call: string,
  shape: Shape,
  answer: unknown,
): ProviderResult<z.output<Shape>> {
  const read = shape.safeParse(answer)
  if (read.success) return success(read.data)
  log.warn('Stripe returned an unexpected response', {
    call,
    fields: read.error.issues.map(({ path }) => path.join('.')),
  })
  return failure({ kind: 'unreachable' })
}

/** Calls Stripe and validates the response. `opens`: as in {@link failureOf}. */
export const ask = <Shape extends z.ZodType>(
  call: string,
  shape: Shape,
  request: () => Promise<unknown>,
  { opens = false } = {},
): Promise<ProviderResult<z.output<Shape>>> =>
  measured(call, request, (answer) => readAnswer(call, shape, answer), opens)

/**
 * As {@link ask}, for objects that carry our reference. `missing` for objects of other products in the same account: only their
 * metadata is read, so their currencies and shapes do not matter.
 */
export const askForOurs = <Shape extends z.ZodType>(
  call: string,
  shape: Shape,
  request: () => Promise<unknown>,
  readMetadata: z.ZodType<Record<string, unknown> | null> = ownMetadata,
): Promise<ProviderResult<z.output<Shape>>> =>
  measured(call, request, (answer) => {
    const found = readMetadata.safeParse(answer)
    if (found.success && !isReference(found.data?.reference)) return failure({ kind: 'missing' })
    return readAnswer(call, shape, answer)
  })

export type Page = { limit: number; starting_after?: string }
/** The objects of a list, newest first: https://docs.stripe.com/api/pagination */
export async function askForAll<Item extends z.ZodType<{ id: string }>>(
  call: string,
  item: Item,
  list: (page: Page) => Promise<unknown>,
  maxPages = Number.POSITIVE_INFINITY,
): Promise<ProviderResult<z.output<Item>[]>> {
  const found: z.output<Item>[] = []
  for (let pages = 1; ; pages += 1) {
    const last = found.at(-1)
    const read = await ask(call, pageOf(item), () => list({ limit: 100, ...(last && { starting_after: last.id }) }))
    if (!read.ok) return read
    found.push(...read.value.data)
    if (!read.value.has_more || read.value.data.length === 0 || pages === maxPages) return success(found)
  }
}

export function clientFor({ secretKey, apiBase, timeout = requestTimeout }: StripeSettings): Stripe {
  const elsewhere = apiBase ? new URL(apiBase) : null
  return new Stripe(secretKey, {
    timeout,
    maxNetworkRetries: retries,
    telemetry: false,
    ...(elsewhere && {
      host: elsewhere.hostname,
      port: elsewhere.port || (elsewhere.protocol === 'http:' ? 80 : 443),
      protocol: elsewhere.protocol === 'http:' ? ('http' as const) : ('https' as const),
    }),
  })
}

/** An account at Stripe, by one of its keys. */
export type StripeAccount = {
  stripe: Stripe
  mode: 'live' | 'test'
  webhookSecret: string
  /** Options of calls for which a page waits. */
  whileVisitorWaits: Stripe.RequestOptions
}

export const accountOf = (settings: StripeSettings & { isLive: boolean }): StripeAccount => ({
  stripe: clientFor(settings),
  mode: settings.isLive ? 'live' : 'test',
  webhookSecret: settings.webhookSecret,
  whileVisitorWaits: {
    timeout: Math.min(settings.timeout ?? requestTimeout, pagePatience),
    maxNetworkRetries: 0,
  },
})

/** When a moment is for Stripe: seconds since 1970. */
export const inSeconds = (date: Date) => Math.floor(date.getTime() / 1000)

/** Stripe rejects empty address lines. */
const givenLines = ({ line1, ...address }: Payer['address']): { line1: string } & Stripe.AddressParam => ({
  line1,
  ...Object.fromEntries(Object.entries(address).filter(([, line]) => line)),
})

export function customerParams({
  email,
  reference,
  payer,
}: CheckoutOrder & { payer: Payer }): Stripe.CustomerCreateParams {
  return {
    name: payer.name,
    ...(email && { email }),
    ...(payer.address.line1 && { address: givenLines(payer.address) }),
    metadata: { reference },
  }
}

/** Attaches name and address to a one-off payment without creating a customer, which would remain when nobody pays. */
const shippingOf = ({ payer }: CheckoutOrder) =>
  payer?.address.line1 ? { shipping: { name: payer.name, address: givenLines(payer.address) } } : {}

/** A trial delays the first charge, and the bank confirms the mandate at once: https://docs.stripe.com/payments/checkout/free-trials (read November 2026) */
const firstCharge = ({ replaces }: CheckoutOrder) => (replaces ? { trial_end: inSeconds(replaces.from) } : {})

export const thankYouOf = ({ thankYou }: CheckoutOrder, id: string): string =>
  `${thankYou}${thankYou.includes('?') ? '&' : '?'}session_id=${id}`

const descriptionOf = ({ lines, reference }: CheckoutOrder) =>
  `${lines.map(({ name }) => name).join(', ')} (${reference})`

/**
 * A payment that the browser confirms. The wallets on offer pay by card, and the element names the same methods.
 * https://docs.stripe.com/elements/express-checkout-element/accept-a-payment (read November 2026)
 */
export const paymentParams = (order: CheckoutOrder): Stripe.PaymentIntentCreateParams => ({
  amount: order.lines.reduce((sum, { money }) => sum + money.amount, 0),
  currency: (order.lines[0]?.money.currency ?? '').toLowerCase(),
  allowed_payment_method_types: ['card'],
  description: descriptionOf(order),
  metadata: { ...order.metadata, reference: order.reference, ...byWallet },
})

/** @param customer id; only for a monthly gift. */
export function sessionParams(order: CheckoutOrder, customer: string | null): Stripe.Checkout.SessionCreateParams {
  const metadata = { ...order.metadata, reference: order.reference, ...(order.replaces && { terms: 'new' }) }
  const thankYou = thankYouOf(order, '{CHECKOUT_SESSION_ID}')
  const description = descriptionOf(order)
  const monthly = order.frequency === 'monthly'
  return {
    mode: monthly ? 'subscription' : 'payment',
    submit_type: order.isInReturn ? 'pay' : 'donate',
    line_items: order.lines.map(({ name, money }) => ({
      quantity: 1,
      price_data: {
        currency: money.currency.toLowerCase(),
        unit_amount: money.amount,
        product_data: { name },
        ...(monthly && { recurring: { interval: 'month' as const } }),
      },
    })),
    // Stripe accepts only one of the two, and no empty address; without an address it asks for one.
    ...(customer ? { customer } : order.email && { customer_email: order.email }),
    ...(!monthly && { customer_creation: 'if_required' as const }),
    client_reference_id: order.reference,
    // https://docs.stripe.com/api/checkout/sessions/create#create_checkout_session-expires_at
    expires_at: inSeconds(order.closesAt),
    // Session metadata is not copied to the payment or subscription.
    metadata,
    ...(monthly
      ? { subscription_data: { description, metadata, ...firstCharge(order) } }
      : { payment_intent_data: { description, metadata, ...shippingOf(order) } }),
    ...(order.uiMode === 'embedded'
      ? { ui_mode: 'embedded_page', return_url: thankYou }
      : {
          ui_mode: 'hosted_page',
          success_url: thankYou,
          cancel_url: order.cancelled,
        }),
  }
}
