/** Stripe's objects as they stand on the wire, checked against the types of the stripe package. Makes them and nothing else: what happens to them is told in payments.ts. */
import type Stripe from 'stripe'
import type { Card } from './cards.ts'
import type { LineItemParameters } from './session-parameters.ts'

/** The same object with ids where Stripe could also put whole objects. */
type WithIds<T, K extends keyof T> = Omit<T, K> & { [P in K]: string | null }

// Decimal numbers are text on the wire; the package turns them into objects of its own.
export type Price = Omit<Stripe.Price, 'unit_amount_decimal' | 'product'> & {
  unit_amount_decimal: string
  product: string
}
type Plan = Omit<Stripe.Plan, 'amount_decimal'> & { amount_decimal: string }
export type LineItem = Omit<Stripe.LineItem, 'price'> & { price: Price }
export type Session = WithIds<
  Omit<Stripe.Checkout.Session, 'line_items'>,
  'customer' | 'invoice' | 'payment_intent' | 'subscription'
>
export type PaymentIntent = WithIds<Stripe.PaymentIntent, 'customer' | 'latest_charge' | 'payment_method'>
export type Charge = WithIds<Stripe.Charge, 'customer' | 'payment_intent'>
export type SubscriptionItem = Omit<Stripe.SubscriptionItem, 'price' | 'plan'> & { price: Price; plan: Plan }
export type Subscription = Omit<Stripe.Subscription, 'customer' | 'items' | 'latest_invoice'> & {
  customer: string
  items: Stripe.ApiList<SubscriptionItem>
  latest_invoice: string | null
}
type InvoiceLine = Omit<Stripe.InvoiceLineItem, 'pricing' | 'quantity_decimal'> & {
  pricing: { price_details: { price: string; product: string }; type: 'price_details'; unit_amount_decimal: string }
  quantity_decimal: string
}
export type Invoice = Omit<Stripe.Invoice, 'customer' | 'lines' | 'payments'> & {
  customer: string
  lines: Stripe.ApiList<InvoiceLine>
}
export type InvoicePayment = Omit<Stripe.InvoicePayment, 'invoice' | 'payment'> & {
  invoice: string
  payment: { type: 'payment_intent'; payment_intent: string }
}
export type Customer = Stripe.Customer
export type PortalSession = Omit<Stripe.BillingPortal.Session, 'configuration'> & { configuration: string }
export type PaymentMethod = Stripe.PaymentMethod
export type Product = Stripe.Product
export type Refund = WithIds<Stripe.Refund, 'charge' | 'payment_intent'>
export type Dispute = Omit<Stripe.Dispute, 'charge' | 'payment_intent'> & { charge: string; payment_intent: string }
export type Event = {
  id: string
  object: 'event'
  api_version: string
  created: number
  data: { object: object; previous_attributes?: object }
  livemode: false
  pending_webhooks: number
  request: { id: string | null; idempotency_key: string | null }
  type: Stripe.Event.Type
}

export const apiVersion = '2026-10-28.endive'

export const listOf = <T>(data: T[], url: string, hasMore = false): Stripe.ApiList<T> => ({
  object: 'list',
  data,
  has_more: hasMore,
  url,
})

export function newProduct(id: string, now: number, item: LineItemParameters): Product {
  const { name, description, images, metadata, unit_label } = item.price_data.product_data
  return {
    id,
    object: 'product',
    active: false,
    created: now,
    default_price: null,
    description: description ?? null,
    images: images ?? [],
    livemode: false,
    marketing_features: [],
    metadata,
    name,
    package_dimensions: null,
    shippable: null,
    statement_descriptor: null,
    tax_code: null,
    tax_details: null,
    type: 'service',
    unit_label: unit_label ?? null,
    updated: now,
    url: null,
  }
}

export function newPrice(id: string, now: number, item: LineItemParameters, product: string): Price {
  const { currency, recurring, tax_behavior, unit_amount } = item.price_data
  return {
    id,
    object: 'price',
    // A price made in passing cannot be used again.
    active: false,
    billing_scheme: 'per_unit',
    created: now,
    currency,
    custom_unit_amount: null,
    livemode: false,
    lookup_key: null,
    metadata: {},
    nickname: null,
    product,
    recurring: recurring
      ? {
          interval: recurring.interval,
          interval_count: recurring.interval_count ?? 1,
          meter: null,
          trial_period_days: null,
          usage_type: 'licensed',
        }
      : null,
    tax_behavior: tax_behavior ?? 'unspecified',
    tiers_mode: null,
    transform_quantity: null,
    type: recurring ? 'recurring' : 'one_time',
    unit_amount,
    unit_amount_decimal: String(unit_amount),
  }
}

export function newLineItem(id: string, item: LineItemParameters, price: Price): LineItem {
  const amount = item.price_data.unit_amount * item.quantity
  return {
    id,
    object: 'item',
    adjustable_quantity: null,
    amount_discount: 0,
    amount_subtotal: amount,
    amount_tax: 0,
    amount_total: amount,
    currency: price.currency,
    description: item.price_data.product_data.name,
    metadata: item.metadata,
    price,
    quantity: item.quantity,
  }
}

const noBilling: Stripe.Charge.BillingDetails = { address: null, email: null, name: null, phone: null, tax_id: null }

/** What stands on charges and payment methods about who pays. */
export const billingOf = (email: string): Stripe.Charge.BillingDetails => ({
  ...noBilling,
  address: { city: null, country: 'IN', line1: null, line2: null, postal_code: null, state: null },
  email,
})

/** `card` null: the test bank account. */
export function newPaymentMethod(
  id: string,
  now: number,
  card: Card | null,
  email: string,
  customer: string | null,
): PaymentMethod {
  const common = {
    id,
    object: 'payment_method' as const,
    allow_redisplay: 'limited' as const,
    billing_details: billingOf(email),
    created: now,
    customer,
    customer_account: null,
    livemode: false,
    metadata: {},
  }
  if (!card) {
    return {
      ...common,
      type: 'us_bank_account',
      us_bank_account: {
        account_holder_type: 'individual',
        account_type: 'checking',
        bank_name: 'STRIPE TEST BANK',
        financial_connections_account: null,
        fingerprint: null,
        last4: '6789',
        networks: null,
        routing_number: '110000000',
        status_details: null,
      },
    }
  }
  return {
    ...common,
    type: 'card',
    card: {
      brand: 'visa',
      checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: 'pass' },
      country: 'US',
      display_brand: 'visa',
      exp_month: card.expMonth,
      exp_year: card.expYear,
      fingerprint: null,
      funding: 'credit',
      generated_from: null,
      last4: card.number.slice(-4),
      networks: { available: ['visa'], preferred: null },
      regulated_status: 'unregulated',
      three_d_secure_usage: { supported: true },
      wallet: null,
    },
  }
}

export type CustomerDetails = Partial<
  Pick<Customer, 'address' | 'currency' | 'description' | 'email' | 'metadata' | 'name' | 'phone'>
>

export function newCustomer(id: string, now: number, details: CustomerDetails): Customer {
  return {
    id,
    object: 'customer',
    address: details.address ?? null,
    balance: 0,
    created: now,
    currency: details.currency ?? null,
    customer_account: null,
    default_source: null,
    delinquent: false,
    description: details.description ?? null,
    discount: null,
    email: details.email ?? null,
    invoice_prefix: id.slice(-8).toUpperCase(),
    invoice_settings: {
      custom_fields: null,
      default_payment_method: null,
      footer: null,
      rendering_options: null,
    },
    livemode: false,
    metadata: details.metadata ?? {},
    name: details.name ?? null,
    next_invoice_sequence: 1,
    phone: details.phone ?? null,
    preferred_locales: [],
    shipping: null,
    tax_exempt: 'none',
    test_clock: null,
  }
}

export function newPaymentIntent(
  id: string,
  now: number,
  options: {
    amount: number
    currency: string
    customer: string | null
    description: string | null
    metadata: Record<string, string>
    methods: readonly string[]
    receiptEmail: string | null
    statementDescriptor: string | null
    statementDescriptorSuffix: string | null
    setupFutureUsage: 'off_session' | 'on_session' | null
  },
): PaymentIntent {
  return {
    id,
    object: 'payment_intent',
    allowed_payment_method_types: null,
    amount: options.amount,
    amount_capturable: 0,
    amount_details: { tip: {} },
    amount_received: 0,
    application: null,
    application_fee_amount: null,
    automatic_payment_methods: null,
    canceled_at: null,
    cancellation_reason: null,
    capture_method: 'automatic_async',
    client_secret: `${id}_secret_sandbox`,
    confirmation_method: 'automatic',
    created: now,
    currency: options.currency,
    customer: options.customer,
    customer_account: null,
    description: options.description,
    excluded_payment_method_types: null,
    last_payment_error: null,
    latest_charge: null,
    livemode: false,
    managed_payments: null,
    metadata: options.metadata,
    next_action: null,
    on_behalf_of: null,
    payment_method: null,
    payment_method_configuration_details: null,
    payment_method_options: null,
    payment_method_types: [...options.methods],
    payment_record: null,
    processing: null,
    receipt_email: options.receiptEmail,
    review: null,
    setup_future_usage: options.setupFutureUsage,
    shipping: null,
    source: null,
    statement_descriptor: options.statementDescriptor,
    statement_descriptor_suffix: options.statementDescriptorSuffix,
    status: 'requires_payment_method',
    transfer_data: null,
    transfer_group: null,
  }
}

export function newCharge(id: string, now: number, intent: PaymentIntent, method: PaymentMethod): Charge {
  return {
    id,
    object: 'charge',
    amount: intent.amount,
    amount_captured: 0,
    amount_refunded: 0,
    application: null,
    application_fee: null,
    application_fee_amount: null,
    balance_transaction: null,
    billing_details: method.billing_details,
    calculated_statement_descriptor: intent.statement_descriptor ?? 'SANDBOX',
    captured: false,
    created: now,
    currency: intent.currency,
    customer: intent.customer,
    description: intent.description,
    disputed: false,
    failure_balance_transaction: null,
    failure_code: null,
    failure_message: null,
    fraud_details: {},
    livemode: false,
    metadata: intent.metadata,
    on_behalf_of: null,
    outcome: null,
    paid: false,
    payment_intent: intent.id,
    payment_method: method.id,
    payment_method_details: chargedWith(intent, method),
    receipt_email: intent.receipt_email,
    receipt_number: null,
    receipt_url: null,
    refunded: false,
    review: null,
    shipping: null,
    source: null,
    source_transfer: null,
    statement_descriptor: intent.statement_descriptor,
    statement_descriptor_suffix: intent.statement_descriptor_suffix,
    status: 'pending',
    transfer_data: null,
    transfer_group: null,
  }
}

function chargedWith(intent: PaymentIntent, method: PaymentMethod): Stripe.Charge.PaymentMethodDetails {
  if (method.us_bank_account) {
    const { account_holder_type, account_type, bank_name, last4, routing_number } = method.us_bank_account
    return {
      type: 'us_bank_account',
      us_bank_account: {
        account_holder_type,
        account_type,
        bank_name,
        fingerprint: null,
        last4,
        payment_reference: null,
        routing_number,
      },
    }
  }
  return {
    type: 'card',
    card: {
      amount_authorized: intent.amount,
      authorization_code: null,
      brand: 'visa',
      checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: 'pass' },
      country: 'US',
      electronic_commerce_indicator: null,
      exp_month: method.card?.exp_month ?? 12,
      exp_year: method.card?.exp_year ?? 2034,
      funding: 'credit',
      installments: null,
      last4: method.card?.last4 ?? null,
      mandate: null,
      network: 'visa',
      network_transaction_id: null,
      regulated_status: 'unregulated',
      three_d_secure: null,
      transaction_link_id: null,
      wallet: null,
    },
  }
}

export function newSubscription(
  id: string,
  now: number,
  options: {
    customer: string
    description: string | null
    metadata: Record<string, string>
    paymentMethod: string
    lines: readonly LineItem[]
    itemIds: readonly string[]
    periodEnd: number
  },
): Subscription {
  const items = options.lines.map((line, index) =>
    subscriptionItem(options.itemIds[index] ?? `${id}_${index}`, now, id, line, options.periodEnd),
  )
  return {
    id,
    object: 'subscription',
    application: null,
    application_fee_percent: null,
    automatic_tax: { disabled_reason: null, enabled: false, liability: null },
    billing_cycle_anchor: now,
    billing_cycle_anchor_config: null,
    billing_mode: { flexible: { proration_discounts: 'included' }, type: 'flexible' },
    billing_schedules: [],
    billing_thresholds: null,
    cancel_at: null,
    cancel_at_period_end: false,
    canceled_at: null,
    cancellation_details: { comment: null, feedback: null, feedback_option: null, reason: null },
    collection_method: 'charge_automatically',
    created: now,
    currency: options.lines[0]?.currency ?? 'usd',
    customer: options.customer,
    customer_account: null,
    days_until_due: null,
    default_payment_method: options.paymentMethod,
    default_source: null,
    default_tax_rates: [],
    description: options.description,
    discounts: [],
    ended_at: null,
    invoice_settings: {
      account_tax_ids: null,
      custom_fields: null,
      description: null,
      footer: null,
      issuer: { type: 'self' },
    },
    items: listOf(items, `/v1/subscription_items?subscription=${id}`),
    latest_invoice: null,
    livemode: false,
    managed_payments: null,
    metadata: options.metadata,
    next_pending_invoice_item_invoice: null,
    on_behalf_of: null,
    pause_collection: null,
    payment_settings: {
      payment_method_options: null,
      payment_method_types: null,
      save_default_payment_method: 'off',
    },
    pending_invoice_item_interval: null,
    pending_setup_intent: null,
    pending_update: null,
    schedule: null,
    start_date: now,
    status: 'active',
    test_clock: null,
    transfer_data: null,
    trial_end: null,
    trial_settings: null,
    trial_start: null,
  }
}

function subscriptionItem(
  id: string,
  now: number,
  subscription: string,
  line: LineItem,
  periodEnd: number,
): SubscriptionItem {
  const { price } = line
  return {
    id,
    object: 'subscription_item',
    billing_thresholds: null,
    created: now,
    current_period_end: periodEnd,
    current_period_start: now,
    current_trial: null,
    discounts: [],
    metadata: {},
    plan: {
      id: price.id,
      object: 'plan',
      active: price.active,
      amount: price.unit_amount,
      amount_decimal: price.unit_amount_decimal,
      billing_scheme: 'per_unit',
      created: now,
      currency: price.currency,
      interval: price.recurring?.interval ?? 'month',
      interval_count: price.recurring?.interval_count ?? 1,
      livemode: false,
      metadata: {},
      meter: null,
      nickname: null,
      product: price.product,
      tiers_mode: null,
      transform_usage: null,
      trial_period_days: null,
      usage_type: 'licensed',
    },
    price,
    quantity: line.quantity ?? 1,
    subscription,
    tax_rates: [],
  }
}

/** An open invoice over one period of a subscription, for `lines` (its own, and on the first one also what is paid once). */
export function newInvoice(
  id: string,
  now: number,
  options: {
    number: string
    customer: Customer
    subscription: Subscription
    lines: readonly LineItem[]
    lineIds: readonly string[]
    reason: 'subscription_create' | 'subscription_cycle'
    period: { start: number; end: number }
  },
): Invoice {
  const { customer, subscription, lines, period } = options
  const total = lines.reduce((sum, line) => sum + line.amount_total, 0)
  return {
    id,
    object: 'invoice',
    account_country: 'IN',
    account_name: 'Sandbox',
    account_tax_ids: null,
    amount_due: total,
    amount_overpaid: 0,
    amount_paid: 0,
    amount_remaining: total,
    amount_shipping: 0,
    application: null,
    attempt_count: 0,
    attempted: false,
    auto_advance: true,
    automatic_tax: { disabled_reason: null, enabled: false, liability: null, provider: null, status: null },
    automatically_finalizes_at: null,
    billing_reason: options.reason,
    collection_method: 'charge_automatically',
    created: now,
    currency: subscription.currency,
    custom_fields: null,
    customer: customer.id,
    customer_account: null,
    customer_address: null,
    customer_email: customer.email,
    customer_name: customer.name ?? null,
    customer_phone: null,
    customer_shipping: null,
    customer_tax_exempt: 'none',
    customer_tax_ids: [],
    default_payment_method: null,
    default_source: null,
    default_tax_rates: [],
    description: null,
    discounts: [],
    due_date: null,
    effective_at: now,
    ending_balance: 0,
    footer: null,
    from_invoice: null,
    hosted_invoice_url: null,
    invoice_pdf: null,
    issuer: { type: 'self' },
    last_finalization_error: null,
    latest_revision: null,
    lines: listOf(
      lines.map((line, index) => ({
        id: options.lineIds[index] ?? `${id}_${index}`,
        object: 'line_item' as const,
        amount: line.amount_total,
        currency: line.currency,
        description: `${line.quantity} × ${line.description}`,
        discount_amounts: [],
        discountable: true,
        discounts: [],
        invoice: id,
        livemode: false,
        metadata: subscription.metadata,
        parent: {
          invoice_item_details: null,
          subscription_item_details: {
            invoice_item: null,
            proration: false,
            proration_details: null,
            subscription: subscription.id,
            subscription_item: subscription.items.data[index]?.id ?? '',
          },
          type: 'subscription_item_details' as const,
        },
        period,
        pretax_credit_amounts: [],
        pricing: {
          price_details: { price: line.price.id, product: line.price.product },
          type: 'price_details' as const,
          unit_amount_decimal: line.price.unit_amount_decimal,
        },
        quantity: line.quantity,
        quantity_decimal: String(line.quantity),
        subscription: subscription.id,
        subtotal: line.amount_subtotal,
        taxes: [],
      })),
      `/v1/invoices/${id}/lines`,
    ),
    livemode: false,
    metadata: {},
    next_payment_attempt: null,
    number: options.number,
    on_behalf_of: null,
    parent: {
      quote_details: null,
      subscription_details: { metadata: subscription.metadata, subscription: subscription.id },
      type: 'subscription_details',
    },
    payment_settings: { default_mandate: null, payment_method_options: null, payment_method_types: null },
    period_end: now,
    period_start: now,
    post_payment_credit_notes_amount: 0,
    pre_payment_credit_notes_amount: 0,
    receipt_number: null,
    rendering: null,
    shipping_cost: null,
    shipping_details: null,
    starting_balance: 0,
    statement_descriptor: null,
    status: 'open',
    status_transitions: { finalized_at: now, marked_uncollectible_at: null, paid_at: null, voided_at: null },
    subtotal: total,
    subtotal_excluding_tax: total,
    test_clock: null,
    total,
    total_discount_amounts: [],
    total_excluding_tax: total,
    total_pretax_credit_amounts: [],
    total_taxes: [],
    webhooks_delivered_at: now,
  }
}

export function newInvoicePayment(id: string, now: number, invoice: Invoice, intent: PaymentIntent): InvoicePayment {
  return {
    id,
    object: 'invoice_payment',
    amount_paid: null,
    amount_requested: invoice.amount_due,
    created: now,
    currency: invoice.currency,
    invoice: invoice.id,
    is_default: true,
    livemode: false,
    payment: { type: 'payment_intent', payment_intent: intent.id },
    status: 'open',
    status_transitions: { canceled_at: null, paid_at: null },
  }
}

export function newRefund(
  id: string,
  now: number,
  charge: Charge,
  options: { amount: number; reason: Stripe.Refund.Reason | null; metadata: Record<string, string> },
): Refund {
  return {
    id,
    object: 'refund',
    amount: options.amount,
    balance_transaction: null,
    charge: charge.id,
    created: now,
    currency: charge.currency,
    customer: charge.customer,
    customer_account: null,
    metadata: options.metadata,
    payment_intent: charge.payment_intent,
    payment_method: charge.payment_method,
    reason: options.reason,
    receipt_number: null,
    source_transfer_reversal: null,
    status: 'succeeded',
    transfer_reversal: null,
  }
}

export function newDispute(id: string, now: number, charge: Charge, intent: PaymentIntent): Dispute {
  return {
    id,
    object: 'dispute',
    amount: charge.amount,
    balance_transactions: [],
    charge: charge.id,
    created: now,
    currency: charge.currency,
    enhanced_eligibility_types: [],
    evidence: {
      access_activity_log: null,
      billing_address: null,
      cancellation_policy: null,
      cancellation_policy_disclosure: null,
      cancellation_rebuttal: null,
      customer_communication: null,
      customer_email_address: charge.billing_details.email,
      customer_name: null,
      customer_purchase_ip: null,
      customer_signature: null,
      duplicate_charge_documentation: null,
      duplicate_charge_explanation: null,
      duplicate_charge_id: null,
      enhanced_evidence: {},
      product_description: null,
      receipt: null,
      refund_policy: null,
      refund_policy_disclosure: null,
      refund_refusal_explanation: null,
      service_date: null,
      service_documentation: null,
      shipping_address: null,
      shipping_carrier: null,
      shipping_date: null,
      shipping_documentation: null,
      shipping_tracking_number: null,
      uncategorized_file: null,
      uncategorized_text: null,
    },
    evidence_details: {
      due_by: now + 7 * 24 * 3600,
      enhanced_eligibility: {},
      has_evidence: false,
      past_due: false,
      submission_count: 0,
      submission_method: 'not_submitted',
    },
    intended_submission_method: null,
    is_charge_refundable: false,
    livemode: false,
    metadata: {},
    payment_intent: intent.id,
    reason: 'fraudulent',
    status: 'needs_response',
  }
}
