/** What a test, or a curious person, can make happen at the sandbox's Stripe. Does nothing that Stripe could not do. */
import { z } from 'zod'
import { type Control, control, json, type Reply } from '../http.ts'
import type { StripeParts } from './api.ts'
import { type Card, readCard } from './cards.ts'
import { StripeRefusal } from './errors.ts'
import type { Charge, Event } from './objects.ts'
import type { Webhooks } from './webhooks.ts'

const nothing = z.strictObject({})

export function stripeControls(parts: StripeParts, webhooks: Webhooks): Control[] {
  const { ledger, sessions, subscriptions, reversals } = parts

  /** Answers when the site has heard of what happened. A refusal is a 409: the control was understood, but this cannot happen now. */
  async function attempt(act: () => unknown): Promise<Reply> {
    try {
      const done = await act()
      await webhooks.settled()
      return json(200, done)
    } catch (error) {
      if (error instanceof StripeRefusal) return json(409, { error: error.message })
      throw error
    }
  }

  /** By id, or the newest one for `latest`. */
  function find<T>(kept: ReadonlyMap<string, T>, id: string | undefined, what: string): T {
    const found = id === 'latest' ? [...kept.values()].at(-1) : kept.get(id ?? '')
    if (found === undefined) throw new StripeRefusal(`There is no ${what} ${id}.`)
    return found
  }

  /** Also by the type of the event: the newest of it. */
  function findEvent(id: string | undefined): Event {
    return [...ledger.events.values()].findLast((event) => event.type === id) ?? find(ledger.events, id, 'event')
  }

  /** The charge of a payment intent; `latest` is the newest that was paid. */
  function chargeOf(id: string | undefined): Charge {
    const charge =
      id === 'latest'
        ? [...ledger.charges.values()].findLast((one) => one.paid)
        : ledger.charges.get(find(ledger.paymentIntents, id, 'payment intent').latest_charge ?? '')
    if (!charge) throw new StripeRefusal(`Nothing was charged for ${id}.`)
    return charge
  }

  const cardInput = z.strictObject({
    card: z.string().default('4242 4242 4242 4242'),
    /** Acts as if the donor had chosen a bank debit, whether or not the page offers it. */
    method: z.enum(['card', 'us_bank_account']).default('card'),
    email: z.email().default('donor@example.org'),
  })

  const typedCard = (number: string): Card => {
    const read = readCard({ number, expiry: '12/34', cvc: '123' }, new Date())
    if (!read.ok) throw new StripeRefusal(Object.values(read.errors).join(' '))
    return read.card
  }

  return [
    {
      method: 'GET',
      path: '/_sandbox/events',
      about: 'The events, oldest first, with every try to deliver them.',
      handle: () => json(200, { events: webhooks.list() }),
    },
    control({
      path: '/_sandbox/events/:id/resend',
      about: 'Sends an event again, several times at once. :id may be a type, for the newest event of it, or "latest".',
      input: z.strictObject({ times: z.int().min(1).max(100).default(1) }),
      example: { times: 5 },
      act: ({ times }, call) =>
        attempt(async () => ({ deliveries: await webhooks.resend(findEvent(call.params.id), times) })),
    }),
    control({
      path: '/_sandbox/webhooks',
      about:
        'Where events go, how they are signed, how often they are tried again (milliseconds), whether they are held.',
      input: z.strictObject({
        hold: z.boolean().optional(),
        url: z.url({ protocol: /^https?$/ }).optional(),
        secret: z.string().min(1).optional(),
        retryDelays: z.array(z.int().min(0)).max(20).optional(),
      }),
      example: { hold: true },
      act({ hold, url, secret, retryDelays }) {
        const settings = webhooks.configure({
          ...(hold !== undefined && { hold }),
          ...(url !== undefined && { url }),
          ...(secret !== undefined && { secret }),
          ...(retryDelays !== undefined && { retryDelays }),
        })
        return json(200, { url: settings.url, hold: settings.hold, retryDelays: settings.retryDelays })
      },
    }),
    control({
      path: '/_sandbox/webhooks/release',
      about: 'Sends what is held, one after the other, and stops holding.',
      input: z.strictObject({ order: z.enum(['as-made', 'reverse']).default('as-made') }),
      example: { order: 'reverse' },
      act: ({ order }) => attempt(async () => ({ released: await webhooks.release(order) })),
    }),
    {
      method: 'GET',
      path: '/_sandbox/sessions',
      about: 'The checkout sessions, oldest first.',
      handle: () => json(200, { sessions: [...ledger.checkouts.values()].map(({ session }) => session) }),
    },
    control({
      path: '/_sandbox/sessions/:id/pay',
      about:
        'Pays without a browser; :id may be "latest", here and below. A bank debit (us_bank_account) is settled later.',
      input: cardInput,
      example: { card: '4242 4242 4242 4242' },
      act: ({ card, method, email }, call) =>
        attempt(async () => {
          const checkout = find(ledger.checkouts, call.params.id, 'session')
          const outcome = sessions.pay(checkout, method === 'card' ? typedCard(card) : null, email)
          if (outcome.kind === 'not-open') throw new StripeRefusal(`The session is ${outcome.status}.`)
          if (outcome.kind === 'declined')
            return { outcome: 'declined', message: outcome.message, session: checkout.session }
          return { outcome: 'complete', session: checkout.session }
        }),
    }),
    control({
      path: '/_sandbox/sessions/:id/settle',
      about: 'The bank decides about a bank debit.',
      input: z.strictObject({ outcome: z.enum(['succeeded', 'failed']).default('succeeded') }),
      example: { outcome: 'failed' },
      act: ({ outcome }, call) =>
        attempt(() => sessions.settle(find(ledger.checkouts, call.params.id, 'session'), outcome)),
    }),
    control({
      path: '/_sandbox/sessions/:id/expire',
      about: 'The time of a session is over.',
      input: nothing,
      example: {},
      act: (_input, call) => attempt(() => sessions.expire(find(ledger.checkouts, call.params.id, 'session'))),
    }),
    control({
      path: '/_sandbox/subscriptions/:id/advance',
      about: 'A month passes: the next invoice is "paid" or "failed"; without an outcome, as the card has it.',
      input: z.strictObject({ outcome: z.enum(['paid', 'failed']).optional() }),
      example: { outcome: 'paid' },
      act: ({ outcome }, call) =>
        attempt(async () => {
          const subscription = find(ledger.subscriptions, call.params.id, 'subscription')
          return { invoice: await subscriptions.advance(subscription, outcome), subscription }
        }),
    }),
    control({
      path: '/_sandbox/subscriptions/:id/cancel',
      about: 'The subscription ends.',
      input: nothing,
      example: {},
      act: (_input, call) =>
        attempt(() => subscriptions.cancel(find(ledger.subscriptions, call.params.id, 'subscription'), {})),
    }),
    control({
      path: '/_sandbox/invoices/:id/pay',
      about: 'An invoice that failed is paid after all.',
      input: nothing,
      example: {},
      act: (_input, call) =>
        attempt(() => subscriptions.payOpenInvoice(find(ledger.invoices, call.params.id, 'invoice'))),
    }),
    control({
      path: '/_sandbox/payments/:id/refund',
      about: 'Gives a payment back, all or "amount" in the smallest unit. :id is a payment intent.',
      input: z.strictObject({ amount: z.int().min(1).optional() }),
      example: {},
      act: (given, call) => attempt(() => reversals.refund(chargeOf(call.params.id), given)),
    }),
    control({
      path: '/_sandbox/refunds/:id/fail',
      about: 'A refund does not reach the donor: the money stays with the charity.',
      input: nothing,
      example: {},
      act: (_input, call) => attempt(() => reversals.failRefund(find(ledger.refunds, call.params.id, 'refund'))),
    }),
    control({
      path: '/_sandbox/payments/:id/dispute',
      about: "The donor's bank disputes a payment.",
      input: nothing,
      example: {},
      act: (_input, call) => attempt(() => reversals.dispute(chargeOf(call.params.id))),
    }),
    control({
      path: '/_sandbox/disputes/:id/close',
      about: 'A dispute is "won", "lost", or was only an inquiry ("warning_closed").',
      input: z.strictObject({ status: z.enum(['won', 'lost', 'warning_closed']).default('won') }),
      example: { status: 'won' },
      act: ({ status }, call) =>
        attempt(() => reversals.closeDispute(find(ledger.disputes, call.params.id, 'dispute'), status)),
    }),
  ]
}
