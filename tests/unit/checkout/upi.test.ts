import decodeQR from 'qr/decode.js'
import { upiLink } from '#lib/giving/checkout/transfers.ts'
import { qrPath } from '#lib/platform/qr.ts'

const link = upiLink(
  { address: 'sample.charity@samplebank', name: 'Love & Restore India' },
  { amount: 100_050, currency: 'INR' },
  'G-7KQM-2X9D',
)

test('the link of a gift has the fields of NPCI’s linking specification, readable by apps that know no plus sign', () => {
  expect(link).toBe(
    'upi://pay?pa=sample.charity@samplebank&pn=Love%20%26%20Restore%20India&am=1000.50&cu=INR&tn=G-7KQM-2X9D&tr=G7KQM2X9D',
  )
})

test('the link of a merchant names its category, without which several apps refuse it', () => {
  const payee = { address: 'charity@bank', name: 'Bowl', merchantCode: '8398' }
  expect(upiLink(payee, { amount: 100, currency: 'INR' }, 'G-1')).toContain('pa=charity@bank&pn=Bowl&mc=8398&am=1.00&')
})

test('the code reads as the link, with a quiet zone around it', () => {
  const { path, size } = qrPath(link)
  const scale = 4
  const data = new Uint8Array(size * size * scale * scale * 4).fill(255)
  for (const [, x, y, length] of path.matchAll(/M(\d+) (\d+)h(\d+)v1h-\d+z/g))
    for (let row = Number(y) * scale; row < (Number(y) + 1) * scale; row += 1)
      for (let column = Number(x) * scale; column < (Number(x) + Number(length)) * scale; column += 1)
        data.fill(0, (row * size * scale + column) * 4, (row * size * scale + column) * 4 + 3)
  expect(decodeQR({ width: size * scale, height: size * scale, data })).toBe(link)
  expect(path.startsWith('M4 4h7')).toBe(true)
})
