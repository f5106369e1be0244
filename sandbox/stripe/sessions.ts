/** Checkout sessions: opened, paid once or monthly, settled later, expired. https://docs.stripe.com/api/checkout/sessions */
import { type Card, chargeOutcome, type Decline } from './cards.ts'
import { type Cause, type Charging, noCause } from './charging.ts'
import { addressOf } from './customer-parameters.ts'
import { StripeRefusal } from './errors.ts'
import { type Checkout, knownEmail, type Ledger, nowSeconds, randomText } from './ledger.ts'
import {
  billingOf,
  type Customer,
  newLineItem,
  newPrice,
  newProduct,
  type PaymentIntent,
  type Session,
} from './objects.ts'
import { type SessionParameters, totalOf } from './session-parameters.ts'
import type { Subscriptions } from './subscriptions.ts'

export type PaymentMethodType = 'card' | 'us_bank_account'

/** `delivered` settles when the site has answered the event that completes the session, or could not. */
export type PayOutcome =
  | { kind: 'complete'; delivered: Promise<unknown> }
  | { kind: 'declined'; message: string }
  | { kind: 'not-open'; status: 'complete' | 'expired' }

export type Sessions = ReturnType<typeof createSessions>

/** Stripe's names for the ways to pay that a session offers. Bank debits exist in US dollars only. */
export function methodsOf(asked: SessionParameters): PaymentMethodType[] {
  if (asked.payment_method_types) return asked.payment_method_types
  const possible: PaymentMethodType[] =
    asked.mode === 'payment' && asked.line_items[0]?.price_data.currency === 'usd'
      ? ['card', 'us_bank_account']
      : ['card']
  const { allowed_payment_method_types: allowed } = asked
  return allowed ? possible.filter((method) => allowed.includes(method)) : possible
}

/** `payUrl` is the service's own origin, known once it listens. */
export function createSessions(
  ledger: Ledger,
  { charging, subscriptions, payUrl }: { charging: Charging; subscriptions: Subscriptions; payUrl: () => string },
) {
  const { announce, keepCustomer, keepMethod, startCharge, succeed, markFailed } = charging

  function open(asked: SessionParameters): Checkout {
    const now = nowSeconds()
    const customer = customerOf(asked)
    const id = ledger.nextId('cs_test')
    const lines = asked.line_items.map((item) => {
      const product = newProduct(ledger.nextId('prod'), now, item)
      const price = newPrice(ledger.nextId('price'), now, item, product.id)
      ledger.products.set(product.id, product)
      ledger.prices.set(price.id, price)
      return newLineItem(ledger.nextId('li'), item, price)
    })
    const session = newSession(id, now, asked, customer, `${payUrl()}/pay/${id}`)
    const checkout: Checkout = { asked, lines, customer, session }
    ledger.checkouts.set(id, checkout)
    return checkout
  }

  function customerOf({ customer }: SessionParameters): Customer | null {
    if (customer === undefined) return null
    const found = ledger.customers.get(customer)
    if (found) return found
    throw new StripeRefusal(`No such customer: '${customer}'`, { code: 'resource_missing', param: 'customer' })
  }

  /** Closes a session whose time is over. */
  function age({ session }: Checkout): void {
    if (session.status === 'open' && session.expires_at <= nowSeconds()) close(session, noCause)
  }

  function close(session: Session, cause: Cause): void {
    session.status = 'expired'
    session.url = null
    void announce('checkout.session.expired', session, cause)
  }

  function expire(checkout: Checkout, cause: Cause = noCause): Session {
    age(checkout)
    const { session } = checkout
    if (session.status !== 'open') {
      throw new StripeRefusal(
        `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of \`${session.status}\`.`,
        { param: 'session' },
      )
    }
    close(session, cause)
    return session
  }

  /** `card` null: the test bank account, which pays later. The e-mail address is the one of the session, where it has one. */
  function pay(checkout: Checkout, card: Card | null, typedEmail: string): PayOutcome {
    age(checkout)
    const { session, asked } = checkout
    if (session.status !== 'open') {
      return { kind: 'not-open', status: session.status === 'complete' ? 'complete' : 'expired' }
    }
    const email = knownEmail(checkout) ?? typedEmail
    return asked.mode === 'payment' ? payOnce(checkout, card, email) : payMonthly(checkout, card, email)
  }

  function payOnce(checkout: Checkout, card: Card | null, email: string): PayOutcome {
    const { session, asked } = checkout
    const now = nowSeconds()
    const customer =
      checkout.customer ??
      (asked.customer_creation === 'always' ? keepCustomer({ email, currency: session.currency }) : null)
    const intent = ledger.paymentIntents.get(session.payment_intent ?? '') ?? intentFor(checkout)
    intent.customer = customer?.id ?? null
    const method = keepMethod(card, email, customer)
    session.payment_intent = intent.id

    const decline = card && chargeOutcome(card)
    if (decline && decline !== 'paid') {
      markFailed(intent, startCharge(intent, method, now), method, decline)
      return { kind: 'declined', message: decline.message }
    }
    const charge = startCharge(intent, method, now)
    completeSession(checkout, email, customer)
    if (card) {
      succeed(intent, charge)
    } else {
      intent.status = 'processing'
      void announce('charge.pending', charge)
      void announce('payment_intent.processing', intent)
    }
    session.payment_status = card ? 'paid' : 'unpaid'
    return { kind: 'complete', delivered: announce('checkout.session.completed', session) }
  }

  function intentFor({ session, asked }: Checkout): PaymentIntent {
    const data = asked.payment_intent_data
    const intent = charging.keepIntent({
      amount: session.amount_total ?? 0,
      currency: session.currency ?? 'usd',
      customer: null,
      description: data?.description ?? null,
      metadata: data?.metadata ?? {},
      methods: session.payment_method_types,
      receiptEmail: data?.receipt_email ?? null,
      statementDescriptor: data?.statement_descriptor ?? null,
      statementDescriptorSuffix: data?.statement_descriptor_suffix ?? null,
      setupFutureUsage: data?.setup_future_usage ?? null,
    })
    const { name, address } = data?.shipping ?? {}
    if (name && address) intent.shipping = { name, address: addressOf(address) }
    return intent
  }

  function payMonthly(checkout: Checkout, card: Card | null, email: string): PayOutcome {
    const { session, asked, lines } = checkout
    if (!card) throw new StripeRefusal('The sandbox acts out bank debits in payment mode only.')
    const currency = session.currency ?? 'usd'
    const outcome = chargeOutcome(card)
    if (outcome !== 'paid') {
      const intent = subscriptions.intentForInvoice(
        session.amount_total ?? 0,
        currency,
        checkout.customer?.id ?? null,
        'Subscription creation',
      )
      const method = keepMethod(card, email, checkout.customer)
      markFailed(intent, startCharge(intent, method, nowSeconds()), method, outcome)
      return { kind: 'declined', message: outcome.message }
    }
    const customer = checkout.customer ?? keepCustomer({ email })
    customer.currency = currency
    completeSession(checkout, email, customer)
    const { subscription, invoice } = subscriptions.start({
      customer,
      method: keepMethod(card, email, customer),
      lines,
      description: asked.subscription_data?.description ?? null,
      metadata: asked.subscription_data?.metadata ?? {},
    })
    session.subscription = subscription.id
    session.invoice = invoice.id
    session.payment_status = 'paid'
    return { kind: 'complete', delivered: announce('checkout.session.completed', session) }
  }

  function completeSession({ session, asked }: Checkout, email: string, customer: Customer | null): void {
    session.status = 'complete'
    session.url = null
    session.customer = customer?.id ?? null
    session.customer_details = {
      address: billingOf(email).address,
      business_name: null,
      email,
      individual_name: null,
      name: null,
      phone: null,
      tax_exempt: 'none',
      tax_ids: [],
    }
    session.customer_email = asked.customer_email ?? null
  }

  /** The bank has decided about a payment that was made by bank debit. */
  async function settle(checkout: Checkout, outcome: 'succeeded' | 'failed'): Promise<Session> {
    const { session } = checkout
    const intent = ledger.paymentIntents.get(session.payment_intent ?? '')
    const charge = ledger.charges.get(intent?.latest_charge ?? '')
    if (!intent || !charge || intent.status !== 'processing') {
      throw new StripeRefusal('This session has no payment that waits for a bank.')
    }
    if (outcome === 'succeeded') {
      succeed(intent, charge)
      session.payment_status = 'paid'
      await announce('checkout.session.async_payment_succeeded', session)
    } else {
      markFailed(intent, charge, ledger.paymentMethods.get(charge.payment_method ?? '') ?? null, bankRefusal)
      await announce('checkout.session.async_payment_failed', session)
    }
    return session
  }

  return { open, age, expire, pay, settle }
}

const bankRefusal: Decline = {
  code: 'payment_intent_payment_attempt_failed',
  declineCode: 'insufficient_funds',
  message: "The customer's bank account has insufficient funds.",
}

function newSession(
  id: string,
  now: number,
  asked: SessionParameters,
  customer: Customer | null,
  payUrl: string,
): Session {
  const email = asked.customer_email ?? customer?.email
  const embedded = asked.ui_mode === 'embedded_page'
  const total = totalOf(asked.line_items)
  const methods = methodsOf(asked)
  const text = (key: 'after_submit' | 'shipping_address' | 'submit' | 'terms_of_service_acceptance') =>
    asked.custom_text?.[key] ?? null
  return {
    id,
    object: 'checkout.session',
    adaptive_pricing: asked.adaptive_pricing ?? { enabled: false },
    after_expiration: null,
    allow_promotion_codes: null,
    allowed_payment_method_types: asked.allowed_payment_method_types ?? null,
    amount_subtotal: total,
    amount_total: total,
    automatic_tax: { enabled: false, liability: null, provider: null, status: null },
    billing_address_collection: asked.billing_address_collection ?? null,
    cancel_url: asked.cancel_url ?? null,
    client_reference_id: asked.client_reference_id ?? null,
    client_secret: embedded ? `${id}_secret_${randomText(32)}` : null,
    collected_information: null,
    consent: null,
    consent_collection: null,
    created: now,
    currency: asked.line_items[0]?.price_data.currency ?? null,
    currency_conversion: null,
    custom_fields: [],
    custom_text: {
      after_submit: text('after_submit'),
      shipping_address: text('shipping_address'),
      submit: text('submit'),
      terms_of_service_acceptance: text('terms_of_service_acceptance'),
    },
    customer: customer?.id ?? null,
    customer_account: null,
    customer_creation: asked.mode === 'payment' && !customer ? (asked.customer_creation ?? 'if_required') : null,
    customer_details: email
      ? {
          address: customer?.address ?? null,
          business_name: null,
          email,
          individual_name: null,
          name: customer?.name ?? null,
          phone: customer?.phone ?? null,
          tax_exempt: 'none',
          tax_ids: null,
        }
      : null,
    customer_email: asked.customer_email ?? null,
    discounts: [],
    expires_at: asked.expires_at ?? now + 24 * 3600,
    integration_identifier: asked.integration_identifier ?? null,
    invoice: null,
    invoice_creation: null,
    livemode: false,
    locale: asked.locale ?? null,
    managed_payments: { enabled: false },
    metadata: asked.metadata,
    mode: asked.mode,
    origin_context: asked.origin_context ?? null,
    payment_intent: null,
    payment_link: null,
    payment_method_collection:
      asked.mode === 'subscription' ? (asked.payment_method_collection ?? 'always') : 'if_required',
    payment_method_configuration_details: null,
    payment_method_options: {},
    payment_method_types: methods,
    payment_status: 'unpaid',
    permissions: null,
    phone_number_collection: { enabled: false },
    recovered_from: null,
    ...(embedded && {
      redirect_on_completion: asked.redirect_on_completion ?? 'always',
      ...(asked.return_url !== undefined && { return_url: asked.return_url }),
    }),
    saved_payment_method_options: null,
    setup_intent: null,
    shipping_address_collection: null,
    shipping_cost: null,
    shipping_options: [],
    status: 'open',
    submit_type: asked.submit_type ?? null,
    subscription: null,
    success_url: asked.success_url ?? null,
    total_details: { amount_discount: 0, amount_shipping: 0, amount_tax: 0 },
    ui_mode: asked.ui_mode ?? 'hosted_page',
    url: embedded ? null : payUrl,
    wallet_options: null,
  }
}
