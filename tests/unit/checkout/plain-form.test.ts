/** The forms without JavaScript: what is typed comes back with what is wrong, or leads on to the payment page. */
import { donationStart } from '#lib/giving/donation/checkout.ts'
import { sponsorshipStart } from '#lib/giving/sponsorship/checkout.ts'
import { stopClock } from '#lib/platform/clock.ts'
import { returnedIn } from '#tests/support/returned-form.ts'
import { breakStore } from '#tests/support/store.ts'
import { ashaForm, attempts, formOf, gifts, givingSite, postForm, postSponsorshipForm, ruth } from './support.ts'

const site = givingSite()
afterEach(() => stopClock(undefined))
const ruthForm = { ...ashaForm, currency: 'USD', money: '25', firstName: 'Ruth', country: 'US' }
const placeOf = (response: Response) => response.headers.get('location')
const minutesLater = (minutes: number) => stopClock(new Date(Date.now() + minutes * 60_000))

test.each([
  ['a gift', () => postForm(ashaForm), 100_000],
  ['a sponsorship at two levels', () => postSponsorshipForm(formOf(ruth)), 125_000],
  ['a sponsorship at one level', () => postSponsorshipForm(formOf({ ...ruth, levels: ['headliner'] })), 1_000_000],
])('%s is sent on to the hosted payment page', async (_, post, amount) => {
  const response = await post()
  expect(await site.sessions()).toMatchObject([
    { ui_mode: 'hosted_page', amount_total: amount, url: placeOf(response) },
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

  test('finds the same sponsorship', async () => {
    await postSponsorshipForm(formOf(ruth))
    const { values } = await sponsorshipStart('5k-run', await wayBack())
    expect(values).toMatchObject({ firstName: 'Ruth Lee', levels: ['big-wheel', 'running-circle'] })
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
