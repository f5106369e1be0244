/** The states of an order: what may follow what, and what follows from the money that came. */
import {
  addressLines,
  feeIn,
  isPart,
  type Order,
  type OrderState,
  pageCloses,
  stateAfter,
  transitions,
} from '#lib/giving/orders/order.ts'
import { random } from '#tests/support/random.ts'

const money = { amount: 1000, currency: 'USD' }
const order = (changes: Partial<Order & { isPageOpen: boolean }> = {}) => ({
  state: 'open' as OrderState,
  payBy: 'card' as Order['payBy'],
  frequency: 'once' as Order['frequency'],
  money,
  isPageOpen: true,
  ...changes,
})
const nothing = { amount: null, isPending: false }
const all = { amount: 1000, isPending: false }
const standing = { payBy: 'transfer', frequency: 'monthly' } as const

test.each<[string, Parameters<typeof order>[0], Parameters<typeof stateAfter>[1], OrderState]>([
  ['a card pays', {}, all, 'paid'],
  ['a card pays after its page was closed', { state: 'closed', isPageOpen: false }, all, 'paid'],
  ['a card pays for an order that the provider had refused', { state: 'refused' }, all, 'paid'],
  ['a part of a pledge comes', { payBy: 'transfer', state: 'waiting' }, { ...all, amount: 1 }, 'part-paid'],
  ['more than was announced comes', { payBy: 'transfer', state: 'waiting' }, { ...all, amount: 1001 }, 'paid'],
  [
    'a month of a standing order is of another amount',
    { ...standing, state: 'waiting' },
    { ...all, amount: 1 },
    'paid',
  ],
  ['a part of an invoice comes', { payBy: 'invoice', state: 'waiting' }, { ...all, amount: 999 }, 'part-paid'],
  ['the rest of it comes', { payBy: 'invoice', state: 'part-paid' }, all, 'paid'],
  ['a bank has not decided', {}, { amount: null, isPending: true }, 'waiting'],
  ['the bank refuses while the page is open', { state: 'waiting' }, nothing, 'open'],
  ['the bank refuses later', { state: 'waiting', isPageOpen: false }, nothing, 'closed'],
  ['a transfer is undone', { payBy: 'transfer', state: 'paid' }, nothing, 'waiting'],
  ['the first part of an invoice is undone', { payBy: 'invoice', state: 'part-paid' }, nothing, 'waiting'],
  ['what the office typed is undone', { payBy: 'office', state: 'paid' }, nothing, 'closed'],
  ['nothing came for a pledge', { payBy: 'transfer', state: 'waiting' }, nothing, 'waiting'],
  ['nothing is paid for free tickets', { payBy: 'free', state: 'paid' }, nothing, 'paid'],
  ['an ended standing order pays again', { ...standing, state: 'ended' }, all, 'ended'],
  ['one that ended before its first month pays', { ...standing, state: 'closed' }, all, 'ended'],
  ['the only month of an ended one is undone', { ...standing, state: 'ended' }, nothing, 'closed'],
])('%s', (_, changes, came, after) => {
  const before = order(changes)
  expect(stateAfter(before, came)).toBe(after)
  if (after !== before.state) expect(transitions[before.state]).toContain(after)
  // The same money twice changes nothing.
  expect(stateAfter({ ...before, state: after }, came)).toBe(after)
})

test('whatever came in whatever order, the state is allowed, and follows from what is there now', () => {
  const below = random(48)
  const pick = <Value>(values: readonly Value[]) => values[below(values.length)] as Value
  for (let round = 0; round < 3000; round += 1) {
    const of = order({ payBy: pick(['card', 'transfer', 'invoice', 'office']), frequency: pick(['once', 'monthly']) })
    let state: OrderState = pick(of.payBy === 'card' ? ['draft', 'open', 'closed'] : ['draft', 'waiting', 'closed'])
    for (let step = 0; step < 5; step += 1) {
      const isPageOpen = pick([true, false])
      const came = { amount: pick([null, null, 500, 1000]), isPending: pick([true, false, false]) }
      const after = stateAfter({ ...of, state, isPageOpen }, came)
      if (after !== state) expect(transitions[state]).toContain(after)
      if (came.amount !== null) expect(['paid', 'part-paid', 'ended']).toContain(after)
      state = after
    }
  }
})

test('every state is reached from another, and none follows itself', () => {
  const states = Object.keys(transitions) as OrderState[]
  expect(states.filter((state) => !Object.values(transitions).flat().includes(state))).toEqual(['draft'])
  expect(states.filter((state) => transitions[state].includes(state))).toEqual([])
})

test('a part of an invoice is no part once all of it came, and a refund makes none', () => {
  const invoice = { payBy: 'invoice' as const, money }
  expect([400, 1000].map((amount) => isPart(invoice, { amount, given_back: 0 }))).toEqual([true, false])
  expect(isPart(invoice, { amount: 400, given_back: 600 })).toBe(false)
  expect(isPart({ ...invoice, payBy: 'card' }, { amount: 400, given_back: 0 })).toBe(false)
  expect(isPart(null, { amount: 400, given_back: 0 })).toBe(false)
})

const opened = '2026-11-28T12:00:00.000Z'
test.each([
  ['a gift', undefined, '2026-11-29T11:00:00.000Z'],
  ['tickets, whose places are held', 'soon', '2026-11-28T12:31:00.000Z'],
  ['a sponsorship until its event begins', '2026-11-28T18:00:00.000Z', '2026-11-28T18:00:00.000Z'],
  ['a sponsorship just before its event', '2026-11-28T12:10:00.000Z', '2026-11-28T12:31:00.000Z'],
  ['a sponsorship whose event has begun', '2026-11-28T11:00:00.000Z', '2026-11-28T12:31:00.000Z'],
  ['a sponsorship long before its event', '2027-09-11T12:00:00.000Z', '2026-11-29T11:00:00.000Z'],
])('the page of %s closes in time', (_, until, closes) => {
  expect(pageCloses(opened, until).toISOString()).toBe(closes)
})

test.each([
  [
    'in one field',
    { address: ' 1 River Street \n\nMumbai', line1: 'Old Road', city: 'Pune' },
    ['1 River Street', 'Mumbai'],
  ],
  [
    'in many',
    { line1: '12 Lake Road ', city: 'Mumbai', state: '', postal_code: '400001' },
    ['12 Lake Road', 'Mumbai, 400001'],
  ],
  ['in all', { line1: 'A', line2: 'B', city: 'C', state: 'D', postal_code: 'E' }, ['A', 'B', 'C, D, E']],
  ['nowhere', { phone: '1' }, []],
])('an address that was typed %s is read line by line', (_, answers, lines) => {
  expect(addressLines(answers)).toEqual(lines)
})

test.each([
  ['was chosen', { fee: 30 }, 1000, { amount: 30, currency: 'USD' }],
  ['was chosen for another amount', { fee: 30 }, 2000, null],
  ['is nothing', { fee: 0 }, 1000, null],
  ['was not chosen', {}, 1000, null],
  ['belongs to no order', null, 1000, null],
])('a fee that %s is part of a payment or not', (_, answers, amount, fee) => {
  expect(feeIn(answers && { money, answers }, { amount, currency: 'USD' })).toEqual(fee)
})
