import type { Env } from '#lib/env.ts'
import { contentOrigins, paymentOrigins } from '#lib/http/page-origins.ts'

let stripe: Partial<NonNullable<Env['stripe']>> | null = null
let turnstile: Pick<NonNullable<Env['turnstile']>, 'apiBase'> | null = null
jest.mock('#lib/env.ts', () => ({ env: () => ({ stripe, turnstile }) }))

const films = ['https://www.youtube-nocookie.com', 'https://player.vimeo.com']
const form = '<form method="post" data-posted="contact">'
const cloudflare = 'https://challenges.cloudflare.com'

beforeEach(() => {
  stripe = null
  turnstile = null
})

test('a content page allows only film players', () => {
  expect(contentOrigins('/India', '<p>')).toEqual({ frame: films })
  expect(contentOrigins('/India', form)).toEqual({ frame: films })
})

test('only a page with a form allows Turnstile, and only with its keys set', () => {
  turnstile = { apiBase: cloudflare }
  expect(contentOrigins('/ContactUs', form)).toEqual({ script: [cloudflare], frame: [...films, cloudflare] })
  expect(contentOrigins('/India', '<p>')).toEqual({ frame: films })
})

test('the page of the mailed link allows Stripe’s portal only if it is enabled', () => {
  const led = () => contentOrigins('/change-gift', '<p>').form
  expect(led()).toBeUndefined()
  stripe = { apiBase: null, portal: false }
  expect(led()).toBeUndefined()
  stripe = { apiBase: null, portal: true }
  expect(led()).toEqual(['https://billing.stripe.com'])
  for (const other of ['/India', '/stop-gift']) expect(contentOrigins(other, '<p>').form).toBeUndefined()
  stripe = { apiBase: 'http://localhost:3501', portal: true }
  expect(led()).toEqual(['http://localhost:3501'])
})

test('a payment page allows Stripe, or its stand-in, and its frames', () => {
  expect(paymentOrigins([])).toEqual({ script: [], frame: [] })
  stripe = { apiBase: 'http://localhost:3501' }
  expect(paymentOrigins(['https://partner.test/give?amount=100'])).toMatchObject({
    script: ['http://localhost:3501'],
    frame: ['http://localhost:3501', 'https://partner.test'],
  })
  stripe = { apiBase: null }
  expect(paymentOrigins([]).script).toContain('https://js.stripe.com')
})
