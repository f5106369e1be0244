/**
 * The card provider of this site and its mode: the only file of lib/giving that names a vendor
 * (docs/decisions/0025-a-seam-for-payment-providers.md).
 */
import { utcNow } from '#lib/platform/clock.ts'
import { env } from '#lib/platform/env.ts'
import type { Frequency, Money } from '#lib/platform/money.ts'
import { isOneOf } from '#lib/platform/narrow.ts'
import { type ProviderFault, type ProviderResult, providerFaults } from '#lib/platform/providers/payments.ts'
import { store, writeSetting } from '#lib/platform/store/index.ts'

export { cardFormInBrowser, cardProvider, type PaymentProvider } from '#lib/platform/providers/stripe.ts'

/** `test`: the provider's test mode or the sandbox; no card is charged. `off`: no payment service is set up. */
export function cardPayments(): 'live' | 'test' | 'off' {
  const { stripe } = env()
  if (!stripe) return 'off'
  return stripe.isLive ? 'live' : 'test'
}

/** Whether donors can change a monthly gift at the provider, by a mailed link. */
export const hasCustomerPortal = (): boolean => env().stripe?.portal ?? false

/** The setting that exists while the provider opens no payment pages of one currency and frequency: since when (ISO 8601), and why. */
const pagesSetting = 'payment-pages:'
/** Faults of every page, whatever its currency and frequency. */
const generalFaults: readonly ProviderFault[] = ['key', 'account', 'clock']

/** Oldest first. */
async function refusedPages(): Promise<{ key: string; since: string; fault: ProviderFault }[]> {
  const { db } = await store()
  const rows = await db
    .selectFrom('settings')
    .select(['key', 'value'])
    .where('key', 'like', `${pagesSetting}%`)
    .orderBy('value')
    .execute()
  return rows.flatMap(({ key, value }) => {
    const [since = '', fault] = value.split(' ')
    return isOneOf(providerFaults, fault) ? [{ key, since, fault }] : []
  })
}

/**
 * Records whether a payment page could be opened, for all servers. A page that opens clears the faults that it disproves. Errors that a
 * donor can correct, and outages, do not count.
 */
export async function notePaymentPage(
  { money, frequency }: { money: Money; frequency: Frequency },
  made: ProviderResult<unknown>,
): Promise<void> {
  const key = `${pagesSetting}${money.currency}:${frequency}`
  if (made.ok) {
    const over = (await refusedPages()).filter((page) => page.key === key || generalFaults.includes(page.fault))
    const { db } = await store()
    const keys = over.map((page) => page.key)
    if (keys.length > 0) await db.deleteFrom('settings').where('key', 'in', keys).execute()
  } else if (made.failure.kind === 'misconfigured') {
    const before = (await refusedPages()).find((page) => page.key === key)
    await writeSetting(key, `${before?.since ?? utcNow()} ${made.failure.fault}`)
  }
}

/** Why payment pages have not opened for the longest; null while they do. `since`: ISO 8601. */
export async function paymentPagesFault(): Promise<{ since: string; fault: ProviderFault } | null> {
  const [oldest] = await refusedPages()
  return oldest ? { since: oldest.since, fault: oldest.fault } : null
}
