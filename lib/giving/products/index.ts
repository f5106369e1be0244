/** The products in one table, how one is found, and what was paid for in words. */
import { tributeOf } from '#lib/giving/donation/tribute.ts'
import { isPart, type Order, type Product } from '#lib/giving/orders/order.ts'
import { gift } from '#lib/giving/products/gift.ts'
import type { InReturn, ProductDescription } from '#lib/giving/products/product.ts'
import { sponsorship } from '#lib/giving/products/sponsorship.ts'
import { tickets } from '#lib/giving/products/tickets.ts'
import { readerLocale } from '#lib/platform/languages/current.ts'
import { messages } from '#lib/platform/messages/index.ts'
import type { Currency } from '#lib/platform/money.ts'
import { type Gift, nouns } from '#lib/platform/store/schema.ts'
import { reasons, receiptTerms, recordedCampaign } from '#lib/site/content/index.ts'

export const products: Readonly<Record<Product, ProductDescription>> = { gift, sponsorship, tickets }

const names = Object.keys(products) as Product[]

/** The product of an order; if it is not kept, that of its payment, by the metadata at the provider. */
export const productFor = (order: Pick<Order, 'product'> | null, metadata: Readonly<Record<string, string>>): Product =>
  order?.product ?? names.find((name) => products[name].isOf?.(metadata)) ?? 'gift'

/** The product of a payment in the ledger, found by its kind. */
export const productOf = ({ kind }: { kind: string }): ProductDescription =>
  products[names.find((name) => nouns[name] === kind) ?? 'gift']

/** The purpose of a payment in the office's words; without a purpose, what was paid for. */
export function giftPurpose(
  { reason, kind }: { reason: number | null; kind: string },
  labels: ReadonlyMap<number, string>,
): string {
  return reason === null ? productOf({ kind }).words.office : (labels.get(reason) ?? `Reason ${reason}`)
}

/** "Cleft-Free World", "Cleft-Free World (The legacy continues), in memory of Ruth Lee", "Sponsorship of the 5K Run4Love". */
export function purposeInWords(
  gift: Pick<Gift, 'kind' | 'reason' | 'campaign' | 'currency'>,
  order: Order | null,
  { withTribute = true } = {},
): string {
  const sold = order && products[order.product].words.purpose?.(order)
  if (sold) return sold
  const purpose =
    gift.reason === null
      ? messages()('gifts.noPurpose', { kind: gift.kind })
      : giftPurpose(gift, new Map(reasons().map(({ code, label }) => [code, label])))
  const title = recordedCampaign(gift.campaign)?.title
  const named = title && title !== purpose ? `${purpose} (${title})` : purpose
  const tribute = withTribute && order && tributeIn(order.answers, gift.currency)
  return tribute ? `${named}, ${tribute}` : named
}

/** "in memory of Ruth Lee"; null for a gift without a tribute. */
export function tributeIn(answers: Order['answers'], currency: Currency): string | null {
  const tribute = tributeOf(answers)
  const t = messages(readerLocale(receiptTerms(currency).locale))
  return tribute && t(`tribute.${tribute.kind}`, { name: tribute.name })
}

/** Null for a gift, for a part of an invoice, and where the value is not known. */
export const inReturnFor = (order: Order | null, gift: Pick<Gift, 'amount' | 'given_back'>): InReturn | null =>
  (order && !isPart(order, gift) && products[order.product].inReturn?.of(order)) || null

/** Whether something was given in return for the payment, so that only a part of it can be a donation. */
export const isInReturn = (gift: { kind: string }): boolean => productOf(gift).inReturn !== undefined
