/**
 * Erases what was typed for payments that were never made, here and at the provider. The row goes last: while the provider does not confirm
 * that its customer is gone, the row stays, and the next round tries again.
 */
import 'server-only'
import {
  type AbandonedAttempt,
  abandonedAttempts,
  deleteAttempt,
  markForErasure,
} from '#lib/giving/checkout/attempts.ts'
import { cardProvider } from '#lib/giving/checkout/card-payments.ts'
import { log } from '#lib/platform/log.ts'
import type { PaymentProvider } from '#lib/platform/providers/payments.ts'

/** A round waits for the provider twice for each; what is left waits for the next. */
const mostAtOnce = 500

/** Nobody has to account for them. @throws when the store fails. */
export async function eraseAbandoned(provider: PaymentProvider | null = cardProvider()): Promise<void> {
  const attempts = await abandonedAttempts(mostAtOnce)
  for (const [done, attempt] of attempts.entries()) {
    const erased = await eraseAtProvider(attempt, provider)
    if (erased === 'erased') await deleteAttempt(attempt)
    if (erased === 'unavailable') {
      log.warn('The provider did not delete a customer; abandoned payments are kept until it does', {
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

async function eraseAtProvider(
  { email, reference, isPledge }: AbandonedAttempt,
  provider: PaymentProvider | null,
): Promise<'erased' | 'paid' | 'unavailable'> {
  if (isPledge) return 'erased'
  if (!provider) {
    log.warn('Card payments are not set up any more: delete the customer at the provider by hand', { reference })
    return 'erased'
  }
  const deleted = await provider.deleteCustomer(email, reference)
  if (!deleted.ok) return 'unavailable'
  if (deleted.value === 'deleted') return 'erased'
  log.error('The provider has a payment that the ledger does not know: look whether webhooks arrive', { reference })
  return 'paid'
}
