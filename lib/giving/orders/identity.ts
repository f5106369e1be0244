/** The number of a donor's identity document, which is only stored encrypted, for the order whose reference it was sealed with. */
import type { Order } from '#lib/giving/orders/order.ts'
import { openAtRest, type SealedReading, sealAtRest } from '#lib/platform/signed.ts'

/** Identity documents that India's statement of donations accepts (Form 10BD, field "ID code"). The PAN is the usual one. */
export const idKinds = ['pan', 'aadhaar', 'tin', 'passport', 'voter', 'licence', 'ration'] as const
export type IdKind = (typeof idKinds)[number]
const purpose = 'pan'

export const sealId = (reference: string, number: string): string => sealAtRest(purpose, reference, number)

/** The donor's identity document; its number is a failure if it cannot be decrypted. Null if none was given. */
export function identityOf(order: Order | null): { kind: IdKind; number: SealedReading } | null {
  if (!order?.identity) return null
  const kind = idKinds.find((known) => known === order.answers.idKind) ?? 'pan'
  return { kind, number: openAtRest(purpose, order.reference, order.identity) }
}
