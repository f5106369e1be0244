/**
 * What differs between the things that people pay for, beside the form (CheckoutForm of lib/giving/orders). Each is described in a file of this folder,
 * which index.ts lists. Whoever records a payment or writes about it asks the description, and names no product.
 */
import type { CheckoutForm } from '#lib/giving/orders/handle-request.ts'
import type { Order } from '#lib/giving/orders/order.ts'
import type { Effect } from '#lib/giving/products/effects.ts'
import type { Currency, Money } from '#lib/platform/money.ts'
import type { PaymentForm } from '#lib/site/content/giving-pages.ts'
import type { ReceiptTerms } from '#lib/site/content/giving-schema.ts'
import type { Page } from '#lib/site/content/schema.ts'

/** What is given in return for a payment, with its good-faith value. */
export type InReturn = { what: readonly string[]; value: Money }

/** Code and holder of each ticket that was bought, the address of the page that shows them with their QR codes, and the event's terms for refunds. */
export type SoldOnReceipt = {
  rows: readonly (readonly [code: string, holder: string])[]
  address: string | null
  refunds: string
}

/** Sentences are in the current language. What content no longer has is null. */
export type ProductDescription = Pick<CheckoutForm<never>, 'hold'> & {
  /** Whether a payment was for this product, by its metadata at the provider. Also knows forms that content no longer has. Left out for gifts. */
  isOf?(metadata: Readonly<Record<string, string>>): boolean
  /** What follows from a payment, in this order. */
  fulfil: readonly Effect[]
  /** Left out for gifts: nothing is given in return. */
  inReturn?: {
    /** Null unless content states the value of everything, and somebody has confirmed it. */
    of(order: Order): InReturn | null
    /** What a receipt says if `of` is null. */
    unknown(terms: ReceiptTerms): string
  }
  /** The form on which somebody can try again after a payment failed. */
  form(order: Order | null, currency: Currency): (PaymentForm & { page: Page }) | null
  words: {
    /** What the office reads, in English, if a payment has no purpose. */
    office: string
    /** What was paid for; left out for gifts, whose purpose the ledger has. */
    purpose?(order: Order): string | null
    /** What its receipt shows of what was sold. */
    onReceipt?(order: Order): Promise<SoldOnReceipt | null>
  }
}
