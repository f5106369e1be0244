/** Records one gift as the office types it, without its last look. */
import { type Confirmed, type Giver, readTyped, recordTyped } from '#lib/giving/pledges/confirm.ts'
import type { TypedPayment } from '#lib/giving/pledges/typed-gift.ts'
import type { Fault } from '#lib/giving/remark.ts'
import { failure, type Result, success } from '#lib/platform/result.ts'

export async function confirmTyped(payment: TypedPayment, giver: Giver): Promise<Result<Confirmed, Fault[]>> {
  const read = await readTyped([{ payment, giver }])
  const done = read.ok ? await recordTyped(read.value) : read
  if (!done.ok) return failure(done.failure.map(({ field, remark }) => ({ field, remark })))
  const [only] = done.value
  if (!only) throw new Error('Nothing was recorded')
  return success(only)
}
