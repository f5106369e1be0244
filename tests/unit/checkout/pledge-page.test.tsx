import { renderToStaticMarkup } from 'react-dom/server'
import { Upi } from '#components/checkout/pledge-page.tsx'

const plain = { address: 'charity@bank', maximum: { amount: 10_000_000, currency: 'INR' } }
const signedLink = 'upi://pay?pa=charity@bank&mc=8398&sign=MEQ'

function shown(upi: Parameters<typeof Upi>[0]['upi']) {
  const gift = [
    { label: 'Amount', value: '₹1,000', copied: '1000.00' },
    { label: 'Reference', value: 'G-7KQM-2X9D', copied: 'G-7KQM-2X9D' },
  ]
  const html = renderToStaticMarkup(<Upi {...{ upi, gift }} link="upi://pay?pa=charity@bank" />)
  return { html, order: [html.indexOf('<svg'), html.indexOf('href="upi:')], refusal: html.includes('Some apps refuse') }
}

test('without a merchant code the UPI ID and the code come first, and the link says that some apps refuse it', () => {
  const { order, refusal, html } = shown(plain)
  expect(order[0]).toBeLessThan(order[1] ?? 0)
  expect(refusal).toBe(true)
  expect(html).toContain('href="upi://pay?pa=charity@bank"')
})

test('with a merchant code the link comes first and nothing is said against it', () => {
  const { order, refusal } = shown({ ...plain, merchantCode: '8398' })
  expect(order[1]).toBeLessThan(order[0] ?? 0)
  expect(refusal).toBe(false)
})

test('a link that the bank signed is opened as it is, and the page says what to fill in', () => {
  const { html, refusal } = shown({ ...plain, signedLink })
  expect(html).toContain(`href="${signedLink.replaceAll('&', '&amp;')}"`)
  expect(html).toContain('may not know the amount')
  expect(refusal).toBe(false)
})

test('each value that an app asks for has a button that copies it, hidden until a script shows it', () => {
  const { html } = shown(plain)
  const values = [...html.matchAll(/<button type="button" hidden="" value="([^"]*)"/g)].map(([, value]) => value)
  expect(values).toEqual(['charity@bank', '1000.00', 'G-7KQM-2X9D'])
  expect(html).toContain('data-behaviour="copy"')
})
