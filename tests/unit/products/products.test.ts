/** What every product has to keep, so that whoever records a payment or writes about it names none; and what each plans, says and gives in return. */
import type { PostedForm } from '#lib/contact/forms/read-post.ts'
import type { CheckoutForm } from '#lib/giving/orders/handle-request.ts'
import { giftKinds, type Order, type OrderWithSecrets, type Product } from '#lib/giving/orders/order.ts'
import { announcement, messageToFamily, receipt, receiptMail } from '#lib/giving/products/effects.ts'
import { gift } from '#lib/giving/products/gift.ts'
import {
  giftPurpose,
  inReturnFor,
  isInReturn,
  productFor,
  productOf,
  products,
  purposeInWords,
} from '#lib/giving/products/index.ts'
import { sponsorship } from '#lib/giving/products/sponsorship.ts'
import { datedTickets, tickets, ticketTerms } from '#lib/giving/products/tickets.ts'
import { stopClock } from '#lib/platform/clock.ts'
import { inLanguage } from '#lib/platform/languages/current.ts'
import { wholeMoney } from '#lib/platform/money.ts'
import { store } from '#lib/platform/store/index.ts'
import { type GiftStatus, nouns } from '#lib/platform/store/schema.ts'
import { currencies, setCurrencies } from '#lib/site/content/currencies.ts'
import { charityEvent, reasons, recordedCampaign, sponsorshipForm, ticketForm } from '#lib/site/content/index.ts'
import { mailAccount } from '#tests/support/sandbox-for-tests.ts'
import { giftRow, insert, keepEnvironment, onSqlite, setEnvironment } from '#tests/support/store.ts'
import { asha, ruth } from '../checkout/support.ts'

describe.each(Object.values(products))('Every product', (product) => {
  test('queues the mail with the receipt before the receipt is issued, so that a new version needs no mail of its own, and is announced', () => {
    const [mailed, issued] = [product.fulfil.indexOf(receiptMail), product.fulfil.indexOf(receipt)]
    expect(mailed).toBeGreaterThanOrEqual(0)
    expect(issued).toBeGreaterThan(mailed)
    expect(product.fulfil.at(-1)).toBe(announcement)
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

const race = charityEvent('race') ?? {}
const before = { ...race }
const value = { amount: wholeMoney(20, 'USD'), asOf: '2026-11-25' }
const kinds = [
  { id: '10k', name: '10K', price: wholeMoney(55, 'USD'), places: 10, value },
  { id: '5k', name: '5K', price: wholeMoney(35, 'USD'), places: 10, value },
  { id: 'child', name: 'Child', price: wholeMoney(0, 'USD'), places: 5 },
]
const day = '2026-09-12'
const sell = (sold: object[]) => void Object.assign(race, { tickets: { kinds: sold, perOrder: 4, refunds: '' } })
beforeEach(() => {
  stopClock('2026-03-01T12:00:00Z')
  Object.assign(race, { date: day, starts: '08:00', ends: '12:00', zone: 'America/New_York', title: 'Run' })
  sell(kinds)
})
afterEach(() => {
  stopClock(undefined)
  for (const name of Object.keys(race)) Reflect.deleteProperty(race, name)
  Object.assign(race, before)
})
const orderOf = (fields: object) =>
  ({
    product: 'gift',
    form: 'usa',
    payBy: 'card',
    answers: {},
    money: wholeMoney(1250, 'USD'),
    ...fields,
  }) as OrderWithSecrets

describe('the plan of', () => {
  keepEnvironment()
  beforeEach(() => {
    setEnvironment({
      SITE_URL: 'https://example.org',
      DATA_ENCRYPTION_KEY: Buffer.alloc(32, 1).toString('base64'),
      ...mailAccount({ sandbox: { urls: { emailjs: 'http://localhost:1' } } } as Parameters<typeof mailAccount>[0]),
    })
  })
  /** What a program asks for; `null` if it cannot even be read. */
  function planOf<Read>({ read, plan }: CheckoutForm<Read>, data: object) {
    const asked = read(data as PostedForm['data'], 'json')
    return asked.ok ? plan(asked.value) : { ok: false, failure: asked.failure }
  }
  const around = (page: string, query: string) => ({
    uiMode: 'embedded',
    thankYou: `https://example.org/${page}/thank-you`,
    cancelled: `https://example.org/${page}?cancelled=1${query}`,
  })
  const { address, ...person } = asha
  const answers = { citizen: 'yes', firstName: 'Asha', lastName: 'Rao', email: asha.email, phone: asha.phone }
  const item = { kind: '2', name: expect.stringMatching(/\S/), count: 1 }

  test('a gift is for the family too, with the number and the card apart from the answers', () => {
    const campaign = 'legacy-continues'
    const tribute = { campaign, tribute: 'memory', tributeName: 'Meera' }
    const card = { cardTo: 'The Raos', cardEmail: 'family@example.org', cardMessage: 'With love', cardFrom: 'Asha' }
    const organisation = { donorType: '2', org_name: 'Rao Textiles' }
    const typed = {
      ...asha,
      ...organisation,
      ...tribute,
      ...card,
      coverFees: 'yes',
      amount: 103_000,
      pan: 'ABCCE1234F',
    }
    expect(planOf(gift, typed)).toEqual({
      ok: true,
      value: {
        ...{ product: 'gift', form: 'india', payBy: 'card', frequency: 'monthly' },
        money: { amount: 103_000, currency: 'INR' },
        donor: { name: 'Asha Rao', email: asha.email, organisation: 'Rao Textiles' },
        answers: {
          ...{ ...answers, ...organisation, ...tribute, ...address, state: '' },
          ...{ paymenttype: 'monthly', money: '1000', reason: '2', coverFees: 'yes', fee: 3000, remind: '' },
        },
        card: { to: 'The Raos', email: 'family@example.org', message: 'With love', from: 'Asha' },
        identity: 'ABCCE1234F',
        items: [{ ...item, amount: 103_000 }],
        page: {
          payer: { name: 'Rao Textiles', address: { ...address, state: '' } },
          metadata: { form: 'india', frequency: 'monthly', reason: '2', donorType: '2', campaign, fee: '3000' },
          ...around('DonateIndia', `&frequency=monthly&amount=1000&reason=2&campaign=${campaign}&tribute=memory`),
        },
      },
    })
  })

  test('a gift by transfer keeps how it comes, and nothing that was not asked', () => {
    setEnvironment({ SAMPLE_NOTICE: '1' })
    const typed = { ...person, paymenttype: 'once', paymentMethod: 'upi', campaign: 'no-such', donorType: undefined }
    expect(planOf(gift, { ...typed, donorType: '1', org_name: 'Rao Textiles' })).toMatchObject({
      ok: true,
      value: {
        ...{ payBy: 'transfer', frequency: 'once', money: { amount: 100_000, currency: 'INR' }, items: [item] },
        donor: { name: 'Asha Rao', email: asha.email, organisation: undefined },
        answers: { ...answers, paymentMethod: 'upi', campaign: '', country: 'IN' },
        ...{ identity: undefined, card: undefined },
        page: { metadata: { form: 'india', frequency: 'once', reason: '2', donorType: '1' } },
      },
    })
  })

  const { firstName: _, lastName: __, ...unnamed } = asha
  const inDollars = { ...person, currency: 'USD', money: 25, amount: 2500, paymenttype: 'once' }
  test.each<[string, object, object]>([
    ['claims no total', { ...asha, amount: ' ' }, { money: { amount: 100_000 } }],
    [
      'has its street apart from its address',
      { ...asha, line1: '1 Hill Road', address: { ...address, line1: '' } },
      { answers: { line1: '1 Hill Road', city: 'Mumbai' } },
    ],
    [
      'has a street of several lines',
      { ...asha, address: { ...address, line1: '12 Lake Road\r\n\r\n Bandra ', line2: 'Near the lake' } },
      { answers: { line1: '12 Lake Road\nBandra\nNear the lake' } },
    ],
    ['has the whole name in one', { ...unnamed, name: ' Asha  Devi Rao ' }, { donor: { name: 'Asha Devi Rao' } }],
    ['has its parts too', { ...unnamed, firstName: 'Asha', name: 'Ruth Lee' }, { donor: { name: 'Asha' } }],
    ['has a name of one word', { ...unnamed, name: 'Asha' }, { answers: { firstName: 'Asha', lastName: '' } }],
  ])('a gift that %s', (_, data, value) => expect(planOf(gift, data)).toMatchObject({ ok: true, value }))

  test('a gift where there is one way to pay, or one currency, is by that', () => {
    setEnvironment({ SAMPLE_NOTICE: '1' })
    const byBank = { payBy: 'transfer', money: wholeMoney(25, 'USD'), answers: { paymentMethod: 'bank' } }
    expect(planOf(gift, { ...inDollars, paymentMethod: 'bank' })).toMatchObject({ ok: true, value: byBank })
    const refused = [{ field: 'paymentMethod', message: 'Only "bank" is accepted' }]
    expect(planOf(gift, { ...inDollars, paymentMethod: undefined })).toEqual({ ok: false, failure: refused })
    const dollars = currencies().filter(({ code }) => code === 'USD')
    const restore = setCurrencies(() => dollars)
    const planned = planOf(gift, { ...inDollars, paymentMethod: 'bank', currency: undefined })
    setCurrencies(restore)
    expect(planned).toMatchObject({ ok: true, value: byBank })
  })

  test('a sponsorship is open until the event begins, and has a line for each level', () => {
    const name = (level: string) => expect.stringMatching(`^${level}: .* September 12, 2026$`)
    const { totalAmount: _, paymentMethod: __, event, ...typed } = ruth
    const levels = ['big-wheel', 'running-circle']
    expect(planOf(sponsorship, ruth)).toEqual({
      ok: true,
      value: {
        ...{ product: 'sponsorship', form: event, payBy: 'card', frequency: 'once', money: wholeMoney(1250, 'USD') },
        openUntil: '2026-09-12T12:00:00.000Z',
        donor: { name: 'Ruth Lee', email: 'ruth@example.org' },
        answers: { ...typed, levels, day, website: '', contact: '', comments: '', promotionalItems: false },
        items: [
          { kind: 'big-wheel', name: name('Big Wheel'), amount: 75_000, count: 1 },
          { kind: 'running-circle', name: name('Running Circle'), amount: 50_000, count: 1 },
        ],
        page: {
          metadata: { form: event, levels: 'big-wheel running-circle', day },
          ...around('Event5kSponsorship', '&levels=big-wheel&levels=running-circle'),
        },
      },
    })
  })

  test.each([
    ['paid ones among them', { 'count-10k': '2', 'names-10k': 'Ruth Lee\nAmy Lee' }, 'card', 110],
    ['free ones alone', {}, 'free', 0],
  ])('tickets asks for places and says what each kind costs: %s', (_, paid, payBy, dollars) => {
    const buyer = { name: 'Ruth Lee', email: 'ruth@example.org' }
    const isPaid = dollars > 0
    const child = { 'count-child': '1', 'names-child': 'Tim' }
    const item = (kind: string, name: string, amount: number, count: number) => ({ kind, name, amount, count })
    expect(planOf(tickets, { form: 'tickets-race', ...buyer, ...paid, ...child })).toEqual({
      ok: true,
      value: {
        ...{ product: 'tickets', form: 'tickets-race', payBy, frequency: 'once', openUntil: 'soon', donor: buyer },
        money: wholeMoney(dollars, 'USD'),
        answers: { ...buyer, ...(isPaid && { 'count-10k': '2' }), 'count-child': '1', day },
        places: {
          ...{ event: 'race', day, instead: null, perOrder: 4 },
          kinds: [
            ...(isPaid ? [{ id: '10k', places: 10, names: ['Ruth Lee', 'Amy Lee'] }] : []),
            { id: 'child', places: 5, names: ['Tim'] },
          ],
        },
        items: [
          ...(isPaid ? [item('10k', '2 × 10K ($55): Run, September 12, 2026', 11_000, 2)] : []),
          item('child', '1 × Child (Free): Run, September 12, 2026', 0, 1),
        ],
        page: {
          metadata: { form: 'tickets-race', tickets: isPaid ? '2 1' : '1', day },
          ...around('RaceRegistration', '#tickets-race'),
        },
      },
    })
  })

  test.each([
    { totalAmount: ' $1,250 ' },
    { totalAmount: undefined, amount: '125000' },
    { totalAmount: undefined, amount: ' ' },
  ])('a sponsorship whose total is claimed as %j is that of its levels', (claim) =>
    expect(planOf(sponsorship, { ...ruth, ...claim })).toMatchObject({ value: { money: wholeMoney(1250, 'USD') } }),
  )

  test.each([
    ['by UPI, where only cards are taken', gift, { ...asha, paymentMethod: 'upi' }, [{ field: 'paymentMethod' }]],
    ['without a way', gift, { ...asha, paymentMethod: '', amount: 99 }, { kind: 'amount-mismatch' }],
    [
      'by a card, where only transfers are taken',
      gift,
      { ...asha, isDemo: true },
      { kind: 'invalid', errors: [{ field: 'paymentMethod' }] },
    ],
    [
      'of a last name alone, whatever the whole name',
      gift,
      { ...unnamed, lastName: 'Rao', name: 'Ruth Lee' },
      { errors: [{ field: 'firstName' }] },
    ],
    [
      'so large that its country is asked for',
      gift,
      { ...asha, ...inDollars, money: 5000, amount: undefined, address: { ...address, country: '' } },
      { errors: [{ field: 'country' }] },
    ],
    ['of $1,251', sponsorship, { ...ruth, totalAmount: '$ 1,251' }, { total: wholeMoney(1250, 'USD') }],
    ['of 1$250', sponsorship, { ...ruth, totalAmount: '1$250' }, { total: wholeMoney(1250, 'USD') }],
    [
      'of an event without sponsors',
      sponsorship,
      { ...ruth, event: 'gala-2019' },
      [{ field: 'event', message: 'Must be "5k-run" or "father-daughter-dance"' }],
    ],
  ] as const)('%s is refused', (_, form, data, failure) => {
    if ('isDemo' in data) setEnvironment({ SAMPLE_NOTICE: '1' })
    expect(planOf(form as CheckoutForm<never>, data)).toMatchObject({ ok: false, failure })
  })

  test('tickets of an event that sells none, or that content no longer has, is refused', () => {
    Object.assign(race, { tickets: undefined })
    const ordered = { form: 'tickets-race', name: 'Ruth Lee', email: 'ruth@example.org', 'count-10k': '1' }
    expect(planOf(tickets, ordered)).toMatchObject({ ok: false, failure: { kind: 'closed' } })
    const gone = { ...ticketForm('tickets-race'), event: 'gala' }
    expect(ticketTerms(gone)).toMatchObject({ day: null, kinds: [] })
    expect(datedTickets(gone, day)).toBe('gala, September 12, 2026')
  })
})

describe('in words, and in return,', () => {
  const labels = new Map(reasons().map(({ code, label }) => [String(code), label]))
  const gift = { kind: 'one-off', reason: 2, campaign: null, currency: 'USD', amount: 125_000, given_back: 0 } as const
  const sponsored = (levels: unknown, fields = {}) =>
    orderOf({ product: 'sponsorship', form: '5k-run', answers: { levels, day: '2026-09-12' }, ...fields })
  const ofMeera = orderOf({ answers: { tribute: 'memory', tributeName: 'Meera' } })
  const run = sponsorshipForm('5k-run')
  const cleft = labels.get('2')

  test.each<[string | undefined, object, Order | null]>([
    [cleft, {}, null],
    [`${cleft} (${recordedCampaign('legacy-continues')?.title})`, { campaign: 'legacy-continues' }, null],
    [`${cleft}, in memory of Meera`, {}, ofMeera],
    ['Reason 99', { reason: 99 }, null],
    ['No reason given', { reason: null }, null],
    [`Sponsorship of ${run.name}`, { kind: 'sponsorship', reason: null }, sponsored([])],
    ['Sponsorship', { kind: 'sponsorship', reason: null }, sponsored([], { form: 'gala-2019' })],
    ['Tickets', { kind: 'ticket', reason: null }, orderOf({ product: 'tickets', form: 'tickets-gala' })],
  ])('what was paid for: %s', (words, row, of) => expect(purposeInWords({ ...gift, ...row }, of)).toBe(words))

  test.each([
    ['one-off', 2, cleft],
    ['one-off', 99, 'Reason 99'],
    ['monthly', null, 'No reason given'],
    ['sponsorship', null, 'Sponsorship'],
    ['ticket', null, 'Tickets'],
  ])('the office reads of a %s with the purpose %p: %s', (kind, reason, words) =>
    expect(giftPurpose({ kind, reason }, new Map(reasons().map(({ code, label }) => [code, label])))).toBe(words),
  )

  test('what was paid for is said in the language of its reader, and a campaign named like its purpose once', () => {
    const bought = { ...gift, kind: 'ticket' as const, reason: null }
    expect(inLanguage('hi', () => purposeInWords(bought, null))).toBe('टिकट')
    const legacy = recordedCampaign('legacy-continues') ?? {}
    const named = { ...legacy }
    Object.assign(legacy, { title: cleft })
    expect(purposeInWords({ ...gift, campaign: 'legacy-continues' }, null)).toBe(cleft)
    Object.assign(legacy, named)
  })

  test('the tribute may be left out', () => expect(purposeInWords(gift, ofMeera, { withTribute: false })).toBe(cleft))

  const [wheel, circle] = ['big-wheel', 'running-circle'].map((id) => run.levels.find((level) => level.id === id))
  const written = [wheel, circle].map((level) => ({ ...level }))
  beforeEach(() => {
    const asOf = '2026-11-23'
    for (const [level, amount] of [
      [wheel, 8000],
      [circle, 0],
    ] as const)
      Object.assign(level ?? {}, { fairValue: { amount: { amount, currency: 'USD' }, asOf }, labelled: undefined })
  })
  // The mutation tests run the files of all folders in one process.
  afterEach(() => {
    for (const [index, level] of [wheel, circle].entries()) Object.assign(level ?? {}, written[index])
  })
  const both = ['big-wheel', 'running-circle']
  test.each<[string, object | null, Order | null]>([
    [
      'all levels',
      { what: [...(wheel?.includes ?? []), ...(circle?.includes ?? [])], value: wholeMoney(80, 'USD') },
      sponsored(both),
    ],
    ['no level', null, sponsored([])],
    ['a level that content no longer has', null, sponsored(['gala'])],
    ['one of two levels that content no longer has', null, sponsored(['big-wheel', 'gala'])],
    ['an order without levels', null, sponsored(undefined)],
    ['an event that content no longer has', null, sponsored(both, { form: 'gala-2019' })],
    ['a part of an invoice', null, sponsored(both, { payBy: 'invoice', money: wholeMoney(1251, 'USD') })],
    ['a gift', null, ofMeera],
    ['no order', null, null],
  ])('what was given for %s', (_, given, of) => expect(inReturnFor(of, gift)).toEqual(given))

  test.each([{ includes: undefined }, { labelled: ['includes'] }])('a level with %p has its value alone', (fields) => {
    Object.assign(circle ?? {}, fields)
    expect(inReturnFor(sponsored(both), gift)).toMatchObject({ what: wheel?.includes, value: wholeMoney(80, 'USD') })
  })

  const bought = (answers: object, fields = {}) =>
    orderOf({ product: 'tickets', form: 'tickets-race', answers: { name: 'Ruth Lee', day, ...answers }, ...fields })
  const two = { 'count-10k': '2' }
  const [tenK, fiveK, child] = kinds
  test.each<[string, object[], Order, object | null]>([
    [
      'free ones are not counted',
      kinds,
      bought({ ...two, 'count-child': '1' }),
      { what: ['2 × 10K ($55)'], value: wholeMoney(40, 'USD') },
    ],
    ['nothing was paid', kinds, bought({ 'count-child': '1' }), null],
    ['content no longer sells such tickets', [{ ...child }], bought(two), null],
    ['content no longer sells one of two kinds', [{ ...tenK }], bought({ ...two, 'count-5k': '1' }), null],
    ['content no longer has the form', kinds, bought(two, { form: 'tickets-gala' }), null],
    ['one kind has no value', [{ ...tenK }, { ...fiveK, value: undefined }], bought({ ...two, 'count-5k': '1' }), null],
    ['nobody has confirmed it', [{ ...tenK, labelled: ['value'] }], bought(two), null],
  ])('what was given for tickets: %s', (_, sold, order, given) => {
    sell(sold)
    expect(inReturnFor(order, gift)).toEqual(given)
  })

  test('what was given for tickets of an event that sells no more is not known', () => {
    Object.assign(race, { tickets: undefined })
    expect(inReturnFor(bought(two), gift)).toBeNull()
  })

  test.each<[Product, string, Order | null, string | undefined]>([
    ['gift', 'USD', null, '/Donate'],
    ['gift', 'INR', null, '/DonateIndia'],
    ['sponsorship', 'USD', sponsored(both), '/Event5kSponsorship'],
    ['sponsorship', 'USD', sponsored(both, { form: 'gala-2019' }), undefined],
    ['sponsorship', 'USD', null, undefined],
    ['tickets', 'USD', bought(two), '/RaceRegistration'],
    ['tickets', 'USD', bought(two, { form: 'tickets-gala' }), undefined],
    ['tickets', 'USD', null, undefined],
  ])('a failed payment for a %s in %s is tried again where it was ordered (%#)', (product, currency, order, address) =>
    expect(products[product].form(order, currency)?.page.address).toBe(address),
  )

  test.each([{ labelled: ['fairValue'] }, { labelled: true }, { fairValue: undefined }])(
    'nothing is known while a level has %p',
    (fields) => {
      Object.assign(circle ?? {}, fields)
      expect(inReturnFor(sponsored(both), gift)).toBeNull()
    },
  )
})

onSqlite(() => {
  test('the cards to one family beyond the limit of a day wait for the next days', async () => {
    stopClock('2026-03-01T12:00:00Z')
    const { db } = await store()
    const order = { card: { to: 'The Raos', email: 'family@example.org' } } as OrderWithSecrets
    const send = (number: number, fields: object) =>
      db.transaction().execute((transaction) =>
        messageToFamily(transaction, {
          gift: giftRow(`gift-${number}`, { reference: `G-${number}` }),
          order,
          became: 'paid',
          ...fields,
        }),
      )
    for (const fields of [{ became: 'failed' }, { order: null }, { gift: giftRow('gift-0', { reference: null }) }])
      await send(0, fields)
    for (let number = 1; number <= 21; number += 1) await send(number, {})
    const due = await db.selectFrom('outbox').select(['subject_id', 'due_at']).orderBy('due_at').execute()
    expect([due.length, due[0]?.due_at, due[19]?.due_at, due[20]]).toEqual([
      ...[21, '2026-03-01T12:00:00.000Z', '2026-03-01T12:00:00.000Z'],
      { subject_id: 'G-21', due_at: '2026-03-02T12:00:00.000Z' },
    ])
  })

  const announced = {
    ANNOUNCE_URL: 'https://crm.test',
    ANNOUNCE_SECRET: `whsec_${btoa('a'.repeat(32))}`,
    ANNOUNCE_PERSONAL: 'name email',
  }
  test('a state of a payment is announced once, and again when it comes back later', async () => {
    setEnvironment(announced)
    const { db } = await store()
    const before = giftRow('gift-1')
    const after = { ...before, updated_at: '2026-11-22T12:00:00.000Z' }
    for (const gift of [before, before, after])
      await db.transaction().execute((transaction) => announcement(transaction, { gift, order: null, became: 'paid' }))
    const rows = await db.selectFrom('outbox').select('payload').execute()
    const person = { name: 'Asha Rao', email: 'asha@example.org' }
    const told = { type: 'gift.paid', data: { reference: 'gift-1', amount: 100_000, ...person } }
    expect(rows.map(({ payload }) => JSON.parse(payload ?? ''))).toMatchObject([told, told])
  })

  const family = { to: 'The Raos', email: 'family@example.org', message: '', from: '' }
  const ordered = { form: 'tickets-race', answers: { name: 'Ruth Lee', day, 'count-10k': '2' }, card: family }
  test.each<[Product, GiftStatus | null, string[], number]>([
    ['gift', 'paid', ['announcement', 'receipt', 'tribute-card'], 0],
    ['gift', 'failed', ['announcement', 'failed-payment'], 0],
    ['gift', 'refunded', ['announcement'], 0],
    ['gift', null, [], 0],
    ['sponsorship', 'paid', ['announcement', 'receipt', 'sponsorship'], 0],
    ['sponsorship', 'failed', ['announcement', 'failed-payment'], 0],
    ['sponsorship', 'disputed', ['announcement'], 0],
    ['tickets', 'paid', ['announcement', 'receipt'], 2],
    ['tickets', 'failed', ['announcement', 'failed-payment'], 0],
    ['tickets', null, [], 0],
  ])('of a %s that became %s, these are told: %j, and %i places are taken', async (product, became, kinds, places) => {
    setEnvironment(announced)
    const { db } = await store()
    const gift = { ...giftRow('gift-1'), status: became ?? 'pending' }
    await insert('gifts', gift)
    const tell = (order: OrderWithSecrets | null) =>
      db.transaction().execute(async (transaction) => {
        for (const effect of products[product].fulfil) await effect(transaction, { gift, order, became })
      })
    // An order may be erased before its payment comes.
    await tell(null)
    await tell(orderOf({ reference: 'gift-1', product, ...ordered }))
    const told = await db.selectFrom('outbox').select(['kind', 'payload']).orderBy('kind').execute()
    expect(told.map(({ kind }) => kind)).toEqual(kinds)
    if (became)
      expect(JSON.parse(told[0]?.payload ?? '')).toMatchObject({
        type: `gift.${became}`,
        data: { reference: 'gift-1' },
      })
    expect(await db.selectFrom('tickets').select('seat').execute()).toHaveLength(places)
  })
})
