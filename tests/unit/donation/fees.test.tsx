import { feeOf, totalOf } from '#lib/giving/donation/amount.ts'
import { donationTerms } from '#lib/giving/donation/checkout.ts'
import type { DonationValues } from '#lib/giving/donation/form.ts'
import { paymentResult } from '#lib/giving/ledger/payment-result.ts'
import { mailKinds } from '#lib/jobs/mail.ts'
import { deliverDue } from '#lib/platform/outbox/deliver.ts'
import { factsIn, onOneLine } from '#tests/support/mail-text.ts'
import { random } from '#tests/support/random.ts'
import { returnedIn } from '#tests/support/returned-form.ts'
import { setEnvironment } from '#tests/support/store.ts'
import { asha, ashaForm, gifts, givingSite, key, mailEnvironment, postForm, postJson } from '../checkout/support.ts'

const ticked = { paymenttype: 'once', money: '1000', coverFees: 'yes' } satisfies DonationValues
const terms = (changes = {}) => ({ ...donationTerms('INR'), ways: ['card', 'upi', 'bank'] as const, ...changes })
const total = (values: DonationValues, changes = {}) => totalOf({ ...ticked, ...values }, terms(changes))?.amount

const site = givingSite()

describe('The fees of the card', () => {
  test('are added to the gift only by a tick, with a card, where content names a percentage', () => {
    expect(total({})).toBe(103_000)
    expect(total({ coverFees: '' })).toBe(100_000)
    expect(total({ paymentMethod: 'upi' })).toBe(100_000)
    expect(total({ paymentMethod: 'bank' })).toBe(100_000)
    expect(total({ paymentMethod: 'bank', paymenttype: 'monthly' })).toBe(100_000)
    expect(total({}, { feePercent: undefined })).toBe(100_000)
    expect(totalOf({ coverFees: 'yes' }, terms())).toBeNull()
  })

  test('are whole paise, and nearest to the percentage, whatever the amount', () => {
    const below = random(25)
    for (let round = 0; round < 300; round += 1) {
      const money = String(1 + below(500_000))
      const feePercent = (1 + below(100)) / 10
      const values = { ...ticked, money }
      const fee = feeOf(values, terms({ feePercent }))?.amount ?? Number.NaN
      expect(Number.isSafeInteger(fee)).toBe(true)
      expect(Math.abs(fee - Number(money) * feePercent)).toBeLessThanOrEqual(0.5 + 1e-6)
      expect(total(values, { feePercent })).toBe(Number(money) * 100 + fee)
    }
  })
})

beforeEach(() => setEnvironment(mailEnvironment(site)))

test('the server adds them, charges and receipts the whole as the gift, and says what of it they are', async () => {
  const response = await postJson({ ...asha, coverFees: 'yes', amount: 103_000 }, key)
  expect(await response.json()).toMatchObject({ amount: 103_000 })
  await site.pay()
  const [gift] = await gifts()
  expect(gift).toMatchObject({ status: 'paid', amount: 103_000 })
  await deliverDue(mailKinds)
  const [receipt] = await site.mails()
  expect(factsIn(receipt).Amount).toBe('₹1,030')
  expect(onOneLine(receipt?.text ?? '')).toContain(
    'This includes ₹30 that you added for the card fees. The whole amount is your gift.',
  )
  const [session] = await site.sessions()
  expect(session).toMatchObject({ metadata: { fee: '3000' } })
  expect(await paymentResult(session?.id ?? '')).toMatchObject({
    money: { amount: 103_000 },
    fee: { amount: 3000, currency: 'INR' },
  })
})

test('a total that leaves them out, or claims them without the tick, is refused', async () => {
  expect((await postJson({ ...asha, coverFees: 'yes' })).status).toBe(409)
  expect((await postJson({ ...asha, amount: 103_000 })).status).toBe(409)
})

test('without JavaScript the server adds them too, and a refused form keeps the tick', async () => {
  const refused = await postForm({ ...ashaForm, coverFees: 'yes', city: '' })
  expect(refused.status).toBe(422)
  expect(await returnedIn(refused)).toMatchObject({ values: { coverFees: 'yes' } })
  expect((await postForm({ ...ashaForm, coverFees: 'yes' })).status).toBe(303)
  expect(await site.sessions()).toMatchObject([{ amount_total: 103_000 }])
})
