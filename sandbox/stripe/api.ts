/** The part of Stripe's API that the site calls: who may call, what is read and what is answered. */
import { randomUUID } from 'node:crypto'
import type Stripe from 'stripe'
import type { z } from 'zod'
import { parseForm } from '../form.ts'
import { type Call, json, type Reply, type Route } from '../http.ts'
import type { Account } from './account.ts'
import { errorReply, noSuch, StripeRefusal } from './errors.ts'
import { createIdempotency } from './idempotency.ts'
import { keep, known, type Ledger, listOf, type SentEvent } from './ledger.ts'
import * as parameters from './parameters.ts'
import type { Payments } from './payments.ts'
import type { Webhooks } from './webhooks.ts'

export type StripeParts = {
  account: Account
  ledger: Ledger
  payments: Payments
  webhooks: Webhooks
}

export function createApi(
  { account, ledger, payments, webhooks }: StripeParts,
  secretKey: string,
): { routes: Route[]; clear(): void } {
  const idempotency = createIdempotency()

  /** `act` gets the parameters, checked, and the id in the path. Whatever it refuses is answered as Stripe's error. */
  function endpoint<S extends z.ZodType>(
    method: Route['method'],
    path: string,
    schema: S,
    act: (given: z.output<S>, id: string, call: Call) => object | Promise<object>,
  ): Route {
    async function answer(call: Call): Promise<Reply> {
      try {
        if (call.headers.authorization !== `Bearer ${secretKey}`) {
          throw new StripeRefusal('Invalid API Key provided.', { status: 401 })
        }
        const form = parseForm(method === 'POST' ? call.body : call.query.toString())
        return json(200, await act(parameters.readParameters(schema, form), call.params.id ?? '', call))
      } catch (error) {
        if (error instanceof StripeRefusal) return errorReply(error)
        throw error
      }
    }
    return {
      method,
      path,
      kind: 'api',
      async handle(call) {
        const key = method === 'POST' ? call.headers['idempotency-key'] : undefined
        const reply =
          typeof key === 'string'
            ? await idempotency.answer(key, `${call.path} ${call.body}`, () => answer(call))
            : await answer(call)
        return { ...reply, headers: { ...reply.headers, 'request-id': `req_${randomUUID()}` } }
      },
    }
  }

  /** The object in the path. Throws Stripe's 404 when there is none. */
  function named<T>(kept: ReadonlyMap<string, T>, what: string, id: string, param = 'id'): T {
    const found = kept.get(id)
    if (!found) throw noSuch(what, id, param)
    return found
  }

  /** One object by its id. `expandable`: what `expand` can add to it. */
  function retrieve<T extends object>(
    path: string,
    kept: ReadonlyMap<string, T>,
    expandable: Record<string, (found: T) => unknown> = {},
  ): Route {
    return endpoint('GET', `/v1/${path}/:id`, parameters.retrieval, ({ expand }, id) => {
      const found = named(kept, `object in ${path}`, id)
      const expanded = expand.map((name) => {
        const add = expandable[name]
        if (!add) throw new StripeRefusal(`This property cannot be expanded (${name}).`, { param: 'expand' })
        return [name, add(found)]
      })
      return { ...found, ...Object.fromEntries(expanded) }
    })
  }

  /** The newest first, narrowed by one of their fields when that is given. */
  function list<T extends object>(path: string, kept: ReadonlyMap<string, T>, filter: keyof T & string): Route {
    return endpoint('GET', `/v1/${path}`, parameters.listing(filter), ({ limit, wanted }) => {
      const found = [...kept.values()].reverse().filter((one) => wanted === undefined || one[filter] === wanted)
      return listOf(found.slice(0, limit), found.length > limit)
    })
  }

  const { nothing } = parameters
  const { checkouts, charges, customers, disputes, invoicePayments, invoices, paymentIntents, refunds } = ledger
  const checkoutNamed = (id: string) => named(checkouts, 'checkout.session', id)
  const subscriptionNamed = (id: string) => named(ledger.subscriptions, 'subscription', id)

  const routes: Route[] = [
    endpoint('POST', '/v1/checkout/sessions', parameters.sessionParameters, payments.open),
    endpoint('GET', '/v1/checkout/sessions/:id', nothing, (_, id) => checkoutNamed(id).session),
    endpoint('GET', '/v1/checkout/sessions/:id/line_items', nothing, (_, id) => listOf(checkoutNamed(id).lines)),
    endpoint('POST', '/v1/checkout/sessions/:id/expire', nothing, (_, id) => payments.expire(checkoutNamed(id))),

    endpoint('POST', '/v1/customers', parameters.customerParameters, payments.newCustomer),
    retrieve('customers', customers),
    list('customers', customers, 'email' satisfies keyof Stripe.CustomerListParams),
    endpoint('DELETE', '/v1/customers/:id', nothing, (_, id) => {
      customers.delete(named(customers, 'customer', id).id)
      for (const one of ledger.subscriptions.values()) {
        if (one.customer === id && one.status !== 'canceled') payments.cancel(one)
      }
      return { id, object: 'customer', deleted: true }
    }),

    retrieve('payment_intents', paymentIntents, {
      latest_charge: (intent) => charges.get(intent.latest_charge ?? '') ?? null,
    }),
    list('payment_intents', paymentIntents, 'customer' satisfies keyof Stripe.PaymentIntentListParams),
    list('refunds', refunds, 'payment_intent' satisfies keyof Stripe.RefundListParams),
    list('disputes', disputes, 'payment_intent' satisfies keyof Stripe.DisputeListParams),

    retrieve('invoices', invoices, { payments: ({ id }) => listOf([known(invoicePayments, id)]) }),
    list('invoices', invoices, 'status' satisfies keyof Stripe.InvoiceListParams),
    endpoint('GET', '/v1/invoice_payments', parameters.invoicePaymentListing, ({ payment: { payment_intent } }) =>
      listOf([...invoicePayments.values()].filter(({ payment }) => payment.payment_intent === payment_intent)),
    ),

    retrieve('subscriptions', ledger.subscriptions),
    endpoint('POST', '/v1/subscriptions/:id', parameters.subscriptionParameters, ({ cancel_at_period_end }, id) =>
      payments.cancelAtPeriodEnd(subscriptionNamed(id), cancel_at_period_end),
    ),
    endpoint('DELETE', '/v1/subscriptions/:id', nothing, async (_, id) => {
      const cancelled = payments.cancel(subscriptionNamed(id))
      await webhooks.settled()
      return cancelled
    }),

    endpoint('POST', '/v1/billing_portal/sessions', parameters.portalParameters, (given, _, { headers }) => {
      const { customer, return_url = null } = given
      named(customers, 'customer', customer, 'customer')
      const id = ledger.nextId('bps')
      const url = `http://${headers.host}/portal/${id}`
      return keep(ledger.portals, { id, object: 'billing_portal.session', customer, return_url, url })
    }),

    endpoint('GET', '/v1/events', parameters.undelivered, ({ created }) => {
      const isUndelivered = ({ deliveries }: SentEvent) => !deliveries.some(({ status }) => status && status < 300)
      const events = [...ledger.events.values()].filter(isUndelivered).map(({ event }) => event)
      return listOf(
        events.filter((event) => event.type.startsWith('checkout.session.') && event.created <= created.lte),
      )
    }),
    endpoint('GET', '/v1/account', nothing, account.overview),
    endpoint('GET', '/v1/country_specs/:id', nothing, (_, id) => account.countrySpec(id)),
    endpoint('GET', '/v1/webhook_endpoints', parameters.page, account.webhookEndpoints),
    endpoint('GET', '/v1/payment_method_configurations', parameters.page, account.methodConfigurations),
    endpoint('GET', '/v1/payment_method_domains', parameters.domain, account.methodDomains),
  ]
  return { routes, clear: idempotency.clear }
}
