/**
 * Erases what was typed for payments that were never made, here and at the provider. The row is deleted last: until the provider confirms
 * that its customer is gone, the row stays and the next round tries again.
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

/** Each row takes two requests to the provider. The rest is left to the next round. */
const mostAtOnce = 500

/** Such attempts are in no accounts. @throws when the store fails. */
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

/**
 * Erases one person's attempts now. If a payment page may still be open, its attempt is erased once it is closed. @throws when the store
 * fails.
 */
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
