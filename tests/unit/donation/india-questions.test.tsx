import { randomBytes } from 'node:crypto'
import { renderToStaticMarkup } from 'react-dom/server'
import { DonationForm } from '#components/donation/donation-form.tsx'
import type { DonationTerms, DonationValues } from '#lib/giving/donation/form.ts'
import { textsIn } from '#lib/platform/messages/index.ts'
import { type Money, wholeMoney } from '#lib/platform/money.ts'
import { openAtRest } from '#lib/platform/signed.ts'
import { store } from '#lib/platform/store/index.ts'
import { returnedIn } from '#tests/support/returned-form.ts'
import { setEnvironment } from '#tests/support/store.ts'
import { asha, ashaForm, attempts, givingSite, key, postForm, postJson } from '../checkout/support.ts'

const site = givingSite()
const pan = 'ABCPE1234F'
const useKey = () => setEnvironment({ DATA_ENCRYPTION_KEY: randomBytes(32).toString('base64') })

const citizens = {
  question: 'Are you a citizen of India?',
  refusal: 'Only citizens may.',
  elsewhere: { label: 'Give in dollars', href: '/Donate' },
}
const limits = {
  texts: textsIn('en-GB'),
  locale: 'en-GB' as const,
  minimum: wholeMoney(50, 'INR'),
  maximum: wholeMoney(500_000, 'INR'),
  words: { unit: 'rupees', whole: 'Enter whole rupees, without paise' },
}
const reasons = [{ code: 2, label: 'Cleft-Free World' }]

function formOf(
  values: DonationValues,
  changes: Partial<DonationTerms> = {},
  step: 1 | 2 = 1,
  mandateAbove: Money | null = wholeMoney(15_000, 'INR'),
) {
  const presets = [{ amount: wholeMoney(500, 'INR'), pays: 'for a meal' }]
  const terms = { ...limits, reasons, ...changes }
  const offer = { presets, tax: 'Ask for a certificate.', terms, mandateAbove, challenge: null }
  const start = { values, step, fault: null, suggestion: null, returned: false }
  const words = { attemptKey: 'attempt-0001', heading: 'Give', intro: 'Thank you.', reassurance: 'Safe.' }
  return renderToStaticMarkup(
    <DonationForm
      offer={offer}
      start={start}
      {...words}
      picture={null}
      seams={[null, null]}
      notices={null}
      help={null}
    />,
  )
}

/** Everything that the store holds, as text. */
async function everythingKept(): Promise<string> {
  const { db } = await store()
  const tables = ['checkout_attempts', 'gifts', 'stripe_events', 'rate_limits'] as const
  return JSON.stringify(await Promise.all(tables.map((table) => db.selectFrom(table).selectAll().execute())))
}

/** Everything that Stripe was told, as text. */
async function everythingTold(): Promise<string> {
  const sessions = await site.sessions()
  const customers = sessions.map(({ customer }) => site.stripe(`customers/${customer}`))
  return JSON.stringify([sessions, await Promise.all(customers)])
}

describe('The PAN', () => {
  test('and the citizenship have fields only in a form that asks for them', () => {
    const html = formOf({}, { asksPan: true, citizens })
    for (const asked of ['name="pan"', 'name="citizen"', citizens.question, citizens.refusal]) {
      expect(html).toContain(asked)
      expect(formOf({})).not.toContain(asked)
    }
  })

  test('is stored encrypted and bound to its gift, and never reaches Stripe or the log', async () => {
    useKey()
    setEnvironment({ LOG_LEVEL: 'debug' })
    const written = jest.spyOn(process.stdout, 'write').mockReturnValue(true)
    const response = await postJson({ ...asha, pan: 'abcpe 1234f' })
    await site.pay()
    const logged = JSON.stringify(written.mock.calls)
    written.mockRestore()
    expect(response.status).toBe(200)
    const [attempt] = await attempts()
    const sealed = JSON.parse(attempt?.details ?? '{}').pan
    expect(openAtRest('pan', attempt?.reference ?? '', sealed)).toEqual({ ok: true, text: pan })
    for (const text of [await everythingKept(), await everythingTold(), logged]) expect(text).not.toMatch(/abcpe/i)
  })

  test('that a program sends without being asked is dropped, in rupees and in dollars', async () => {
    const dollars = {
      ...asha,
      currency: 'USD',
      amount: 10_000,
      money: 100,
      address: { ...asha.address, country: 'US' },
    }
    expect((await postJson({ ...asha, pan })).status).toBe(200)
    useKey()
    expect((await postJson({ ...dollars, pan })).status).toBe(200)
    expect(await everythingKept()).not.toMatch(/abcpe|"pan/i)
  })

  test('that changes is another payment: the key of the first one cannot be used', async () => {
    useKey()
    const statuses = [
      await postJson({ ...asha, pan }, key),
      await postJson({ ...asha, pan: 'abcpe-1234-f' }, key),
      await postJson({ ...asha, pan: 'ABCPE1234G' }, key),
    ].map(({ status }) => status)
    expect(statuses).toEqual([200, 200, 409])
    expect(await site.sessions()).toHaveLength(1)
  })

  test('is returned to the donor without JavaScript, and is stored nowhere', async () => {
    useKey()
    const response = await postForm({ ...ashaForm, pan: 'ABCPE 1234', city: '' })
    expect(await returnedIn(response)).toMatchObject({
      step: 2,
      values: { pan: 'ABCPE 1234' },
      fault: { errors: [{ field: 'city' }, { field: 'pan' }] },
    })
    expect(await everythingKept()).not.toContain('ABCPE 1234')
  })
})

describe('Citizenship', () => {
  test('that is left out or denied starts no payment in rupees, whoever asks', async () => {
    for (const citizen of [undefined, 'no']) {
      const response = await postJson({ ...asha, citizen })
      expect([response.status, (await response.json()).errors[0].field]).toEqual([422, 'citizen'])
    }
    expect(await attempts()).toEqual([])
  })
})

describe('The bank’s question about each renewal', () => {
  const sentence = 'Above ₹15,000 a month, your bank asks you to confirm each renewal.'

  test.each([
    ['monthly', '15001', true],
    ['monthly', '15000', false],
    ['once', '15001', false],
  ])('is told of for a gift %s of %s rupees: %p', (paymenttype, otherMoney, told) => {
    const values = { paymenttype, money: 'other', otherMoney }
    for (const step of [1, 2] as const) expect(formOf(values, {}, step).includes(sentence)).toBe(told)
  })
})

describe('The payment service', () => {
  test('gets name and address of a single gift with the payment, and makes no customer', async () => {
    await postJson({ ...asha, paymenttype: 'once' })
    await site.pay()
    const [session] = await site.sessions()
    expect(session).toMatchObject({
      customer: null,
      customer_creation: 'if_required',
      customer_email: 'asha@example.org',
    })
    expect(await site.stripe(`payment_intents/${session?.payment_intent}`)).toMatchObject({
      customer: null,
      description: expect.stringContaining('Cleft-Free World'),
      shipping: {
        name: 'Asha Rao',
        address: { line1: '12 Lake Road', city: 'Mumbai', postal_code: '400001', country: 'IN' },
      },
    })
  })

  test('gets name and address of a monthly gift, as Indian rules require, once for each attempt', async () => {
    for (let time = 0; time < 2; time += 1)
      await postJson({ ...asha, address: { ...asha.address, line2: 'Flat 2' } }, key)
    const asked = (await site.requests()).filter(({ method }) => method === 'POST').map(({ path }) => path)
    expect(asked.filter((path) => path === '/v1/customers')).toHaveLength(2)
    const told = JSON.parse(await everythingTold())
    expect(told[1]).toMatchObject([
      {
        name: 'Asha Rao',
        email: 'asha@example.org',
        address: { line1: '12 Lake Road', line2: 'Flat 2', city: 'Mumbai', postal_code: '400001', country: 'IN' },
        metadata: { reference: expect.stringMatching(/^G-/) },
      },
    ])
  })
})
