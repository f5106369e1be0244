import type { Env } from '#lib/platform/env.ts'
import { contentPolicy, filmOrigins } from '#lib/platform/http/csp.ts'

let stripe: Partial<NonNullable<Env['stripe']>> | null = null
let turnstile: Pick<NonNullable<Env['turnstile']>, 'apiBase'> | null = null
jest.mock('#lib/platform/env.ts', () => ({ env: () => ({ stripe, turnstile }) }))
beforeEach(() => {
  stripe = null
  turnstile = null
})

const cloudflare = 'https://challenges.cloudflare.com'
const sandbox = 'http://localhost:3501'
const form = '<form method="post" data-posted="contact">'
const island = '<div data-behaviour="island" data-island="donation" data-props="{}">'

/** What the policy of a page allows beside our own files. */
function allowed(html: string, directive: string): string[] {
  const part = contentPolicy(html)
    .split('; ')
    .find((one) => one.startsWith(`${directive} `))
  return (
    part
      ?.split(' ')
      .slice(1)
      .filter((source) => source !== "'self'") ?? []
  )
}

test('a content page runs only our own files, with Trusted Types, and frames film players', () => {
  expect(allowed('<p>', 'script-src')).toEqual([])
  expect(allowed('<p>', 'require-trusted-types-for')).toEqual(["'script'"])
  expect(allowed('<p>', 'trusted-types')).toEqual(["'none'"])
  expect(allowed('<p>', 'frame-src')).toEqual([...filmOrigins])
})

test('no page allows what is unsafe, or a frame around itself', () => {
  stripe = { apiBase: null }
  for (const html of ['<p>', island]) {
    expect(contentPolicy(html)).not.toMatch(/unsafe/)
    expect(allowed(html, 'frame-ancestors')).toEqual(["'none'"])
    expect(allowed(html, 'default-src')).toEqual(["'none'"])
  }
})

test('a page with a form runs Turnstile if its keys are set, and then has no Trusted Types', () => {
  expect(allowed(form, 'script-src')).toEqual([])
  turnstile = { apiBase: cloudflare }
  expect(allowed('<p>', 'script-src')).toEqual([])
  expect(allowed(form, 'script-src')).toEqual([cloudflare])
  expect(allowed(form, 'frame-src')).toContain(cloudflare)
  expect(contentPolicy(form)).not.toContain('trusted-types')
})

test.each<[Partial<NonNullable<Env['stripe']>> | null, string, string[]]>([
  [null, '/api/your-gifts', []],
  [{ apiBase: null, portal: false }, '/api/your-gifts', []],
  [{ apiBase: null, portal: true }, '/api/your-gifts', ['https://billing.stripe.com']],
  [{ apiBase: null, portal: true }, '/api/stop-gift', []],
  [{ apiBase: sandbox, portal: true }, '/api/your-gifts', [sandbox]],
])('with %j, a form that posts to %s may lead to %j', (account, action, origins) => {
  stripe = account
  expect(allowed(`<form method="post" action="${action}">`, 'form-action')).toEqual(origins)
})

test('a form that takes cards needs Stripe or the sandbox, and the partner’s form where the page frames it', () => {
  const partner = '<dialog data-behaviour="partner-form" data-href="https://partner.test/give?amount=100">'
  expect(contentPolicy(island)).not.toContain('stripe')
  stripe = { apiBase: sandbox }
  expect(allowed(island, 'script-src')).toEqual([sandbox])
  expect(allowed(island + partner, 'frame-src')).toEqual([...filmOrigins, 'https://partner.test', sandbox])
  stripe = { apiBase: null }
  expect(allowed(island, 'script-src')).toContain('https://js.stripe.com')
  expect(contentPolicy('<p>')).not.toContain('stripe')
})
