import { frequencyOf } from '#lib/giving/donation/amount.ts'
import { donationTerms } from '#lib/giving/donation/checkout.ts'
import { describeDonation } from '#lib/giving/donation/form.ts'
import { setEnvironment } from '#tests/support/store.ts'
import { asha, attempts, by, givingSite, key, mailKindsQueued, noCardPayments, postJson } from '../checkout/support.ts'

const once = { ...asha, paymenttype: 'once' }
const isWaiting = /^http:\/\/localhost:3000\/DonateIndia\/thank-you\?session_id=transfer_\w{43}$/

const site = givingSite()
beforeEach(() => setEnvironment({ SAMPLE_NOTICE: '1' }))

test('a gift by UPI is stored like any attempt, and leads to our own page; nobody is charged', async () => {
  const response = await postJson({ ...once, paymentMethod: 'upi' }, key)
  const body = await response.json()
  expect([response.status, body]).toEqual([
    200,
    expect.objectContaining({
      amount: 100_000,
      currency: 'INR',
      clientSecret: null,
      url: expect.stringMatching(isWaiting),
    }),
  ])
  const [attempt] = await attempts()
  expect(attempt).toMatchObject({ kind: 'india', amount: 100_000, frequency: 'once', reference: body.reference })
  expect(body.url).toContain(attempt?.session_id)
  expect(JSON.parse(attempt?.details ?? '').answers).toMatchObject({ paymentMethod: 'upi', reason: '2' })
  expect(await mailKindsQueued()).toEqual(['pledge'])
  expect(await site.sessions()).toEqual([])
})

test('the way has to be chosen, but for a monthly gift, which is paid by card', async () => {
  const refused = await postJson({ ...once, paymentMethod: undefined })
  expect([refused.status, (await refused.json()).errors]).toEqual([
    422,
    [{ field: 'paymentMethod', message: 'Choose how you would like to pay' }],
  ])
  const monthly = await postJson({ ...asha, paymentMethod: 'upi' })
  expect([monthly.status, (await monthly.json()).clientSecret]).toEqual([200, expect.any(String)])
  expect(await site.sessions()).toHaveLength(1)
})

test('while the account is a sample and no demo runs, only the card is taken', async () => {
  setEnvironment({ SAMPLE_NOTICE: undefined })
  expect(donationTerms('INR').ways).toEqual(['card'])
  expect(describeDonation(donationTerms('INR')).fields).not.toHaveProperty('paymentMethod')
  expect((await postJson({ ...once, paymentMethod: 'upi' })).status).toBe(422)
  expect((await postJson(once)).status).toBe(200)
})

test('without a payment service, transfers are all that is offered, and no monthly gift is', async () => {
  setEnvironment(noCardPayments)
  const terms = donationTerms('INR')
  expect(terms.ways).toEqual(['upi', 'bank'])
  expect(describeDonation(terms).fields.paymenttype.options?.map(({ value }) => value)).toEqual(['once'])
  expect(donationTerms('USD').ways).toEqual(['bank'])
  expect(frequencyOf({ paymenttype: 'once' })).toBe('once')
  expect((await postJson({ ...once, paymentMethod: 'bank' }, by(1))).status).toBe(200)
  expect((await postJson({ ...asha, paymentMethod: 'bank' }, by(2))).status).toBe(422)
})
