/** What POST /v1/checkout/sessions takes and refuses, API version 2026-10-28.endive. Changes nothing: it only reads. */
import type { FormTree } from '../form.ts'
import { address } from './customer-parameters.ts'
import { StripeRefusal } from './errors.ts'
import { currencyCodes, formatAmount, largestAmount, minimumOf, tooSmall } from './money.ts'
import {
  allNotActed,
  email,
  expansion,
  flag,
  integer,
  list,
  metadata,
  notActed,
  object,
  oneOf,
  optional,
  type Reader,
  text,
  webAddress,
} from './parameters.ts'

const currency: Reader<string> = {
  absent: text().absent,
  read(node, path) {
    const value = text().read(node, path).toLowerCase()
    if (currencyCodes.includes(value)) return value
    throw new StripeRefusal(
      `Invalid currency: ${value}. The sandbox supports these currencies: ${currencyCodes.join(', ')}.`,
      { param: path },
    )
  },
}

const amount: Reader<number> = {
  absent: integer().absent,
  read(node, path) {
    const value = integer({ min: 0 }).read(node, path)
    if (value <= largestAmount) return value
    throw new StripeRefusal(`Amount must be no more than ${formatAmount(largestAmount, 'usd')}`, {
      code: 'amount_too_large',
      param: path,
    })
  },
}

const priceData = object({
  currency,
  product: notActed(),
  product_data: object({
    name: text(),
    description: optional(text()),
    images: optional(list(webAddress(), 8)),
    metadata: metadata(),
    tax_code: notActed(),
    tax_details: notActed(),
    unit_label: optional(text(12)),
  }),
  recurring: optional(
    object({
      interval: oneOf(['month', 'year', 'week', 'day']),
      interval_count: optional(integer({ min: 1, max: 36 })),
    }),
  ),
  tax_behavior: optional(oneOf(['exclusive', 'inclusive', 'unspecified'])),
  unit_amount: amount,
  unit_amount_decimal: notActed(),
})

const noSuchPrice: Reader<undefined> = {
  absent: () => undefined,
  read(node, path) {
    throw new StripeRefusal(`No such price: '${text().read(node, path)}'`, { code: 'resource_missing', param: path })
  },
}

const lineItem = object({
  price: noSuchPrice,
  price_data: priceData,
  quantity: integer({ min: 1, max: 999_999 }),
  metadata: metadata(),
  adjustable_quantity: notActed(),
  tax_rates: notActed(),
})

const paymentIntentData = object({
  description: optional(text(1000)),
  metadata: metadata(),
  receipt_email: optional(email()),
  statement_descriptor: optional(text(22)),
  statement_descriptor_suffix: optional(text(22)),
  setup_future_usage: optional(oneOf(['off_session', 'on_session'])),
  capture_method: optional(oneOf(['automatic', 'automatic_async'], ['manual'])),
  shipping: optional(
    object({ name: text(), address, phone: optional(text()), ...allNotActed(['carrier', 'tracking_number']) }),
  ),
  ...allNotActed(['application_fee_amount', 'on_behalf_of', 'transfer_data', 'transfer_group']),
})

const subscriptionData = object({
  description: optional(text(500)),
  metadata: metadata(),
  ...allNotActed([
    'application_fee_percent',
    'billing_cycle_anchor',
    'billing_cycle_anchor_config',
    'billing_mode',
    'default_tax_rates',
    'invoice_settings',
    'on_behalf_of',
    'pending_invoice_item_interval',
    'proration_behavior',
    'transfer_data',
    'trial_end',
    'trial_period_days',
    'trial_settings',
  ]),
})

const paymentMethod = oneOf(
  ['card', 'us_bank_account'],
  ['amazon_pay', 'customer_balance', 'link', 'paypal', 'sepa_debit', 'upi'],
)

const enabled = object({ enabled: flag() })
const message = object({ message: text(1200) })

const create = object({
  mode: oneOf(['payment', 'subscription'], ['setup']),
  ui_mode: optional(oneOf(['hosted_page', 'embedded_page'], ['elements', 'form'])),
  line_items: list(lineItem, 100),
  success_url: optional(webAddress()),
  cancel_url: optional(webAddress()),
  return_url: optional(webAddress()),
  redirect_on_completion: optional(oneOf(['always', 'if_required', 'never'])),
  customer: optional(text()),
  customer_email: optional(email()),
  client_reference_id: optional(text(200)),
  metadata: metadata(),
  payment_intent_data: optional(paymentIntentData),
  subscription_data: optional(subscriptionData),
  submit_type: optional(oneOf(['auto', 'book', 'donate', 'pay', 'subscribe'])),
  payment_method_types: optional(list(paymentMethod, 10)),
  allowed_payment_method_types: optional(list(paymentMethod, 10)),
  customer_creation: optional(oneOf(['always', 'if_required'])),
  currency: optional(currency),
  locale: optional(oneOf(['auto', 'en', 'en-GB'], ['de', 'es', 'fr', 'hi-IN', 'pt', 'sw'])),
  billing_address_collection: optional(oneOf(['auto'], ['required'])),
  payment_method_collection: optional(oneOf(['always', 'if_required'])),
  allow_promotion_codes: optional(oneOf(['false'], ['true'])),
  automatic_tax: optional(object({ enabled: oneOf(['false'], ['true']), liability: notActed() })),
  adaptive_pricing: optional(enabled),
  phone_number_collection: optional(object({ enabled: oneOf(['false'], ['true']) })),
  payment_method_options: optional(
    object({
      card: optional(
        object({
          request_three_d_secure: optional(oneOf(['any', 'automatic', 'challenge'])),
          ...allNotActed(['capture_method', 'installments', 'restrictions', 'setup_future_usage']),
          ...allNotActed(['statement_descriptor_suffix_kana', 'statement_descriptor_suffix_kanji']),
          ...allNotActed(['request_extended_authorization', 'request_incremental_authorization']),
          ...allNotActed(['request_multicapture', 'request_overcapture']),
        }),
      ),
      ...allNotActed(['link', 'sepa_debit', 'upi', 'us_bank_account']),
    }),
  ),
  custom_text: optional(
    object({
      after_submit: optional(message),
      shipping_address: optional(message),
      submit: optional(message),
      terms_of_service_acceptance: optional(message),
    }),
  ),
  expires_at: optional(integer()),
  origin_context: optional(oneOf(['web', 'mobile_app'])),
  integration_identifier: optional(text(200)),
  expand: expansion,
  ...allNotActed([
    'after_expiration',
    'branding_settings',
    'consent_collection',
    'custom_fields',
    'customer_account',
    'customer_update',
    'discounts',
    'excluded_payment_method_types',
    'invoice_creation',
    'managed_payments',
    'name_collection',
    'optional_items',
    'payment_method_configuration',
    'payment_method_data',
    'permissions',
    'saved_payment_method_options',
    'setup_intent_data',
    'shipping_address_collection',
    'shipping_options',
    'tax_id_collection',
    'wallet_options',
  ]),
})

export type SessionParameters = ReturnType<typeof create.read>
export type LineItemParameters = SessionParameters['line_items'][number]

function refuse(text: string, param: string, code?: string): never {
  throw new StripeRefusal(text, { param, code })
}

function missing(param: string): never {
  refuse(`Missing required param: ${param}.`, param, 'parameter_missing')
}

/** Reads and checks the whole request; `now` in seconds. Throws StripeRefusal. */
export function readSessionParameters(form: FormTree, now: number): SessionParameters {
  const given = create.read(form, '')
  checkAddresses(given)
  checkMode(given)
  checkTotal(given)
  if (given.expires_at !== undefined) {
    const ahead = given.expires_at - now
    const when = '`expires_at` timestamp must be'
    if (ahead < 30 * 60 - 5) refuse(`The ${when} at least 30 minutes from Checkout Session creation.`, 'expires_at')
    if (ahead > 24 * 3600 + 5) refuse(`The ${when} less than 24 hours from Checkout Session creation.`, 'expires_at')
  }
  return given
}

function checkAddresses(given: SessionParameters): void {
  const uiMode = given.ui_mode ?? 'hosted_page'
  const hosted = uiMode === 'hosted_page'
  const foreign = hosted
    ? (['return_url', 'redirect_on_completion'] as const)
    : (['success_url', 'cancel_url'] as const)
  for (const name of foreign) {
    if (given[name] !== undefined) refuse(`\`${name}\` is not supported with \`ui_mode: ${uiMode}\`.`, name)
  }
  if (hosted) {
    if (given.success_url === undefined) missing('success_url')
  } else if (given.redirect_on_completion === 'never') {
    if (given.return_url !== undefined) {
      refuse('`return_url` is not supported with `redirect_on_completion: never`.', 'return_url')
    }
  } else if (given.return_url === undefined) {
    missing('return_url')
  }
}

function checkMode(given: SessionParameters): void {
  const { mode } = given
  if (given.payment_method_types && given.allowed_payment_method_types) {
    refuse(
      'You may only specify one of these parameters: payment_method_types, allowed_payment_method_types.',
      'allowed_payment_method_types',
    )
  }
  for (const name of ['customer_email', 'customer_creation'] as const) {
    if (given.customer === undefined || given[name] === undefined) continue
    refuse(`You may only specify one of these parameters: customer, ${name}.`, 'customer')
  }
  const foreign =
    mode === 'payment'
      ? (['subscription_data', 'payment_method_collection'] as const)
      : (['payment_intent_data', 'customer_creation'] as const)
  for (const name of foreign) {
    if (given[name] !== undefined) refuse(`You can not pass \`${name}\` in \`${mode}\` mode.`, name)
  }
  if (mode === 'payment' && given.submit_type === 'subscribe') {
    refuse('You can not pass `submit_type: subscribe` in `payment` mode.', 'submit_type')
  }
  const recurring = given.line_items.filter((item) => item.price_data.recurring !== undefined)
  if (mode === 'payment' && recurring.length > 0) {
    refuse(
      'You specified `payment` mode but passed a recurring price. Either switch to `subscription` mode or use only one-time prices.',
      'mode',
    )
  }
  if (mode === 'subscription') {
    const [first, ...others] = recurring.map((item) => item.price_data.recurring)
    if (!first)
      refuse('You must provide at least one recurring price in `subscription` mode when using prices.', 'mode')
    const apart = others.some(
      (one) => one?.interval !== first.interval || (one.interval_count ?? 1) !== (first.interval_count ?? 1),
    )
    if (apart) refuse('All recurring prices must have the same billing interval.', 'line_items')
    for (const name of ['payment_method_types', 'allowed_payment_method_types'] as const) {
      if (!given[name]?.includes('us_bank_account')) continue
      refuse(
        'Stripe knows bank debits for subscriptions, but the sandbox does not act them out.',
        name,
        'sandbox_not_acted_out',
      )
    }
  }
}

function checkTotal(given: SessionParameters): void {
  const [first] = given.line_items
  if (!first) missing('line_items')
  const { currency } = first.price_data
  if (given.line_items.some((item) => item.price_data.currency !== currency)) {
    refuse('All prices on a Checkout Session must use the same currency.', 'line_items')
  }
  if (given.currency !== undefined && given.currency !== currency) {
    refuse(
      `The price specified only supports \`${currency}\`. This doesn't match the expected currency: \`${given.currency}\`.`,
      'currency',
    )
  }
  const total = totalOf(given.line_items)
  if (total < minimumOf(currency)) {
    throw new StripeRefusal(tooSmall(total, currency), { code: 'amount_too_small' })
  }
  if (total > largestAmount) {
    throw new StripeRefusal(
      `The Checkout Session's total amount due must be no more than ${formatAmount(largestAmount, currency, true)} ${currency}`,
      { code: 'amount_too_large' },
    )
  }
}

export function totalOf(items: readonly LineItemParameters[]): number {
  return items.reduce((sum, item) => sum + item.price_data.unit_amount * item.quantity, 0)
}
