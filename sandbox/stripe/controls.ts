/** Controls with which tests, or people, trigger events at the sandbox's Stripe. */
import type Stripe from 'stripe'
import { control, json, type Route, view } from '../http.ts'
import type { Account, StripeParts } from './api.ts'
import { otherMethods, outcomeOf, StripeRefusal } from './ledger.ts'
import * as monthly from './monthly.ts'
import * as money from './payments.ts'
import * as sessions from './sessions.ts'

export function stripeControls({ api, ledger, payments, webhooks }: StripeParts): Route[] {
  const { checkouts, disputes, invoices, paymentIntents, refunds, subscriptions } = ledger

  /** Responds when the site has received the event; 409 if it cannot happen now. `id`: from the path, which may say `latest`. */
  function action<Input>(name: string, act: (input: Input, id: string) => unknown): Route {
    const route = control<Input>(name, async (input, { params }) => {
      const done = await act(input, params.id ?? 'latest')
      await webhooks.settled()
      return done
    })
    return {
      ...route,
      async handle(call) {
        try {
          return await route.handle(call)
        } catch (error) {
          if (error instanceof StripeRefusal) return json(409, { error: error.message })
          throw error
        }
      },
    }
  }

  function find<T>(kept: ReadonlyMap<string, T>, id: string): T {
    const fromEnd = { latest: -1, previous: -2 }[id]
    const found = fromEnd ? [...kept.values()].at(fromEnd) : kept.get(id)
    if (found === undefined) throw new StripeRefusal(`There is no ${id}.`)
    return found
  }

  /** The charge of a payment intent, or the newest one that was paid. */
  function findCharge(id: string): Stripe.Charge {
    const paid = [...paymentIntents.values()].findLast(({ status }) => status === 'succeeded')
    return money.chargeOf(id === 'latest' && paid ? paid : find(paymentIntents, id))
  }

  type Payment = { card?: string; method?: 'card' | 'wallet' | 'bank' }

  /** By a card, a wallet, or a debit that the bank decides about later. */
  function pay({ card = '4242 4242 4242 4242', method = 'card' }: Payment, id: string) {
    const checkout = find(checkouts, id)
    const outcome = otherMethods[method]?.outcome ?? outcomeOf(card)
    const decline = sessions.pay(payments, checkout, outcome, 'donor@example.org')
    return { outcome: decline ? 'declined' : 'complete', message: decline?.message, session: checkout.session }
  }

  type Date = { year: number; month: number }
  type Month = { outcome: 'paid' | 'failed' }

  return [
    view('sessions', () => ({ sessions: [...checkouts.values()].map(({ session }) => session) })),
    action('sessions/:id/pay', pay),
    action<{ outcome: 'succeeded' | 'failed' }>('sessions/:id/settle', ({ outcome }, id) =>
      sessions.settle(payments, find(checkouts, id), outcome === 'succeeded'),
    ),
    action('sessions/:id/expire', (_, id) => sessions.expire(payments, find(checkouts, id))),

    action<Parameters<typeof monthly.beginElsewhere>[1]>('subscriptions', (given) =>
      monthly.beginElsewhere(payments, given),
    ),
    action<Month>('subscriptions/:id/advance', ({ outcome }, id) =>
      monthly.advance(payments, find(subscriptions, id), outcome === 'paid'),
    ),
    action<Date>('subscriptions/:id/card', ({ year, month }, id) =>
      Object.assign(monthly.cardOf(find(subscriptions, id)), { exp_year: year, exp_month: month }),
    ),
    action('subscriptions/:id/cancel', (_, id) => monthly.cancel(payments, find(subscriptions, id))),
    action('invoices/:id/pay', (_, id) => monthly.payOpenInvoice(payments, find(invoices, id))),

    action<{ amount?: number }>('payments/:id/refund', ({ amount }, id) =>
      money.refund(payments, findCharge(id), amount),
    ),
    action('refunds/:id/fail', (_, id) => money.failRefund(payments, find(refunds, id))),
    action<{ amount?: number }>('payments/:id/dispute', ({ amount }, id) =>
      money.dispute(payments, findCharge(id), amount),
    ),
    action<{ status: Stripe.Dispute.Status }>('disputes/:id/close', ({ status }, id) =>
      money.closeDispute(payments, find(disputes, id), status),
    ),

    action<{ currency?: string }>('settlement', ({ currency }) => money.settleIn(payments, currency ?? null)),
    action<{ day?: string }>('payouts', ({ day }) =>
      money.payOut(payments, day ?? new Date().toISOString().slice(0, 10)),
    ),

    action<Partial<Account>>('account', api.changeAccount),
    view('events', () => ({ events: [...ledger.events.values()] })),
    /** An event by its id, or the newest of a type. */
    action<{ times: number }>('events/:id/resend', async ({ times }, id) => {
      const newest = [...ledger.events.values()].findLast(({ event }) => event.type === id)
      return { deliveries: await webhooks.resend(newest ?? find(ledger.events, id), times) }
    }),
    action('webhooks', webhooks.hold),
    action('webhooks/release', webhooks.release),
  ]
}
