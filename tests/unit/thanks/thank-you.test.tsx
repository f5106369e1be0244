/** The thank-you page of each state: one heading, and only what is true of it. */
import { prerender } from 'react-dom/static'
import { ThankYou } from '#components/checkout/thank-you.tsx'
import type { OrderResult, OrderState } from '#lib/giving/thanks/order-result.ts'
import { formAt, givingSite, resultOf } from '../checkout/support.ts'

givingSite()

const paid: Partial<OrderResult> = {
  money: { amount: 100_000, currency: 'INR' },
  frequency: 'once',
  reference: 'G-7KQM-2X9D',
  donor: { name: 'Asha Rao', organisation: null, email: 'a•••@example.org' },
}

async function shown(
  state: OrderState,
  changes: Partial<OrderResult> = paid,
  address = '/DonateIndia',
): Promise<string> {
  const result = { ...(await resultOf('nothing')), heading: 'The heading', ...changes, state }
  const { prelude } = await prerender(
    <ThankYou {...formAt(address)} result={result} sessionId="cs_test_a1b2c3d4e5f6" keep="key" />,
  )
  return (await new Response(prelude).text()).replace(/<!-- -->/g, '')
}

test.each<[OrderState, { has: string[]; lacks: string[] }]>([
  ['confirmed', { has: ['Thank you, ', 'One more person', 'Print'], lacks: ['Check again', 'Back to the form'] }],
  ['confirming', { has: ['Until your bank confirms', 'Check again'], lacks: ['One more person', 'Print'] }],
  ['failed', { has: ['Back to the form', 'cancelled=1', 'amount=1000'], lacks: ['What happens next', 'Print'] }],
  ['expired', { has: ['Back to the form', 'cancelled=1'], lacks: ['What happens next'] }],
  ['refunded', { has: ['Back to the form'], lacks: ['cancelled=1', 'What happens next'] }],
  ['disputed', { has: ['Back to the form'], lacks: ['cancelled=1', 'What happens next'] }],
])('%s', async (state, { has, lacks }) => {
  const html = await shown(state)
  expect(html.match(/<h1/g)).toHaveLength(1)
  for (const part of ['₹1,000', 'Reference', 'G-7KQM-2X9D', ...has]) expect(html).toContain(part)
  for (const part of lacks) expect(html).not.toContain(part)
})

test.each<[OrderState, string]>([
  ['unknown', 'Back to the form'],
  ['unreachable', 'Check again'],
  ['unrecorded', 'Check again'],
])('%s: no amount, no reference, nobody', async (state, button) => {
  const html = await shown(state, {})
  expect(html).toContain(button)
  expect(html).not.toMatch(/Reference|₹|What happens next|<dl/)
})

test('a page that waits for a bank looks again until it is told something else', async () => {
  for (const state of ['confirming', 'unreachable', 'unrecorded'] as const)
    expect(await shown(state)).toContain('data-undecided')
  for (const state of ['confirmed', 'failed', 'expired', 'refunded', 'disputed', 'unknown'] as const)
    expect(await shown(state)).not.toContain('data-undecided')
})

test('the picture is sewn around once a payment has arrived, and for nothing else', async () => {
  const seams = async (state: OrderState) => (await shown(state)).match(/class="seam /g)?.length
  // The line across the page, the tick, and around the picture.
  expect(await seams('confirmed')).toBe(3)
  expect(await Promise.all((['confirming', 'registered', 'held'] as const).map(seams))).toEqual([1, 1, 1])
  expect(await seams('failed')).toBeUndefined()
})

test('an invoice is summed up as a sponsorship that was paid, and confirms no payment', async () => {
  const asked = {
    money: { amount: 125_000, currency: 'USD' },
    levels: ['big-wheel', 'running-circle'],
    reference: 'E-1',
  }
  const html = await shown('invoiced', { ...asked, frequency: 'once' }, '/Event5kSponsorship')
  expect(html).toMatch(/Your sponsorship.*\$1,250.*For.*Running Circle.*Reference.*E-1/s)
  expect(html).toContain('It is not an invoice.')
  expect(html).not.toMatch(/Successful|This confirms your payment/)
})
