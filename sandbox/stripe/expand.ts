/** `expand[]`: puts whole objects in the place of their ids. Works on a copy. https://docs.stripe.com/api/expanding_objects */
import { StripeRefusal } from './errors.ts'
import type { Ledger } from './ledger.ts'
import { listOf } from './objects.ts'

type Bag = Record<string, unknown>

const isBag = (value: unknown): value is Bag => typeof value === 'object' && value !== null && !Array.isArray(value)

/** What an id of this name stands for, wherever it is met. */
function lookUp(ledger: Ledger, name: string, id: string): unknown {
  switch (name) {
    case 'payment_intent':
      return ledger.paymentIntents.get(id)
    case 'latest_charge':
    case 'charge':
      return ledger.charges.get(id)
    case 'payment_method':
    case 'default_payment_method':
      return ledger.paymentMethods.get(id)
    case 'customer':
      return ledger.customers.get(id)
    case 'subscription':
      return ledger.subscriptions.get(id)
    case 'invoice':
    case 'latest_invoice':
      return ledger.invoices.get(id)
    case 'product':
      return ledger.products.get(id)
    case 'price':
      return ledger.prices.get(id)
    default:
      return undefined
  }
}

/** Lists that Stripe leaves out unless they are asked for. */
function included(ledger: Ledger, object: Bag, name: string): unknown {
  const id = String(object.id)
  if (object.object === 'checkout.session' && name === 'line_items') {
    return listOf(ledger.checkouts.get(id)?.lines ?? [], `/v1/checkout/sessions/${id}/line_items`)
  }
  if (object.object === 'invoice' && name === 'payments') {
    const payments = [...ledger.invoicePayments.values()].filter((payment) => payment.invoice === id)
    return listOf(payments, `/v1/invoice_payments?invoice=${id}`)
  }
  if (object.object === 'charge' && name === 'refunds') {
    const refunds = [...ledger.refunds.values()].filter((refund) => refund.charge === id)
    return listOf(refunds, `/v1/charges/${id}/refunds`)
  }
  return undefined
}

function walk(ledger: Ledger, object: unknown, path: readonly string[], whole: string): void {
  const [name, ...rest] = path
  if (name === undefined) return
  if (Array.isArray(object)) {
    for (const one of object) walk(ledger, one, path, whole)
    return
  }
  const value = isBag(object) ? expanded(ledger, object, name) : undefined
  const leadsOn = value === null || Array.isArray(value) || (isBag(value) && (rest.length > 0 || 'object' in value))
  if (!isBag(object) || !leadsOn) {
    throw new StripeRefusal(`This property cannot be expanded (${whole}).`, { param: 'expand' })
  }
  object[name] = value
  if (value !== null) walk(ledger, value, rest, whole)
}

function expanded(ledger: Ledger, object: Bag, name: string): unknown {
  const value = object[name]
  if (value === undefined) return structuredClone(included(ledger, object, name))
  return typeof value === 'string' ? structuredClone(lookUp(ledger, name, value)) : value
}

/** A copy of the object with every path expanded. Throws StripeRefusal on a path that leads nowhere. */
export function expand<T extends object>(ledger: Ledger, object: T, paths: readonly string[]): T {
  const copy = structuredClone(object)
  for (const path of paths) {
    const names = path.split('.')
    if (names.filter((name) => name !== 'data').length > 4) {
      throw new StripeRefusal('You cannot expand more than 4 levels of a property.', { param: 'expand' })
    }
    walk(ledger, copy, names, path)
  }
  return copy
}
