/** What every payment has in common: a customer, a means of payment, a charge that succeeds or fails, and the events that tell of it. Charges nobody. */
import type Stripe from 'stripe'
import type { Card, Decline } from './cards.ts'
import { type Ledger, nowSeconds } from './ledger.ts'
import {
  apiVersion,
  type Charge,
  type Customer,
  type CustomerDetails,
  type Event,
  newCharge,
  newCustomer,
  newPaymentIntent,
  newPaymentMethod,
  type PaymentIntent,
  type PaymentMethod,
} from './objects.ts'

/** The API request that made something happen; Stripe writes it into the event. */
export type Cause = { id: string | null; idempotency_key: string | null }

export const noCause: Cause = { id: null, idempotency_key: null }

export type Charging = ReturnType<typeof createCharging>

/** What the ledger must hold, since it was put there together with the id. */
export function known<T>(found: T | undefined): T {
  if (found === undefined) throw new Error('The ledger lost an object that another one names.')
  return found
}

/** `send` resolves when the site has answered the event for the first time, or could not. */
export function createCharging(ledger: Ledger, send: (event: Event) => Promise<void>) {
  function announce(type: Stripe.Event.Type, object: object, cause: Cause = noCause, previous?: object): Promise<void> {
    const event: Event = {
      id: ledger.nextId('evt'),
      object: 'event',
      api_version: apiVersion,
      created: nowSeconds(),
      // As it is now: what happens later must not show in an event that tells of this moment.
      data: { object: structuredClone(object), ...(previous && { previous_attributes: previous }) },
      livemode: false,
      pending_webhooks: 1,
      request: cause,
      type,
    }
    ledger.events.set(event.id, event)
    return send(event)
  }

  function keepIntent(options: Parameters<typeof newPaymentIntent>[2]): PaymentIntent {
    const intent = newPaymentIntent(ledger.nextId('pi'), nowSeconds(), options)
    ledger.paymentIntents.set(intent.id, intent)
    return intent
  }

  function keepCustomer(details: CustomerDetails): Customer {
    const customer = newCustomer(ledger.nextId('cus'), nowSeconds(), details)
    ledger.customers.set(customer.id, customer)
    return customer
  }

  function keepMethod(card: Card | null, email: string, customer: Customer | null): PaymentMethod {
    const method = newPaymentMethod(ledger.nextId('pm'), nowSeconds(), card, email, customer?.id ?? null)
    ledger.paymentMethods.set(method.id, method)
    return method
  }

  function startCharge(intent: PaymentIntent, method: PaymentMethod, now: number): Charge {
    const charge = newCharge(ledger.nextId('ch'), now, intent, method)
    ledger.charges.set(charge.id, charge)
    intent.latest_charge = charge.id
    intent.payment_method = method.id
    intent.last_payment_error = null
    return charge
  }

  function succeed(intent: PaymentIntent, charge: Charge): void {
    charge.status = 'succeeded'
    charge.paid = true
    charge.captured = true
    charge.amount_captured = charge.amount
    charge.outcome = {
      advice_code: null,
      network_advice_code: null,
      network_decline_code: null,
      network_status: 'approved_by_network',
      reason: null,
      risk_level: 'normal',
      risk_score: 5,
      seller_message: 'Payment complete.',
      type: 'authorized',
    }
    intent.status = 'succeeded'
    intent.amount_received = intent.amount
    void announce('charge.succeeded', charge)
    void announce('payment_intent.succeeded', intent)
  }

  function markFailed(intent: PaymentIntent, charge: Charge, method: PaymentMethod | null, decline: Decline): void {
    charge.status = 'failed'
    charge.failure_code = decline.code
    charge.failure_message = decline.message
    charge.outcome = {
      advice_code: null,
      network_advice_code: null,
      network_decline_code: null,
      network_status: 'declined_by_network',
      reason: decline.declineCode,
      risk_level: 'normal',
      seller_message: 'The bank did not return any further details with this decline.',
      type: 'issuer_declined',
    }
    intent.status = 'requires_payment_method'
    intent.payment_method = null
    intent.last_payment_error = {
      type: 'card_error',
      charge: charge.id,
      code: decline.code,
      decline_code: decline.declineCode,
      doc_url: 'https://docs.stripe.com/error-codes/card-declined',
      message: decline.message,
      ...(method && { payment_method: method }),
    }
    void announce('charge.failed', charge)
    void announce('payment_intent.payment_failed', intent)
  }

  return { announce, keepIntent, keepCustomer, keepMethod, startCharge, succeed, markFailed }
}
