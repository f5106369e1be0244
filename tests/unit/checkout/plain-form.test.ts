/** The forms without JavaScript, when a payment page closes, how one comes back from it, and what the form says of a payment just made. */

import { formAddress } from '#lib/giving/orders/form-start.ts'
import { recentPayment, recentPaymentCookie } from '#lib/giving/orders/recent-payment.ts'
import { donationStart } from '#lib/giving/products/gift.ts'
import { sponsorshipStart } from '#lib/giving/products/sponsorship.ts'
import { stopClock } from '#lib/platform/clock.ts'
import { wholeMoney } from '#lib/platform/money.ts'
import { charityEvent, donationForm, sponsorshipForm } from '#lib/site/content/index.ts'
import { returnedIn } from '#tests/support/returned-form.ts'
import { breakStore, setEnvironment } from '#tests/support/store.ts'
import {
  asha,
  ashaForm,
  attempts,
  formOf,
  gifts,
  givingSite,
  key,
  postForm,
  postJson,
  postSponsorship,
  postSponsorshipForm,
  ruth,
} from './support.ts'

const site = givingSite()
afterEach(() => stopClock(undefined))
const ruthForm = { ...ashaForm, currency: 'USD', money: '25', firstName: 'Ruth', country: 'US' }
const placeOf = (response: Response) => response.headers.get('location')
const minutesLater = (minutes: number) => stopClock(new Date(Date.now() + minutes * 60_000))

test.each([
  ['a gift', () => postForm(ashaForm), 100_000, 'DonateIndia'],
  ['a sponsorship at two levels', () => postSponsorshipForm(formOf(ruth)), 125_000, 'Event5kSponsorship'],
  [
    'a sponsorship at one level',
    () => postSponsorshipForm(formOf({ ...ruth, levels: ['headliner'] })),
    1_000_000,
    'Event5kSponsorship',
  ],
])('%s is sent on to the hosted payment page', async (_, post, amount, page) => {
  const leadsTo = `http://localhost:3000/${page}/thank-you?session_id={CHECKOUT_SESSION_ID}`
  const leadsBack = expect.stringContaining(`http://localhost:3000/${page}?cancelled=1&`)
  const response = await post()
  expect(await site.sessions()).toMatchObject([
    {
      ui_mode: 'hosted_page',
      amount_total: amount,
      url: placeOf(response),
      success_url: leadsTo,
      cancel_url: leadsBack,
    },
  ])
  expect(response.status).toBe(303)
})

describe('a form without an attempt key', () => {
  test.each([
    ['a gift', () => postForm(ashaForm)],
    ['a sponsorship', () => postSponsorshipForm(formOf(ruth))],
  ])('is the same attempt when it is posted twice: %s', async (_, post) => {
    const places = (await Promise.all([post(), post()])).map(placeOf)
    expect(placeOf(await post())).toBe(places[0])
    expect(new Set(places).size).toBe(1)
    expect(await attempts()).toHaveLength(1)
  })

  test('is another attempt with other answers, ten minutes later, and once it was paid', async () => {
    const first = placeOf(await postForm(ashaForm))
    const others = [{ money: '500' }, { paymenttype: 'monthly' }].map((changes) =>
      postForm({ ...ashaForm, ...changes }),
    )
    expect(new Set([first, ...(await Promise.all(others)).map(placeOf)]).size).toBe(3)
    minutesLater(9)
    expect(placeOf(await postForm(ashaForm))).toBe(first)
    minutesLater(11)
    const second = placeOf(await postForm(ashaForm))
    expect(second).not.toBe(first)
    await site.pay()
    expect(await gifts()).toHaveLength(1)
    expect(placeOf(await postForm(ashaForm))).not.toBe(second)
  })

  test('is the same attempt after the payment service has lost its answer', async () => {
    await site.behave({ mode: 'drop', times: 2, path: '/v1/checkout/sessions' })
    const lost = await postForm(ashaForm)
    expect(lost.status).toBe(503)
    const sentence = expect.stringContaining('No money was taken')
    const fault = { sentence, errors: [] }
    expect(await returnedIn(lost)).toMatchObject({ step: 2, fault, values: { line1: '12 Lake Road' } })
    expect(await site.sessions()).toMatchObject([{ url: placeOf(await postForm(ashaForm)) }])
  })
})

test('under the key of an old page other answers are another payment, and the same answers the same one', async () => {
  const form = { ...ashaForm, idempotencyKey: 'attempt-0001' }
  const first = placeOf(await postForm(form))
  expect(placeOf(await postForm({ ...form, money: '500' }))).not.toBe(first)
  expect(placeOf(await postForm(form))).toBe(first)
})

const address = { line1: '', city: '', postal_code: '' }
test.each([
  ['next, and the first step is right', { intent: 'next', ...address }, 200, 2, []],
  [
    'next, and the first step is not',
    { intent: 'next', email: '', otherMoney: '12', money: 'other' },
    422,
    1,
    ['otherMoney', 'email'],
  ],
  ['back, whatever is missing', { intent: 'back', line1: '' }, 200, 1, []],
  ['pay, and both steps are wrong', { email: '', city: '' }, 422, 1, ['email']],
  ['pay, and the second step is wrong', { city: '' }, 422, 2, ['city']],
])('the form comes back after %s', async (_, changes, status, step, fields) => {
  const response = await postForm({ ...ashaForm, org_name: 'Rao Textiles', ...changes })
  expect(response.status).toBe(status)
  const { fault, ...returned } = await returnedIn(response)
  expect(returned).toMatchObject({
    page: '/DonateIndia',
    step,
    values: { firstName: 'Asha', org_name: 'Rao Textiles' },
  })
  expect(fault?.errors.map(({ field }) => field) ?? []).toEqual(fields)
  expect(await attempts()).toEqual([])
})

test.each([
  ['with the card first, once it is given every month', 'monthly', 'once', 'upi', 'card'],
  ['as chosen, where the page was already one for every month', 'monthly', 'monthly', 'upi', 'upi'],
  ['as chosen, for a single gift', 'once', 'once', 'upi', 'upi'],
])('the way to pay comes back %s', async (_, paymenttype, frequencyShown, paymentMethod, shown) => {
  setEnvironment({ SAMPLE_NOTICE: '1' })
  const changes = { intent: 'next', paymenttype, frequencyShown, paymentMethod }
  const { values } = await returnedIn(await postForm({ ...ashaForm, ...changes }))
  expect(values).toMatchObject({ paymentMethod: shown })
})

test('the form in dollars is returned on its own page, in the language of the sender', async () => {
  const response = await postForm({ ...ruthForm, email: 'ruth', language: 'hi' })
  expect(await returnedIn(response)).toMatchObject({ page: '/hi/Donate', step: 1, values: { firstName: 'Ruth' } })
})

test('a sponsorship comes back with its levels', async () => {
  const response = await postSponsorshipForm([
    ...formOf({ ...ruth, email: 'ruth at home', phone: '' }),
    ['promotionalItems', 'yes'],
  ])
  expect(await returnedIn(response)).toMatchObject({
    page: '/Event5kSponsorship',
    values: { email: 'ruth at home', levels: ['running-circle', 'big-wheel'], promotionalItems: true },
    fault: { errors: [{ field: 'email' }] },
  })
})

/** The query of the address to which the latest payment page leads back. */
async function wayBack(): Promise<Record<string, string>> {
  const latest = (await site.sessions()).at(-1)
  return Object.fromEntries(new URL(String(latest?.cancel_url)).searchParams)
}

describe('a visitor who returns without paying', () => {
  test('finds the same gift, without the PAN, on the form that was posted', async () => {
    await postForm({ ...ashaForm, tribute: 'memory', tributeName: 'Meera', pan: 'ABCPE1234F' })
    const query = await wayBack()
    const start = await donationStart('INR', [], query)
    expect(start).toMatchObject({
      step: 2,
      fault: null,
      cancelled: true,
      values: { firstName: 'Asha', city: 'Mumbai' },
    })
    expect(start.values).toMatchObject({ tribute: 'memory', tributeName: 'Meera' })
    expect(JSON.stringify(start)).not.toContain('ABCPE')
    expect((await donationStart('USD', [], query)).values).not.toHaveProperty('firstName')
  })

  test('gets only the presets of the address with a forged link, after an hour, and while the store fails', async () => {
    await postForm(ashaForm)
    const query = await wayBack()
    const shown = async (changes = {}) => (await donationStart('INR', [], { ...query, ...changes })).values.firstName
    expect(await shown()).toBe('Asha')
    const [reference] = String(query.attempt).split('.')
    expect(await shown({ attempt: `${reference}.${'A'.repeat(43)}` })).toBeUndefined()
    expect(await shown({ attempt: [query.attempt, query.attempt] })).toBeUndefined()
    expect(await shown({ cancelled: undefined })).toBeUndefined()
    minutesLater(61)
    expect(await shown()).toBeUndefined()
    stopClock(undefined)
    await breakStore()
    expect(await shown()).toBeUndefined()
  })
})

test.each([
  ['pay', 503],
  ['next', 200],
])('while the store is unavailable, “%s” is answered with the whole form', async (intent, status) => {
  await breakStore()
  const response = await postForm({ ...ashaForm, intent, city: 'Mumbai "B"' })
  expect(response.status).toBe(status)
  expect(await returnedIn(response)).toMatchObject({ values: { reason: '2', city: 'Mumbai "B"' } })
})

describe('A payment page and its form', () => {
  describe('a payment page', () => {
    const expiresIn = async () => Number((await site.sessions()).at(-1)?.expires_at) - Date.now() / 1000

    test('of a gift stays open for a day, and one of an event does not outlive its sale', async () => {
      await postJson(asha)
      expect((await expiresIn()) / 3600).toBeCloseTo(23, 1)
      const soon = new Date(Date.now() + 600_000).toISOString()
      const dance = charityEvent('dance') ?? {}
      const before = { ...dance }
      Object.assign(dance, { date: soon.slice(0, 10), starts: soon.slice(11, 16), ends: '23:59', zone: 'UTC' })
      const body = { ...ruth, event: 'father-daughter-dance', levels: ['magic-carpet'], totalAmount: 2500 }
      expect((await postSponsorship(body)).status).toBe(200)
      expect((await expiresIn()) / 60).toBeCloseTo(31, 0)
      Object.assign(dance, before)
    })

    // Once its time is over: tests/unit/ledger/concurrency.test.ts.
    test('gives way to a new one for the same answers once Stripe says that it expired', async () => {
      await postJson(asha, key)
      await postJson(asha, key)
      expect(await attempts()).toHaveLength(1)
      await site.control('sessions/latest/expire', {})
      const again = await Promise.all([postJson(asha, key), postJson(asha, key)])
      const [one, other] = await Promise.all(again.map((response) => response.json()))
      expect(one).toEqual(other)
      expect(new Set((await attempts()).map(({ reference }) => reference)).size).toBe(2)
      expect(await site.sessions()).toHaveLength(2)
    })
  })

  const queryOf = (address: string) => {
    const { searchParams } = new URL(address, 'http://localhost')
    return Object.fromEntries([...searchParams.keys()].map((name) => [name, searchParams.getAll(name)])) as Record<
      string,
      string[]
    >
  }
  const rupees = donationForm('INR')
  const run = sponsorshipForm('5k-run')

  test.each([
    [1000, { paymenttype: 'monthly', money: '1000', reason: '2', campaign: 'legacy-continues', tribute: 'memory' }],
    [1234, { paymenttype: 'once', money: 'other', otherMoney: '1234', reason: '7', tribute: 'honor' }],
  ] as const)('a gift of %i is selected again at its form: %j', async (amount, selected) => {
    const address = formAddress(rupees.page, rupees, {
      money: wholeMoney(amount, 'INR'),
      frequency: selected.paymenttype,
      reason: Number(selected.reason),
      campaign: 'legacy-continues',
      tribute: { kind: selected.tribute },
    })
    expect(address).toMatch(/^\/DonateIndia\?/)
    const query = Object.fromEntries(Object.entries(queryOf(address)).map(([name, [value]]) => [name, value]))
    expect((await donationStart('INR', rupees.presets, query)).values).toMatchObject(selected)
  })

  test('levels are selected again, and those that are not offered are left out', async () => {
    const address = formAddress(run.page, run, { levels: ['running-circle', 'big-wheel', 'big'] }, { cancelled: true })
    const start = await sponsorshipStart('5k-run', { ...queryOf(address), cancelled: '1' })
    expect(start).toMatchObject({ cancelled: true, values: { levels: ['big-wheel', 'running-circle'], firstName: '' } })
    expect((await sponsorshipStart('5k-run', { levels: 'big-wheels' })).values.levels).toEqual([])
    const two = { levels: ['magic-carpet', 'headliner'] }
    expect((await sponsorshipStart('father-daughter-dance', two)).values.levels).toEqual(['headliner'])
  })

  test('an unknown payment leads to the plain form', () => {
    expect(formAddress(rupees.page, rupees, {})).toMatch(/^\/DonateIndia(#[\w-]+)?$/)
  })

  async function session(pay: Record<string, unknown> | null): Promise<string> {
    await postJson({ ...asha, paymenttype: 'once' })
    if (pay) await site.control('sessions/latest/pay', pay)
    return String((await site.sessions()).at(-1)?.id)
  }

  const recent = (id: string) => recentPayment(`version=full; paid=${id}`, '/DonateIndia', 'gift')

  test.each([{}, { method: 'wallet' }, { method: 'bank' }])(
    'a payment just made (%p) is known at its form',
    async (how) => {
      const id = await session(how)
      expect(await recent(id)).toEqual({
        money: { amount: 100_000, currency: 'INR' },
        frequency: 'once',
        kind: 'gift',
        href: `/DonateIndia/thank-you?session_id=${id}`,
      })
    },
  )

  test('a payment that was not made, was refunded, or is older than an hour is not shown', async () => {
    expect(await recent(await session(null))).toBeNull()
    const id = await session({})
    stopClock(new Date(Date.now() + 3_700_000))
    expect(await recent(id)).toBeNull()
    stopClock(undefined)
    await site.control('payments/latest/refund', {})
    expect(await recent(id)).toBeNull()
  })

  test('a malformed cookie and a failing store show nothing', async () => {
    expect(await recentPayment('paid=cs_test_../../x', '/DonateIndia', 'gift')).toBeNull()
    const id = await session({})
    await breakStore()
    expect(await recent(id)).toBeNull()
  })

  test('the cookie is sent to the page of its form alone, for an hour, and over HTTPS only to HTTPS', () => {
    const id = 'cs_test_a1b2c3d4e5f6'
    expect(recentPaymentCookie(id, '/Donate')).toBe(`paid=${id}; Path=/Donate; Max-Age=3600; HttpOnly; SameSite=Lax`)
    setEnvironment({ SITE_URL: 'https://example.org' })
    expect(recentPaymentCookie(id, '/Donate')).toMatch(/^__Secure-paid=.*; Secure$/)
    expect(recentPaymentCookie('cs_test_1; Path=/', '/Donate')).toBeNull()
  })
})
