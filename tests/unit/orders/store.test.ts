/** Orders as they are recorded, moved, settled, found and erased. */
import { eraseOrdersOf, tributeMessagesTo } from '#lib/giving/orders/erase.ts'
import type { OrderState } from '#lib/giving/orders/order.ts'
import {
  awaitOrder,
  closeOrder,
  endStandingOrder,
  findOrder,
  findOrders,
  findOrdersWithSecrets,
  findOrderWithSecrets,
  giveUpRest,
  hasGift,
  keepOrder,
  type NewOrder,
  type OrderKey,
  openPage,
  ordersOf,
  ordersOfMailbox,
  recordOrder,
  refuseOrder,
  saveOrder,
  settleOrder,
} from '#lib/giving/orders/store.ts'
import { dayMs, minuteMs, stopClock, utcNow } from '#lib/platform/clock.ts'
import { newReference } from '#lib/platform/reference.ts'
import { store } from '#lib/platform/store/index.ts'
import type { GiftsTable } from '#lib/platform/store/schema.ts'
import { giftRow, insert, onSqlite, setAll } from '#tests/support/store.ts'

const pledge: NewOrder = {
  product: 'gift',
  form: 'india',
  payBy: 'transfer',
  money: { amount: 1000, currency: 'INR' },
  frequency: 'once',
  donor: { name: 'Asha Rao', email: 'Asha@example.org' },
  answers: {},
  items: [{ kind: '2', name: 'Eye camps', amount: 1000, count: 1 }],
}
const limitKeys = { visitor: null, email: 'mailbox-of-asha' }
const db = async () => (await store()).db

async function record(
  changes: Partial<NewOrder> = {},
  asked: OrderKey = { key: null, isPlain: false },
  keys = limitKeys,
) {
  const recorded = await recordOrder({ ...pledge, ...changes }, asked, keys)
  if (typeof recorded === 'string') throw new Error(recorded)
  return recorded
}
const stateOf = async (reference: string) => (await findOrder(reference))?.state
const came = (reference: string, changes: Partial<GiftsTable>) =>
  insert('gifts', giftRow(newReference('T'), { reference, amount: 1000, ...changes }))
const settle = async (reference: string) =>
  (await db()).transaction().execute((transaction) => settleOrder(transaction, reference))

onSqlite(() => {
  const card = { payBy: 'card' } as const
  const pending = { status: 'pending' } as const
  const ended = { closes_at: '2026-01-01T00:00:00.000Z' }
  test.each<[string, Partial<NewOrder>, OrderState, Partial<GiftsTable>[], { closes_at?: string | null }, OrderState]>([
    ['a part of a pledge', {}, 'waiting', [{ amount: 400 }], {}, 'part-paid'],
    ['the rest of it', {}, 'part-paid', [{ amount: 400 }, { amount: 600 }], {}, 'paid'],
    [
      'the rest of it, which a bank may refuse',
      {},
      'waiting',
      [{ amount: 400 }, { ...pending, amount: 600 }],
      {},
      'part-paid',
    ],
    ['a payment that a bank may refuse', card, 'open', [pending], {}, 'waiting'],
    ['a payment that failed', card, 'open', [{ status: 'failed' }], {}, 'open'],
    ['nothing, for an order without a page', card, 'draft', [], {}, 'draft'],
    ['a refusal of the bank while the page is open', card, 'waiting', [], {}, 'open'],
    ['a refusal of the bank after that', card, 'waiting', [], ended, 'closed'],
    ['a refusal of the bank for an order without a page', card, 'waiting', [], { closes_at: null }, 'closed'],
    ['a part, in a state that no part may follow,', {}, 'refused', [{ amount: 400 }], {}, 'refused'],
  ])('%s leaves an order in the state that follows', async (_, order, state, gifts, closes, after) => {
    const { reference } = await record(order)
    await setAll('orders', { state, ...closes })
    for (const gift of gifts) await came(reference, gift)
    await settle(reference)
    expect(await stateOf(reference)).toBe(after)
  })

  const monthly = { frequency: 'monthly' } as const
  const within = (move: typeof awaitOrder) => async (reference: string) => move(await db(), reference)
  test.each<[string, (reference: string) => Promise<unknown>, Partial<NewOrder>, OrderState, unknown, OrderState]>([
    ['an invoice that was no spam', within(awaitOrder), { payBy: 'invoice' }, 'draft', true, 'waiting'],
    ['an invoice that was paid', within(awaitOrder), { payBy: 'invoice' }, 'paid', false, 'paid'],
    ['free tickets whose link was pressed', within(keepOrder), { payBy: 'free' }, 'waiting', true, 'paid'],
    ['the rest of a pledge that is given up', within(giveUpRest), {}, 'part-paid', true, 'paid'],
    ['a pledge that is given up', within(giveUpRest), {}, 'waiting', true, 'closed'],
    ['a payment page, which nobody gives up,', within(giveUpRest), card, 'open', false, 'open'],
    ['a page that closes', closeOrder, card, 'open', 'gift', 'closed'],
    ['an order without a page that closes', closeOrder, card, 'draft', 'gift', 'closed'],
    ['a pledge that closes', closeOrder, {}, 'waiting', 'gift', 'closed'],
    ['a paid order whose page closes', closeOrder, card, 'paid', 'gift', 'paid'],
    ['a standing order that ends', endStandingOrder, monthly, 'paid', true, 'ended'],
    ['one that ends before its first month', endStandingOrder, monthly, 'waiting', true, 'closed'],
    ['one that ends twice', endStandingOrder, monthly, 'ended', false, 'ended'],
    ['a single transfer, which does not end,', endStandingOrder, {}, 'waiting', false, 'waiting'],
    ['a monthly card, which ends at its provider,', endStandingOrder, { ...card, ...monthly }, 'paid', false, 'paid'],
  ])('%s moves as its state allows, and no other order does', async (_, move, order, state, answer, after) => {
    const { reference } = await record(order)
    const other = await record(order)
    await setAll('orders', { state })
    expect(await move(reference)).toBe(answer)
    expect([await stateOf(reference), await stateOf(other.reference)]).toEqual([after, state])
  })

  test('an order that nobody made does not move', async () => {
    expect([await closeOrder('G-7KQM-2X9D'), await endStandingOrder('G-7KQM-2X9D')]).toEqual([undefined, false])
    await settle('G-7KQM-2X9D')
    expect(await hasGift(await db(), 'G-7KQM-2X9D')).toBe(false)
  })

  const keyed = { key: 'attempt-0001', isPlain: false }
  const plain = { key: null, isPlain: true }
  const aGift = ({ reference }: { reference: string }) => came(reference, {})
  const later = (ms: number) => async () => stopClock(utcNow(ms))
  test.each<
    [string, OrderKey, Partial<NewOrder>, (open: { reference: string; closesAt: Date }) => Promise<void>, boolean]
  >([
    ['the same key', keyed, {}, async () => undefined, true],
    ['the same key after a payment', keyed, {}, aGift, true],
    ['the same key once the page has closed', keyed, card, async ({ closesAt }) => stopClock(closesAt), false],
    ['no key, within ten minutes', plain, {}, later(10 * minuteMs - 1), true],
    ['no key, after ten minutes', plain, {}, later(10 * minuteMs), false],
    ['no key, after a payment', plain, {}, aGift, false],
    ['neither key nor form', { key: null, isPlain: false }, {}, async () => undefined, false],
  ])(
    'a repetition with %s is the same order or a new one, with items of its own',
    async (_, asked, order, between, isSame) => {
      stopClock(utcNow())
      const first = await record(order, asked)
      await between(first)
      const second = await record(order, asked)
      expect(second.reference === first.reference).toBe(isSame)
      expect(await (await db()).selectFrom('order_items').select('place').execute()).toHaveLength(isSame ? 1 : 2)
    },
  )

  test('a key belongs to one request, and to another once the provider refused', async () => {
    const asked = { key: 'attempt-0001', isPlain: false }
    const first = await record({}, asked)
    const dearer = { ...pledge, money: { amount: 2000, currency: 'INR' } } as const
    expect(await recordOrder(dearer, asked, limitKeys)).toBe('key-reused')
    await refuseOrder(first)
    expect(await stateOf(first.reference)).toBe('refused')
    const second = await record(dearer, asked)
    await openPage(await db(), second, 'page', 'open')
    await refuseOrder(second)
    expect(await findOrder(second.reference)).toMatchObject({ state: 'open', pageId: 'page', eraseAfter: null })
  })

  test('nothing is recorded of an order for which nothing could be held', async () => {
    const asked = { key: null, isPlain: false }
    expect(await recordOrder(pledge, asked, limitKeys, async () => 'sold-out')).toBe('sold-out')
    const failing = recordOrder(pledge, asked, limitKeys, async () => Promise.reject(new Error('The disk is full')))
    await expect(failing).rejects.toThrow('The disk is full')
    expect(await ordersOf('asha@example.org')).toEqual([])
  })

  test('an order is found with all that was recorded, and with what the office corrects', async () => {
    const donor = { ...pledge.donor, organisation: 'Lake School' }
    const { reference } = await record({ donor, language: 'hi' })
    const found = await findOrderWithSecrets(reference)
    expect(found).toMatchObject({ donor, language: 'hi', limitKeys, identity: null, card: null })
    if (!found) throw new Error('It was not found')
    const save = (changes: object) =>
      db().then((all) => all.transaction().execute((transaction) => saveOrder(transaction, { ...found, ...changes })))
    await save({ identity: 'sealed', donor: pledge.donor })
    expect(await findOrderWithSecrets(reference)).toEqual({ ...found, identity: 'sealed', donor: pledge.donor })
    await save({ identity: null, limitKeys: null })
    expect(await findOrderWithSecrets(reference)).toEqual({ ...found, limitKeys: null })
    const references = [reference, null, reference, 'G-7KQM-2X9D']
    expect(await findOrdersWithSecrets(references)).toEqual(new Map([[reference, { ...found, limitKeys: null }]]))
    const { card: _, identity: __, limitKeys: ___, ...light } = found
    expect(await findOrders(references)).toEqual(new Map([[reference, light]]))
    // @ts-expect-error its identity document would be erased
    const refused: Parameters<typeof saveOrder>[1] = light
    expect(refused).not.toHaveProperty('identity')
    expect([await findOrders([]), await findOrder(null), await findOrder('')]).toEqual([new Map(), null, null])
  })

  test('a person’s orders are found by mailbox, address and telephone, oldest first', async () => {
    const orders = [
      { answers: { phone: '+91 22 5555 0100' } },
      { answers: { phone: '+44 22 5555 0100' }, donor: { name: 'Ruth Lee', email: 'ruth@example.org' } },
      { answers: {} },
    ]
    const references: string[] = []
    for (const [index, order] of orders.entries()) {
      stopClock(`2026-11-0${3 - index}T12:00:00Z`)
      references.push(
        (await record(order, undefined, { ...limitKeys, email: index === 1 ? 'mailbox-of-ruth' : 'mailbox-of-asha' }))
          .reference,
      )
    }
    const [latest, ruths, first] = references
    const referencesOf = async (found: ReturnType<typeof ordersOfMailbox>) =>
      (await found).map(({ reference }) => reference)
    expect(await referencesOf(ordersOf('ASHA@example.org'))).toEqual([first, latest])
    expect(await referencesOf(ordersOf('+91 (22) 5555-0100'))).toEqual([latest])
    expect(await referencesOf(ordersOf('+44 22 55550100'))).toEqual([ruths])
    const mailbox = (since: string) => referencesOf(ordersOfMailbox('mailbox-of-asha', since))
    expect(await mailbox('2026-11-01T00:00:00.000Z')).toEqual([first, latest])
    expect(await mailbox('2026-11-01T12:00:00.000Z')).toEqual([latest])
    await (await db()).deleteFrom('order_secrets').execute()
    expect(await mailbox('2026-11-01T00:00:00.000Z')).toEqual([])
  })

  test('of a person who is erased, the books keep an order that was paid, without telephone, limits and card', async () => {
    const family = { to: 'Mary', email: 'Asha@example.org', message: '', from: '' }
    const phone = { phone: '+91 22 5555 0100', reason: '2' }
    const paid = await record({ answers: phone, card: { ...family, email: 'lees@example.org' } })
    await came(paid.reference, {})
    const abandoned = await record()
    stopClock(utcNow(400 * dayMs))
    const mayBeOpen = await record({ answers: phone })
    const other = await record({ answers: phone, card: family, donor: { name: 'Ruth Lee', email: 'ruth@example.org' } })
    const created_at = '2025-01-01T00:00:00.000Z'
    await (await db()).updateTable('orders').set({ created_at }).where('id', '=', other.id).execute()
    expect((await tributeMessagesTo('ASHA@example.org')).map(({ reference }) => reference)).toEqual([other.reference])
    await eraseOrdersOf('asha@example.org')
    expect(await tributeMessagesTo('asha@example.org')).toEqual([])
    expect(await tributeMessagesTo('lees@example.org')).toHaveLength(1)
    expect(await findOrderWithSecrets(paid.reference)).toMatchObject({ answers: { reason: '2' }, limitKeys: null })
    expect((await findOrder(paid.reference))?.answers).not.toHaveProperty('phone')
    expect(await findOrder(abandoned.reference)).toBeNull()
    for (const { reference } of [mayBeOpen, other])
      expect(await findOrderWithSecrets(reference)).toMatchObject({ answers: phone, limitKeys })
    const kept = await (await db()).selectFrom('order_items').select('order_id').execute()
    expect(kept.map(({ order_id }) => order_id).sort()).toEqual([paid.id, mayBeOpen.id, other.id].sort())
  })
})
