/**
 * Erases what was typed for payments that were never made, here and at Stripe. The row goes last: while Stripe does not confirm
 * that its customer is gone, the row stays, and the next round tries again.
 */
import 'server-only'
import {
  type AbandonedAttempt,
  abandonedAttempts,
  deleteAttempt,
  markForErasure,
} from '#lib/giving/checkout/attempts.ts'
import { log } from '#lib/platform/log.ts'
import { ownStripe, type StripeGateway } from '#lib/platform/providers/stripe.ts'

/** A round waits for Stripe twice for each; what is left waits for the next. */
const mostAtOnce = 500

/** Nobody has to account for them. @throws when the store fails. */
export async function eraseAbandoned(stripe: StripeGateway | null = ownStripe()): Promise<void> {
  const attempts = await abandonedAttempts(mostAtOnce)
  for (const [done, attempt] of attempts.entries()) {
    const erased = await eraseAtStripe(attempt, stripe)
    if (erased === 'erased') await deleteAttempt(attempt)
    if (erased === 'unavailable') {
      log.warn('Stripe did not delete a customer; abandoned payments are kept until it does', {
        left: attempts.length - done,
      })
      return
    }
  }
}

/** At once for one person, but for a payment page that may still be open: that is erased when it is closed. @throws when the store fails. */
export async function eraseAbandonedBy(isTheirs: (email: string) => boolean): Promise<void> {
  await markForErasure(isTheirs)
  await eraseAbandoned()
}

async function eraseAtStripe(
  { email, reference }: AbandonedAttempt,
  stripe: StripeGateway | null,
): Promise<'erased' | 'paid' | 'unavailable'> {
  if (!stripe) {
    log.warn('Card payments are not set up any more: delete the customer at Stripe by hand', { reference })
    return 'erased'
  }
  const deleted = await stripe.deleteCustomer(email, reference)
  if (!deleted.ok) return 'unavailable'
  if (deleted.value === 'deleted') return 'erased'
  log.error('Stripe has a payment that the ledger does not know: look whether webhooks arrive', { reference })
  return 'paid'
}
