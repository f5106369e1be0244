/** Stripe's API, as far as the sandbox acts it out: who may call, what is read, what is answered. What happens is decided elsewhere. */
import { randomUUID } from 'node:crypto'
import { type FormTree, parseForm } from '../form.ts'
import { type Call, json, type Reply, type Route } from '../http.ts'
import type { Charging } from './charging.ts'
import { readCustomerParameters } from './customer-parameters.ts'
import { errorReply, noSuch, StripeRefusal } from './errors.ts'
import { expand } from './expand.ts'
import { createIdempotency } from './idempotency.ts'
import { type Ledger, nowSeconds } from './ledger.ts'
import { apiVersion, listOf } from './objects.ts'
import {
  allNotActed,
  expansion,
  flag,
  integer,
  metadata,
  notActed,
  object,
  oneOf,
  optional,
  type Reader,
  text,
} from './parameters.ts'
import { openPortal, portalParameters } from './portal.ts'
import type { Reversals } from './reversals.ts'
import { readSessionParameters } from './session-parameters.ts'
import type { Sessions } from './sessions.ts'
import type { Subscriptions } from './subscriptions.ts'

type Cause = { id: string; idempotency_key: string | null }
type Asked = { call: Call; form: FormTree; cause: Cause }
type Answered = { value: object; expand: readonly string[] | undefined }

export type StripeParts = {
  ledger: Ledger
  charging: Charging
  sessions: Sessions
  subscriptions: Subscriptions
  reversals: Reversals
}

const reading = object({ expand: expansion })

const listing = {
  limit: optional(integer({ min: 1, max: 100 })),
  starting_after: optional(text()),
  ending_before: notActed(),
  created: notActed(),
  expand: expansion,
}

const cancellationDetails = optional(
  object({
    comment: optional(text()),
    feedback: optional(
      oneOf([
        'customer_service',
        'low_quality',
        'missing_features',
        'other',
        'switched_service',
        'too_complex',
        'too_expensive',
        'unused',
      ]),
    ),
    feedback_option: notActed(),
  }),
)

const refundParameters = object({
  payment_intent: optional(text()),
  charge: optional(text()),
  amount: optional(integer({ min: 1 })),
  reason: optional(oneOf(['duplicate', 'fraudulent', 'requested_by_customer'])),
  metadata: metadata(),
  expand: expansion,
  ...allNotActed([
    'currency',
    'customer',
    'instructions_email',
    'origin',
    'refund_application_fee',
    'reverse_transfer',
  ]),
})

const cancelParameters = object({
  cancellation_details: cancellationDetails,
  expand: expansion,
  invoice_now: optional(oneOf(['false'], ['true'])),
  prorate: optional(oneOf(['false'], ['true'])),
})

const updateParameters = object({
  cancel_at_period_end: optional(flag()),
  cancellation_details: cancellationDetails,
  expand: expansion,
  ...allNotActed(['cancel_at', 'default_payment_method', 'description', 'items', 'metadata', 'pause_collection']),
})

export function createApi(
  { ledger, charging, sessions, subscriptions, reversals }: StripeParts,
  secretKey: string,
): { routes: Route[]; clear(): void } {
  const idempotency = createIdempotency()

  function authorize(call: Call): void {
    const header = call.headers.authorization ?? ''
    const given =
      /^Bearer\s+(\S+)$/i.exec(header)?.[1] ??
      (/^Basic\s/i.test(header) ? Buffer.from(header.slice(6), 'base64').toString('utf8').split(':')[0] : '')
    if (!given) {
      throw new StripeRefusal(
        "You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth (e.g. 'Authorization: Bearer YOUR_SECRET_KEY').",
        { status: 401 },
      )
    }
    if (given !== secretKey) {
      const hidden =
        given.length > 12 ? `${given.slice(0, 8)}${'*'.repeat(given.length - 12)}${given.slice(-4)}` : '****'
      throw new StripeRefusal(`Invalid API Key provided: ${hidden}`, { status: 401 })
    }
    const version = call.headers['stripe-version']
    if (version !== undefined && version !== apiVersion) {
      throw new StripeRefusal(`Invalid Stripe API version: ${version}. The sandbox speaks ${apiVersion} only.`)
    }
  }

  function formOf(call: Call): FormTree {
    if (call.method !== 'POST') return parseForm(call.query.toString())
    const type = call.headers['content-type'] ?? ''
    if (call.body.length > 0 && !type.includes('application/x-www-form-urlencoded')) {
      throw new StripeRefusal(
        'Invalid request (check that your POST content type is application/x-www-form-urlencoded). If you have any questions, we can help at https://support.stripe.com/.',
      )
    }
    return parseForm(call.body.toString('utf8'))
  }

  function endpoint(
    method: Route['method'],
    path: string,
    about: string,
    act: (asked: Asked) => Answered | Promise<Answered>,
  ): Route {
    const answer = async (call: Call, cause: Cause): Promise<Reply> => {
      try {
        const { value, expand: paths } = await act({ call, form: formOf(call), cause })
        return json(200, expand(ledger, value, paths ?? []))
      } catch (error) {
        if (error instanceof StripeRefusal) return errorReply(error)
        throw error
      }
    }
    return {
      method,
      path,
      kind: 'api',
      about,
      async handle(call) {
        const requestId = `req_${randomUUID().replaceAll('-', '').slice(0, 14)}`
        const marked = (reply: Reply): Reply => ({
          ...reply,
          headers: { ...reply.headers, 'request-id': requestId, 'stripe-version': apiVersion },
        })
        try {
          authorize(call)
        } catch (error) {
          if (error instanceof StripeRefusal) return marked(errorReply(error))
          throw error
        }
        const key = call.method === 'POST' ? call.headers['idempotency-key'] : undefined
        if (typeof key !== 'string') return marked(await answer(call, { id: requestId, idempotency_key: null }))
        const request = { key, path: call.path, body: call.body.toString('utf8') }
        return marked(await idempotency.answer(request, () => answer(call, { id: requestId, idempotency_key: key })))
      },
    }
  }

  /** GET of one object by its id. */
  function read(path: string, what: string, find: (id: string) => object | undefined): Route {
    return endpoint('GET', `${path}/:id`, `One ${what}.`, ({ call, form }) => {
      const given = reading.read(form, '')
      const id = call.params.id ?? ''
      const found = find(id)
      if (!found) throw noSuch(what, id, what === 'checkout.session' ? 'session' : 'id')
      return { value: found, expand: given.expand }
    })
  }

  /** GET of many, newest first, filtered by the values given under each name. */
  function list<T extends { id: string }>(
    path: string,
    about: string,
    all: () => Iterable<T>,
    filters: Record<string, { reader: Reader<unknown>; fits: (one: T, value: unknown) => boolean }>,
  ): Route {
    const readers = Object.fromEntries(Object.entries(filters).map(([name, { reader }]) => [name, reader]))
    const parameters = object({ ...listing, ...readers })
    return endpoint('GET', path, about, ({ form }) => {
      const given = parameters.read(form, '') as Record<string, unknown> & {
        limit: number | undefined
        starting_after: string | undefined
        expand: string[] | undefined
      }
      const fitting = [...all()]
        .reverse()
        .filter((one) =>
          Object.entries(filters).every(([name, { fits }]) => given[name] === undefined || fits(one, given[name])),
        )
      const from = given.starting_after ? fitting.findIndex((one) => one.id === given.starting_after) + 1 : 0
      const page = fitting.slice(from, from + (given.limit ?? 10))
      return { value: listOf(page, path, from + page.length < fitting.length), expand: given.expand }
    })
  }

  const by = <T>(pick: (one: T) => unknown) => ({
    reader: optional(text()) as Reader<unknown>,
    fits: (one: T, value: unknown) => pick(one) === value,
  })

  const checkoutOf = (id: string) => {
    const found = ledger.checkouts.get(id)
    if (!found) throw noSuch('checkout.session', id, 'session')
    sessions.age(found)
    return found
  }
  const subscriptionOf = (id: string) => {
    const found = ledger.subscriptions.get(id)
    if (!found) throw noSuch('subscription', id, 'id')
    return found
  }

  /** The charge that a refund is about. */
  function chargeToRefund(given: { payment_intent: string | undefined; charge: string | undefined }) {
    if (given.payment_intent === undefined && given.charge === undefined) {
      throw new StripeRefusal(
        'One of the following params should be provided for this request: payment_intent or charge.',
      )
    }
    if (given.payment_intent !== undefined) {
      const intent = ledger.paymentIntents.get(given.payment_intent)
      if (!intent) throw noSuch('payment_intent', given.payment_intent, 'payment_intent')
      const charge = ledger.charges.get(intent.latest_charge ?? '')
      if (charge) return charge
      throw new StripeRefusal(`This PaymentIntent (${intent.id}) does not have a successful charge to refund.`, {
        param: 'payment_intent',
      })
    }
    const charge = ledger.charges.get(given.charge ?? '')
    if (!charge) throw noSuch('charge', given.charge ?? '', 'charge')
    return charge
  }

  const path = '/v1/checkout/sessions'
  const routes: Route[] = [
    endpoint('POST', path, 'Opens a session; refuses what Stripe refuses.', ({ form }) => {
      const asked = readSessionParameters(form, nowSeconds())
      return { value: sessions.open(asked).session, expand: asked.expand }
    }),
    list(path, 'Sessions, newest first.', () => [...ledger.checkouts.values()].map(({ session }) => session), {
      payment_intent: by((session) => session.payment_intent),
      subscription: by((session) => session.subscription),
      customer: by((session) => session.customer),
      status: by((session) => session.status),
    }),
    read(path, 'checkout.session', (id) => (ledger.checkouts.has(id) ? checkoutOf(id).session : undefined)),
    endpoint('GET', `${path}/:id/line_items`, 'What is paid for.', ({ call, form }) => {
      const given = object(listing).read(form, '')
      const id = call.params.id ?? ''
      return { value: listOf(checkoutOf(id).lines, `${path}/${id}/line_items`), expand: given.expand }
    }),
    endpoint('POST', `${path}/:id/expire`, 'Closes an open session.', ({ call, form, cause }) => {
      const given = reading.read(form, '')
      return { value: sessions.expire(checkoutOf(call.params.id ?? ''), cause), expand: given.expand }
    }),

    read('/v1/payment_intents', 'payment_intent', (id) => ledger.paymentIntents.get(id)),
    list('/v1/payment_intents', 'Payments, newest first.', () => ledger.paymentIntents.values(), {
      customer: by((intent) => intent.customer),
    }),
    read('/v1/payment_methods', 'payment_method', (id) => ledger.paymentMethods.get(id)),
    read('/v1/charges', 'charge', (id) => ledger.charges.get(id)),
    endpoint('POST', '/v1/customers', 'Makes a customer; refuses what Stripe refuses.', ({ form }) => {
      const { expand: paths, ...details } = readCustomerParameters(form)
      return { value: charging.keepCustomer(details), expand: paths }
    }),
    read('/v1/customers', 'customer', (id) => ledger.customers.get(id)),
    list('/v1/customers', 'Customers, newest first.', () => ledger.customers.values(), {
      email: by((customer) => customer.email),
    }),
    endpoint(
      'DELETE',
      '/v1/customers/:id',
      'Deletes a customer, and ends its subscriptions at once.',
      async (asked) => {
        const given = reading.read(asked.form, '')
        const id = asked.call.params.id ?? ''
        if (!ledger.customers.delete(id)) throw noSuch('customer', id, 'id')
        for (const one of ledger.subscriptions.values())
          if (one.customer === id && one.status !== 'canceled') await subscriptions.cancel(one, {}, asked.cause)
        return { value: { id, object: 'customer', deleted: true }, expand: given.expand }
      },
    ),
    read('/v1/products', 'product', (id) => ledger.products.get(id)),
    read('/v1/prices', 'price', (id) => ledger.prices.get(id)),

    read('/v1/invoices', 'invoice', (id) => ledger.invoices.get(id)),
    list('/v1/invoices', 'Invoices, newest first.', () => ledger.invoices.values(), {
      subscription: by((invoice) => invoice.parent?.subscription_details?.subscription),
      customer: by((invoice) => invoice.customer),
      status: by((invoice) => invoice.status),
    }),
    read('/v1/invoice_payments', 'invoice_payment', (id) => ledger.invoicePayments.get(id)),
    list('/v1/invoice_payments', 'Which payment belongs to which invoice.', () => ledger.invoicePayments.values(), {
      invoice: by((payment) => payment.invoice),
      status: by((payment) => payment.status),
      payment: {
        reader: optional(object({ type: oneOf(['payment_intent'], ['payment_record']), payment_intent: text() })),
        fits: (payment, value) =>
          payment.payment.payment_intent === (value as { payment_intent: string }).payment_intent,
      },
    }),

    read('/v1/subscriptions', 'subscription', (id) => ledger.subscriptions.get(id)),
    endpoint('POST', '/v1/subscriptions/:id', 'Lets it end after the month that is paid.', async (asked) => {
      const given = updateParameters.read(asked.form, '')
      const subscription = subscriptionOf(asked.call.params.id ?? '')
      const wanted = given.cancel_at_period_end ?? subscription.cancel_at_period_end
      const details = given.cancellation_details ?? {}
      await subscriptions.cancelAtPeriodEnd(subscription, wanted, details, asked.cause)
      return { value: subscription, expand: given.expand }
    }),
    endpoint('DELETE', '/v1/subscriptions/:id', 'Ends it at once.', async ({ call, form, cause }) => {
      const given = cancelParameters.read(form, '')
      const subscription = subscriptionOf(call.params.id ?? '')
      await subscriptions.cancel(subscription, given.cancellation_details ?? {}, cause)
      return { value: subscription, expand: given.expand }
    }),

    endpoint('POST', '/v1/billing_portal/sessions', 'Opens the portal for a customer.', ({ call, form }) => {
      const given = portalParameters.read(form, '')
      return { value: openPortal(ledger, given, `http://${call.headers.host}`), expand: given.expand }
    }),

    endpoint('POST', '/v1/refunds', 'Gives money back, all or a part.', async ({ form, cause }) => {
      const given = refundParameters.read(form, '')
      return { value: await reversals.refund(chargeToRefund(given), given, cause), expand: given.expand }
    }),
    read('/v1/refunds', 'refund', (id) => ledger.refunds.get(id)),
    list('/v1/refunds', 'Refunds, newest first.', () => ledger.refunds.values(), {
      payment_intent: by((refund) => refund.payment_intent),
      charge: by((refund) => refund.charge),
    }),
    read('/v1/disputes', 'dispute', (id) => ledger.disputes.get(id)),
    list('/v1/disputes', 'Disputes, newest first.', () => ledger.disputes.values(), {
      payment_intent: by((dispute) => dispute.payment_intent),
      charge: by((dispute) => dispute.charge),
    }),

    read('/v1/events', 'event', (id) => ledger.events.get(id)),
    list('/v1/events', 'Events, newest first.', () => ledger.events.values(), { type: by((event) => event.type) }),
  ]
  return { routes, clear: idempotency.clear }
}

/** Stripe's answer to an address of the API that it does not know. */
export const unknownAddress = (call: Call): Reply =>
  errorReply(
    new StripeRefusal(
      `Unrecognized request URL (${call.method}: ${call.path}). Please see https://stripe.com/docs or we can help at https://support.stripe.com/.`,
      { status: 404 },
    ),
  )
