import { startCheckout } from '#lib/checkout/start-checkout.ts'
import { donationDraft, donationStart, donationTerms, planDonation } from '#lib/donation/checkout.ts'
import { readDonationRequest } from '#lib/donation/read-request.ts'
import { stripeGateway } from '#lib/providers/stripe.ts'
import { isReference } from '#lib/reference.ts'
import { sandboxKeys } from '#sandbox/index.ts'
import { stopInWindow } from '#tests/support/limit-window.ts'
import { breakStore, setEnvironment } from '#tests/support/store.ts'
import { answersJson, startUpstream } from '#tests/support/upstream.ts'
import { asha, ashaForm, attempts, givingSite, postForm, postJson } from './support.ts'

afterEach(() => jest.restoreAllMocks())

const site = givingSite()

const unreachable =
  'Payment failed! The payment service cannot be reached. No money was taken. Please try again in a few minutes.'
const key = { 'idempotency-key': 'attempt-0001' }

async function draftOf(response: Response) {
  const location = response.headers.get('location') ?? ''
  const id = new URL(location, 'http://localhost').searchParams.get('draft') ?? ''
  return donationDraft(id, response.headers.get('set-cookie')?.split(';')[0] ?? null)
}

describe('a program', () => {
  test('gets the secret of an embedded page for a monthly gift, and what the browser needs to show it', async () => {
    const response = await postJson(asha)
    expect(response.status).toBe(200)
    expect(response.headers.get('cache-control')).toBe('no-store')
    const answer = await response.json()
    expect(answer).toEqual({
      reference: expect.stringMatching(/^G-/),
      url: null,
      clientSecret: expect.any(String),
      amount: 100_000,
      currency: 'INR',
      frequency: 'monthly',
      publishableKey: 'pk_test_sandbox',
      scriptUrl: `${site.sandbox.urls.stripe}/sandbox-stripe.js`,
    })
    expect(isReference(answer.reference)).toBe(true)
    const [session] = await site.sessions()
    expect(session).toMatchObject({
      mode: 'subscription',
      ui_mode: 'embedded_page',
      amount_total: 100_000,
      currency: 'inr',
      submit_type: 'donate',
      customer: expect.stringMatching(/^cus_/),
      customer_email: null,
      customer_details: { email: 'asha@example.org', name: 'Asha Rao' },
      client_reference_id: answer.reference,
      return_url: 'http://localhost:3000/DonateIndia/thank-you?session_id={CHECKOUT_SESSION_ID}',
      metadata: { reference: answer.reference, form: 'india', frequency: 'monthly', reason: '2', donorType: '1' },
    })
  })

  test('gets the address of a hosted page for a gift that is given once', async () => {
    const answer = await (await postJson({ ...asha, paymenttype: 'once', uiMode: 'hosted' })).json()
    expect(answer).toMatchObject({ clientSecret: null, url: expect.stringMatching(/^http/) })
    expect(await site.sessions()).toMatchObject([
      {
        mode: 'payment',
        ui_mode: 'hosted_page',
        amount_total: 100_000,
        cancel_url: 'http://localhost:3000/DonateIndia?cancelled=1',
        success_url: 'http://localhost:3000/DonateIndia/thank-you?session_id={CHECKOUT_SESSION_ID}',
      },
    ])
  })

  test.each([
    ['the smallest gift', { money: 50, amount: 5000 }],
    ['the largest gift', { money: 500_000, amount: 50_000_000 }],
    ['an organisation', { donorType: 2, org_name: 'Rao Textiles' }],
    ['one name for both', { firstName: undefined, lastName: undefined, name: 'Asha Rao' }],
    ['numbers as text', { money: '1,000', amount: '100000', reason: '5', donorType: '1' }],
    ['no claimed total', { amount: undefined }],
    [
      'letters of other scripts and the longest texts',
      { firstName: 'आशा', lastName: 'न'.repeat(100), address: { ...asha.address, line1: 'ß'.repeat(160) } },
    ],
  ])('is served, once and monthly, embedded and hosted: %s', async (_, changes) => {
    for (const paymenttype of ['once', 'monthly']) {
      for (const uiMode of ['embedded', 'hosted']) {
        const response = await postJson({ ...asha, ...changes, paymenttype, uiMode })
        expect([response.status, await response.json()]).toMatchObject([200, { reference: expect.any(String) }])
      }
    }
  })

  test('all eight reasons reach the payment page by name', async () => {
    for (let reason = 1; reason <= 8; reason += 1) expect((await postJson({ ...asha, reason })).status).toBe(200)
    const sessions = await site.sessions()
    const first = `sessions/${sessions[1]?.id}/line_items`
    const lines = await fetch(`${site.sandbox.urls.stripe}/v1/checkout/${first}`, {
      headers: { authorization: 'Bearer sk_test_sandbox' },
    }).then((response) => response.json())
    expect(lines.data[0].description).toBe('Cleft-Free World (monthly gift)')
  })

  test('is told every field that is wrong, and nothing is asked of Stripe', async () => {
    const response = await postJson({ ...asha, firstName: '', email: 'asha', money: 1, amount: 100 })
    expect(response.status).toBe(422)
    expect(response.headers.get('content-type')).toBe('application/problem+json')
    expect(await response.json()).toMatchObject({
      status: 422,
      detail: 'Please fill out all the required fields.',
      errors: [
        { field: 'money', message: 'Choose or enter an amount between ₹50 and ₹5,00,000' },
        { field: 'firstName', message: 'Enter your first name' },
        { field: 'email', message: 'Enter your e-mail address, like name@example.org' },
      ],
    })
    expect(await site.requests()).toEqual([])
    expect(await attempts()).toEqual([])
  })

  test.each([
    ['{}', {}],
    ['numbers that are no reason', { ...asha, reason: 9 }],
    ['another country', { ...asha, address: { ...asha.address, country: 'US' } }],
    ['another way to pay', { ...asha, paymentMethod: 'cheque' }],
  ])('gets 422 for %s', async (_, body) => {
    expect((await postJson(body)).status).toBe(422)
  })

  test.each([100, 1000, 99_999, 'x', 1e99, -100_000])(
    'gets 409 with the right total when it claims %p paise for 1,000 rupees',
    async (amount) => {
      const response = await postJson({ ...asha, amount })
      expect(response.status).toBe(409)
      expect((await response.json()).detail).toContain('₹1,000 (100000 paise)')
      expect(await site.sessions()).toEqual([])
    },
  )

  test('is refused when a page of another site sent it', async () => {
    const response = await postJson(asha, { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' })
    expect(response.status).toBe(403)
    expect(await site.sessions()).toEqual([])
  })

  test('is asked to wait after ten payments under one e-mail address in ten minutes', async () => {
    await stopInWindow()
    const from = { 'x-client-address': '203.0.113.7' }
    for (let count = 0; count < 10; count += 1) expect((await postJson(asha, from)).status).toBe(200)
    const response = await postJson(asha, from)
    expect(response.status).toBe(429)
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await response.json()).detail).toMatch(
      /^Too many payments were tried just now\. Please wait (a minute|\d+ minutes) and try again\. No money was taken\.$/,
    )
    expect(await site.sessions()).toHaveLength(10)
    expect((await postJson(asha, { 'x-client-address': '203.0.113.8' })).status).toBe(200)
  })

  test('is told whom to write to while card payments are not set up', async () => {
    setEnvironment({
      STRIPE_SECRET_KEY: undefined,
      STRIPE_PUBLISHABLE_KEY: undefined,
      STRIPE_WEBHOOK_SECRET: undefined,
      STRIPE_API_BASE: undefined,
    })
    const response = await postJson(asha)
    expect(response.status).toBe(503)
    expect((await response.json()).detail).toMatch(
      /^Card payments are not set up on this site yet\. .* write to \S+@\S+\.$/,
    )
  })
})

describe('the same payment asked for again', () => {
  test('a later repetition gets the same session', async () => {
    const first = await (await postJson(asha, key)).json()
    expect(await (await postJson({ ...asha, idempotencyKey: 'ignored-beside-the-header' }, key)).json()).toEqual(first)
    expect(await (await postJson({ ...asha, idempotencyKey: 'attempt-0001' })).json()).toEqual(first)
    expect(await site.sessions()).toHaveLength(1)
  })

  test('without a key every request is a payment of its own', async () => {
    await Promise.all([postJson(asha), postJson(asha)])
    expect(await site.sessions()).toHaveLength(2)
  })

  test('the hosted page is another session than the embedded one, under the same key', async () => {
    const embedded = await (await postJson(asha, key)).json()
    const hosted = await (await postJson({ ...asha, uiMode: 'hosted' }, key)).json()
    expect(embedded.clientSecret).toBeTruthy()
    expect(hosted.url).toBeTruthy()
    expect(hosted.reference).not.toBe(embedded.reference)
  })

  test('when the answer was lost, the same key gets the session that was made', async () => {
    await site.behave({ mode: 'drop', times: 2, path: '/v1/checkout/sessions' })
    const lost = await postJson(asha, key)
    expect(lost.status).toBe(503)
    expect((await lost.json()).detail).toBe(unreachable)
    const [made] = await site.sessions()
    const again = await postJson(asha, key)
    expect(again.status).toBe(200)
    expect(await site.sessions()).toHaveLength(1)
    expect(await attempts()).toMatchObject([{ session_id: made?.id, reference: (await again.json()).reference }])
  })

  test('one lost answer is not even noticed', async () => {
    await site.behave({ mode: 'drop', times: 1 })
    expect((await postJson(asha, key)).status).toBe(200)
    expect(await site.sessions()).toHaveLength(1)
  })
})

describe('when Stripe', () => {
  test.each([
    ['answers 500', { mode: 'fail' }],
    ['answers 429', { mode: 'refuse' }],
    ['answers a page of HTML', { mode: 'garbage', garbage: 'html' }],
    ['breaks off', { mode: 'garbage', garbage: 'truncated' }],
    ['answers something else', { mode: 'garbage', garbage: 'other' }],
    ['drops the connection', { mode: 'drop' }],
  ] as const)(
    '%s, the visitor is told so, and can try again with the same key or another one',
    async (_, behaviour) => {
      await site.behave(behaviour)
      const failed = await postJson(asha, key)
      expect(failed.status).toBe(503)
      expect((await failed.json()).detail).toBe(unreachable)
      const before = (await site.sessions()).length
      expect(before).toBeLessThanOrEqual(1)

      await site.behave({ mode: 'ok' })
      expect((await postJson(asha, key)).status).toBe(200)
      expect(await site.sessions()).toHaveLength(1)
      expect((await postJson(asha, { 'idempotency-key': 'attempt-0002' })).status).toBe(200)
      expect((await attempts()).filter(({ erase_after }) => erase_after === null)).toHaveLength(2)
    },
  )

  test('says nothing, the visitor is told so in time, and a repetition gets one session', async () => {
    const read = readDonationRequest(asha, 'json', donationTerms)
    if (!read.ok) throw new Error('The gift could not be read')
    const planned = planDonation(read.request, donationTerms('INR'))
    if (planned.kind !== 'planned') throw new Error(planned.sentence)
    const attemptKey = { key: 'attempt-0001', mayChange: false }
    const ports = {
      officeEmail: 'office@example.org',
      limit: async () => ({ kind: 'allowed', rateLimitKeys: { visitor: null, email: 'hash' } }) as const,
      stripe: stripeGateway({
        secretKey: sandboxKeys.stripe.secretKey,
        webhookSecret: sandboxKeys.stripe.webhookSecret,
        apiBase: site.sandbox.urls.stripe,
        timeout: 150,
      }),
    }
    await site.behave({ mode: 'stall' })
    expect(await startCheckout(planned.plan, attemptKey, ports)).toEqual({
      kind: 'unreachable',
      sentence: unreachable,
    })
    await site.behave({ mode: 'ok' })
    expect(await startCheckout(planned.plan, attemptKey, ports)).toMatchObject({ kind: 'started' })
    expect(await site.sessions()).toHaveLength(1)
  })

  test('refuses, the visitor is told so in words of ours, and can try again with the same key', async () => {
    setEnvironment({ STRIPE_SECRET_KEY: 'sk_test_of_somebody_else' })
    const refused = await postJson(asha, key)
    expect(refused.status).toBe(502)
    const { detail } = await refused.json()
    expect(detail).toBe(
      'Payment failed! The payment service did not accept this gift. No money was taken. Please try again.',
    )
    expect(await attempts()).toMatchObject([{ session_id: null, erase_after: expect.stringMatching(/Z$/) }])
    setEnvironment({ STRIPE_SECRET_KEY: 'sk_test_sandbox' })
    expect((await postJson(asha, key)).status).toBe(200)
  })

  test.each([
    ['email_invalid', 'The payment service does not accept this e-mail address. Please check it and try again.'],
    ['amount_too_large', 'The payment service does not accept so large an amount. Please choose a smaller one.'],
    ['parameter_unknown', 'The payment service did not accept this gift. No money was taken. Please try again.'],
  ])('refuses with %s, the visitor is told what to do, and reads no word for programmers', async (code, sentence) => {
    const error = { type: 'invalid_request_error', code, message: 'Invalid: asha@example.org', param: 'customer_email' }
    const upstream = await startUpstream(answersJson({ error }, 400))
    setEnvironment({ STRIPE_API_BASE: upstream.url })
    const response = await postJson(asha)
    expect([response.status, (await response.json()).detail]).toEqual([502, `Payment failed! ${sentence}`])
    await upstream.close()
  })
})

test('when the gift cannot be noted down, nothing is asked of Stripe', async () => {
  await breakStore()
  const response = await postJson(asha)
  expect(response.status).toBe(503)
  expect((await response.json()).detail).toMatch(
    /^Payment failed! Your gift could not be noted down.* No money was taken/,
  )
  expect(await site.sessions()).toEqual([])
})

test.each([
  ['pay', 503, 'Error: Donate in India', 'Your gift could not be noted down'],
  ['next', 200, 'Donate in India', 'all of it is on this page'],
])(
  'while the store is unavailable that keeps the secret, the form sent with “%s” is answered with the whole form',
  async (intent, status, title, sentence) => {
    await breakStore()
    const response = await postForm({ ...ashaForm, intent, city: 'Mumbai "B"' })
    const html = await response.text()
    expect(response.status).toBe(status)
    expect(html).toContain(`<title>${title} |`)
    expect(html).toContain(sentence)
    expect(html).toMatch(/name="city"[^>]* value="Mumbai &quot;B&quot;"/)
    expect(html).toMatch(/name="otherMoney"[^>]* value="1000"/)
    expect(html).toContain('<input type="hidden" name="money" value="other">')
    expect(html).toMatch(/name="reason"[^>]* value="2" checked/)
    expect(response.headers.get('content-security-policy')).toContain(`form-action 'self' ${site.sandbox.urls.stripe}`)
  },
)

test('neither a failure nor a success writes a word about the donor into the log', async () => {
  const lines: string[] = []
  const write = jest.spyOn(process.stdout, 'write').mockImplementation((line) => lines.push(String(line)) > 0)
  setEnvironment({ LOG_LEVEL: 'debug' })
  await postJson(asha)
  await site.behave({ mode: 'garbage', garbage: 'other' })
  await postJson(asha)
  setEnvironment({ STRIPE_SECRET_KEY: 'sk_test_of_somebody_else' })
  await postJson(asha)
  write.mockRestore()
  expect(lines.length).toBeGreaterThan(0)
  expect(lines.join('')).not.toMatch(/asha|rao|lake road|400001|5555/i)
})

describe('a form without JavaScript', () => {
  test('pays, comes back with the old key in the page, and another amount is another payment', async () => {
    const form = { ...ashaForm, idempotencyKey: 'attempt-0001' }
    const first = await postForm(form)
    await site.control('sessions/latest/pay', {})
    const second = await postForm({ ...form, money: '500' })
    expect(second.headers.get('location')).toMatch(/^http.*\/pay\/cs_test_/)
    expect(second.headers.get('location')).not.toBe(first.headers.get('location'))
    expect((await site.sessions()).map(({ amount_total }) => amount_total)).toEqual([100_000, 50_000])
    expect((await postForm(form)).headers.get('location')).toBe(first.headers.get('location'))
  })

  test('goes on to the address when the first step is right, and keeps what was typed', async () => {
    const response = await postForm({ ...ashaForm, intent: 'next', line1: '', city: '', postal_code: '' })
    expect(response.status).toBe(303)
    expect(response.headers.get('location')).toMatch(/^\/DonateIndia\?draft=[\w-]+&step=2$/)
    expect(await draftOf(response)).toMatchObject({
      step: 2,
      errors: [],
      values: { email: 'asha@example.org', money: '1000' },
    })
    expect(await attempts()).toEqual([])
  })

  test('comes back with what to mend when the first step is not right', async () => {
    const response = await postForm({ ...ashaForm, intent: 'next', email: '', money: 'other', otherMoney: '12' })
    expect(response.headers.get('location')).toMatch(/^\/DonateIndia\?draft=[\w-]+#error-summary$/)
    expect(await draftOf(response)).toMatchObject({
      step: 1,
      errors: [{ field: 'otherMoney' }, { field: 'email' }],
      values: { firstName: 'Asha', otherMoney: '12' },
    })
  })

  test('goes back with everything kept, whatever is missing', async () => {
    const response = await postForm({ ...ashaForm, intent: 'back', line1: '', org_name: 'Rao Textiles' })
    expect(response.headers.get('location')).toMatch(/^\/DonateIndia\?draft=[\w-]+&step=1$/)
    expect(await draftOf(response)).toMatchObject({
      step: 1,
      errors: [],
      values: { city: 'Mumbai', org_name: 'Rao Textiles' },
    })
  })

  test('is sent to the payment page, the same one for two clicks', async () => {
    const form = { ...ashaForm, idempotencyKey: 'attempt-0001' }
    const [one, other] = await Promise.all([postForm(form), postForm(form)])
    const sessions = await site.sessions()
    expect(sessions).toHaveLength(1)
    // Stripe answers 409 to a request that overtakes its twin, so only one of them may be sent.
    const posts = (await site.requests()).filter(({ method }) => method === 'POST').map(({ path }) => path)
    expect(posts).toEqual(['/v1/checkout/sessions'])
    expect([one.status, one.headers.get('location')]).toEqual([303, sessions[0]?.url])
    expect(other.headers.get('location')).toBe(sessions[0]?.url)
  })

  test('who comes back without paying finds everything as it was', async () => {
    const response = await postForm({ ...ashaForm })
    const cookie = response.headers.get('set-cookie')?.split(';')[0] ?? ''
    const { values, step, fault, cancelled } = await donationStart('INR', [], { cancelled: '1' }, cookie)
    expect({ step, fault, cancelled }).toEqual({ step: 2, fault: null, cancelled: true })
    expect(values).toMatchObject({ firstName: ashaForm.firstName, city: ashaForm.city })
    expect((await donationStart('USD', [], { cancelled: '1' }, cookie)).values).not.toHaveProperty('firstName')
    expect((await donationStart('INR', [], {}, cookie)).values).not.toHaveProperty('firstName')
  })

  test('comes back to the first step that needs mending', async () => {
    const first = await draftOf(await postForm({ ...ashaForm, email: '', city: '' }))
    expect(first).toMatchObject({ step: 1, errors: [{ field: 'email' }] })
    const second = await draftOf(await postForm({ ...ashaForm, city: '' }))
    expect(second).toMatchObject({ step: 2, errors: [{ field: 'city' }] })
  })

  test('comes back under the key it was sent with when the answer was lost, so that another try makes no second session', async () => {
    const form = { ...ashaForm, idempotencyKey: 'attempt-0001' }
    await site.behave({ mode: 'drop', times: 2, path: '/v1/checkout/sessions' })
    expect(await draftOf(await postForm(form))).toMatchObject({ step: 2, attemptKey: 'attempt-0001' })
    const [session] = await site.sessions()
    expect((await postForm(form)).headers.get('location')).toBe(session?.url)
    expect(await site.sessions()).toHaveLength(1)
  })

  test('comes back with everything kept, and says so, when the payment service is unavailable', async () => {
    await site.behave({ mode: 'fail' })
    const response = await postForm({ ...ashaForm })
    expect(response.headers.get('location')).toMatch(/^\/DonateIndia\?draft=[\w-]+#error-summary$/)
    expect(await draftOf(response)).toMatchObject({
      step: 2,
      errors: [],
      formError: unreachable,
      values: { line1: '12 Lake Road' },
    })
  })
})
