import { randomBytes } from 'node:crypto'
import { validate } from '#lib/contact/forms/form.ts'
import { describeDonation } from '#lib/giving/donation/form.ts'
import { donationTerms } from '#lib/giving/donation/terms.ts'
import { gift as donationCheckout } from '#lib/giving/products/gift.ts'
import { openAtRest, sealAtRest } from '#lib/platform/signed.ts'
import { store } from '#lib/platform/store/index.ts'
import { returnedIn } from '#tests/support/returned-form.ts'
import { keepEnvironment, setEnvironment } from '#tests/support/store.ts'
import { asha, ashaForm, attempts, givingSite, key, postForm, postJson, secrets } from '../checkout/support.ts'

const site = givingSite()
const pan = 'ABCPE1234F'
const setKey = () => setEnvironment({ DATA_ENCRYPTION_KEY: randomBytes(32).toString('base64') })

/** Everything that the store holds, as text. */
async function everythingKept(): Promise<string> {
  const { db } = await store()
  const tables = ['orders', 'order_items', 'order_secrets', 'gifts', 'stripe_events', 'rate_limits'] as const
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
    setKey()
    setEnvironment({ LOG_LEVEL: 'debug' })
    const written = jest.spyOn(process.stdout, 'write').mockReturnValue(true)
    const response = await postJson({ ...asha, pan: 'abcpe 1234f' })
    await site.pay()
    const logged = JSON.stringify(written.mock.calls)
    written.mockRestore()
    expect(response.status).toBe(200)
    const [attempt] = await attempts()
    const [identity] = await secrets('identity')
    expect(openAtRest('pan', attempt?.reference ?? '', identity?.sealed ?? '')).toEqual({ ok: true, value: pan })
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
    setKey()
    expect((await postJson({ ...dollars, pan })).status).toBe(200)
    expect(await everythingKept()).not.toMatch(/abcpe ?1234f|"pan/i)
  })

  test('that changes is another payment: the key of the first one cannot be used', async () => {
    setKey()
    const statuses = [
      await postJson({ ...asha, pan }, key),
      await postJson({ ...asha, pan: 'abcpe-1234-f' }, key),
      await postJson({ ...asha, pan: 'ABCPE1234G' }, key),
    ].map(({ status }) => status)
    expect(statuses).toEqual([200, 200, 409])
    expect(await site.sessions()).toHaveLength(1)
  })

  test('is returned to the donor without JavaScript, and is stored nowhere', async () => {
    setKey()
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

describe('Sealed', () => {
  keepEnvironment()

  const newKey = () => randomBytes(32).toString('base64')
  const [key, nextKey] = [newKey(), newKey()]
  const setKeys = (...keys: string[]) => setEnvironment({ DATA_ENCRYPTION_KEY: keys.join(',') })
  beforeEach(() => setKeys(key))

  describe('A PAN as it is typed', () => {
    const errorOf = (pan: string, donorType = '1') =>
      validate(describeDonation(donationTerms('INR')), { pan, donorType }).find(({ field }) => field === 'pan')?.message

    test('need not be given', () => expect([errorOf(''), errorOf('  ')]).toEqual([undefined, undefined]))

    test.each(['ABCPE1234', 'ABCXE1234F', 'ABCPE1234FF', 'ÀBCPE1234F'])('is refused as %p', (typed) =>
      expect(errorOf(typed)).toMatch(/ABCPE1234F/),
    )

    test('belongs to a person or an organisation by its fourth letter', () => {
      expect(errorOf('ABCCE1234F', '2')).toBeUndefined()
      expect(errorOf('ABCCE1234F', '1')).toMatch(/^This is the PAN of an organisation\. /)
      expect(errorOf('ABCPE1234F', '2')).toMatch(/^This is the PAN of a person\. /)
    })
  })

  describe('A text at rest', () => {
    const reference = 'G-7KQM-2X9D'
    const seal = () => sealAtRest('pan', reference, 'ABCPE1234F')
    const opened = { ok: true, value: 'ABCPE1234F' }
    const damaged = { ok: false, failure: 'damaged' }

    test('is readable for its own purpose and place only, and never the same twice', () => {
      const sealed = seal()
      expect(sealed).not.toBe(seal())
      expect(Buffer.from(sealed.split('.')[3] ?? '', 'base64url').toString('latin1')).not.toContain('ABCPE')
      expect(openAtRest('pan', reference, sealed)).toEqual(opened)
      expect(openAtRest('pan', 'G-AAAA-BBBB', sealed)).toEqual(damaged)
      expect(openAtRest('letter', reference, sealed)).toEqual(damaged)
    })

    test('does not open when it was changed, cut off or lengthened', () => {
      const sealed = seal()
      const [, , nonce = '', text = ''] = sealed.split('.')
      const flipped = (part: string) => `${part.startsWith('A') ? 'B' : 'A'}${part.slice(1)}`
      const changed = [
        sealed.replace(nonce, flipped(nonce)),
        sealed.replace(text, flipped(text)),
        sealed.slice(0, -4),
        `${sealed}AAAA`,
        sealed.replace(`.${text}`, ''),
        sealed.replace('v1', 'v2'),
        '',
      ]
      for (const one of changed) expect(openAtRest('pan', reference, one)).toEqual(damaged)
    })

    test('does not open without its key, and opens while a new key seals', () => {
      const sealed = seal()
      setKeys(nextKey)
      expect(openAtRest('pan', reference, sealed)).toEqual({ ok: false, failure: 'no-key' })
      setKeys(nextKey, key)
      expect(openAtRest('pan', reference, sealed)).toEqual(opened)
      const later = seal()
      setKeys(nextKey)
      expect(openAtRest('pan', reference, later)).toEqual(opened)
    })
  })
})

describe('The request', () => {
  function read(data: Record<string, unknown>, kind: 'json' | 'form' = 'json') {
    const result = donationCheckout.read(data, kind)
    if (!result.ok) throw new Error(JSON.stringify(result.failure))
    return { values: result.value.values, planned: donationCheckout.plan(result.value) }
  }

  test('JSON and a form post of the same gift are the same, and a form is sent to the hosted page', () => {
    const fromJson = read({ ...asha, paymenttype: 'once' })
    const fromForm = read({ ...ashaForm, uiMode: 'embedded' }, 'form')
    expect(fromForm.values).toEqual(fromJson.values)
    expect(fromJson.planned).toMatchObject({ value: { page: { uiMode: 'embedded' } } })
    expect(fromForm.planned).toMatchObject({ value: { page: { uiMode: 'hosted' } } })
  })

  test('the address may be nested or flat', () => {
    const { address, ...flat } = asha
    expect(read({ ...flat, ...address }).values).toEqual(read(asha).values)
  })

  test.each([
    ['Asha Rao', 'Asha', 'Rao'],
    ['  Asha  Devi   Rao ', 'Asha Devi', 'Rao'],
    ['Asha', 'Asha', ''],
  ])('the name %p stands for first and last name', (name, firstName, lastName) => {
    const { firstName: _, lastName: __, ...rest } = asha
    expect(read({ ...rest, name }).values).toMatchObject({ firstName, lastName })
  })

  test('control characters, half a letter and marks that turn text around do not come through', () => {
    const address = { ...asha.address, line1: 'a\tb' }
    const { values } = read({ ...asha, firstName: 'Jose\u0301\r\nBcc:\u0007 x', lastName: '\u202eRa\ud83do', address })
    expect(values).toMatchObject({ firstName: 'José Bcc: x', lastName: 'Ra\ufffdo', line1: 'a b' })
  })

  test('errors that only programs make are named', () => {
    expect(donationCheckout.read({ ...asha, uiMode: 'popup', paymentMethod: 'cheque' }, 'json')).toEqual({
      ok: false,
      failure: [
        { field: 'uiMode', message: 'Must be "embedded", "hosted" or "wallet"' },
        { field: 'paymentMethod', message: 'Must be "card", "upi" or "bank"' },
      ],
    })
  })
})
