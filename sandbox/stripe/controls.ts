/** Controls with which tests, or people, trigger events at the sandbox's Stripe. */
import { z } from 'zod'
import { control, json, type Route, view } from '../http.ts'
import { accountChanges, type StripeParts } from './api.ts'
import { type Charge, otherMethods, outcomeOf, type SentEvent, StripeRefusal } from './ledger.ts'

const nothing = z.strictObject({})

export function stripeControls({ api, ledger, payments, webhooks }: StripeParts): Route[] {
  const { checkouts, subscriptions } = ledger

  /** Responds when the site has received the event; 409 if it cannot happen now. `id`: from the path, which may say `latest`. */
  const action = <S extends z.ZodType>(
    name: string,
    about: string,
    input: S,
    act: (given: z.output<S>, id: string) => unknown,
  ): Route =>
    control(name, about, input, async (given, { params }) => {
      try {
        const done = await act(given, params.id ?? 'latest')
        await webhooks.settled()
        return json(200, done)
      } catch (error) {
        if (error instanceof StripeRefusal) return json(409, { error: error.message })
        throw error
      }
    })

  function find<T>(kept: ReadonlyMap<string, T>, id: string): T {
    const found = id === 'latest' ? [...kept.values()].at(-1) : kept.get(id)
    if (found === undefined) throw new StripeRefusal(`There is no ${id}.`)
    return found
  }

  /** By id, or the newest one of a type. */
  const findEvent = (id: string): SentEvent =>
    [...ledger.events.values()].findLast(({ event }) => event.type === id) ?? find(ledger.events, id)

  /** The charge of a payment intent, or the newest one that was paid. */
  function findCharge(id: string): Charge {
    const charge =
      id === 'latest'
        ? [...ledger.charges.values()].findLast(({ status }) => status === 'succeeded')
        : ledger.charges.get(find(ledger.paymentIntents, id).latest_charge ?? '')
    if (!charge) throw new StripeRefusal(`Nothing was charged for ${id}.`)
    return charge
  }

  const payment = z.strictObject({
    card: z.string().default('4242 4242 4242 4242'),
    method: z.enum(['card', 'wallet', 'bank']).default('card'),
  })
  const settlement = z.strictObject({ outcome: z.enum(['succeeded', 'failed']) })
  const month = z.strictObject({ outcome: z.enum(['paid', 'failed']) })
  const part = z.strictObject({ amount: z.int().min(1).optional() })
  const closing = z.strictObject({ status: z.enum(['won', 'lost', 'warning_closed', 'prevented']) })
  const repeats = z.strictObject({ times: z.int().min(1).max(100) })
  const holding = z.strictObject({ hold: z.literal(true) })

  function pay({ card, method }: z.output<typeof payment>, id: string) {
    const checkout = find(checkouts, id)
    const outcome = method === 'card' ? outcomeOf(card) : otherMethods[method].outcome
    const decline = payments.pay(checkout, outcome, 'donor@example.org')
    return { outcome: decline ? 'declined' : 'complete', message: decline?.message, session: checkout.session }
  }

  const sessions = () => [...checkouts.values()].map(({ session }) => session)
  const events = () => [...ledger.events.values()]
  return [
    view('sessions', 'The checkout sessions, oldest first.', () => ({ sessions: sessions() })),
    action(
      'sessions/:id/pay',
      'Pays by "card", or by "method": wallet, or bank, which is settled later.',
      payment,
      pay,
    ),
    action(
      'sessions/:id/settle',
      'The bank decides: "outcome" is succeeded or failed.',
      settlement,
      ({ outcome }, id) => payments.settle(find(checkouts, id), outcome === 'succeeded'),
    ),
    action('sessions/:id/expire', 'The time of a session is over.', nothing, (_, id) =>
      payments.expire(find(checkouts, id)),
    ),

    action('subscriptions/:id/advance', 'A month passes: "outcome" is paid or failed.', month, ({ outcome }, id) =>
      payments.advance(find(subscriptions, id), outcome),
    ),
    action('subscriptions/:id/cancel', 'The subscription ends.', nothing, (_, id) =>
      payments.cancel(find(subscriptions, id)),
    ),
    action('invoices/:id/pay', 'An invoice that failed is paid after all.', nothing, (_, id) =>
      payments.payOpenInvoice(find(ledger.invoices, id)),
    ),

    action('payments/:id/refund', 'Refunds a payment intent, or "amount" of it.', part, ({ amount }, id) =>
      payments.refund(findCharge(id), amount),
    ),
    action('refunds/:id/fail', 'A refund does not reach the donor.', nothing, (_, id) =>
      payments.failRefund(find(ledger.refunds, id)),
    ),
    action('payments/:id/dispute', "The donor's bank disputes a payment.", nothing, (_, id) =>
      payments.dispute(findCharge(id)),
    ),
    action('disputes/:id/close', 'A dispute ends with a "status" of Stripe.', closing, ({ status }, id) =>
      payments.closeDispute(find(ledger.disputes, id), status),
    ),

    action('account', 'Changes the account.', accountChanges, api.changeAccount),
    view('events', 'The events, oldest first, with every attempt to deliver them.', () => ({ events: events() })),
    action('events/:id/resend', 'Sends an event, or the newest of a type, again.', repeats, async ({ times }, id) => ({
      deliveries: await webhooks.resend(findEvent(id), times),
    })),
    action('webhooks', 'Holds events back: {"hold": true}.', holding, ({ hold }) => {
      webhooks.hold()
      return { hold }
    }),
    action('webhooks/release', 'Sends what is held, the newest first, and stops holding.', nothing, async () => ({
      released: await webhooks.release(),
    })),
  ]
}
