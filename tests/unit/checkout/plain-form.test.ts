/** The forms without JavaScript: what is typed comes back with what is wrong, or leads on to the payment page. */
import { donationDraft, donationStart } from '#lib/giving/donation/checkout.ts'
import { sponsorshipDraft } from '#lib/giving/sponsorship/checkout.ts'
import { breakStore } from '#tests/support/store.ts'
import { ashaForm, attempts, draftIn, formOf, givingSite, postForm, postSponsorshipForm, ruth } from './support.ts'

const site = givingSite()
const form = { ...ashaForm, idempotencyKey: 'attempt-0001' }
const ruthForm = { ...ashaForm, currency: 'USD', money: '25', firstName: 'Ruth', country: 'United States' }
const draftOf = (response: Response) => donationDraft(...draftIn(response))
const placeOf = (response: Response) => response.headers.get('location')

test.each([
  ['a gift', () => postForm(form), 100_000],
  ['a sponsorship at two levels', () => postSponsorshipForm(formOf(ruth)), 125_000],
  ['a sponsorship at one level', () => postSponsorshipForm(formOf({ ...ruth, levels: ['headliner'] })), 1_000_000],
])('%s is sent on to the hosted payment page', async (_, post, amount) => {
  const response = await post()
  expect(await site.sessions()).toMatchObject([
    { ui_mode: 'hosted_page', amount_total: amount, url: placeOf(response) },
  ])
  expect(response.status).toBe(303)
})

test('under the key of an old page other answers are another payment, and the same answers the same one', async () => {
  const first = placeOf(await postForm(form))
  const others = [{ money: '500' }, { paymenttype: 'monthly' }].map((changes) => postForm({ ...form, ...changes }))
  expect(new Set([first, ...(await Promise.all(others)).map(placeOf)]).size).toBe(3)
  expect(placeOf(await postForm(form))).toBe(first)
})

const address = { line1: '', city: '', postal_code: '' }
test.each([
  ['next, and the first step is right', { intent: 'next', ...address }, /&step=2$/, 2, []],
  [
    'next, and the first step is not',
    { intent: 'next', email: '', otherMoney: '12', money: 'other' },
    /#error-summary$/,
    1,
    ['otherMoney', 'email'],
  ],
  ['back, whatever is missing', { intent: 'back', line1: '' }, /&step=1$/, 1, []],
  ['pay, and both steps are wrong', { email: '', city: '' }, /#error-summary$/, 1, ['email']],
  ['pay, and the second step is wrong', { city: '' }, /#error-summary$/, 2, ['city']],
])('the form comes back after %s', async (_, changes, place, step, fields) => {
  const response = await postForm({ ...ashaForm, org_name: 'Rao Textiles', ...changes })
  expect(response.status).toBeGreaterThanOrEqual(303)
  expect(placeOf(response)).toMatch(/^\/DonateIndia\?draft=[\w-]+/)
  expect(placeOf(response)).toMatch(place)
  const draft = await draftOf(response)
  expect(draft).toMatchObject({ step, values: { firstName: 'Asha', org_name: 'Rao Textiles' } })
  expect(draft?.errors.map(({ field }) => field)).toEqual(fields)
  expect(await attempts()).toEqual([])
})

test('the form in dollars comes back to its place, and no other form opens its draft', async () => {
  const response = await postForm({ ...ruthForm, intent: 'next' })
  expect(placeOf(response)).toMatch(/^\/Donate\?draft=[\w-]+&step=2#card-form$/)
  expect(await donationDraft(...draftIn(response), 'USD')).toMatchObject({ values: { firstName: 'Ruth' } })
  expect(await draftOf(response)).toBeNull()
})

test('a sponsorship comes back with its levels, and no other event opens its draft', async () => {
  const response = await postSponsorshipForm([
    ...formOf({ ...ruth, email: 'ruth at home', phone: '' }),
    ['promotionalItems', 'yes'],
  ])
  expect(placeOf(response)).toMatch(/^\/Event5kSponsorship\?draft=[\w-]+#error-summary$/)
  expect(await sponsorshipDraft('5k-run', ...draftIn(response))).toMatchObject({
    values: { email: 'ruth at home', levels: ['running-circle', 'big-wheel'], promotionalItems: true },
    errors: [{ field: 'email' }, { field: 'phone' }],
  })
  expect(await sponsorshipDraft('father-daughter-dance', ...draftIn(response))).toBeNull()
})

test('who comes back without paying finds the same form as it was', async () => {
  const [, cookie] = draftIn(await postForm(form))
  expect(await donationStart('INR', [], { cancelled: '1' }, cookie)).toMatchObject({
    step: 2,
    fault: null,
    cancelled: true,
    values: { firstName: 'Asha', city: 'Mumbai' },
  })
  expect((await donationStart('USD', [], { cancelled: '1' }, cookie)).values).not.toHaveProperty('firstName')
  expect((await donationStart('INR', [], {}, cookie)).values).not.toHaveProperty('firstName')
})

test('when the payment service loses its answer the form comes back under its key, which gets that payment', async () => {
  await site.behave({ mode: 'drop', times: 2, path: '/v1/checkout/sessions' })
  const lost = await postForm(form)
  expect(placeOf(lost)).toMatch(/#error-summary$/)
  expect(await draftOf(lost)).toMatchObject({
    step: 2,
    attemptKey: 'attempt-0001',
    errors: [],
    formError: expect.stringContaining('No money was taken'),
    values: { line1: '12 Lake Road' },
  })
  expect(await site.sessions()).toMatchObject([{ url: placeOf(await postForm(form)) }])
})

test.each([
  ['pay', 503],
  ['next', 200],
])(
  'while the store that keeps the secret is unavailable, “%s” is answered with the whole form',
  async (intent, status) => {
    await breakStore()
    const response = await postForm({ ...ashaForm, intent, city: 'Mumbai "B"' })
    expect(response.status).toBe(status)
    expect(await response.text()).toMatch(/name="reason"[^>]* value="2" checked[\s\S]*value="Mumbai &quot;B&quot;"/)
    expect(response.headers.get('content-security-policy')).toContain(`form-action 'self' ${site.sandbox.urls.stripe}`)
  },
)
