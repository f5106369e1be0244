/** The number of a donor's identity document, which is only stored encrypted, for the order whose reference it was sealed with. */
import type { Order, OrderWithSecrets } from '#lib/giving/orders/order.ts'
import { keyedHash, keyedHashes, openAtRest, type SealedReading, sealAtRest } from '#lib/platform/signed.ts'
import { wordsOf } from '#lib/platform/store/search.ts'

/** Identity documents that India's statement of donations accepts (Form 10BD, field "ID code"). The PAN is the usual one. */
export const idKinds = ['pan', 'aadhaar', 'tin', 'passport', 'voter', 'licence', 'ration'] as const
export type IdKind = (typeof idKinds)[number]
const purpose = 'pan'

export const sealId = (reference: string, number: string): string => sealAtRest(purpose, reference, number)

/** The donor's identity document; its number is a failure if it cannot be decrypted. Null if none was given. */
export function identityOf(order: OrderWithSecrets | null): { kind: IdKind; number: SealedReading } | null {
  if (!order?.identity) return null
  const kind = idKinds.find((known) => known === order.answers.idKind) ?? 'pan'
  return { kind, number: openAtRest(purpose, order.reference, order.identity) }
}

/** Stored beside the sealed number; null if it cannot be decrypted. */
export function hashOfSealed(reference: string, sealed: string): string | null {
  const number = openAtRest(purpose, reference, sealed)
  return number.ok ? keyedHash(purpose, number.value) : null
}

/** What {@link hashOfSealed} may have stored for this number. */
export const hashesOf = (number: string): string[] => keyedHashes(purpose, number)

/** Whose document it is. */
export const holderOf = ({ donor }: Order): string => donor.organisation ?? donor.name

/** The same for every spelling of a name, and for any order of its words. */
export const nameKey = (name: string): string => wordsOf(name).toSorted().join(' ')
