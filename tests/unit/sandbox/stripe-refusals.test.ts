import Stripe from 'stripe'
import { embeddedMonthly, gift, hostedOnce, startAfresh, startTestSite, stripeAt, type TestSite } from './support.ts'

let site: TestSite
beforeAll(async () => {
  site = await startTestSite()
})
afterAll(() => site.close())
beforeEach(() => startAfresh(site))

type Params = Stripe.Checkout.SessionCreateParams
type Changes = Record<string, unknown>

/** Changes of the whole request; a key that is undefined is left out. */
const changed = (params: Params, changes: Changes): Params => {
  const entries = Object.entries({ ...params, ...changes }).filter(([, value]) => value !== undefined)
  return Object.fromEntries(entries) as Params
}
const lines = (priceData: Changes, more: Changes = {}) => ({
  line_items: [{ price_data: { ...gift, ...priceData }, quantity: 1, ...more }],
})
const embeddedOnce = changed(hostedOnce, {
  ui_mode: 'embedded_page',
  success_url: undefined,
  cancel_url: undefined,
  return_url: 'http://localhost:3000/thank-you?session_id={CHECKOUT_SESSION_ID}',
})
const hostedMonthly = changed(embeddedMonthly, {
  ui_mode: 'hosted_page',
  return_url: undefined,
  success_url: 'http://localhost:3000/thank-you',
})

const many = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`key${index}`, 'value']))

type Case = [what: string, params: Params, refusal: { message: string | RegExp; code?: string; param?: string }]

const cases: Case[] = [
  [
    'an unknown parameter',
    changed(hostedOnce, { colour: 'red' }),
    { message: 'Received unknown parameter: colour', code: 'parameter_unknown', param: 'colour' },
  ],
  [
    'two unknown parameters',
    changed(hostedOnce, { colour: 'red', shape: 'round' }),
    { message: 'Received unknown parameters: colour, shape', code: 'parameter_unknown', param: 'colour' },
  ],
  [
    'an unknown parameter of a price',
    changed(hostedOnce, lines({ unit_price: 1 })),
    { message: /unknown parameter/, code: 'parameter_unknown', param: 'line_items[0][price_data][unit_price]' },
  ],
  [
    'an unknown parameter of a product',
    changed(hostedOnce, lines({ product_data: { name: 'Gift', title: 'x' } })),
    {
      message: /unknown parameter/,
      code: 'parameter_unknown',
      param: 'line_items[0][price_data][product_data][title]',
    },
  ],
  [
    'an unknown parameter of the payment intent',
    changed(hostedOnce, { payment_intent_data: { amount: 5 } }),
    { message: /unknown parameter/, code: 'parameter_unknown', param: 'payment_intent_data[amount]' },
  ],
  [
    'an unknown parameter of the subscription',
    changed(embeddedMonthly, { subscription_data: { plan: 'x' } }),
    { message: /unknown parameter/, code: 'parameter_unknown', param: 'subscription_data[plan]' },
  ],
  [
    'a parameter that Stripe knows and the sandbox does not act out',
    changed(hostedOnce, { custom_fields: [{ key: 'x' }] }),
    { message: /does not act it out/, code: 'sandbox_not_acted_out', param: 'custom_fields' },
  ],
  ...(['hosted', 'embedded', 'custom'] as const).map(
    (name): Case => [
      `the old ui_mode name ${name}`,
      changed(hostedOnce, { ui_mode: name }),
      { message: 'Invalid ui_mode: must be one of hosted_page, embedded_page, elements, or form', param: 'ui_mode' },
    ],
  ),
  [
    'no mode',
    changed(hostedOnce, { mode: undefined }),
    { message: /Missing required param/, code: 'parameter_missing', param: 'mode' },
  ],
  ['a mode that does not exist', changed(hostedOnce, { mode: 'gift' }), { message: /Invalid mode/, param: 'mode' }],
  [
    'no line items',
    changed(hostedOnce, { line_items: undefined }),
    { message: 'Missing required param: line_items.', code: 'parameter_missing', param: 'line_items' },
  ],
  [
    'a line item without a quantity',
    changed(hostedOnce, { line_items: [{ price_data: gift }] }),
    { message: /Missing required param/, code: 'parameter_missing', param: 'line_items[0][quantity]' },
  ],
  [
    'a product without a name',
    changed(hostedOnce, lines({ product_data: { name: '' } })),
    {
      message: /You passed an empty string/,
      code: 'parameter_invalid_empty',
      param: 'line_items[0][price_data][product_data][name]',
    },
  ],
  [
    'a price that does not exist',
    changed(hostedOnce, { line_items: [{ price: 'price_1', quantity: 1 }] }),
    { message: "No such price: 'price_1'", code: 'resource_missing', param: 'line_items[0][price]' },
  ],
  [
    'a currency that does not exist',
    changed(hostedOnce, lines({ currency: 'xyz' })),
    { message: /Invalid currency: xyz/ },
  ],
  [
    '49 cents',
    changed(hostedOnce, lines({ currency: 'usd', unit_amount: 49 })),
    { message: /must add up to at least \$0\.50 usd/, code: 'amount_too_small' },
  ],
  [
    'rupees under the minimum',
    changed(hostedOnce, lines({ unit_amount: 4999 })),
    {
      message:
        "The Checkout Session's total amount must convert to at least 50 cents. ₹49.99 converts to approximately $0.49.",
      code: 'amount_too_small',
    },
  ],
  [
    'monthly rupees under the minimum',
    changed(embeddedMonthly, lines({ unit_amount: 100, recurring: { interval: 'month' } })),
    { message: /must convert to at least 50 cents/, code: 'amount_too_small' },
  ],
  [
    'an amount of nine digits',
    changed(hostedOnce, lines({ unit_amount: 100_000_000 })),
    { message: /no more than/, code: 'amount_too_large', param: 'line_items[0][price_data][unit_amount]' },
  ],
  [
    'a total of nine digits',
    changed(hostedOnce, lines({ unit_amount: 99_999_999 }, { quantity: 2 })),
    { message: /no more than ₹9,99,999\.99 inr/, code: 'amount_too_large' },
  ],
  ...(['1000.50', '1e5', '১০০', 'NaN', ''] as const).map(
    (amount): Case => [
      `the amount "${amount}"`,
      changed(hostedOnce, lines({ unit_amount: amount })),
      {
        message: amount === '' ? /empty string/ : `Invalid integer: ${amount}`,
        code: amount === '' ? 'parameter_invalid_empty' : 'parameter_invalid_integer',
        param: 'line_items[0][price_data][unit_amount]',
      },
    ],
  ),
  [
    'an amount below nothing',
    changed(hostedOnce, lines({ unit_amount: -100 })),
    { message: /greater than or equal to 0/, code: 'parameter_invalid_integer' },
  ],
  [
    'a hosted page without success_url',
    changed(hostedOnce, { success_url: undefined }),
    { message: 'Missing required param: success_url.', code: 'parameter_missing', param: 'success_url' },
  ],
  [
    'an embedded page without return_url',
    changed(embeddedOnce, { return_url: undefined }),
    { message: 'Missing required param: return_url.', code: 'parameter_missing', param: 'return_url' },
  ],
  [
    'an embedded page with success_url',
    changed(embeddedOnce, { success_url: 'http://localhost:3000/' }),
    { message: '`success_url` is not supported with `ui_mode: embedded_page`.', param: 'success_url' },
  ],
  [
    'an embedded page with cancel_url',
    changed(embeddedOnce, { cancel_url: 'http://localhost:3000/' }),
    { message: '`cancel_url` is not supported with `ui_mode: embedded_page`.', param: 'cancel_url' },
  ],
  [
    'a hosted page with return_url',
    changed(hostedOnce, { return_url: 'http://localhost:3000/' }),
    { message: '`return_url` is not supported with `ui_mode: hosted_page`.', param: 'return_url' },
  ],
  [
    'a return_url that is never used',
    changed(embeddedOnce, { redirect_on_completion: 'never' }),
    { message: /`return_url` is not supported/, param: 'return_url' },
  ],
  [
    'an address without a scheme',
    changed(hostedOnce, { success_url: '/thank-you' }),
    { message: /An explicit scheme/, code: 'url_invalid', param: 'success_url' },
  ],
  [
    'an address of a scheme that no browser opens',
    changed(hostedOnce, { cancel_url: 'javascript:alert(1)' }),
    { message: 'Not a valid URL', code: 'url_invalid', param: 'cancel_url' },
  ],
  [
    'an empty customer_email',
    changed(hostedOnce, { customer_email: '' }),
    {
      message: /You passed an empty string for 'customer_email'/,
      code: 'parameter_invalid_empty',
      param: 'customer_email',
    },
  ],
  ...(['asha', 'asha@', 'asha@localhost', 'a b@example.org', 'a@b@example.org'] as const).map(
    (email): Case => [
      `the customer_email "${email}"`,
      changed(hostedOnce, { customer_email: email }),
      { message: `Invalid email address: ${email}`, code: 'email_invalid', param: 'customer_email' },
    ],
  ),
  [
    'payment_intent_data in subscription mode',
    changed(embeddedMonthly, { payment_intent_data: { description: 'x' } }),
    { message: 'You can not pass `payment_intent_data` in `subscription` mode.', param: 'payment_intent_data' },
  ],
  [
    'subscription_data in payment mode',
    changed(hostedOnce, { subscription_data: { description: 'x' } }),
    { message: 'You can not pass `subscription_data` in `payment` mode.', param: 'subscription_data' },
  ],
  [
    'a recurring price in payment mode',
    changed(hostedOnce, lines({ recurring: { interval: 'month' } })),
    { message: /You specified `payment` mode but passed a recurring price/, param: 'mode' },
  ],
  [
    'no recurring price in subscription mode',
    changed(embeddedMonthly, lines({})),
    { message: /at least one recurring price/, param: 'mode' },
  ],
  [
    'a recurring price without an interval',
    changed(embeddedMonthly, lines({ recurring: { interval_count: 1 } })),
    { message: /Missing required param/, param: 'line_items[0][price_data][recurring][interval]' },
  ],
  [
    'two currencies',
    changed(hostedOnce, { line_items: [...lines({}).line_items, ...lines({ currency: 'usd' }).line_items] }),
    { message: 'All prices on a Checkout Session must use the same currency.', param: 'line_items' },
  ],
  ['51 keys of metadata', changed(hostedOnce, { metadata: many(51) }), { message: /up to 50 keys/, param: 'metadata' }],
  [
    'a metadata key of 41 characters',
    changed(hostedOnce, { metadata: { ['k'.repeat(41)]: 'x' } }),
    { message: /Metadata keys can have up to 40 characters/, param: 'metadata' },
  ],
  [
    'a metadata value of 501 characters',
    changed(hostedOnce, { metadata: { note: 'x'.repeat(501) } }),
    {
      message: /Metadata values can have up to 500 characters, but you passed in a value that is 501/,
      param: 'metadata[note]',
    },
  ],
  [
    'the same limits for the metadata of the payment',
    changed(hostedOnce, { payment_intent_data: { metadata: { note: 'x'.repeat(501) } } }),
    { message: /up to 500 characters/, param: 'payment_intent_data[metadata][note]' },
  ],
  [
    'the same limits for the metadata of the subscription',
    changed(embeddedMonthly, { subscription_data: { metadata: many(51) } }),
    { message: /up to 50 keys/, param: 'subscription_data[metadata]' },
  ],
  [
    'an end in ten minutes',
    changed(hostedOnce, { expires_at: Math.floor(Date.now() / 1000) + 600 }),
    { message: /at least 30 minutes/, param: 'expires_at' },
  ],
  [
    'both lists of ways to pay',
    changed(hostedOnce, { payment_method_types: ['card'], allowed_payment_method_types: ['card'] }),
    { message: /only specify one/ },
  ],
  [
    'a submit_type that does not exist',
    changed(hostedOnce, { submit_type: 'give' }),
    { message: /Invalid submit_type/ },
  ],
  [
    'an expansion that leads nowhere',
    changed(hostedOnce, { expand: ['colour'] }),
    { message: /cannot be expanded \(colour\)/ },
  ],
]

test.each(cases)('refuses %s', async (_what, params, { message, ...rest }) => {
  const refusal: unknown = await site.stripe.checkout.sessions.create(params).catch((error: unknown) => error)
  expect(refusal).toBeInstanceOf(Stripe.errors.StripeInvalidRequestError)
  expect(refusal).toMatchObject({
    statusCode: 400,
    message: typeof message === 'string' ? message : expect.stringMatching(message),
    ...rest,
  })
})

const taken: [string, Params][] = [
  ['a gift on a hosted page', hostedOnce],
  ['a gift in the page', embeddedOnce],
  ['a monthly gift on a hosted page', hostedMonthly],
  ['a monthly gift in the page', embeddedMonthly],
  ['exactly 50 rupees', changed(hostedOnce, lines({ unit_amount: 5000 }))],
  ['exactly 50 cents', changed(hostedOnce, lines({ currency: 'usd', unit_amount: 50 }))],
  ['exactly 8 digits', changed(hostedOnce, lines({ unit_amount: 99_999_999 }))],
  ['metadata at its limits', changed(hostedOnce, { metadata: { ...many(49), ['k'.repeat(40)]: 'x'.repeat(500) } })],
  ['no way back', changed(hostedOnce, { cancel_url: undefined })],
  [
    'an embedded page that leads nowhere',
    changed(embeddedOnce, { return_url: undefined, redirect_on_completion: 'never' }),
  ],
  ['submit_type donate in payment mode', changed(hostedOnce, { submit_type: 'donate' })],
  ['submit_type donate in subscription mode', changed(embeddedMonthly, { submit_type: 'donate' })],
  ['a filter of ways to pay', changed(hostedOnce, { allowed_payment_method_types: ['card'] })],
]

test.each(taken)('takes %s', async (_what, params) => {
  const session = await site.stripe.checkout.sessions.create(params)
  const embedded = params.ui_mode === 'embedded_page'
  expect(session).toMatchObject({
    object: 'checkout.session',
    status: 'open',
    payment_status: 'unpaid',
    mode: params.mode,
    ui_mode: params.ui_mode ?? 'hosted_page',
    livemode: false,
    url: embedded ? null : `${site.sandbox.urls.stripe}/pay/${session.id}`,
    client_secret: embedded ? expect.stringMatching(new RegExp(`^${session.id}_secret_\\w+$`)) : null,
  })
})

describe('whoever calls', () => {
  test('needs the secret key', async () => {
    await expect(
      stripeAt(site.sandbox.urls.stripe, 'sk_test_another_key_42').checkout.sessions.list(),
    ).rejects.toMatchObject({
      type: 'StripeAuthenticationError',
      statusCode: 401,
      message: 'Invalid API Key provided: sk_test_**********y_42',
    })
    const without = await fetch(`${site.sandbox.urls.stripe}/v1/checkout/sessions`)
    expect(without.status).toBe(401)
    expect(await without.json()).toMatchObject({
      error: { type: 'invalid_request_error', message: expect.stringContaining('You did not provide an API key.') },
    })
  })

  test('must send a form, in the version that the sandbox speaks, to an address that exists', async () => {
    const call = async (path: string, headers: Record<string, string>, method = 'POST') => {
      const response = await fetch(`${site.sandbox.urls.stripe}${path}`, {
        method,
        headers: { authorization: 'Bearer sk_test_sandbox', ...headers },
        ...(method === 'POST' && { body: '{}' }),
      })
      return { status: response.status, ...((await response.json()) as { error: { message: string } }) }
    }
    expect(await call('/v1/checkout/sessions', { 'content-type': 'application/json' })).toMatchObject({
      status: 400,
      error: { message: expect.stringContaining('application/x-www-form-urlencoded') },
    })
    expect(await call('/v1/events', { 'stripe-version': '2023-10-16' }, 'GET')).toMatchObject({
      status: 400,
      error: { message: expect.stringContaining('Invalid Stripe API version') },
    })
    expect(await call('/v1/gifts', {}, 'GET')).toMatchObject({
      status: 404,
      error: { message: expect.stringContaining('Unrecognized request URL (GET: /v1/gifts)') },
    })
  })
})

test('what does not exist is missing, each under its own name', async () => {
  const { stripe } = site
  const asked: [Promise<unknown>, string][] = [
    [stripe.checkout.sessions.retrieve('cs_test_x'), "No such checkout.session: 'cs_test_x'"],
    [stripe.checkout.sessions.expire('cs_test_x'), "No such checkout.session: 'cs_test_x'"],
    [stripe.paymentIntents.retrieve('pi_x'), "No such payment_intent: 'pi_x'"],
    [stripe.invoices.retrieve('in_x'), "No such invoice: 'in_x'"],
    [stripe.subscriptions.retrieve('sub_x'), "No such subscription: 'sub_x'"],
    [stripe.subscriptions.cancel('sub_x'), "No such subscription: 'sub_x'"],
    [stripe.events.retrieve('evt_x'), "No such event: 'evt_x'"],
    [stripe.refunds.create({ payment_intent: 'pi_x' }), "No such payment_intent: 'pi_x'"],
  ]
  // All are awaited at once: an answer that came while another was awaited would count as an unhandled rejection.
  await Promise.all(
    asked.map(([promise, message]) =>
      expect(promise).rejects.toMatchObject({ statusCode: 404, code: 'resource_missing', message }),
    ),
  )
})
