import decodeQR from 'qr/decode.js'
import { renderToStaticMarkup } from 'react-dom/server'
import { Upi } from '#components/checkout/transfer-details.tsx'
import { frequencyOf } from '#lib/giving/donation/amount.ts'
import { describeDonation } from '#lib/giving/donation/form.ts'
import { donationTerms } from '#lib/giving/donation/terms.ts'
import { isOwnPage, openOwnPage, upiLink } from '#lib/giving/orders/own-pages.ts'
import { recordedPayment } from '#lib/giving/orders/payment.ts'
import { announced, ordersOf, settleOrder } from '#lib/giving/orders/store.ts'
import { now } from '#lib/platform/clock.ts'
import { qrPath } from '#lib/platform/qr.ts'
import { store } from '#lib/platform/store/index.ts'
import { breakStore, giftRow, insert, setEnvironment } from '#tests/support/store.ts'
import { makePledge } from '../pledges/support.ts'
import {
  asha,
  attempts,
  by,
  givingSite,
  key,
  mailEnvironment,
  mailKindsQueued,
  noCardPayments,
  postJson,
  resultOf,
} from './support.ts'

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
  expect(attempt).toMatchObject({
    form: 'india',
    pay_by: 'transfer',
    state: 'waiting',
    amount: 100_000,
    frequency: 'once',
    reference: body.reference,
  })
  expect(body.url).toContain(attempt?.page_id)
  expect(JSON.parse(attempt?.answers ?? '')).toMatchObject({ paymentMethod: 'upi', reason: '2' })
  expect(await mailKindsQueued()).toEqual(['pledge'])
  expect(await site.sessions()).toEqual([])
})

test('a gift by UPI needs no address, and keeps none that was typed before; for a certificate it does', async () => {
  const { address, ...person } = once
  const byUpi = { ...person, paymentMethod: 'upi' }
  const typed = await postJson({ ...once, paymentMethod: 'upi' }, by(1))
  expect([typed.status, (await postJson(byUpi, by(2))).status]).toEqual([200, 200])
  for (const { answers } of await attempts()) expect(JSON.parse(answers ?? '')).not.toHaveProperty('line1')
  const refused = await postJson({ ...byUpi, certificate: 'yes' }, by(3))
  expect((await refused.json()).errors.map(({ field }: { field: string }) => field)).toEqual([
    'line1',
    'city',
    'postal_code',
  ])
  const kept = await postJson({ ...byUpi, address, certificate: 'yes' }, by(4))
  const { reference } = await kept.json()
  const order = (await attempts()).find((each) => each.reference === reference)
  expect(JSON.parse(order?.answers ?? '')).toMatchObject({ line1: '12 Lake Road', certificate: 'yes' })
})

test('the way has to be chosen, once and monthly; a monthly gift by UPI is one pledge, and nobody is charged', async () => {
  const refused = await postJson({ ...once, paymentMethod: undefined })
  expect([refused.status, (await refused.json()).errors]).toEqual([
    422,
    [{ field: 'paymentMethod', message: 'Choose how you would like to pay' }],
  ])
  const monthly = await postJson({ ...asha, paymentMethod: 'upi' })
  expect([monthly.status, (await monthly.json()).clientSecret]).toEqual([200, null])
  expect(await attempts()).toMatchObject([{ frequency: 'monthly', page_id: expect.stringMatching(/^transfer_/) }])
  expect(await site.sessions()).toEqual([])
})

test('while the account is a sample and no demo runs, only the card is taken', async () => {
  setEnvironment({ SAMPLE_NOTICE: undefined })
  expect(donationTerms('INR').ways).toEqual(['card'])
  expect(describeDonation(donationTerms('INR')).fields).not.toHaveProperty('paymentMethod')
  expect((await postJson({ ...once, paymentMethod: 'upi' })).status).toBe(422)
  expect((await postJson(once)).status).toBe(200)
})

test('without a payment service, transfers are all that is offered, once and monthly', async () => {
  setEnvironment(noCardPayments)
  const terms = donationTerms('INR')
  expect(terms.ways).toEqual(['upi', 'bank'])
  expect(describeDonation(terms).fields.paymenttype.options?.map(({ value }) => value)).toEqual(['once', 'monthly'])
  expect(donationTerms('USD').ways).toEqual(['bank'])
  expect(frequencyOf({ paymenttype: 'once' })).toBe('once')
  expect((await postJson({ ...once, paymentMethod: 'bank' }, by(1))).status).toBe(200)
  expect((await postJson({ ...asha, paymentMethod: 'bank' }, by(2))).status).toBe(200)
})

test('a pledge waits until its transfer is confirmed; every mailbox gets five mails about pledges a day', async () => {
  setEnvironment(mailEnvironment(site))
  const { reference, sessionId, orderId, url } = await makePledge()
  const money = { amount: 100_000, currency: 'INR' }
  const awaited = await resultOf(sessionId)
  expect(awaited).toMatchObject({
    ...{ state: 'transfer', reference, money, frequency: 'once', donor: null, reason: null, campaign: null },
    ...{ transfer: { isByUpi: true, isMailed: true } },
  })
  // The address was mailed to whoever the form named.
  expect(JSON.stringify(awaited)).not.toMatch(/asha|rao/i)
  const order = { id: orderId, reference, pageId: sessionId, closesAt: now() }
  const open = () => openOwnPage('transfer', order, { email: 'asha@example.org', thankYou: 'https://a.b/thank-you' })
  expect(await open()).toEqual({
    ok: true,
    value: { id: sessionId, url, clientSecret: null },
  })
  expect(await mailKindsQueued()).toEqual(['pledge'])
  for (let number = 0; number < 6; number += 1) await makePledge({ email: 'other@example.org' })
  expect(await mailKindsQueued()).toHaveLength(6)
  await insert('gifts', giftRow('gift', { reference, amount: 100_050 }))
  await (await store()).db.transaction().execute((transaction) => settleOrder(transaction, reference))
  expect(await resultOf(sessionId)).toMatchObject({ state: 'confirmed', money: { amount: 100_050 } })
  expect((await recordedPayment(sessionId))?.money.amount).toBe(100_050)
  expect(await resultOf('transfer_00000000000000000000')).toMatchObject({ state: 'unknown', money: null })
  expect(isOwnPage('transfer', sessionId)).toBe(true)
  for (const id of ['cs_test_a1b2c3d4e5f6', 'transfer_1', `x${sessionId}`, `${sessionId}?`])
    expect(isOwnPage('transfer', id)).toBe(false)
  // A repeated request opens the same page, and changes nothing.
  await open()
  expect((await resultOf(sessionId)).state).toBe('confirmed')
  await breakStore()
  expect(await resultOf(sessionId)).toMatchObject({ state: 'unreachable', money: null, donor: null })
  expect(await open()).toEqual({ ok: false, failure: { kind: 'unreachable' } })
})

test('pledges are listed without payments by card, and attempts by the address of their donor', async () => {
  await postJson({ ...asha, email: 'a_b@example.org' }, by(4))
  const { reference } = await makePledge({ email: 'axb@example.org', card: true })
  expect((await announced(['waiting'])).map((order) => order.reference)).toEqual([reference])
  expect(await ordersOf('A_B@example.org')).toMatchObject([{ form: 'india', donor: { name: 'Asha Rao' }, card: null }])
  expect(await ordersOf('axb@example.org')).toMatchObject([{ reference, card: { to: 'The Lees' }, eraseAfter: null }])
})

describe('The link for UPI', () => {
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
    expect(upiLink(payee, { amount: 100, currency: 'INR' }, 'G-1')).toContain(
      'pa=charity@bank&pn=Bowl&mc=8398&am=1.00&',
    )
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
})

describe('The page of a pledge', () => {
  const plain = { address: 'charity@bank', maximum: { amount: 10_000_000, currency: 'INR' } }
  const signedLink = 'upi://pay?pa=charity@bank&mc=8398&sign=MEQ'

  function shown(upi: Parameters<typeof Upi>[0]['upi']) {
    const gift = [
      { label: 'Amount', value: '₹1,000', copied: '1000.00' },
      { label: 'Reference', value: 'G-7KQM-2X9D', copied: 'G-7KQM-2X9D' },
    ]
    const html = renderToStaticMarkup(<Upi {...{ upi, gift }} link="upi://pay?pa=charity@bank" />)
    return {
      html,
      order: [html.indexOf('<svg'), html.indexOf('href="upi:')] as const,
      refusal: html.includes('Some apps refuse'),
    }
  }

  test.each<[string, object, boolean, boolean]>([
    [
      'without a merchant code the UPI ID and the code come first, and the link says that some apps refuse it',
      {},
      false,
      true,
    ],
    ['with one the link comes first, and nothing is said against it', { merchantCode: '8398' }, true, false],
  ])('%s', (_, more, isLinkFirst, isRefused) => {
    const { order, refusal } = shown({ ...plain, ...more })
    expect([order[1] < order[0], refusal]).toEqual([isLinkFirst, isRefused])
  })

  test('a link that the bank signed is opened as it is, and the page says what to fill in', () => {
    const { html, refusal } = shown({ ...plain, signedLink })
    expect(refusal).toBe(false)
    expect(html).toContain(`href="${signedLink.replaceAll('&', '&amp;')}"`)
    expect(html).toContain('may not know the amount')
    expect(shown(plain).html).toContain('href="upi://pay?pa=charity@bank"')
  })

  test('each value that an app asks for has a button that copies it, hidden until a script shows it', () => {
    const { html } = shown(plain)
    const values = [...html.matchAll(/<button type="button" hidden="" value="([^"]*)"/g)].map(([, value]) => value)
    expect(values).toEqual(['charity@bank', '1000.00', 'G-7KQM-2X9D'])
    expect(html).toContain('data-behaviour="copy"')
  })
})
