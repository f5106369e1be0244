/** Checkout sessions: opened, paid once or monthly, decided later by a bank, expired. https://docs.stripe.com/api/checkout/sessions */
import type { Decline, Tender } from './cards.ts'
import { noSuch, StripeRefusal } from './errors.ts'
import { type Checkout, keep, type Ledger } from './ledger.ts'
import { newCustomer, newLineItem, newSession, nowSeconds, type Session } from './objects.ts'
import { checkSession, type SessionParameters } from './parameters.ts'
import type { Payments } from './payments.ts'
import type { Subscriptions } from './subscriptions.ts'
import type { Webhooks } from './webhooks.ts'

export type Sessions = ReturnType<typeof createSessions>

/** `origin`: of the payment pages, known once the service listens. */
export function createSessions(
  ledger: Ledger,
  { payments, subscriptions, webhooks }: { payments: Payments; subscriptions: Subscriptions; webhooks: Webhooks },
  origin: () => string,
) {
  const { announce } = webhooks

  function complete(session: Session, isPaid: boolean): void {
    session.status = 'complete'
    session.url = null
    session.payment_status = isPaid ? 'paid' : 'unpaid'
    announce('checkout.session.completed', session)
  }

  function payOnce({ session, given }: Checkout, tender: Tender, email: string): Decline | null {
    const { amount_total: amount, currency, customer } = session
    const intent =
      ledger.paymentIntents.get(String(session.payment_intent)) ??
      payments.newIntent({ amount: amount ?? 0, currency: currency ?? 'usd', customer }, given.payment_intent_data)
    session.payment_intent = intent.id
    const outcome = payments.charge(intent, tender, email)
    if (typeof outcome === 'object') return outcome
    complete(session, outcome === 'paid')
    return null
  }

  function payMonthly(checkout: Checkout, tender: Tender, email: string): Decline | null {
    const { session } = checkout
    const { amount_total: amount, currency } = session
    const { outcome } = tender
    if (typeof outcome === 'object') {
      const of = { amount: amount ?? 0, currency: currency ?? 'usd', customer: session.customer }
      payments.charge(payments.newIntent(of), tender, email)
      return outcome
    }
    const customer =
      ledger.customers.get(String(session.customer)) ??
      keep(ledger.customers, newCustomer(ledger.nextId('cus'), { email }))
    session.customer = customer.id
    session.subscription = subscriptions.start(customer, checkout, tender).id
    complete(session, outcome === 'paid')
    return null
  }

  function expire({ session }: Checkout): Session {
    if (session.status !== 'open') {
      throw new StripeRefusal(`Only open sessions can be expired. This one has a status of \`${session.status}\`.`)
    }
    session.status = 'expired'
    session.url = null
    announce('checkout.session.expired', session)
    return session
  }

  return {
    open(given: SessionParameters): Session {
      checkSession(given, nowSeconds())
      const customer = ledger.customers.get(given.customer ?? '') ?? null
      if (given.customer !== undefined && !customer) throw noSuch('customer', given.customer, 'customer')
      const id = ledger.nextId('cs_test')
      const lines = given.line_items.map((item) => newLineItem(ledger.nextId('li'), item))
      const pages = { payUrl: `${origin()}/pay/${id}`, clientSecret: ledger.nextSecret(id) }
      const session = newSession(id, given, customer, pages)
      const checkout = { session, lines, given }
      ledger.checkouts.set(id, checkout)
      setTimeout(
        () => {
          if (ledger.checkouts.get(id) === checkout && session.status === 'open') expire(checkout)
        },
        (session.expires_at - nowSeconds()) * 1000,
      ).unref()
      return session
    },

    /** The reason why the donor's card was declined, or null. `typedEmail` counts where the session has no address. */
    pay(checkout: Checkout, tender: Tender, typedEmail: string): Decline | null {
      const { session } = checkout
      if (session.status !== 'open') throw new StripeRefusal(`The session is ${session.status}.`)
      const email = session.customer_details.email ?? typedEmail
      return (session.mode === 'payment' ? payOnce : payMonthly)(checkout, tender, email)
    },

    /** The bank decides about a payment that is pending. */
    settle({ session }: Checkout, isPaid: boolean): Session {
      if (session.subscription) subscriptions.decideFirst(session.subscription, isPaid)
      else payments.decide(ledger.paymentIntents.get(String(session.payment_intent)), isPaid)
      if (isPaid) session.payment_status = 'paid'
      announce(`checkout.session.async_payment_${isPaid ? 'succeeded' : 'failed'}`, session)
      return session
    },

    expire,
  }
}
