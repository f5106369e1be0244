/** What happens to one payment: it is charged, decided later by a bank, refunded and disputed. Charges nobody. */
import { insufficientFunds, type Outcome, type Tender } from './cards.ts'
import { StripeRefusal } from './errors.ts'
import { keep, known, type Ledger } from './ledger.ts'
import {
  type Charge,
  type Dispute,
  newCharge,
  newDispute,
  newPaymentIntent,
  newRefund,
  nowSeconds,
  type PaymentIntent,
  type Refund,
} from './objects.ts'
import type { SessionParameters } from './parameters.ts'
import type { Webhooks } from './webhooks.ts'

export type Payments = ReturnType<typeof createPayments>

export function createPayments(ledger: Ledger, { announce }: Webhooks) {
  function conclude(intent: PaymentIntent, outcome: Outcome): void {
    const charge = known(ledger.charges, intent.latest_charge)
    if (outcome === 'paid' || outcome === 'pending') {
      intent.status = outcome === 'paid' ? 'succeeded' : 'processing'
      intent.last_payment_error = null
      charge.status = outcome === 'paid' ? 'succeeded' : 'pending'
      return
    }
    const { declineCode: decline_code, message } = outcome
    charge.status = 'failed'
    intent.status = 'requires_payment_method'
    intent.last_payment_error = { type: 'card_error', code: 'card_declined', decline_code, message }
    announce('payment_intent.payment_failed', intent)
  }

  return {
    newIntent: (
      of: { amount: number; currency: string; customer: string | null },
      data?: SessionParameters['payment_intent_data'],
    ): PaymentIntent => keep(ledger.paymentIntents, newPaymentIntent(ledger.nextId('pi'), of, data)),

    /** Every attempt makes a charge. `at`: seconds. */
    charge(intent: PaymentIntent, tender: Tender, email: string | null, at = nowSeconds()): Outcome {
      const charge = keep(ledger.charges, newCharge(ledger.nextId('ch'), intent, { email, at }))
      intent.latest_charge = charge.id
      conclude(intent, tender.outcome)
      return tender.outcome
    },

    /** The donor's bank decides about a pending payment. */
    decide(intent: PaymentIntent | undefined, isPaid: boolean): void {
      if (intent?.status !== 'processing') throw new StripeRefusal('No payment of this session waits for a bank.')
      conclude(intent, isPaid ? 'paid' : insufficientFunds)
    },

    /** Without an amount, all that is left. */
    refund(charge: Charge, given?: number): Refund {
      const left = charge.amount - charge.amount_refunded
      const amount = given ?? left
      if (charge.status !== 'succeeded') throw new StripeRefusal(`The charge is ${charge.status}.`)
      if (charge.disputed || left === 0 || amount > left) {
        throw new StripeRefusal(`Of this charge ${charge.disputed ? 0 : left} can be refunded.`)
      }
      const refund = keep(ledger.refunds, newRefund(ledger.nextId('re'), charge, amount))
      charge.amount_refunded += amount
      announce('charge.refunded', charge)
      return refund
    },

    /** The donor's bank does not take the refund. The charge goes on counting it, as at Stripe: the site has to look at the refund itself. */
    failRefund(refund: Refund): Refund {
      refund.status = 'failed'
      announce('charge.refund.updated', refund)
      announce('refund.failed', refund)
      return refund
    },

    /** The donor's bank takes the money back until the dispute is closed. */
    dispute(charge: Charge): Dispute {
      if (charge.status !== 'succeeded') throw new StripeRefusal(`The charge is ${charge.status}.`)
      const dispute = keep(ledger.disputes, newDispute(ledger.nextId('du'), charge))
      charge.disputed = true
      announce('charge.dispute.created', dispute)
      return dispute
    },

    /** The charge stays `disputed`, as at Stripe. */
    closeDispute(dispute: Dispute, status: 'won' | 'lost' | 'warning_closed' | 'prevented'): Dispute {
      dispute.status = status
      announce('charge.dispute.closed', dispute)
      return dispute
    },
  }
}
