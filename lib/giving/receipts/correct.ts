/**
 * Corrects what a gift says about its donor and its purpose, for the office. Never the amount, the day or the status, which are those of
 * the payment. The corrected receipt is a new version.
 */
import 'server-only'
import { type Attempt, findAttempt, saveAttempt, sealId } from '#lib/giving/checkout/attempts.ts'
import type { Gift } from '#lib/giving/ledger/paid-gift.ts'
import { findGifts, issueReceipt, latestReceipts, type Receipt } from '#lib/giving/ledger/register.ts'
import { utcNow } from '#lib/platform/clock.ts'
import { defaultLanguage } from '#lib/platform/languages/index.ts'
import { wakeOutboxWorker } from '#lib/platform/outbox/worker.ts'
import { failure, type Result, success } from '#lib/platform/result.ts'
import { store } from '#lib/platform/store/index.ts'
import { currencyTerms } from '#lib/site/content/currencies.ts'

/** What is left out stays as it is; empty text removes it. `identity`: see `idKinds`. */
export type Correction = {
  name?: string
  organisation?: string
  email?: string
  address?: string
  identity?: { kind: string; number: string }
  reason?: number | null
  campaign?: string | null
}

/**
 * @param key number of a receipt, reference, or id of the payment. A reference names all months of a monthly gift, whose later months take
 * over the correction in any case. The failure is a sentence for the office. @throws when the store fails.
 */
export async function correctGifts(key: string, correction: Correction): Promise<Result<Receipt[], string>> {
  const gifts = await findGifts(key)
  const [first] = gifts
  if (!first) return failure(`There is no gift ${key}.`)
  if (new Set(gifts.map(({ reference }) => reference)).size > 1)
    return failure(`${key} is the receipt of several entities. Name the gift by its reference.`)
  const attempt = correctedAttempt(await attemptOf(first), correction)
  const { db } = await store()
  await db.transaction().execute(async (transaction) => {
    await saveAttempt(transaction, attempt)
    const { donor } = attempt
    const changes = {
      donor_name: donor.organisation ? `${donor.organisation} (${donor.name})` : donor.name,
      donor_email: donor.email,
      ...(correction.reason !== undefined && { reason: correction.reason }),
      ...(correction.campaign !== undefined && { campaign: correction.campaign }),
      updated_at: utcNow(),
    }
    for (const { id } of gifts) {
      const gift = await transaction
        .updateTable('gifts')
        .set(changes)
        .where('id', '=', id)
        .returningAll()
        .executeTakeFirstOrThrow()
      await issueReceipt(transaction, gift, attempt)
    }
  })
  wakeOutboxWorker()
  const receipts = await latestReceipts(gifts.map(({ id }) => id))
  return success([...receipts.values()])
}

/** For a gift whose attempt is not kept: what the ledger has. */
async function attemptOf(gift: Gift): Promise<Attempt> {
  const { reference, donor_name: name, donor_email: email, kind, currency, amount } = gift
  return (
    (await findAttempt(reference)) ?? {
      ...{ reference: reference ?? gift.object_id, form: currencyTerms(currency).form, money: { amount, currency } },
      ...{ frequency: kind === 'monthly' ? 'monthly' : 'once', donor: { name, email }, answers: {} },
      ...{ language: defaultLanguage, card: null, pan: null, rateLimitKeys: null, sessionId: null },
      ...{ createdAt: gift.recorded_at, eraseAfter: null },
    }
  )
}

function correctedAttempt(attempt: Attempt, correction: Correction): Attempt {
  const { identity, address, reason, campaign, ...donor } = correction
  const { name, email, organisation } = { ...attempt.donor, ...donor }
  return {
    ...attempt,
    donor: { name, email, ...(organisation && { organisation }) },
    answers: {
      ...attempt.answers,
      ...(address !== undefined && { address, line1: '', line2: '', city: '', state: '', postal_code: '' }),
      ...(identity && { idKind: identity.kind }),
      ...(reason !== undefined && { reason: String(reason ?? '') }),
      ...(campaign !== undefined && { campaign: campaign ?? '' }),
    },
    ...(identity && { pan: identity.number ? sealId(attempt.reference, identity.number) : null }),
  }
}
