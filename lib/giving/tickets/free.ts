/**
 * Orders of free tickets, as checkout sees any provider. Nothing is paid, so nothing is in the ledger: the places are kept at once, the tickets
 * are mailed, and whoever has the secret address of the order may give its places back.
 */
import 'server-only'
import { recordedPayment, releaseKey } from '#lib/giving/checkout/attempts.ts'
import { isOwnSessionId, ownPages } from '#lib/giving/checkout/transfers.ts'
import { freePlaces, keepFreePlaces, type SoldTicket, ticketsOf } from '#lib/giving/tickets/places.ts'
import { freeOrderPrefix } from '#lib/site/content/form-ids.ts'

export const freeOrders = ownPages(freeOrderPrefix, 'free-tickets', keepFreePlaces)

export const isFreeOrder = (sessionId: string): boolean => isOwnSessionId(freeOrderPrefix, sessionId)

/** The valid tickets of an order; none if they were given back or the order does not exist. @throws when the store fails. */
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
