/** What a test, or a curious person, can make happen at the sandbox's Stripe. */
import { z } from 'zod'
import { type Call, control, json, type Route, view } from '../http.ts'
import { accountChanges } from './account.ts'
import type { StripeParts } from './api.ts'
import { otherMethods, outcomeOf } from './cards.ts'
import { StripeRefusal } from './errors.ts'
import type { Charge, SentEvent } from './ledger.ts'

const nothing = z.strictObject({})

export function stripeControls({ account, ledger, payments, webhooks }: StripeParts): Route[] {
  /** Answers when the site has heard of what happened; 409 when it cannot happen now. */
  const action = <S extends z.ZodType>(
    name: string,
    about: string,
    input: S,
    act: (given: z.output<S>, id: string | undefined) => unknown,
  ): Route =>
    control(name, about, input, async (given, call: Call) => {
      try {
        const done = await act(given, call.params.id)
        await webhooks.settled()
        return json(200, done)
      } catch (error) {
        if (error instanceof StripeRefusal) return json(409, { error: error.message })
        throw error
      }
    })

  /** By id, or the newest one for `latest`. */
  function find<T>(kept: ReadonlyMap<string, T>, id = 'latest'): T {
    const found = id === 'latest' ? [...kept.values()].at(-1) : kept.get(id)
    if (found === undefined) throw new StripeRefusal(`There is no ${id}.`)
    return found
  }

  /** By id, or the newest one of a type. */
  const findEvent = (id?: string): SentEvent =>
    [...ledger.events.values()].findLast(({ event }) => event.type === id) ?? find(ledger.events, id)

  /** The charge of a payment intent, or the newest one that was paid. */
  function findCharge(id?: string): Charge {
    const charge =
      id === 'latest'
        ? [...ledger.charges.values()].findLast(({ status }) => status === 'succeeded')
        : ledger.charges.get(find(ledger.paymentIntents, id).latest_charge ?? '')
    if (!charge) throw new StripeRefusal(`Nothing was charged for ${id}.`)
    return charge
  }

  return [
    view('sessions', 'The checkout sessions, oldest first.', () => ({
      sessions: [...ledger.checkouts.values()].map(({ session }) => session),
    })),
    action(
      'sessions/:id/pay',
      'Pays without a browser, by "card", or by "method": "wallet", which is paid at once, or "bank", which is settled later. :id may be "latest", here and below.',
      z.strictObject({
        card: z.string().default('4242 4242 4242 4242'),
        method: z.enum(['card', 'wallet', 'bank']).default('card'),
      }),
      ({ card, method }, id) => {
        const checkout = find(ledger.checkouts, id)
        const outcome = method === 'card' ? outcomeOf(card) : otherMethods[method].outcome
        const decline = payments.pay(checkout, outcome, 'donor@example.org')
        return { outcome: decline ? 'declined' : 'complete', message: decline?.message, session: checkout.session }
      },
    ),
    action(
      'sessions/:id/settle',
      'The bank decides about a bank debit: "outcome" is succeeded or failed.',
      z.strictObject({ outcome: z.enum(['succeeded', 'failed']) }),
      ({ outcome }, id) => payments.settle(find(ledger.checkouts, id), outcome === 'succeeded'),
    ),
    action('sessions/:id/expire', 'The time of a session is over.', nothing, (_, id) =>
      payments.expire(find(ledger.checkouts, id)),
    ),

    action(
      'subscriptions/:id/advance',
      'A month passes: "outcome" of the next invoice is paid or failed.',
      z.strictObject({ outcome: z.enum(['paid', 'failed']) }),
      ({ outcome }, id) => payments.advance(find(ledger.subscriptions, id), outcome),
    ),
    action('subscriptions/:id/cancel', 'The subscription ends.', nothing, (_, id) =>
      payments.cancel(find(ledger.subscriptions, id)),
    ),
    action('invoices/:id/pay', 'An invoice that failed is paid after all.', nothing, (_, id) =>
      payments.payOpenInvoice(find(ledger.invoices, id)),
    ),

    action(
      'payments/:id/refund',
      'Refunds a payment, all of it or "amount" in the smallest unit. :id is a payment intent.',
      z.strictObject({ amount: z.int().min(1).optional() }),
      ({ amount }, id) => payments.refund(findCharge(id), amount),
    ),
    action(
      'refunds/:id/fail',
      'A refund does not reach the donor: the money stays with the charity.',
      nothing,
      (_, id) => payments.failRefund(find(ledger.refunds, id)),
    ),
    action('payments/:id/dispute', "The donor's bank disputes a payment.", nothing, (_, id) =>
      payments.dispute(findCharge(id)),
    ),
    action(
      'disputes/:id/close',
      'A dispute is won, lost, prevented, or was only an inquiry (warning_closed): "status".',
      z.strictObject({ status: z.enum(['won', 'lost', 'warning_closed', 'prevented']) }),
      ({ status }, id) => payments.closeDispute(find(ledger.disputes, id), status),
    ),

    action(
      'account',
      'Changes the account: country, chargesEnabled, webhookUrl (null: none), webhookEnabled, events, methods, domains.',
      accountChanges,
      (changes) => account.change(changes),
    ),

    view('events', 'The events, oldest first, with every attempt to deliver them.', () => ({
      events: [...ledger.events.values()],
    })),
    action(
      'events/:id/resend',
      'Sends an event again, "times" times at once. :id may also be a type, for its newest event.',
      z.strictObject({ times: z.int().min(1).max(100) }),
      async ({ times }, id) => ({ deliveries: await webhooks.resend(findEvent(id), times) }),
    ),
    action('webhooks', 'Holds events back: {"hold": true}.', z.strictObject({ hold: z.literal(true) }), ({ hold }) => {
      webhooks.hold()
      return { hold }
    }),
    action('webhooks/release', 'Sends what is held, the newest first, and stops holding.', nothing, async () => ({
      released: await webhooks.release(),
    })),
  ]
}
