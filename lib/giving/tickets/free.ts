/**
 * Orders of free tickets, as checkout sees any provider. Nothing is paid, so nothing is in the ledger: the places are held until the link in their mail
 * is pressed, which keeps them, and whoever has the secret address of the order may give them back.
 */
import 'server-only'
import { recordedPayment, releaseKey } from '#lib/giving/checkout/attempts.ts'
import { isOwnSessionId, ownPages } from '#lib/giving/checkout/transfers.ts'
import {
  freePlaces,
  freePlacesOf,
  holdFreePlaces,
  keepFreePlaces,
  type SoldTicket,
  ticketsOf,
} from '#lib/giving/tickets/places.ts'
import { isSigned, sign } from '#lib/platform/signed.ts'
import { freeOrderPrefix } from '#lib/site/content/form-ids.ts'

export const freeOrders = ownPages(freeOrderPrefix, 'free-tickets', holdFreePlaces)

export const isFreeOrder = (sessionId: string): boolean => isOwnSessionId(freeOrderPrefix, sessionId)

const keeping = 'keep places'
/** A token that only the mail contains: following its link proves access to the mailbox. */
export const keepKey = (sessionId: string): string => sign(keeping, sessionId)
export const mayKeep = (sessionId: string, key: string): boolean => isSigned(keeping, sessionId, key)

/** The tickets of an order; none if they were given back, went back, or the order does not exist. `isKept`: they are valid. @throws when the store fails. */
export async function freeOrder(sessionId: string): Promise<{ tickets: SoldTicket[]; isKept: boolean }> {
  const order = await recordedPayment(sessionId)
  return order ? freePlacesOf(order.reference) : { tickets: [], isKept: false }
}

/** Keeps the places of an order, if `key` is that of its mail. Returns its form; null for an unknown order. @throws when the store fails. */
export async function keepOrder(sessionId: string, key: string): Promise<string | null> {
  const order = isFreeOrder(sessionId) ? await recordedPayment(sessionId) : null
  if (order && mayKeep(sessionId, key)) await keepFreePlaces(order.reference)
  return order?.form ?? null
}

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
