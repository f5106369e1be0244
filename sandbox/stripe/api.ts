/** The part of Stripe's API that the site calls. Does not validate parameters, because the stripe package types them at compile time. */
import { randomUUID } from 'node:crypto'
import { type Call, type FormValue, json, parseForm, type Reply, type Route } from '../http.ts'
import {
  type Ledger,
  named,
  nowSeconds,
  type PaymentParameters,
  type SentEvent,
  type SessionParameters,
  StripeRefusal,
  type SubscriptionParameters,
} from './ledger.ts'
import * as monthly from './monthly.ts'
import { cancelPayment, chargeOf, openPayment, type Payments, refund, withChargeId } from './payments.ts'
import * as sessions from './sessions.ts'
import type { Webhooks } from './webhooks.ts'

/** Settings of the account, for the check before a launch. */
export type Account = {
  country: string
  chargesEnabled: boolean
  /** Null: the account has no webhook endpoint. */
  webhookUrl: string | null
  events: string[]
  webhookEnabled: boolean
  /** The API version of its events, or null for the account's default. */
  webhookVersion: string | null
  /** Payment methods that are turned on. */
  methods: string[]
  /** Hosts that may show wallets. */
  domains: string[]
}

const initialAccount = (webhookUrl: string): Account => ({
  country: 'US',
  chargesEnabled: true,
  webhookUrl,
  events: ['*'],
  webhookEnabled: true,
  webhookVersion: null,
  methods: ['card', 'apple_pay', 'google_pay', 'link', 'us_bank_account'],
  domains: [new URL(webhookUrl).hostname],
})

export type StripeParts = { api: ReturnType<typeof createApi>; ledger: Ledger; payments: Payments; webhooks: Webhooks }

type Form = { [name: string]: FormValue | undefined }

const listOf = (data: readonly object[], has_more = false) => ({ object: 'list', data, has_more, url: '/v1' })

type Listed = { id: string; created?: number }

/** A page of a list, newest first. https://docs.stripe.com/api/pagination */
function pageOf(all: Iterable<Listed>, { created, limit = '10', starting_after }: Form) {
  const { gte = 0, lte = Number.POSITIVE_INFINITY } = (created ?? {}) as { gte?: string; lte?: string }
  const found = [...all].reverse().filter(({ created: at = 0 }) => at >= Number(gte) && at <= Number(lte))
  const start = starting_after === undefined ? 0 : found.findIndex(({ id }) => id === starting_after) + 1
  const end = start + Number(limit)
  return listOf(found.slice(start, end), found.length > end)
}

/** One endpoint of the API, and what it answers. */
type Endpoint = Pick<Route, 'method' | 'path'> & {
  act(form: Form, id: string, call: Call): object | Promise<object>
}

const endpoint = (method: Route['method'], path: string, act: Endpoint['act']): Endpoint => ({ method, path, act })

const retrieve = (path: string, kept: ReadonlyMap<string, object>) =>
  endpoint('GET', `${path}/:id`, (_, id) => named(kept, id))

/** Narrowed by one of their fields when that is given. */
const list = <T extends Listed>(path: string, kept: () => Iterable<T>, field: keyof T & string) =>
  endpoint('GET', path, (form) =>
    pageOf(
      [...kept()].filter((item) => form[field] === undefined || item[field] === form[field]),
      form,
    ),
  )

type Parts = Omit<StripeParts, 'api'> & { account: () => Account }

function mayCharge({ account }: Parts): void {
  if (!account().chargesEnabled)
    throw new StripeRefusal('Your account cannot currently make charges.', { status: 403, code: 'account_invalid' })
}

function checkoutEndpoints(parts: Parts): Endpoint[] {
  const { ledger, payments } = parts
  const { checkouts, customers, subscriptions } = ledger
  return [
    endpoint('POST', 'checkout/sessions', (form) => {
      mayCharge(parts)
      return sessions.open(payments, sessionParameters(form))
    }),
    list('checkout/sessions', () => checkouts.values().map(({ session }) => session), 'status'),
    endpoint('GET', 'checkout/sessions/:id', (_, id) => named(checkouts, id).session),
    endpoint('GET', 'checkout/sessions/:id/line_items', (_, id) =>
      listOf(
        named(checkouts, id).params.line_items.map((item) => ({ description: item.price_data.product_data.name })),
      ),
    ),
    endpoint('POST', 'checkout/sessions/:id/expire', (_, id) => sessions.expire(payments, named(checkouts, id))),

    endpoint('POST', 'customers', (form) => monthly.newCustomer(payments, form)),
    retrieve('customers', customers),
    list('customers', () => customers.values(), 'email'),
    endpoint('DELETE', 'customers/:id', (_, id) => {
      customers.delete(named(customers, id).id)
      for (const subscription of subscriptions.values())
        if (subscription.customer === id && subscription.status !== 'canceled') monthly.cancel(payments, subscription)
      return { id, object: 'customer', deleted: true }
    }),
  ]
}

function paymentEndpoints(parts: Parts): Endpoint[] {
  const { ledger, payments, webhooks } = parts
  const { disputes, invoices, paymentIntents, refunds } = ledger
  return [
    endpoint('GET', 'payment_intents/:id', ({ expand }, id) => {
      const intent = named(paymentIntents, id)
      return expand ? intent : withChargeId(intent)
    }),
    endpoint('POST', 'payment_intents', (form) => {
      mayCharge(parts)
      return openPayment(payments, form as PaymentParameters)
    }),
    endpoint('POST', 'payment_intents/:id/cancel', (_, id) => cancelPayment(named(paymentIntents, id))),
    list('payment_intents', () => paymentIntents.values(), 'customer'),
    endpoint('POST', 'refunds', ({ payment_intent, amount }) =>
      webhooks.settledAfter(() => refund(payments, chargeOf(named(paymentIntents, payment_intent)), Number(amount))),
    ),
    list('refunds', () => refunds.values(), 'payment_intent'),
    list('disputes', () => disputes.values(), 'payment_intent'),
    list('payouts', () => ledger.payouts.values(), 'status'),
    list('balance_transactions', () => ledger.balance.values(), 'payout'),
    retrieve('invoices', invoices),
    list('invoices', () => invoices.values(), 'status'),
    endpoint('GET', 'invoice_payments', ({ payment }) => {
      const { payment_intent: wanted } = payment as Form
      const paying = [...invoices.values()].filter(
        ({ payments: made }) => made?.data[0]?.payment.payment_intent === wanted,
      )
      return listOf(paying.map(({ id }) => ({ object: 'invoice_payment', invoice: id })))
    }),
  ]
}

function monthlyEndpoints({ ledger, payments, webhooks }: Parts): Endpoint[] {
  const { customers, subscriptions } = ledger
  return [
    retrieve('subscriptions', subscriptions),
    endpoint('GET', 'subscriptions', (form) => {
      const running = [...subscriptions.values()].filter(
        ({ status, customer }) =>
          status !== 'canceled' && [undefined, String(customer)].includes(form.customer as string),
      )
      return pageOf(running, form)
    }),
    endpoint('POST', 'subscriptions/:id', (form, id) =>
      webhooks.settledAfter(() => monthly.change(payments, named(subscriptions, id), form as SubscriptionParameters)),
    ),
    endpoint('DELETE', 'subscriptions/:id', (_, id) =>
      webhooks.settledAfter(() => monthly.cancel(payments, named(subscriptions, id))),
    ),
    endpoint('POST', 'products', ({ name }) => ({ id: ledger.nextId('prod'), object: 'product', name })),
    endpoint('POST', 'billing_portal/sessions', ({ customer, return_url }, _, { headers }) => {
      named(customers, customer, 'customer')
      const id = ledger.nextId('bps')
      ledger.portals.set(id, String(return_url))
      return { id, object: 'billing_portal.session', url: `http://${headers.host}/portal/${id}` }
    }),
  ]
}

function accountEndpoints({ ledger, account }: Parts): Endpoint[] {
  return [
    endpoint('GET', 'events', (form) => {
      const isDelivered = ({ deliveries }: SentEvent) => deliveries.some(({ status }) => status && status < 300)
      const { types, delivery_success: wanted } = form as { types?: string[]; delivery_success?: string }
      const found = [...ledger.events.values()].filter(
        (sent) => (types?.includes(sent.event.type) ?? true) && [undefined, String(isDelivered(sent))].includes(wanted),
      )
      return pageOf(
        found.map(({ event }) => event),
        form,
      )
    }),
    endpoint('GET', 'account', () => ({
      id: 'acct_sandbox',
      object: 'account',
      country: account().country,
      charges_enabled: account().chargesEnabled,
    })),
    endpoint('GET', 'country_specs/:id', () => ({ supported_payment_currencies: ['usd', 'inr', 'eur', 'gbp'] })),
    endpoint('GET', 'webhook_endpoints', () => {
      const { webhookUrl: url, events, webhookEnabled, webhookVersion: api_version } = account()
      const status = webhookEnabled ? 'enabled' : 'disabled'
      return listOf(url === null ? [] : [{ id: 'we_sandbox', enabled_events: events, status, url, api_version }])
    }),
    endpoint('GET', 'payment_method_configurations', () => {
      const on = account().methods.map((name) => [name, { available: true, display_preference: { value: 'on' } }])
      return listOf([{ id: 'pmc_sandbox', active: true, is_default: true, ...Object.fromEntries(on) }])
    }),
    endpoint('GET', 'payment_method_domains', ({ domain_name }) =>
      listOf(
        account()
          .domains.filter((name) => name === domain_name)
          .map((name) => ({ domain_name: name, enabled: true })),
      ),
    ),
  ]
}

export function createApi(given: Omit<StripeParts, 'api'>, secretKey: string, webhookUrl: string) {
  /** By idempotency key: https://docs.stripe.com/api/idempotent_requests */
  const answers = new Map<string, { request: string; reply: Promise<Reply> }>()
  let account = initialAccount(webhookUrl)
  const parts: Parts = { ...given, account: () => account }

  /** Acts once for each idempotency key. A request that Stripe refused for its parameters may be corrected and sent again. */
  async function once(key: string, request: string, act: () => Promise<Reply>): Promise<Reply> {
    const earlier = answers.get(key)
    if (earlier && earlier.request !== request) {
      const message = `The idempotency key '${key}' was first used with other parameters.`
      return new StripeRefusal(message, { type: 'idempotency_error' }).reply()
    }
    const reply = earlier?.reply ?? act()
    answers.set(key, { request, reply })
    const { status } = await reply
    if (status >= 400 && status < 500) answers.delete(key)
    return reply
  }

  async function answer({ act }: Endpoint, call: Call): Promise<Reply> {
    try {
      if (call.headers.authorization !== `Bearer ${secretKey}`)
        throw new StripeRefusal('Invalid API Key provided.', { status: 401 })
      const form = parseForm(call.method === 'POST' ? call.body : call.query.toString())
      return json(200, await act(form as Form, call.params.id ?? '', call))
    } catch (error) {
      if (error instanceof StripeRefusal) return error.reply()
      throw error
    }
  }

  const routeOf = (asked: Endpoint): Route => ({
    method: asked.method,
    path: `/v1/${asked.path}`,
    kind: 'api',
    async handle(call) {
      const key = call.method === 'POST' ? call.headers['idempotency-key'] : undefined
      const act = () => answer(asked, call)
      const reply = await (typeof key === 'string' ? once(key, `${call.path} ${call.body}`, act) : act())
      return { ...reply, headers: { ...reply.headers, 'request-id': `req_${randomUUID()}` } }
    },
  })

  const endpoints = [checkoutEndpoints, paymentEndpoints, monthlyEndpoints, accountEndpoints]
  return {
    routes: endpoints.flatMap((of) => of(parts).map(routeOf)),
    changeAccount(changes: Partial<Account>) {
      account = { ...account, ...changes }
      return account
    },
    reset() {
      answers.clear()
      account = initialAccount(webhookUrl)
    },
  }
}

/** Of currencies that have a limit of their own. */
const minAmounts: Readonly<Record<string, number>> = { inr: 5000, gbp: 30 }

/** Numbers arrive as text. @throws what Stripe says about values that a donor typed: an address, an amount. */
function sessionParameters(form: Form): SessionParameters {
  const params = form as unknown as SessionParameters
  const line_items = params.line_items.map(({ quantity, price_data }) => ({
    quantity: Number(quantity),
    price_data: { ...price_data, unit_amount: Number(price_data.unit_amount) },
  }))
  const refuse = (param: string, code?: string) => {
    throw new StripeRefusal(`Invalid ${param}`, { param, code })
  }
  const total = sessions.totalOf(line_items)
  const smallest = minAmounts[line_items[0]?.price_data.currency ?? ''] ?? 50
  const email = params.customer_email
  if (email !== undefined && !/^[^\s@,;<>()[\]"]+@[^\s@.,;<>]+(\.[^\s@.,;<>]+)+$/.test(email))
    refuse('customer_email', 'email_invalid')
  if (!Number.isInteger(total)) refuse('line_items')
  if (total < smallest) refuse('line_items', 'amount_too_small')
  if (total > 99_999_999) refuse('line_items', 'amount_too_large')
  const [halfAnHour, aDay] = [30 * 60, 24 * 3600]
  const expires_at = Number(params.expires_at ?? nowSeconds() + aDay)
  const open = expires_at - nowSeconds()
  if (open < halfAnHour || open > aDay) refuse('expires_at')
  const { trial_end } = params.subscription_data ?? {}
  if (trial_end && Number(trial_end) < nowSeconds() + 2 * aDay) refuse('subscription_data[trial_end]')
  return { ...params, line_items, expires_at }
}
