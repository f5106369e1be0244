/** What every product has to keep, so that whoever records a payment or writes about it names none. */
import { giftKinds } from '#lib/giving/orders/order.ts'
import { receipt, receiptMail } from '#lib/giving/products/effects.ts'
import { isInReturn, productFor, productOf, products } from '#lib/giving/products/index.ts'
import { nouns } from '#lib/platform/store/schema.ts'

describe.each(Object.values(products))('Every product', (product) => {
  test('queues the mail with the receipt before the receipt is issued, so that a new version needs no mail of its own', () => {
    const [mailed, issued] = [product.fulfil.indexOf(receiptMail), product.fulfil.indexOf(receipt)]
    expect(mailed).toBeGreaterThanOrEqual(0)
    expect(issued).toBeGreaterThan(mailed)
  })
})

test.each([
  ['a purpose', { form: 'usa', reason: '1' }, 'gift'],
  ['nothing', {}, 'gift'],
  ['the form of an event', { form: '5k-run' }, 'sponsorship'],
  ['levels of an event that content no longer has', { form: 'gala-2019', levels: 'headliner' }, 'sponsorship'],
  ['a form that sells tickets', { form: 'tickets-race' }, 'tickets'],
  ['counts of tickets of an event that content no longer has', { form: 'tickets-gala', tickets: '1 2' }, 'tickets'],
] as const)('a payment without an order whose metadata has %s', (_, metadata, product) => {
  expect(productFor(null, metadata)).toBe(product)
})

test('an order says what it is, whatever the metadata say', () =>
  expect(productFor({ product: 'gift' }, { levels: 'headliner' })).toBe('gift'))

test('the ledger has a kind for each product, and two for gifts', () => {
  expect(giftKinds).toEqual(['one-off', 'monthly', 'sponsorship', 'ticket'])
  const named = giftKinds.map((kind) => Object.entries(products).find(([, each]) => each === productOf({ kind }))?.[0])
  expect(named).toEqual(['gift', 'gift', 'sponsorship', 'tickets'])
  expect(giftKinds.map((kind) => isInReturn({ kind }))).toEqual([false, false, true, true])
  expect(Object.keys(nouns)).toEqual(Object.keys(products))
})
