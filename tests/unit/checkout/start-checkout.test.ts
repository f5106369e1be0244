/** From a form to a payment page. All forms take one path, so what is true of each is one table over them. */
import { checkoutResult } from '#components/checkout/checkout-result.ts'
import { honeypotField } from '#lib/contact/forms/spam-reason.ts'
import { paymentPagesFault } from '#lib/giving/orders/card-payments.ts'
import { noteDecline } from '#lib/giving/orders/declines.ts'
import { hourMs, stopClock, utcNow } from '#lib/platform/clock.ts'
import { emailKey } from '#lib/platform/http/client-address.ts'
import { textsIn } from '#lib/platform/messages/index.ts'
import { store } from '#lib/platform/store/index.ts'
import { charityEvent } from '#lib/site/content/index.ts'
import type { Service } from '#sandbox/http.ts'
import { sandboxKeys } from '#sandbox/keys.ts'
import { startTurnstile } from '#sandbox/turnstile.ts'
import { stopInWindow } from '#tests/support/limit-window.ts'
import { returnedIn } from '#tests/support/returned-form.ts'
import { breakStore, setEnvironment } from '#tests/support/store.ts'
import { answersJson, startUpstream, type Upstream } from '#tests/support/upstream.ts'
import {
  anotherSite,
  asha,
  ashaForm,
  attempts,
  by,
  byWallet,
  gifts,
  givingSite,
  key,
  mailEnvironment,
  noCardPayments,
  postForm,
  postJson,
  postSponsorship,
  resultOf,
  ruth,
} from './support.ts'

const site = givingSite()
afterEach(() => jest.restoreAllMocks())

const inDollars = {
  ...asha,
  currency: 'USD',
  money: 25,
  amount: 2500,
  address: { line1: '1 River Street', city: 'Chattanooga', postal_code: '37402', country: 'US' },
}
// The dance is on one day, after which no sponsorship is sold.
Object.assign(charityEvent('dance') ?? {}, { date: '2099-02-07' })
const ofDance = { ...ruth, event: 'father-daughter-dance', levels: ['magic-carpet'], totalAmount: 2500 }

type Post = typeof postJson
const forms: [name: string, page: string, kind: string, post: Post, body: object, amount: number, currency: string][] =
  [
    ['a gift in rupees', '/DonateIndia', 'india', postJson, asha, 100_000, 'INR'],
    ['a gift in dollars', '/Donate', 'usa', postJson, inDollars, 2500, 'USD'],
    ['a sponsorship of the run', '/Event5kSponsorship', '5k-run', postSponsorship, ruth, 125_000, 'USD'],
    ['a sponsorship of the dance', '/FatherDaughterSponser', ofDance.event, postSponsorship, ofDance, 250_000, 'USD'],
  ]

describe.each(forms)('%s', (_, page, kind, post, body, amount, currency) => {
  const frequency = post === postJson ? 'monthly' : 'once'

  test('opens an embedded payment page for the amount that the server computed', async () => {
    const response = await post(body)
    expect([response.status, response.headers.get('cache-control')]).toEqual([200, 'no-store'])
    const answer = await response.json()
    expect(answer).toEqual({
      reference: expect.stringMatching(/^G-[0-9A-Z]{4}-[0-9A-Z]{4}$/),
      url: null,
      clientSecret: expect.any(String),
      amount,
      currency,
      frequency,
      publishableKey: 'pk_test_sandbox',
      scriptUrl: `${site.sandbox.urls.stripe}/sandbox-stripe.js`,
    })
    const [session] = await site.sessions()
    expect(session).toMatchObject({
      mode: frequency === 'monthly' ? 'subscription' : 'payment',
      submit_type: post === postJson ? 'donate' : 'pay',
      ui_mode: 'embedded_page',
      amount_total: amount,
      currency: currency.toLowerCase(),
      client_reference_id: answer.reference,
      return_url: `http://localhost:3000${page}/thank-you?session_id={CHECKOUT_SESSION_ID}`,
      metadata: { reference: answer.reference, form: kind },
    })
    expect(await attempts()).toMatchObject([
      { form: kind, state: 'open', amount, currency, frequency, reference: answer.reference, page_id: session?.id },
    ])
    const items = await (await store()).db.selectFrom('order_items').selectAll().orderBy('place').execute()
    expect(items.reduce((sum, item) => sum + item.amount, 0)).toBe(amount)
    expect(items.map(({ name }) => name)).toEqual(expect.arrayContaining([expect.stringMatching(/\S/)]))
  })

  test('is one payment for two clicks, and its key cannot be used for another', async () => {
    const [one, other] = await Promise.all([post(body, key), post(body, key)])
    const first = await one.json()
    expect(await other.json()).toEqual(first)
    // Stripe answers 409 to a request that overtakes its twin, so only one of them may be sent.
    expect((await site.requests()).filter(({ path }) => path === '/v1/checkout/sessions')).toHaveLength(1)
    expect(await (await post({ ...body, idempotencyKey: 'not-the-header' }, key)).json()).toEqual(first)
    expect(await (await post({ ...body, idempotencyKey: 'attempt-0001' })).json()).toEqual(first)
    const reused = await post({ ...body, email: 'somebody@example.org' }, key)
    const { detail, errors } = await reused.json()
    expect([reused.status, detail, errors]).toEqual([409, expect.stringContaining('already started'), undefined])
    expect([await site.sessions(), await attempts()]).toEqual([[expect.anything()], [expect.anything()]])
  })

  test('is refused when the claimed total is not the right one, which is named', async () => {
    const wrong = [1, amount / 100, amount - 1, amount * 100, 'x', -amount, 1e99]
    const claims = [...wrong.map((claimed) => ({ amount: claimed })), { amount: '', totalAmount: amount }]
    for (const claimed of post === postSponsorship ? claims : claims.slice(0, -1)) {
      const response = await post({ ...body, ...claimed })
      expect(response.status).toBe(409)
      expect((await response.json()).detail).toContain((amount / 100).toLocaleString('en-IN'))
    }
    expect([await site.requests(), await attempts()]).toEqual([[], []])
  })

  test('is told which fields are wrong, and nothing is stored or sent to Stripe', async () => {
    const response = await post({ ...body, firstName: '', email: 'nobody' })
    expect([response.status, response.headers.get('content-type')]).toEqual([422, 'application/problem+json'])
    expect((await response.json()).errors).toMatchObject([{ field: 'firstName' }, { field: 'email' }])
    for (const odd of [{}, { ...body, paymentMethod: 'cheque' }, { ...body, firstName: { toString: 'x' } }])
      expect((await post(odd)).status).toBe(422)
    expect([await site.requests(), await attempts()]).toEqual([[], []])
  })

  test('cannot be started by another site, without a store, or without card payments', async () => {
    const statuses = [(await post(body, anotherSite)).status]
    await breakStore()
    const unrecorded = await post(body)
    statuses.push(unrecorded.status)
    expect((await unrecorded.json()).detail).toContain('No money was taken')
    setEnvironment(noCardPayments)
    const response = await post(body)
    expect([...statuses, response.status]).toEqual([403, 503, 503])
    expect((await response.json()).detail).toMatch(/write to \S+@\S+\.$/)
    expect(await site.sessions()).toEqual([])
  })
})

test.each([
  ['of a donor who asked for it, an hour later', { remind: 'yes' }, ['gift-reminder']],
  ['of nobody else', {}, []],
])('a reminder waits for the unfinished gift %s', async (_, asked, kinds) => {
  setEnvironment(mailEnvironment(site))
  stopClock(new Date())
  await postJson({ ...asha, paymenttype: 'once', ...asked })
  const mails = await (await store()).db.selectFrom('outbox').select(['kind', 'due_at']).execute()
  expect(mails).toEqual(kinds.map((kind) => ({ kind, due_at: utcNow(hourMs) })))
})

describe('a gift by a wallet', () => {
  test('is an order before it is a payment of the same amount, and the thanks follow from the payment alone', async () => {
    const answer = await (await postJson(byWallet)).json()
    const [order] = await attempts()
    const id = order?.page_id ?? ''
    const url = `http://localhost:3000/Donate/thank-you?session_id=${id}`
    expect(answer).toMatchObject({ url, clientSecret: expect.stringContaining(id), amount: 2500, currency: 'USD' })
    expect(order).toMatchObject({
      state: 'open',
      amount: 2500,
      donor_name: 'Wanda Wallet',
      reference: answer.reference,
    })
    expect(await site.sessions()).toEqual([])
    const metadata = { reference: answer.reference, form: 'usa', by: 'wallet' }
    expect(await site.stripe(`payment_intents/${id}`)).toMatchObject({ amount: 2500, currency: 'usd', metadata })
    expect(await resultOf(id, undefined, '/Donate')).toMatchObject({ state: 'failed' })

    await site.hold()
    await site.payByWallet(answer.clientSecret)
    expect([await gifts(), (await resultOf(id, undefined, '/Donate')).state]).toEqual([[], 'confirmed'])
    await site.replay()
    expect(await gifts()).toMatchObject([
      { object_id: id, session_id: id, amount: 2500, kind: 'one-off', status: 'paid' },
    ])
    expect(await attempts()).toMatchObject([{ state: 'paid' }])
  })

  test.each([
    ['every month, which its donor agrees to on the payment page', { paymenttype: 'monthly' }],
    ['so large that an address is asked for', { money: 5000, amount: 500_000 }],
    ['in rupees, whose cards want an address', { currency: 'INR', money: 1000, amount: 100_000 }],
  ])('is not one %s', async (_, changes) => {
    const response = await postJson({ ...byWallet, ...changes })
    expect([response.status, (await response.json()).errors]).toMatchObject([422, [{ field: 'uiMode' }]])
    expect([await site.requests(), await attempts()]).toEqual([[], []])
  })

  test('is told of a wrong total and a missing name like every other', async () => {
    expect((await postJson({ ...byWallet, amount: 2400 })).status).toBe(409)
    expect((await (await postJson({ ...byWallet, name: '' })).json()).errors).toMatchObject([{ field: 'firstName' }])
    expect(await attempts()).toEqual([])
  })
})

test.each([
  ['numbers as text', postJson, { ...asha, money: '1,000', amount: '100000', reason: '5', donorType: '1' }],
  ['no claimed total', postJson, { ...asha, amount: undefined }],
  ['a total as text', postSponsorship, { ...ruth, totalAmount: '$1,250' }],
  ['no claimed total', postSponsorship, { ...ruth, totalAmount: undefined }],
  ['the whole name under its own name', postSponsorship, { ...ruth, firstName: undefined, name: 'Ruth Lee' }],
  [
    'a hidden field that only autofill and programs fill',
    postJson,
    { ...asha, [honeypotField]: 'https://example.org' },
  ],
  [
    'everything optional',
    postSponsorship,
    { ...ruth, website: 'example.org', contact: 'Sam', comments: 'न'.repeat(2000) },
  ],
])('a payment page is opened for %s', async (_, post, body) => expect((await post(body)).status).toBe(200))

test.each([
  ['a currency that is not taken', postJson, { ...asha, currency: 'EUR' }, 'currency'],
  ['an unknown event', postSponsorship, { ...ruth, event: 'gala' }, 'event'],
])('%s is told at its field', async (_, post, body, field) => {
  const response = await post(body)
  expect(response.status).toBe(422)
  expect((await response.json()).errors).toContainEqual({ field, message: expect.any(String) })
})

test('after ten payments under one email address the next has to wait, and nobody else', async () => {
  await stopInWindow()
  for (let count = 0; count < 10; count += 1) expect((await postJson(asha, by(7))).status).toBe(200)
  const response = await postJson(asha, by(7))
  expect(response.status).toBe(429)
  expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(60)
  expect((await response.json()).detail).toMatch(/wait \d+ minutes .* No money was taken\.$/)
  const plain = await postForm(ashaForm, by(7))
  expect([plain.status, Number(plain.headers.get('retry-after')) > 60]).toEqual([429, true])
  const sentence = expect.stringMatching(/wait \d+ minutes/)
  expect(await returnedIn(plain)).toMatchObject({ fault: { sentence }, values: { city: 'Mumbai' } })
  expect(await site.sessions()).toHaveLength(10)
  expect((await postJson(asha, by(8))).status).toBe(200)
})

describe('when Stripe', () => {
  let upstream: Upstream | undefined
  afterEach(() => upstream?.close())
  const open = async () => (await attempts()).filter(({ erase_after }) => erase_after === null)

  test.each([
    ['answers 500', { mode: 'fail' }],
    ['answers a page of HTML', { mode: 'garbage', garbage: 'html' }],
    ['breaks off', { mode: 'garbage', garbage: 'truncated' }],
    ['drops its answer', { mode: 'drop', path: '/v1/checkout/sessions' }],
  ] as const)('%s, the same key gets one payment later, and so does another key', async (_, behaviour) => {
    await site.behave(behaviour)
    const failed = await postJson(asha, key)
    expect([failed.status, (await failed.json()).detail]).toEqual([503, expect.stringContaining('No money was taken')])
    await site.behave({ ...behaviour, mode: 'ok' })
    expect((await postJson(asha, key)).status).toBe(200)
    expect(await site.sessions()).toHaveLength(1)
    expect((await postJson(asha, { 'idempotency-key': 'attempt-0002' })).status).toBe(200)
    expect(await open()).toHaveLength(2)
  })

  test('does not know our key, the visitor can try again with the same idempotency key', async () => {
    setEnvironment({ STRIPE_SECRET_KEY: 'sk_test_of_somebody_else' })
    expect((await postJson(asha, key)).status).toBe(503)
    expect(await attempts()).toMatchObject([{ page_id: null, erase_after: expect.stringMatching(/Z$/) }])
    setEnvironment({ STRIPE_SECRET_KEY: 'sk_test_sandbox' })
    expect((await postJson(asha, key)).status).toBe(200)
  })

  const refuse = async (status: number, error: object) => {
    upstream = await startUpstream(answersJson({ error: { type: 'invalid_request_error', ...error } }, status))
    setEnvironment({ STRIPE_API_BASE: upstream.url })
  }

  test.each([
    ['an address', 400, { code: 'email_invalid' }, 502, /does not accept this email address/, true],
    ['an address by its parameter', 400, { param: 'customer_email' }, 502, /does not accept this email address/, true],
    ['an amount', 400, { code: 'amount_too_large' }, 502, /does not accept an amount this large/, true],
    ['a postal code', 400, { code: 'postal_code_invalid' }, 502, /does not accept this name or address/, true],
    [
      'a line of the address',
      400,
      { code: 'x', param: 'payment_intent_data[shipping][address][line1]' },
      502,
      /does not accept this name or address/,
      true,
    ],
    // Another server still works on the same request: nobody knows yet whether it is refused.
    ['a twin', 409, { code: 'idempotency_key_in_use' }, 503, /cannot be reached\. No money was taken/, false],
  ])(
    'refuses %s, the visitor reads what to do and no word for programmers',
    async (_, code, error, status, sentence, over) => {
      await refuse(code, { ...error, message: 'Invalid: asha@example.org' })
      const response = await postJson(asha, key)
      expect([response.status, (await response.json()).detail]).toEqual([status, expect.stringMatching(sentence)])
      expect(await open()).toHaveLength(over ? 0 : 1)
      // Only a declined card makes the next attempt wait.
      const declines = (await store()).db.selectFrom('rate_limits').selectAll().where('key', 'like', 'decline:%')
      expect(await declines.execute()).toEqual([])
      setEnvironment({ STRIPE_API_BASE: site.sandbox.urls.stripe })
      const { reference } = await (await postJson(asha, key)).json()
      expect(await open()).toMatchObject([{ reference, page_id: expect.stringMatching(/^cs_/) }])
    },
  )

  const ourFaults: [what: string, status: number, error: object][] = [
    ['our key', 401, {}],
    ['a restricted key', 403, {}],
    ['a suspended account', 403, { code: 'account_invalid' }],
    ['an account that was never activated', 400, { code: 'testmode_charges_only' }],
    ['every payment method', 400, {}],
    ['the currency', 400, { param: 'line_items[0][price_data][currency]' }],
    ['the time of this server', 400, { param: 'expires_at' }],
    ['a parameter', 400, { code: 'parameter_unknown', param: 'submit_typ' }],
    ['an object that we name', 404, { code: 'resource_missing', param: 'customer' }],
  ]
  const doesNotWork = /^Payment failed! Paying by card does not work just now\. No money was taken\./
  const office = /write to \S+@\S+ or call \+[\d ]+\.$/

  test.each(ourFaults)(
    'refuses %s, the donor reads that cards do not work, and what to do',
    async (_, status, error) => {
      await refuse(status, error)
      for (const paymenttype of ['once', 'monthly']) {
        const response = await postJson({ ...asha, paymenttype })
        const { title, detail } = await response.json()
        expect([response.status, title]).toEqual([503, 'Paying by card does not work just now'])
        expect(detail).toMatch(doesNotWork)
        expect(detail).toMatch(office)
        expect(detail).not.toMatch(/another way to pay|invoice/)
      }
      expect(await open()).toEqual([])
    },
  )

  test('has suspended the account, a donor reads it until it is restored', async () => {
    await site.control('account', { chargesEnabled: false })
    for (const paymenttype of ['once', 'monthly'])
      expect((await (await postJson({ ...asha, paymenttype })).json()).detail).toMatch(doesNotWork)
    expect(await paymentPagesFault()).toMatchObject({ fault: 'account' })
    await site.control('account', { chargesEnabled: true })
    // The account is that of all pages.
    expect((await postJson(inDollars)).status).toBe(200)
    expect(await paymentPagesFault()).toBeNull()
  })

  test('refuses the site, that is known until a page of this currency and frequency opens', async () => {
    const once = { ...asha, paymenttype: 'once' }
    await refuse(400, { code: 'email_invalid' })
    await postJson(once)
    expect(await paymentPagesFault()).toBeNull()
    await upstream?.close()
    await refuse(403, {})
    await postJson(once)
    const fault = { fault: 'permission', since: expect.stringMatching(/Z$/) }
    const known = await paymentPagesFault()
    expect(known).toEqual(fault)
    stopClock(utcNow(hourMs))
    await postJson(once)
    expect(await paymentPagesFault()).toEqual(known)
    setEnvironment({ STRIPE_API_BASE: site.sandbox.urls.stripe, SAMPLE_NOTICE: '1' })
    await postJson(asha)
    await postJson(inDollars)
    await postJson({ ...once, paymentMethod: 'upi' })
    expect(await paymentPagesFault()).toEqual(fault)
    expect((await postJson({ ...once, paymentMethod: 'card' })).status).toBe(200)
    expect(await paymentPagesFault()).toBeNull()
  })

  test('does not work for reasons of ours, a form that offers another way names it', async () => {
    setEnvironment({ SAMPLE_NOTICE: '1' })
    await refuse(403, {})
    const detailOf = async (response: Promise<Response>) => (await (await response).json()).detail
    const once = { ...asha, paymenttype: 'once', paymentMethod: 'card' }
    for (const frequency of ['once', 'monthly'])
      expect(await detailOf(postJson({ ...once, paymenttype: frequency }))).toMatch(
        /No money was taken\. Please choose another way to pay/,
      )
    expect(await detailOf(postSponsorship(ruth))).toMatch(/No money was taken\. Please ask for an invoice/)
    // Transfers are hidden while their account is a sample.
    setEnvironment({ SAMPLE_NOTICE: undefined })
    expect(await detailOf(postJson(once))).toMatch(/No money was taken\. Please try again later, or write to/)
    setEnvironment({ SAMPLE_NOTICE: '1' })
    const plain = await postForm({ ...ashaForm, paymentMethod: 'card' })
    expect([plain.status, await returnedIn(plain)]).toMatchObject([
      503,
      { fault: { sentence: expect.stringMatching(/choose another way to pay/) }, step: 2, values: { city: 'Mumbai' } },
    ])
  })

  test('cannot do it now, the visitor may try again with the same key, as another order', async () => {
    await refuse(429, { type: 'rate_limit_error' })
    const busy = await postJson(asha, key)
    expect([busy.status, (await busy.json()).detail]).toEqual([503, expect.stringContaining('cannot be reached')])
    expect(await open()).toEqual([])
    expect(await attempts()).toMatchObject([{ state: 'refused' }])
    setEnvironment({ STRIPE_API_BASE: site.sandbox.urls.stripe })
    expect((await postJson(asha, key)).status).toBe(200)
    expect(await open()).toMatchObject([{ state: 'open' }])
  })
})

test('neither a failure nor a success logs anything about the donor', async () => {
  const write = jest.spyOn(process.stdout, 'write').mockReturnValue(true)
  setEnvironment({ LOG_LEVEL: 'debug' })
  await postJson(asha)
  await site.behave({ mode: 'garbage', garbage: 'other' })
  await postJson(asha)
  setEnvironment({ STRIPE_SECRET_KEY: 'sk_test_of_somebody_else' })
  await postJson(asha)
  const lines = write.mock.calls.join()
  expect(lines).not.toBe('')
  expect(lines).not.toMatch(/\b(?:asha|rao|lake road|400001|5555)\b/i)
})

describe('with Turnstile', () => {
  let cloudflare: Service
  const control = (path: string, body: object = {}) =>
    fetch(`${cloudflare.url}/_sandbox/${path}`, { method: 'POST', body: JSON.stringify(body) })
  beforeAll(async () => {
    cloudflare = await startTurnstile({ port: 0 })
  })
  beforeEach(async () => {
    await control('reset')
    setEnvironment({
      TURNSTILE_SITE_KEY: sandboxKeys.turnstile.siteKey,
      TURNSTILE_SECRET_KEY: sandboxKeys.turnstile.secretKey,
      TURNSTILE_API_BASE: cloudflare.url,
    })
  })
  afterAll(() => cloudflare.close())

  /** As the widget in a form that gives is given one. */
  async function token(action = 'giving'): Promise<{ turnstileToken: string }> {
    const query = new URLSearchParams({
      sitekey: sandboxKeys.turnstile.siteKey,
      action,
      origin: 'http://localhost:3000',
    })
    const frame = await (await fetch(`${cloudflare.url}/turnstile/v0/frame?${query}`)).text()
    return { turnstileToken: /token&#34;:&#34;([\w-]+)/.exec(frame)?.[1] ?? '' }
  }

  test('a payment with a valid Turnstile token is started from every form', async () => {
    expect((await postJson({ ...asha, ...(await token()) }, by(7))).status).toBe(200)
    expect((await postSponsorship({ ...ruth, ...(await token()) }, by(7))).status).toBe(200)
    const plain = await postForm({ ...ashaForm, ...(await token()) }, by(7))
    expect(plain.headers.get('location')).toMatch(/\/pay\/cs_test_/)
  })

  test.each([
    ['that somebody made up', async () => ({ turnstileToken: 'made-up' })],
    ['of another form', () => token('contact')],
  ])('a payment with a token %s is refused with a sentence, and Stripe is not asked', async (_, given) => {
    for (const response of [
      await postJson({ ...asha, ...(await given()) }, by(7)),
      await postSponsorship({ ...ruth, ...(await given()) }, by(7)),
    ]) {
      expect(response.status).toBe(403)
      expect((await response.json()).detail).toMatch(
        /^We could not confirm .* No money was taken\. Please reload the page/,
      )
    }
    const plain = await postForm({ ...ashaForm, ...(await given()) }, by(7))
    expect([plain.status, (await returnedIn(plain)).values.firstName]).toEqual([403, 'Asha'])
    expect(await site.sessions()).toEqual([])
  })

  test('without a token fifteen payments may be started in ten minutes, with one sixty', async () => {
    await stopInWindow()
    const start = async (visitor: number, count: number, more = {}) =>
      (await postJson({ ...asha, email: `a${count}@example.org`, ...more }, by(visitor))).status
    for (let count = 0; count < 15; count += 1) expect(await start(7, count)).toBe(200)
    expect(await start(7, 15)).toBe(429)
    expect(await start(7, 15, await token())).toBe(200)
    expect(await start(8, 15)).toBe(200)
  })

  test('with a token nobody waits for cards that somebody else had declined under the same email address', async () => {
    for (let times = 0; times < 8; times += 1) await noteDecline({ visitor: 'somebody', email: emailKey(asha.email) })
    expect((await postJson(asha, by(7))).status).toBe(429)
    expect((await postJson({ ...asha, ...(await token()) }, by(7))).status).toBe(200)
  })

  test('while Cloudflare does not answer, payments go on within the tighter limit', async () => {
    await control('behaviour', { mode: 'fail' })
    expect((await postJson({ ...asha, ...(await token().catch(() => ({ turnstileToken: 'x' }))) }, by(7))).status).toBe(
      200,
    )
  })
})

describe('in the browser', () => {
  const texts = textsIn('en-GB').checkout
  const started = { reference: 'G-7KQM-2X9D', amount: 100_000, currency: 'INR', frequency: 'once' }
  const embedded = { ...started, clientSecret: 'cs_1', publishableKey: 'pk_1', url: null }
  const refused = { kind: 'refused', status: 409, sentence: 'No', errors: [] } as const
  const accepted = (body: Record<string, unknown>) => ({ kind: 'accepted', body }) as const
  const charged = { clientSecret: 'cs_1', money: { amount: 100_000, currency: 'INR' } }
  const failed = (more: object) => ({ kind: 'failed', ...more })
  const dollars = { amount: 125_000, currency: 'USD' }

  test.each<[string, Parameters<typeof checkoutResult>[0], object]>([
    ['a secret opens the card form with what is charged', accepted(embedded), { kind: 'session', session: charged }],
    ['an address leads to it', accepted({ ...started, url: 'https://pay.test/1' }), { url: 'https://pay.test/1' }],
    ['neither is no answer of ours', accepted(started), failed({ sentence: texts.unreadable })],
    ['no answer says that nothing is known', { kind: 'lost' }, failed({ sentence: texts.lost })],
    ['a refusal brings the right total', { ...refused, body: dollars }, failed({ sentence: 'No', total: dollars })],
    ['a refusal without a total has none', { ...refused, body: {} }, failed({ total: undefined })],
  ])('of the answer to a payment form, %s', (_, result, expected) => {
    expect(checkoutResult(result, texts)).toMatchObject(expected)
  })
})
