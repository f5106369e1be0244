/** The products in one table, and how one is found. */
import 'server-only'
import type { Order, Product } from '#lib/giving/orders/order.ts'
import { gift } from '#lib/giving/products/gift.ts'
import type { ProductDescription } from '#lib/giving/products/product.ts'
import { sponsorship } from '#lib/giving/products/sponsorship.ts'
import { tickets } from '#lib/giving/products/tickets.ts'
import { nouns } from '#lib/platform/store/schema.ts'

export const products: Readonly<Record<Product, ProductDescription>> = { gift, sponsorship, tickets }

const names = Object.keys(products) as Product[]

/** Of an order; of a payment whose order is not kept, by its metadata at the provider. */
export const productFor = (order: Pick<Order, 'product'> | null, metadata: Readonly<Record<string, string>>): Product =>
  order?.product ?? names.find((name) => products[name].isOf?.(metadata)) ?? 'gift'

/** By the kind of a payment in the ledger. */
export const productOf = ({ kind }: { kind: string }): ProductDescription =>
  products[names.find((name) => nouns[name] === kind) ?? 'gift']
