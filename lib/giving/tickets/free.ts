/**
 * Free tickets: an order paid by nothing. The places are held until the link in their mail is pressed, which keeps them, and whoever has the secret
 * address of the order may give them back.
 */
import type { Order } from '#lib/giving/orders/order.ts'
import { isOwnPage } from '#lib/giving/orders/own-pages.ts'
import { closeOrder, findOrderOfPage, keepOrder as keep } from '#lib/giving/orders/store.ts'
import { freePlaces, freePlacesOf, keepFreePlaces, type SoldTicket, ticketsOf } from '#lib/giving/tickets/places.ts'
import { isSigned, sign } from '#lib/platform/signed.ts'
import { store } from '#lib/platform/store/index.ts'

const keeping = 'keep places'
/** A token that only the mail contains: following its link proves access to the mailbox. */
export const keepKey = (pageId: string): string => sign(keeping, pageId)
export const mayKeep = (pageId: string, key: string): boolean => isSigned(keeping, pageId, key)

const find = async (pageId: string): Promise<Order | null> =>
  isOwnPage('free', pageId) ? findOrderOfPage(pageId) : null

/** The tickets of an order; none if they were given back, went back, or the order does not exist. `isKept`: they are valid. */
export async function freeOrder(pageId: string): Promise<{ tickets: SoldTicket[]; isKept: boolean }> {
  const order = await find(pageId)
  return order ? freePlacesOf(order.reference) : { tickets: [], isKept: false }
}

/** Keeps the places of an order, if `key` is that of its mail. Returns its form; null for an unknown order. */
export async function keepOrder(pageId: string, key: string): Promise<string | null> {
  const order = await find(pageId)
  if (order && mayKeep(pageId, key) && (await keepFreePlaces(order.reference)))
    await keep((await store()).db, order.reference)
  return order?.form ?? null
}

export const mayGiveBack = (tickets: readonly SoldTicket[]): boolean => !tickets.some(({ used_at }) => used_at)

/** Frees the places of an order, unless somebody has been let in with one of its tickets. Returns its form; null for an unknown order. */
export async function giveBack(pageId: string): Promise<string | null> {
  const order = await find(pageId)
  if (order && mayGiveBack(await ticketsOf(order.reference))) {
    await freePlaces(order.reference)
    // The same answers are a new order then.
    await closeOrder(order.reference)
  }
  return order?.form ?? null
}
