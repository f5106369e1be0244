import { renderToStaticMarkup } from 'react-dom/server'
import { MonthlyOffer } from '#components/checkout/payment-thank-you.tsx'
import type { PaymentResult } from '#lib/giving/ledger/payment-result.ts'
import { wholeMoney } from '#lib/platform/money.ts'
import { donationForm } from '#lib/site/content/index.ts'

const { page, ...form } = donationForm('INR')
const result = { state: 'confirmed', frequency: 'once', reason: 2, campaign: null } as PaymentResult
const asked = (
  other: Partial<PaymentResult> = {},
  monthlyAfter: ReturnType<typeof wholeMoney> | undefined = wholeMoney(250, 'INR'),
) =>
  renderToStaticMarkup(<MonthlyOffer page={page} form={{ ...form, monthlyAfter }} result={{ ...result, ...other }} />)

test('A single gift that has arrived is followed by a link to the form with a monthly amount and the same purpose', () => {
  expect(asked()).toMatch(
    /href="\/DonateIndia\?frequency=monthly&amp;amount=250&amp;reason=2"[^>]*>Make it monthly: ₹250</,
  )
})

test('nobody else sees it, and nobody does if content names no amount', () => {
  for (const other of [{ frequency: 'monthly' }, { state: 'confirming' }, { state: 'refunded' }] as const)
    expect(asked(other)).toBe('')
  expect(
    renderToStaticMarkup(<MonthlyOffer page={page} form={{ ...form, monthlyAfter: undefined }} result={result} />),
  ).toBe('')
})
