/** Gifts that do not stay: refunds that the charity makes, disputes that a donor's bank opens. */
import type Stripe from 'stripe'
import { type Cause, type Charging, known, noCause } from './charging.ts'
import { StripeRefusal } from './errors.ts'
import { type Ledger, nowSeconds } from './ledger.ts'
import { formatAmount } from './money.ts'
import { type Charge, type Dispute, newDispute, newRefund, type Refund } from './objects.ts'

export type Reversals = ReturnType<typeof createReversals>

export function createReversals(ledger: Ledger, { announce }: Charging) {
  /** Without an amount, all that is left. Throws StripeRefusal when there is not so much left. */
  async function refund(
    charge: Charge,
    given: {
      amount?: number | undefined
      reason?: Stripe.Refund.Reason | undefined
      metadata?: Record<string, string>
    },
    cause: Cause = noCause,
  ): Promise<Refund> {
    const left = charge.amount - charge.amount_refunded
    if (charge.refunded) {
      throw new StripeRefusal(`Charge ${charge.id} has already been refunded.`, { code: 'charge_already_refunded' })
    }
    if (charge.status !== 'succeeded') {
      throw new StripeRefusal(`This charge cannot be refunded: its status is ${charge.status}.`, {
        code: 'charge_not_refundable',
      })
    }
    if (charge.disputed) {
      throw new StripeRefusal(`Charge ${charge.id} has been charged back; cannot issue a refund.`, {
        code: 'charge_disputed',
      })
    }
    const amount = given.amount ?? left
    if (amount > left) {
      throw new StripeRefusal(
        `Refund amount (${formatAmount(amount, charge.currency, true)}) is greater than unrefunded amount on charge (${formatAmount(left, charge.currency, true)})`,
        { param: 'amount' },
      )
    }
    const previous = { amount_refunded: charge.amount_refunded, refunded: charge.refunded }
    const made = newRefund(ledger.nextId('re'), nowSeconds(), charge, {
      amount,
      reason: given.reason ?? null,
      metadata: given.metadata ?? {},
    })
    ledger.refunds.set(made.id, made)
    charge.amount_refunded += amount
    charge.refunded = charge.amount_refunded === charge.amount
    await Promise.all([announce('refund.created', made, cause), announce('charge.refunded', charge, cause, previous)])
    return made
  }

  /** The donor's bank does not take the refund. The charge goes on counting it, so that a site has to look at the refund itself. */
  async function failRefund(made: Refund): Promise<Refund> {
    if (made.status === 'failed') throw new StripeRefusal(`Refund ${made.id} has already failed.`)
    const previous = { status: made.status }
    made.status = 'failed'
    made.failure_reason = 'lost_or_stolen_card'
    await Promise.all([
      announce('refund.updated', made, noCause, previous),
      announce('charge.refund.updated', made, noCause, previous),
      announce('refund.failed', made),
    ])
    return made
  }

  /** The donor's bank takes the money back until the matter is decided. */
  async function dispute(charge: Charge): Promise<Dispute> {
    if (charge.status !== 'succeeded') throw new StripeRefusal('Only a charge that succeeded can be disputed.')
    const intent = known(ledger.paymentIntents.get(charge.payment_intent ?? ''))
    const made = newDispute(ledger.nextId('du'), nowSeconds(), charge, intent)
    ledger.disputes.set(made.id, made)
    charge.disputed = true
    await announce('charge.dispute.created', made)
    return made
  }

  async function closeDispute(open: Dispute, status: 'won' | 'lost' | 'warning_closed'): Promise<Dispute> {
    const previous = { status: open.status }
    open.status = status
    await announce('charge.dispute.closed', open, noCause, previous)
    return open
  }

  return { refund, failRefund, dispute, closeDispute }
}
