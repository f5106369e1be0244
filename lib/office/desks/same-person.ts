/** Donors who may be one person under two addresses. A person decides. */
import { sql } from 'kysely'
import { normalEmail } from '#lib/contact/forms/text.ts'
import { giverKey } from '#lib/giving/ledger/paid-gift.ts'
import { identityOf } from '#lib/giving/orders/identity.ts'
import { addressLines, type Order, type OrderWithSecrets } from '#lib/giving/orders/order.ts'
import { findOrdersWithSecrets, ordersWithDocuments } from '#lib/giving/orders/store.ts'
import { keyedHash } from '#lib/platform/signed.ts'
import { type Store, store, writeSetting } from '#lib/platform/store/index.ts'
import { telephoneIn, telephoneTyped } from '#lib/platform/store/search.ts'

type Why = 'telephone' | 'place' | 'document'
/** `id`: of a payment, or the reference of an order, which leads to the donor. */
export type SamePerson = { id: string; name: string; email: string; why: readonly Why[] }

/** Of each kind; whoever has more is no person, such as an office that types its own telephone. */
const maxAlike = 20

const telephoneOf = ({ answers }: Order) => telephoneTyped(String(answers.phone ?? ''))
/** PIN codes of India and ZIP codes of the USA; empty without one. */
const postalCodeOf = ({ answers }: Order) =>
  addressLines(answers)
    .join(' ')
    .replace(/(\d{3}) (\d{3})\b/g, '$1$2')
    .match(/\b(?:\d{6}|\d{5})(?=-\d{4}\b|\b)/g)
    ?.at(-1) ?? ''
const documentOf = (order: OrderWithSecrets) => {
  const number = identityOf(order)?.number
  return number?.ok ? number.value : ''
}
const valuesOf = (orders: readonly OrderWithSecrets[], read: (order: OrderWithSecrets) => string | null) =>
  new Set(orders.flatMap((order) => read(order) || []))

/** Others with the same telephone or identity document; or of the same name, with the same postal code. @param own what the donor ordered. */
export async function samePeople(name: string, email: string, own: readonly OrderWithSecrets[]): Promise<SamePerson[]> {
  const { db } = await store()
  const telephones = valuesOf(own, telephoneOf)
  const called = await db
    .selectFrom('orders')
    .select('reference')
    .where(telephoneIn('orders'), 'in', [...telephones])
    .where('email_key', '!=', normalEmail(email))
    .limit(maxAlike)
    .execute()
  const named = await db
    .selectFrom('gifts')
    .select(['reference', 'object_id'])
    .where('donor_name', '=', name)
    .where(sql<string>`lower(donor_email)`, '!=', normalEmail(email))
    .orderBy('occurred_at', 'desc')
    .limit(maxAlike)
    .execute()
  const [codes, documents] = [valuesOf(own, postalCodeOf), valuesOf(own, documentOf)]
  const orders = await findOrdersWithSecrets([...called, ...named].map(({ reference }) => reference))
  const documented = await ordersWithDocuments([...documents])
  const self = giverKey({ name, email })
  const found = new Map<string, SamePerson>()
  for (const order of [...orders.values(), ...documented]) {
    const isNamesake = named.some(({ reference }) => reference === order.reference)
    const why: Why[] = [
      ...(telephones.has(telephoneOf(order) ?? '') ? (['telephone'] as const) : []),
      ...(isNamesake && codes.has(postalCodeOf(order)) ? (['place'] as const) : []),
      ...(documents.has(documentOf(order)) ? (['document'] as const) : []),
    ]
    const { reference, donor } = order
    const key = giverKey(donor)
    if (key === self || own.some((one) => one.reference === reference)) continue
    const before = found.get(key)?.why ?? []
    const id = named.find((gift) => gift.reference === reference)?.object_id ?? reference
    if (why.length > 0)
      found.set(key, { id, name: donor.name, email: donor.email, why: [...new Set([...before, ...why])] })
  }
  const told = await toldApart(self, [...found.keys()])
  return [...found].flatMap(([key, person]) => (told.has(key) ? [] : [person]))
}

type Who = { name: string; email: string }
/** Of two people in either order. Nobody can read from it who they are. */
const apartKey = (one: string, other: string) =>
  `not-same-person:${keyedHash('not-same-person', [one, other].toSorted().join('\n'))}`

/** The people among these of whom the office has said that they are somebody else. */
async function toldApart(own: string, others: readonly string[]): Promise<Set<string>> {
  const keys = new Map(others.map((other) => [apartKey(own, other), other]))
  const { db } = await store()
  const rows = await db
    .selectFrom('settings')
    .select('key')
    .where('key', 'in', [...keys.keys()])
    .execute()
  return new Set(rows.map(({ key }) => keys.get(key) ?? ''))
}

/** These two are not proposed to each other any more. */
export const tellApart = (db: Store['db'], one: Who, other: Who) =>
  writeSetting(apartKey(giverKey(one), giverKey(other)), '', db)
