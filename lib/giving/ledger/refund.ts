/**
 * Gives a payment by card back, whole or in part, at the provider. Writes nothing into the ledger: the provider's event does, as for a refund
 * that somebody makes at the provider.
 */
import type { Gift } from '#lib/giving/ledger/paid-gift.ts'
import { cardProvider } from '#lib/giving/orders/card-payments.ts'
import { failure, type Result, success } from '#lib/platform/result.ts'

/** `changed`: the provider has another status or amount than the ledger, because an event is on its way. */
type RefundFailure = 'changed' | 'refused' | 'unreachable'

/**
 * @param amount in the smallest unit. @param attempt the same for every repetition of one request, also by two people at once.
 * @param before called once the gift is as the ledger says, just before the provider is asked.
 */
export async function refundGift(
  gift: Pick<Gift, 'object_id' | 'kind' | 'status' | 'amount' | 'given_back'>,
  amount: number,
  attempt: string,
  before: () => Promise<void>,
): Promise<Result<null, RefundFailure>> {
  const provider = cardProvider()
  if (!provider) return failure('unreachable')
  const place = { kind: gift.kind === 'monthly' ? 'monthly' : 'one-off', objectId: gift.object_id } as const
  const reading = await provider.readGift(place)
  if (!reading.ok) return failure(reading.failure.kind === 'missing' ? 'refused' : 'unreachable')
  const { status, money, givenBack } = reading.value ?? {}
  const isAsKnown = status === gift.status && money?.amount === gift.amount && givenBack === gift.given_back
  if (!isAsKnown || gift.status !== 'paid') return failure('changed')
  await before()
  const refund = await provider.refund(place, amount, `refund:${attempt}`)
  if (refund.ok) return success(null)
  return failure(refund.failure.kind === 'unreachable' || refund.failure.kind === 'unable' ? 'unreachable' : 'refused')
}
