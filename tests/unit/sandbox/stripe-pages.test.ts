import type Stripe from 'stripe'
import { embeddedMonthly, gift, hostedOnce, startAfresh, startTestSite, type TestSite } from './support.ts'

let site: TestSite
beforeAll(async () => {
  site = await startTestSite()
})
afterAll(() => site.close())
beforeEach(() => startAfresh(site))

const card = (changes: Record<string, string> = {}) =>
  new URLSearchParams({
    email: 'asha@example.org',
    number: '4242 4242 4242 4242',
    expiry: '12 / 34',
    cvc: '123',
    ...changes,
  })

async function visit(address: string, body?: URLSearchParams) {
  const response = await fetch(address, { redirect: 'manual', ...(body && { method: 'POST', body }) })
  return {
    status: response.status,
    location: response.headers.get('location'),
    policy: response.headers.get('content-security-policy') ?? '',
    page: await response.text(),
  }
}

const open = (changes: Partial<Stripe.Checkout.SessionCreateParams> = {}) =>
  site.stripe.checkout.sessions.create({ ...hostedOnce, ...changes })
const hosted = async (changes: Partial<Stripe.Checkout.SessionCreateParams> = {}) => {
  const session = await open(changes)
  return { session, url: session.url ?? '' }
}
const embedded = async (changes: Partial<Stripe.Checkout.SessionCreateParams> = {}) => {
  const session = await site.stripe.checkout.sessions.create({ ...embeddedMonthly, ...changes })
  return { session, url: `${site.sandbox.urls.stripe}/embed/${session.client_secret}` }
}

describe('the hosted page', () => {
  test('shows what is paid, that no card is charged, and the way back', async () => {
    const { url } = await hosted()
    const { page, status } = await visit(url)
    expect(status).toBe(200)
    expect(page).toContain('Test payments: no card is charged')
    expect(page).toContain('Gift for a Cleft-Free World')
    expect(page).toContain('>Pay ₹1,000</button>')
    expect(page).toContain('<a class="back" href="http://localhost:3000/DonateIndia?cancelled=1&amp;step=2">')
    expect(page).not.toMatch(/<script| style=/)
  })

  test('sends the donor on, with the session in the address, once the site has heard of it', async () => {
    const { session, url } = await hosted()
    const { status, location } = await visit(url, card())
    expect(status).toBe(303)
    expect(location).toBe(`http://localhost:3000/thank-you?session_id=${session.id}`)
    expect(site.heard.map(({ type }) => type)).toContain('checkout.session.completed')
  })

  test('says beside the number that the card was declined, and takes another one', async () => {
    const { url } = await hosted()
    const { status, page } = await visit(url, card({ number: '4000000000000002' }))
    expect(status).toBe(200)
    expect(page).toMatch(/<title>Error: /)
    expect(page).toContain('<span class="error" id="number-error">Your card was declined.</span>')
    expect(page).toContain('<a href="#number">Your card was declined.</a>')
    expect(page).toMatch(/id="number"[^>]*aria-describedby="number-hint number-error" aria-invalid="true"/)
    expect(page).toContain('value="asha@example.org"')
    expect((await visit(url, card())).status).toBe(303)
  })

  test.each([
    [{ number: '' }, 'Your card number is incomplete.'],
    [{ number: '4242 4242 4242 4241' }, 'Your card number is invalid.'],
    [{ expiry: '' }, 'Your card&#39;s expiration date is incomplete.'],
    [{ expiry: '13/34' }, 'Your card&#39;s expiration date is invalid.'],
    [{ expiry: '12/20' }, 'Your card&#39;s expiration year is in the past.'],
    [{ cvc: '12' }, 'Your card&#39;s security code is incomplete.'],
    [{ email: 'asha' }, 'Enter an e-mail address, like name@example.org'],
    [{ number: '4000000000009995' }, 'Your card has insufficient funds.'],
  ])('refuses %j', async (changes, sentence) => {
    const { url } = await hosted()
    const { status, page } = await visit(url, card(changes))
    expect(status).toBe(200)
    expect(page).toContain(sentence)
    expect(site.heard.map(({ type }) => type)).not.toContain('checkout.session.completed')
  })

  test('never shows a number again that is not of a test card', async () => {
    const { url } = await hosted()
    const { page } = await visit(url, card({ number: '5555555555554444', cvc: '' }))
    expect(page).not.toContain('5555')
  })

  test('does not ask for an address that the site has given, nor believe another one', async () => {
    const { session, url } = await hosted({ customer_email: 'given@example.org' })
    expect((await visit(url)).page).not.toContain('name="email"')
    await visit(url, card({ email: 'other@example.org' }))
    expect((await site.stripe.checkout.sessions.retrieve(session.id)).customer_details?.email).toBe('given@example.org')
  })

  test('escapes what the site sends', async () => {
    const { url } = await hosted({
      line_items: [{ price_data: { ...gift, product_data: { name: '<img src=x onerror=alert(1)>' } }, quantity: 1 }],
    })
    const { page } = await visit(url)
    expect(page).toContain('&lt;img src=x onerror=alert(1)&gt;')
    expect(page).not.toContain('<img')
  })

  test('a second Pay leads to the same end, and pays once', async () => {
    const { session, url } = await hosted()
    const both = await Promise.all([visit(url, card()), visit(url, card())])
    expect(both.map(({ location }) => location)).toEqual(
      Array.from({ length: 2 }, () => `http://localhost:3000/thank-you?session_id=${session.id}`),
    )
    expect(site.heard.filter(({ type }) => type === 'payment_intent.succeeded')).toHaveLength(1)
    expect((await visit(url)).page).toContain('You are all done here')
  })

  test('says so when it has expired, and still leads back', async () => {
    const { session, url } = await hosted()
    await site.stripe.checkout.sessions.expire(session.id)
    for (const { page } of [await visit(url), await visit(url, card())]) {
      expect(page).toContain('This payment page has expired')
      expect(page).toContain('href="http://localhost:3000/DonateIndia?cancelled=1&amp;step=2"')
    }
  })

  test('a session that does not exist, or is embedded, has no page', async () => {
    const { session } = await embedded()
    expect((await visit(`${site.sandbox.urls.stripe}/pay/cs_test_x`)).status).toBe(404)
    expect((await visit(`${site.sandbox.urls.stripe}/pay/${session.id}`)).status).toBe(404)
  })

  test('offers the bank account in dollars, where it is not ruled out', async () => {
    const dollars = { line_items: [{ price_data: { ...gift, currency: 'usd' }, quantity: 1 }] }
    expect((await visit((await hosted()).url)).page).not.toContain('us_bank_account')
    expect(
      (await visit((await hosted({ ...dollars, allowed_payment_method_types: ['card'] })).url)).page,
    ).not.toContain('us_bank_account')
    const { session, url } = await hosted(dollars)
    expect((await visit(url)).page).toContain('value="us_bank_account"')
    const paid = await visit(url, new URLSearchParams({ email: 'asha@example.org', method: 'us_bank_account' }))
    expect(paid.status).toBe(303)
    expect(await site.stripe.checkout.sessions.retrieve(session.id)).toMatchObject({
      status: 'complete',
      payment_status: 'unpaid',
    })
  })

  test('may be shown in no frame, runs no script, and may only lead to the site', async () => {
    const { policy } = await visit((await hosted()).url)
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain(`form-action 'self' ${site.siteUrl} http://localhost:3000`)
    expect(policy).not.toContain('script-src')
  })
})

describe('the embedded page', () => {
  test('may be shown in a frame of the site and of nobody else', async () => {
    const { policy, page, status } = await visit((await embedded()).url)
    expect(status).toBe(200)
    expect(policy).toContain(`frame-ancestors ${site.siteUrl}`)
    expect(policy).toContain("script-src 'self'")
    expect(page).toContain('>Pay ₹1,000 every month</button>')
    expect(page).toContain(`<script src="/embed.js" data-site="${site.siteUrl}" defer>`)
    expect(page).not.toContain('autofocus')
  })

  test('declines, takes another card, and tells where to go on', async () => {
    const { session, url } = await embedded()
    expect((await visit(url, card({ number: '4000000000000002' }))).page).toContain('Your card was declined.')
    const { page, status } = await visit(url, card())
    expect(status).toBe(200)
    expect(page).toContain('data-complete')
    expect(page).toContain('data-redirect="always"')
    expect(page).toContain(`data-return-url="http://localhost:3000/thank-you?session_id=${session.id}"`)
    expect((await visit(url)).page).toContain('data-complete')
  })

  test('leads nowhere when the session never redirects', async () => {
    const { return_url, ...rest } = embeddedMonthly
    expect(return_url).toBeDefined()
    const session = await site.stripe.checkout.sessions.create({ ...rest, redirect_on_completion: 'never' })
    const { page } = await visit(`${site.sandbox.urls.stripe}/embed/${session.client_secret}`, card())
    expect(page).toContain('data-redirect="never"')
    expect(page).not.toContain('data-return-url')
  })

  test('opens only with the whole secret', async () => {
    const { session } = await embedded()
    const base = `${site.sandbox.urls.stripe}/embed`
    expect((await visit(`${base}/${session.id}`)).status).toBe(404)
    expect((await visit(`${base}/${session.id}_secret_guess`)).status).toBe(404)
    const page = await hosted()
    expect((await visit(`${base}/${page.session.id}_secret_null`)).status).toBe(404)
  })
})
