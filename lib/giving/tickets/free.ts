/**
 * Orders of free tickets, as checkout sees any provider. Nothing is paid, so nothing is in the ledger: the places are kept at once, the tickets
 * are mailed, and whoever has the secret address of the order may give its places back.
 */
import 'server-only'
import { recordedPayment, releaseKey, rememberSession } from '#lib/giving/checkout/attempts.ts'
import { mailsPerDay } from '#lib/giving/checkout/limits.ts'
import { isOwnSessionId, ownSessionId } from '#lib/giving/checkout/transfers.ts'
import { freePlaces, keepFreePlaces, type SoldTicket, ticketsOf } from '#lib/giving/tickets/places.ts'
import { countMailTo } from '#lib/platform/http/limits.ts'
import { log } from '#lib/platform/log.ts'
import { enqueue } from '#lib/platform/outbox/queue.ts'
import { wakeOutboxWorker } from '#lib/platform/outbox/worker.ts'
import type { PaymentProvider } from '#lib/platform/providers/payments.ts'
import { failure, success } from '#lib/platform/result.ts'
import { store } from '#lib/platform/store/index.ts'
import { freeOrderPrefix } from '#lib/site/content/form-ids.ts'

/** In the outbox. lib/giving/receipts/mail.ts composes it. */
export const freeTicketsKind = 'free-tickets'

export const isFreeOrder = (sessionId: string): boolean => isOwnSessionId(freeOrderPrefix, sessionId)

export const freeOrders: Pick<PaymentProvider, 'createSession'> = {
  async createSession({ attemptId, reference, email, thankYou }) {
    const id = ownSessionId(freeOrderPrefix, attemptId)
    try {
      await rememberSession(attemptId, id)
      const { db } = await store()
      await db.transaction().execute(async (transaction) => {
        await keepFreePlaces(transaction, reference)
        // Anybody can type somebody else's address.
        const count = await countMailTo(transaction, freeTicketsKind, email)
        if (count <= mailsPerDay[freeTicketsKind]) await enqueue(transaction, freeTicketsKind, reference)
        else
          log.warn('Free tickets are not mailed: the address has reached its daily limit of such mails', { reference })
      })
    } catch (error) {
      log.error('Free tickets could not be stored', { reference, error })
      return failure({ kind: 'unreachable' })
    }
    wakeOutboxWorker()
    return success({ id, url: `${thankYou}?session_id=${id}`, clientSecret: null })
  },
}

/** Those of an order that are valid; none if they were given back, or it does not exist. @throws when the store fails. */
export const freeTicketsOf = async (sessionId: string): Promise<SoldTicket[]> =>
  ticketsOf((await recordedPayment(sessionId))?.reference ?? null)

export const mayGiveBack = (tickets: readonly SoldTicket[]): boolean => !tickets.some(({ used_at }) => used_at)

/** Frees the places of an order, unless somebody has been let in with one of its tickets. Returns its form; null for an unknown order. @throws when the store fails. */
export async function giveBack(sessionId: string): Promise<string | null> {
  const order = isFreeOrder(sessionId) ? await recordedPayment(sessionId) : null
  if (order && mayGiveBack(await ticketsOf(order.reference))) {
    await freePlaces(order.reference)
    // The same answers are a new order then.
    await releaseKey(order.reference)
  }
  return order?.form ?? null
}
