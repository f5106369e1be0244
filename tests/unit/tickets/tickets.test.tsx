/** Tickets from the form to the door: held, paid, mailed, let in once, returned; and never more than there are places. */
import { prerender } from 'react-dom/static'
import { POST as order } from '#app/api/create-ticket-session/route.ts'
import { POST as giftButton } from '#app/api/your-gifts/route.ts'
import { ThankYou } from '#components/checkout/thank-you.tsx'
import { Tickets } from '#components/checkout/tickets.tsx'
import { freeMail } from '#lib/giving/mails/free-tickets.ts'
import { receiptMail } from '#lib/giving/mails/receipt.ts'
import { findOrder } from '#lib/giving/orders/store.ts'
import { tickets as product, ticketStart } from '#lib/giving/products/tickets.ts'
import { erasePerson } from '#lib/giving/receipts/admin.ts'
import { freeOrder, keepKey } from '#lib/giving/tickets/free.ts'
import { findTicket, takenPlaces, ticketsOf } from '#lib/giving/tickets/places.ts'
import { findEach, idsIn, inMail } from '#lib/jobs/conditions.ts'
import { health } from '#lib/jobs/health.ts'
import { enforceRetention } from '#lib/jobs/retention.ts'
import type { Session } from '#lib/office/access/session.ts'
import { addStaff } from '#lib/office/access/staff.ts'
import { tickets as desk } from '#lib/office/desks/tickets.ts'
import { dayMs, minuteMs, now, stopClock, utcNow } from '#lib/platform/clock.ts'
import { log } from '#lib/platform/log.ts'
import { wholeMoney } from '#lib/platform/money.ts'
import { store } from '#lib/platform/store/index.ts'
import { unvaluedLevels } from '#lib/site/content/checks/samples.ts'
import { eventSchema } from '#lib/site/content/event-schema.ts'
import { charityEvent, ticketForm } from '#lib/site/content/index.ts'
import { comingDay } from '#lib/site/events/occurrence.ts'
import { rowsIn } from '#tests/support/desk.ts'
import { linksIn } from '#tests/support/mail-text.ts'
import { returnedIn } from '#tests/support/returned-form.ts'
import { onBothDatabases, onSqlite, setAll } from '#tests/support/store.ts'
import { by, formAt, gifts, givingSite, mailKindsQueued, resultOf } from '../checkout/support.ts'

const kind = (id: string, price: number, value: number, places: number, more: object = {}) => ({
  ...{ id, name: id.toUpperCase(), price: wholeMoney(price, 'USD'), places },
  ...{ value: { amount: wholeMoney(value, 'USD'), asOf: '2026-11-25' }, ...more },
})
const sale = {
  kinds: [
    kind('10k', 55, 20, 10),
    kind('wheel', 10, 5, 3, { consent: 'I am the parent.' }),
    kind('child', 0, 0, 2, { value: undefined }),
  ],
  perOrder: 4,
  refunds: 'Entries are final.',
}
beforeEach(() => void Object.assign(charityEvent('race') ?? {}, { tickets: structuredClone(sale) }))
afterEach(() => stopClock(undefined))

const runner = { form: 'tickets-race', name: 'Ruth Lee', email: 'ruth@example.org' }
const two = { 'count-10k': '2', 'names-10k': 'Ruth Lee\nAmy Lee' }
let visitor = 0
/** From a mailbox and an address of its own, unless they are given. */
const post = (fields: Record<string, string>, address?: string) => {
  visitor = (visitor + 1) % 250
  const body = new URLSearchParams({ ...runner, email: `r${visitor}@example.org`, ...fields })
  const headers = address ? { 'x-client-address': address } : by(visitor)
  return order(new Request('http://localhost:3000/api/create-ticket-session', { method: 'POST', body, headers }))
}
const child = (index: number, fields = {}) => post({ 'count-child': '1', 'names-child': `Child ${index}`, ...fields })
/** As many tickets of a kind as an order may have. */
const full = (id: string) => ({ [`count-${id}`]: '4', [`names-${id}`]: 'A\nB\nC\nD' })
const setKinds = (kinds: object[]) => void Object.assign(charityEvent('race')?.tickets ?? {}, { kinds })
const sessionIn = ({ headers }: Response) => new URL(headers.get('location') ?? '').searchParams.get('session_id') ?? ''
const button = (intent: string, fields: object) =>
  giftButton(
    new Request('http://localhost:3000/api/your-gifts', {
      method: 'POST',
      body: new URLSearchParams({ intent, ...fields }),
      headers: by(3),
    }),
  )
/** The page of a free order. */
async function shown(sessionId: string) {
  const result = await resultOf(sessionId, undefined, '/RaceRegistration')
  const { prelude } = await prerender(
    <ThankYou {...formAt('/RaceRegistration')} result={result} sessionId={sessionId} keep="" />,
  )
  return new Response(prelude).text()
}
const atDoor = async () => {
  const staff = await addStaff('Bea', 'bea@example.org', ['families'])
  return { id: 't', staff, roles: ['families'] } as unknown as Session
}
const rows = async () => (await store()).db.selectFrom('tickets').selectAll().orderBy('seat').execute()
const day = () => comingDay(charityEvent('race') as Parameters<typeof comingDay>[0], now()) ?? ''
const taken = async () => Object.fromEntries(await takenPlaces({ event: 'race', day: day() }))

onBothDatabases(() => {
  const site = givingSite(() => undefined)

  test('thirty orders at once for ten places sell ten, each place once', async () => {
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, index) => post({ 'count-10k': '1', 'names-10k': `Runner ${index}` })),
    )
    const statuses = answers.map(({ status }) => status)
    expect(statuses.filter((status) => status === 303)).toHaveLength(10)
    expect(statuses.filter((status) => status === 409)).toHaveLength(20)
    expect((await rows()).map(({ seat }) => seat)).toEqual(Array.from({ length: 10 }, (_, index) => index + 1))
    expect(await site.sessions()).toHaveLength(10)
  })

  test('an order is all or nothing, and the same order sent twice has its places once', async () => {
    expect((await post({ ...two, 'count-wheel': '4', 'names-wheel': 'A\nB\nC\nD', consent: 'yes' })).status).toBe(422)
    Object.assign(charityEvent('race')?.tickets ?? {}, { perOrder: 8 })
    const many = await post({ ...two, 'count-wheel': '4', 'names-wheel': 'A\nB\nC\nD', consent: 'yes' })
    expect(many.status).toBe(409)
    const fault = { sentence: expect.stringMatching(/^Too few places/) }
    expect(await returnedIn(many)).toMatchObject({ page: '/RaceRegistration', values: two, fault })
    expect(await rows()).toEqual([])
    const twice = await Promise.all([
      post({ ...two, email: 'a@example.org' }),
      post({ ...two, email: 'a@example.org' }),
    ])
    expect(twice.map(({ status }) => status)).toEqual([303, 303])
    expect(await taken()).toEqual({ '10k': 2 })
  })

  test('the last free places are given once, for an hour: without a payment, a receipt or a gift', async () => {
    const answers = await Promise.all([child(1), child(2), child(3)])
    expect(answers.map(({ status }) => status).sort()).toEqual([303, 303, 409])
    expect([await site.sessions(), await gifts(), await mailKindsQueued()]).toEqual([
      [],
      [],
      ['free-tickets', 'free-tickets'],
    ])
    expect(await findTicket(String((await rows())[0]?.code))).toBeNull()
    stopClock(new Date(Date.now() + 61 * minuteMs))
    expect(await taken()).toEqual({})
    expect((await child(4)).status).toBe(303)
  })

  test.each([
    [
      'mailbox',
      2,
      (order: number) => ({ email: `Ru.th+${order}@G${order % 2 ? 'oogle' : ''}mail.com` }),
      () => undefined,
    ],
    ['address', 4, () => ({}), () => '203.0.113.7'],
    ['/64', 4, () => ({}), (order: number) => `2001:db8:1:1::${order}`],
    ['/48', 8, () => ({}), (order: number) => `2001:db8:1:${order}::1`],
  ] as const)(
    'one %s has the places of %i orders, however many it sends at once, paid or free',
    async (_, orders, fields, address) => {
      setKinds([kind('10k', 55, 20, 60), kind('child', 0, 0, 60, { value: undefined })])
      const paidFirst = await post({ ...full('10k'), ...fields(0) }, address(0))
      await site.pay()
      const answers = await Promise.all(
        Array.from({ length: orders + 2 }, (_, index) =>
          post({ ...full(index % 2 ? '10k' : 'child'), ...fields(index + 1) }, address(index + 1)),
        ),
      )
      expect(paidFirst.status).toBe(303)
      expect(answers.map(({ status }) => status).sort()).toEqual([...Array(orders - 1).fill(303), 429, 429, 429])
      const refused = answers.find(({ status }) => status === 429)
      expect(refused && (await returnedIn(refused)).fault?.sentence).toMatch(/^One person .*No money was taken.*@/)
      expect(await rows()).toHaveLength(orders * sale.perOrder)
      expect((await post(full('child'))).status).toBe(303)
    },
  )
})

onSqlite(() => {
  const site = givingSite(() => undefined)

  test('the link in the mail keeps free places for good, until they are given back', async () => {
    const first = sessionIn(await child(1))
    const session = sessionIn(await child(2))
    expect([first, session]).toEqual([expect.stringMatching(/^free_/), expect.stringMatching(/^free_/)])
    const { tickets } = await freeOrder(session)
    const reference = String(tickets[0]?.reference)
    const mail = await freeMail.compose(reference)
    for (const part of [tickets[0]?.code, 'Entries are final.']) expect(mail?.text).toContain(part)
    expect([mail?.text.includes('Child 2'), mail?.to]).toEqual([false, expect.stringMatching(/^r\d+@example.org$/)])
    const { searchParams } = new URL(linksIn(mail ?? undefined)['Keep my places'] ?? '')
    expect(searchParams.get('session_id')).toBe(session)
    const keep = String(searchParams.get('keep'))

    // Neither a guess nor the key of another order keeps them, and what is on the screen does not hold it.
    await button('keep', { session_id: session, keep: keep.replace(/./g, 'A') })
    await button('keep', { session_id: first, keep })
    await button('keep', { session_id: session })
    expect([(await freeOrder(session)).isKept, (await freeOrder(first)).isKept]).toEqual([false, false])
    const kept = await button('keep', { session_id: session, keep })
    expect(kept.headers.get('location')).toBe(`/RaceRegistration/thank-you?session_id=${session}`)
    expect(await shown(session)).toContain(tickets[0]?.code)
    expect(await shown(first)).not.toContain('T-')
    expect(await shown(first)).toContain('One more step')
    const held = await resultOf(first, undefined, '/RaceRegistration')
    expect(held).toMatchObject({ state: 'held', tickets: [], reference: null, canGiveBack: false })
    const pressed = { session_id: first, keep: keepKey(first) }
    const keepable = await resultOf(pressed, undefined, '/RaceRegistration')
    expect(keepable).toMatchObject({ state: 'keepable', tickets: [], reference: null, canGiveBack: true })
    // Neither names who was registered, because anybody can type the address of another person; nor does another form.
    expect(JSON.stringify([held, keepable])).not.toMatch(/Child|T-/)
    expect(await resultOf(session)).toMatchObject({ state: 'unknown', tickets: [] })

    stopClock(new Date(Date.now() + 40 * dayMs))
    await enforceRetention({ confirmed: true })
    expect(await taken()).toEqual({ child: 1 })
    const list = await rowsIn(desk)
    expect(list.map(({ cells: { name, buyer } }) => [name, buyer])).toEqual([['Child 2', mail?.to]])
    expect((await rows()).map(({ name }) => name)).toEqual(['Child 2'])
    await button('keep', { session_id: session, keep })
    await button('give-back', { session_id: `${session.slice(0, -1)}-` })
    expect(await taken()).toEqual({ child: 1 })
    await button('give-back', { session_id: session })
    expect([await taken(), await freeMail.compose(reference)]).toEqual([{}, null])
  })

  test('a link that is pressed too late keeps nothing, and what somebody has used is not given back', async () => {
    const late = sessionIn(await child(1))
    stopClock(new Date(Date.now() + 61 * minuteMs))
    await button('keep', { session_id: late, keep: keepKey(late) })
    expect(await taken()).toEqual({})
    const session = sessionIn(await child(2))
    await button('keep', { session_id: session, keep: keepKey(session) })
    const { tickets } = await freeOrder(session)
    await desk.actions?.['tickets.use']?.run(await atDoor(), tickets[0]?.code ?? '', {}, 'tickets.use')
    await button('give-back', { session_id: session })
    expect(await taken()).toEqual({ child: 1 })
    await erasePerson(tickets[0]?.donor_email ?? '')
    expect(await taken()).toEqual({})
  })

  test('a payment that arrives after its places were given up gets others; if there are none, the office is told', async () => {
    const fault = jest.spyOn(log, 'error').mockImplementation(() => undefined)
    await site.hold()
    await post({ 'count-wheel': '2', 'names-wheel': 'A\nB', consent: 'yes' })
    await site.pay()
    const { db } = await store()
    await setAll('tickets', { held_until: '2026-01-01T00:00:00.000Z' })
    await post({ 'count-wheel': '2', 'names-wheel': 'C\nD', consent: 'yes' })
    expect((await rows()).map(({ name }) => name)).toEqual(['C', 'D'])
    await site.replay(1)
    expect(fault).toHaveBeenCalledWith(expect.stringContaining('refund'), expect.anything())
    expect((await rows()).map(({ name }) => name)).toEqual(['C', 'D'])

    await db.deleteFrom('tickets').execute()
    await setAll('gifts', { status: 'pending' })
    await db.deleteFrom('stripe_events').execute()
    await site.replay(1)
    expect((await rows()).map(({ name }) => name)).toEqual(['Ruth Lee', 'Ruth Lee'])
  })

  test('a paid order is mailed with its codes; each lets one person in, once; after a refund none does', async () => {
    await post({ ...two, 'count-wheel': '1', 'names-wheel': 'Sam Lee', consent: 'yes' })
    const [page] = await site.sessions()
    expect(page).toMatchObject({ amount_total: 12_000, submit_type: 'pay', ui_mode: 'hosted_page' })
    expect(await ticketsOf(String((await rows())[0]?.reference))).toEqual([])
    await site.pay()
    const [gift] = await gifts()
    expect(gift).toMatchObject({ kind: 'ticket', status: 'paid', amount: 12_000 })
    expect(await mailKindsQueued()).toEqual(['receipt'])

    const bought = await ticketsOf(gift?.reference ?? '')
    expect(bought.map(({ name }) => name)).toEqual(['Ruth Lee', 'Amy Lee', 'Sam Lee'])
    const mail = await receiptMail.compose(gift?.id ?? '')
    for (const { code } of bought) expect(mail?.text).toContain(code)
    expect(mail?.text.replace(/\s+/g, ' ')).toContain(
      'In return you get: 2 × 10K ($55); 1 × WHEEL ($10). Our good-faith estimate of what you get in return is $45. Only what you paid above it, $75,',
    )
    expect(mail?.text).toContain('Entries are final.')
    expect(mail?.text).toContain(`/RaceRegistration/thank-you?session_id=${page?.id}`)
    const { prelude } = await prerender(<Tickets form={{ event: 'race' }} tickets={bought} />)
    expect((await new Response(prelude).text()).match(/<svg/g)).toHaveLength(3)

    const code = bought[0]?.code ?? ''
    const session = await atDoor()
    const use = () => desk.actions?.['tickets.use']?.run(session, code, {}, 'tickets.use')
    expect((await Promise.all([use(), use()])).sort()).toEqual(['done', 'unchanged'])
    expect((await desk.find?.(code, session))?.forms).toEqual([])

    await site.control('payments/latest/refund', {})
    expect(await ticketsOf(gift?.reference ?? '')).toEqual([])
    expect(await desk.find?.(code, session)).toBeNull()
    expect(await taken()).toEqual({})
  })

  test('a receipt has what was sold, also of kinds, forms and events that content no longer has', async () => {
    await post(two)
    await site.pay()
    const order = await findOrder((await gifts())[0]?.reference ?? null)
    const sold = (changes = {}) => order && product.words.onReceipt?.({ ...order, ...changes })
    const [ruths = '', amys = ''] = (await rows()).map(({ code }) => code)
    const receipt = {
      rows: [
        [ruths, '10K: Ruth Lee'],
        [amys, '10K: Amy Lee'],
      ],
      address: `/RaceRegistration/thank-you?session_id=${order?.pageId}`,
      refunds: 'Entries are final.',
    }
    expect(await sold()).toEqual(receipt)
    expect(await sold({ pageId: null })).toEqual({ ...receipt, address: null })
    expect(await sold({ reference: 'G-7KQM-2X9D' })).toEqual({ ...receipt, rows: [], address: null })
    expect(await sold({ form: 'tickets-gala' })).toBeNull()
    const unnamed = [
      [ruths, '10k: Ruth Lee'],
      [amys, '10k: Amy Lee'],
    ]
    setKinds([])
    expect(await sold()).toEqual({ ...receipt, rows: unnamed })
    Object.assign(charityEvent('race') ?? {}, { tickets: undefined })
    expect(await sold()).toEqual({ ...receipt, rows: unnamed, refunds: '' })
  })

  test('a payment page that closes gives its places back', async () => {
    await post({ 'count-wheel': '3', 'names-wheel': 'A\nB\nC', consent: 'yes' })
    const refused = await post({ 'count-wheel': '1', 'names-wheel': 'D', consent: 'yes' })
    expect(refused.status).toBe(409)
    await site.control('sessions/latest/expire', {})
    expect(await taken()).toEqual({})
    expect((await post({ 'count-wheel': '1', 'names-wheel': 'D', consent: 'yes' })).status).toBe(303)
  })

  test('who comes back from the payment page finds the names again, and may change them though no place is left', async () => {
    await post({ 'count-wheel': '3', 'names-wheel': 'A\nB\nC', consent: 'yes' })
    const [session] = await site.sessions()
    const { searchParams } = new URL(String(session?.cancel_url))
    const { values } = await ticketStart(ticketForm('tickets-race'), Object.fromEntries(searchParams))
    expect(values).toMatchObject({ 'count-wheel': '3', 'names-wheel': 'A\nB\nC', name: 'Ruth Lee' })
    // Names that cannot be read are typed again.
    const { schema } = (await store()).db
    await schema.alterTable('tickets').renameTo('tickets_elsewhere').execute()
    const unread = await ticketStart(ticketForm('tickets-race'), Object.fromEntries(searchParams))
    expect(unread.values).toMatchObject({ 'count-wheel': '3', 'names-wheel': '', name: 'Ruth Lee' })
    await schema.alterTable('tickets_elsewhere').renameTo('tickets').execute()
    const changed = { 'count-wheel': '3', 'names-wheel': 'A\nB\nDee', consent: 'yes' }
    for (const [attempt, status] of [
      ['G-FORGED.x', 409],
      [String(searchParams.get('attempt')), 303],
    ] as const)
      expect((await post({ ...changed, attempt })).status).toBe(status)
    expect((await rows()).map(({ name }) => name)).toEqual(['A', 'B', 'Dee'])
  })

  test('an equal request does not make the hour longer', async () => {
    const again = () => child(1, { email: 'again@example.org' })
    await again()
    stopClock(new Date(Date.now() + 9 * minuteMs))
    expect((await again()).headers.get('location')).toContain('session_id=free_')
    stopClock(new Date(Date.now() + 61 * minuteMs))
    expect(await taken()).toEqual({})
  })

  test('more than half of a kind that is held and not paid is said in the health, on Today and in the summary', async () => {
    const crowded = async () =>
      [(await health()).warnings, (await findEach(idsIn('summary'))).map((found) => inMail(found, null))].map((all) =>
        all.filter((line) => line.includes(' places of ')),
      )
    await post({ 'count-wheel': '1', 'names-wheel': 'A', consent: 'yes' })
    await child(1)
    expect(await crowded()).toEqual([[], []])
    await post({ 'count-wheel': '1', 'names-wheel': 'B', consent: 'yes' })
    const sentence = expect.stringMatching(/^2 of the 3 places of WHEEL \(5K Run4Love, 20\d\d-\d\d-\d\d\) are held/)
    expect(await crowded()).toEqual([[sentence], [sentence]])
    await site.pay()
    expect(await crowded()).toEqual([[], []])
    const session = sessionIn(await child(2))
    expect(await crowded()).toEqual([[expect.stringMatching(/^2 of the 2 places of CHILD/)], [expect.anything()]])
    await button('keep', { session_id: session, keep: keepKey(session) })
    expect(await crowded()).toEqual([[], []])
  })

  test('with a free ticket beside it, a paid one is paid as ever, and the free one is not in return for it', async () => {
    await post({ ...two, 'count-child': '1', 'names-child': 'Tim' })
    expect(await site.sessions()).toMatchObject([{ amount_total: 11_000 }])
    expect(await findTicket(String((await rows())[0]?.code))).toBeNull()
    await site.pay()
    const mail = await receiptMail.compose((await gifts())[0]?.id ?? '')
    expect(mail?.text.replace(/\s+/g, ' ')).toContain('In return you get: 2 × 10K ($55). Our good-faith estimate')
    expect(mail?.text).toContain('CHILD: Tim')
  })

  test('who fills in the hidden field gets no free ticket, and is told whom to write to', async () => {
    const answer = await post({ 'count-child': '1', 'names-child': 'A', website2: 'x' })
    expect(answer.status).toBe(403)
    expect((await returnedIn(answer)).fault?.sentence).toContain('@')
    expect(await rows()).toEqual([])
  })

  test.each([
    [{}, ['count-10k']],
    [{ 'count-10k': '2', 'names-10k': 'Ruth Lee' }, ['names-10k']],
    [{ 'count-wheel': '1', 'names-wheel': 'Sam' }, ['consent']],
    [
      { 'count-10k': '3', 'names-10k': 'A\nB\nC', 'count-wheel': '2', 'names-wheel': 'D\nE', consent: 'yes' },
      ['count-10k'],
    ],
    [{ 'count-10k': '1', 'names-10k': 'see evil.example' }, ['names-10k']],
    [{ ...two, email: 'no' }, ['email']],
  ])('%j is sent back with the field to correct: %j', async (fields, wrong) => {
    const answer = await post(fields as Record<string, string>)
    expect(answer.status).toBe(422)
    expect((await returnedIn(answer)).fault?.errors.map(({ field }) => field)).toEqual(wrong)
    expect(await site.sessions()).toEqual([])
  })

  test.each([
    ['of an event that sells none', { form: 'tickets-webinar' }, 422],
    ['for a day that has passed', { ...two, day: '2025-09-13' }, 409],
  ])('an order %s is refused', async (_, fields, status) => {
    expect((await post(fields)).status).toBe(status)
    expect(await rows()).toEqual([])
  })

  test('an order for the day of its page is taken, and a new form is empty', async () => {
    expect((await post({ ...two, day: day() })).status).toBe(303)
    const { values } = await ticketStart(ticketForm('tickets-race'), {})
    expect(values).toMatchObject({ 'count-10k': '', 'names-10k': '', name: '', email: '' })
  })

  test('names are erased after the event', async () => {
    await post(two)
    await site.pay()
    await enforceRetention({ confirmed: true })
    expect(await rows()).toHaveLength(2)
    await setAll('tickets', { day: utcNow(-90 * dayMs).slice(0, 10) })
    await enforceRetention({ confirmed: true })
    expect(await rows()).toEqual([])
  })
})

test('a kind of ticket whose value nobody has confirmed blocks live payments', () => {
  const source = { file: 'content/events/race.yaml', problem: (_: unknown, message: string) => ({ message }) }
  const found = (more: object) =>
    unvaluedLevels({
      entries: [{ source, schema: eventSchema, data: { tickets: { kinds: [{ ...sale.kinds[0], ...more }] } } }],
      currencies: [{ code: 'USD', law: 'usa' }],
    } as unknown as Parameters<typeof unvaluedLevels>[0])
  for (const fine of [{}, { value: undefined, price: wholeMoney(0, 'USD') }]) expect(found(fine)).toEqual([])
  for (const unconfirmed of [{ value: undefined }, { labelled: ['value'] }, { labelled: true }, { sample: ['value'] }])
    expect(found(unconfirmed)).toMatchObject([{ message: expect.stringContaining('10K has no confirmed value') }])
})
