import { donationDraft, donationStart, donationTerms } from '#lib/donation/checkout.ts'
import { describeDonation, payLabel } from '#lib/donation/form.ts'
import { validate } from '#lib/forms/form.ts'
import { wholeMoney } from '#lib/money.ts'
import { asha, ashaForm, attempts, gifts, givingSite, postForm, postJson } from '../checkout/support.ts'

const site = givingSite()

const place = { line1: '1 River Street', city: 'Chattanooga', postal_code: '37402', country: 'United States' }
const ruth = { ...asha, firstName: 'Ruth', currency: 'USD', money: 25, amount: 2500, address: place }
const ruthForm = { ...ashaForm, ...place, currency: 'USD', money: '25', firstName: 'Ruth' }

const draftId = (response: Response) =>
  new URL(response.headers.get('location') ?? '', 'http://localhost').searchParams.get('draft') ?? ''
const cookieOf = (response: Response) => response.headers.get('set-cookie')?.split(';')[0] ?? null

test.each([
  ['once', 'payment'],
  ['monthly', 'subscription'],
])(
  'a gift in dollars, %s, opens a payment page in dollars that leads back to its own form',
  async (paymenttype, mode) => {
    const response = await postJson({ ...ruth, paymenttype, uiMode: 'hosted' })
    expect([response.status, await response.json()]).toMatchObject([200, { url: expect.any(String) }])
    expect(await site.sessions()).toMatchObject([
      {
        mode,
        amount_total: 2500,
        currency: 'usd',
        submit_type: 'donate',
        success_url: 'http://localhost:3000/Donate/thank-you?session_id={CHECKOUT_SESSION_ID}',
        cancel_url: 'http://localhost:3000/Donate?cancelled=1',
        metadata: { form: 'usa', frequency: paymenttype },
      },
    ])
    expect(await attempts()).toMatchObject([{ kind: 'usa', currency: 'USD', amount: 2500 }])
  },
)

test('a monthly gift in dollars stands in the ledger once, in dollars', async () => {
  await postJson(ruth)
  await site.control('sessions/latest/pay', {})
  expect(await gifts()).toMatchObject([{ kind: 'monthly', status: 'paid', currency: 'USD', amount: 2500, reason: 2 }])
})

test('a total that disagrees is refused in cents', async () => {
  const response = await postJson({ ...ruth, amount: 25 })
  expect([response.status, (await response.json()).detail]).toEqual([409, expect.stringContaining('$25 (2500 cents)')])
  expect(await site.sessions()).toEqual([])
})

test.each([
  [{ money: 4, amount: 400 }, 'money'],
  [{ money: 50_001, amount: 5_000_100 }, 'money'],
  [{ currency: 'EUR' }, 'currency'],
  [{ address: { ...place, country: undefined } }, 'country'],
  [{ address: { ...place, postal_code: '' } }, 'postal_code'],
])('%j is told what to mend', async (changes, field) => {
  const response = await postJson({ ...ruth, ...changes })
  expect(response.status).toBe(422)
  expect((await response.json()).errors).toContainEqual({ field, message: expect.any(String) })
})

test('rupees still need an address in India, and dollars any address', () => {
  const codes = (currency: 'INR' | 'USD') =>
    validate(describeDonation(donationTerms(currency)), { ...ruthForm, money: '500' }).map(({ field }) => field)
  expect(codes('USD')).toEqual([])
  expect(codes('INR')).toEqual(['postal_code', 'country'])
})

test('the button says the total in dollars', () => {
  const values = { money: 'other', otherMoney: '$1,250', paymenttype: 'monthly' }
  expect(payLabel(values, 'USD')).toBe('Give $1,250 a month')
  expect(validate(describeDonation(donationTerms('USD')), values).map(({ field }) => field)).not.toContain('otherMoney')
})

describe('without JavaScript', () => {
  test('the second step opens where the form stands, and only that form opens its draft', async () => {
    const response = await postForm({ ...ruthForm, intent: 'next' })
    expect(response.headers.get('location')).toMatch(/^\/Donate\?draft=[\w-]+&step=2#card-form$/)
    const draft = await donationDraft(draftId(response), cookieOf(response), 'USD')
    expect(draft).toMatchObject({ step: 2, errors: [], values: { firstName: 'Ruth', country: 'United States' } })
    expect(await donationDraft(draftId(response), cookieOf(response))).toBeNull()
  })

  test('errors come back to the form with what was typed', async () => {
    const response = await postForm({ ...ruthForm, country: '' })
    expect(response.headers.get('location')).toMatch(/^\/Donate\?draft=[\w-]+#error-summary$/)
    expect(await donationDraft(draftId(response), cookieOf(response), 'USD')).toMatchObject({
      step: 2,
      errors: [{ field: 'country', message: 'Enter your country' }],
    })
  })
})

describe('an address that presets a gift', () => {
  const presets = [25, 50, 100, 250].map((dollars) => ({ amount: wholeMoney(dollars, 'USD') }))
  const start = async (query: Record<string, string>) => (await donationStart('USD', presets, query, '')).values

  test.each([
    [
      { frequency: 'monthly', amount: '100' },
      { paymenttype: 'monthly', money: '100' },
    ],
    [{ amount: '75' }, { paymenttype: 'once', money: 'other', otherMoney: '75' }],
    [{ reason: '7' }, { paymenttype: 'once', reason: '7' }],
  ])('%j', async (query, values) => {
    expect(await start(query)).toMatchObject(values)
  })

  test.each(['-5', '1e9', '<script>', '', '0', '12345678901'])('an amount of %j presets nothing', async (amount) => {
    expect(await start({ amount })).toEqual({ paymenttype: 'once', donorType: '1', reason: '' })
  })
})
