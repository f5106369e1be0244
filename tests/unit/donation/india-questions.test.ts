import { randomBytes } from 'node:crypto'
import { openAtRest } from '#lib/platform/signed.ts'
import { store } from '#lib/platform/store/index.ts'
import { returnedIn } from '#tests/support/returned-form.ts'
import { setEnvironment } from '#tests/support/store.ts'
import { asha, ashaForm, attempts, givingSite, key, postForm, postJson } from '../checkout/support.ts'

const site = givingSite()
const pan = 'ABCPE1234F'
const useKey = () => setEnvironment({ DATA_ENCRYPTION_KEY: randomBytes(32).toString('base64') })

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
    expect(openAtRest('pan', attempt?.reference ?? '', sealed)).toEqual({ ok: true, value: pan })
    for (const text of [await everythingKept(), await everythingTold(), logged])
      expect(text).not.toMatch(/abcpe ?1234f/i)
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
    expect(await everythingKept()).not.toMatch(/abcpe ?1234f|"pan/i)
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
