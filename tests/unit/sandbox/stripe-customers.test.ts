import { embeddedMonthly, gift, hostedOnce, startAfresh, startTestSite, type TestSite } from './support.ts'

let site: TestSite
beforeAll(async () => {
  site = await startTestSite()
})
afterAll(() => site.close())
beforeEach(() => startAfresh(site))

const asha = {
  name: 'Asha Rao',
  email: 'asha@example.org',
  address: { line1: '12 Lake Road', city: 'Mumbai', postal_code: '400001', country: 'IN' },
  metadata: { reference: 'G-1' },
} as const

const { customer_email: _, ...monthly } = embeddedMonthly

test('a customer is made as it was asked for, and read again', async () => {
  const made = await site.stripe.customers.create(asha)
  expect(made).toMatchObject({
    object: 'customer',
    ...asha,
    address: { ...asha.address, line2: null, state: null },
    currency: null,
  })
  const read = await site.stripe.customers.retrieve(made.id)
  expect(read).toMatchObject({ id: made.id, metadata: asha.metadata })
})

test.each([
  ['a country by its name', { address: { country: 'India' } }, { param: 'address[country]' }],
  ['a country that does not exist', { address: { country: 'ZX' } }, { param: 'address[country]' }],
  ['an empty second line', { address: { line2: '' } }, { code: 'parameter_invalid_empty', param: 'address[line2]' }],
  ['an e-mail address that is none', { email: 'asha' }, { code: 'email_invalid', param: 'email' }],
  ['a name of 257 characters', { name: 'x'.repeat(257) }, { param: 'name' }],
  ['an unknown parameter', { pan: 'ABCPE1234F' }, { code: 'parameter_unknown', param: 'pan' }],
  ['what it does not act out', { tax_exempt: 'none' as const }, { code: 'sandbox_not_acted_out' }],
])('refuses %s', async (_what, changes, refusal) => {
  await expect(site.stripe.customers.create({ ...asha, ...changes })).rejects.toMatchObject({
    statusCode: 400,
    ...refusal,
  })
})

test('a session is opened for a customer, whose address the page does not ask for again', async () => {
  const { id } = await site.stripe.customers.create(asha)
  const session = await site.stripe.checkout.sessions.create({ ...hostedOnce, customer: id })
  expect(session).toMatchObject({
    customer: id,
    customer_email: null,
    customer_creation: null,
    customer_details: { email: 'asha@example.org', name: 'Asha Rao' },
  })
  const page = await (await fetch(session.url ?? '')).text()
  expect(page).toContain('asha@example.org')
  expect(page).not.toContain('name="email"')
})

test.each([
  [{ customer_email: 'asha@example.org' }, 'customer_email'],
  [{ customer_creation: 'always' as const }, 'customer_creation'],
])('a session takes no customer beside %j', async (beside, name) => {
  const { id } = await site.stripe.customers.create(asha)
  await expect(site.stripe.checkout.sessions.create({ ...hostedOnce, ...beside, customer: id })).rejects.toMatchObject({
    statusCode: 400,
    message: `You may only specify one of these parameters: customer, ${name}.`,
    param: 'customer',
  })
})

test('a session takes no customer that nobody made', async () => {
  await expect(site.stripe.checkout.sessions.create({ ...hostedOnce, customer: 'cus_nobody' })).rejects.toMatchObject({
    statusCode: 400,
    code: 'resource_missing',
    param: 'customer',
  })
})

test('what is paid, once or monthly, and what is declined, belongs to the customer', async () => {
  const { id } = await site.stripe.customers.create(asha)
  const price_data = { ...gift, recurring: { interval: 'month' as const } }
  for (const asked of [hostedOnce, { ...monthly, line_items: [{ price_data, quantity: 1 }] }]) {
    const session = await site.stripe.checkout.sessions.create({ ...asked, customer: id })
    for (const card of ['4000000000000002', '4242424242424242']) {
      await site.control(`sessions/${session.id}/pay`, { card })
    }
    const paid = await site.stripe.checkout.sessions.retrieve(session.id)
    expect(paid).toMatchObject({ customer: id, payment_status: 'paid' })
  }
  const intents = (await site.stripe.events.list({ type: 'payment_intent.payment_failed' })).data
  expect(intents).toHaveLength(2)
  for (const { data } of intents) expect(data.object).toMatchObject({ customer: id })
  const [subscription] = (await site.stripe.invoices.list({ customer: id })).data
  expect(subscription).toMatchObject({ customer: id, customer_email: 'asha@example.org' })
})
