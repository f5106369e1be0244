import type { Env } from '#lib/platform/env.ts'
import {
  contentOrigins,
  contentPolicy,
  failClosedPolicy,
  filmOrigins,
  standInOrigins,
  stripeOrigins,
  turnstileOrigins,
} from '#lib/platform/http/csp.ts'

let stripe: Partial<NonNullable<Env['stripe']>> | null = null
let turnstile: Pick<NonNullable<Env['turnstile']>, 'apiBase'> | null = null
jest.mock('#lib/platform/env.ts', () => ({ env: () => ({ stripe, turnstile }) }))
beforeEach(() => {
  stripe = null
  turnstile = null
})

const cloudflare = 'https://challenges.cloudflare.com'
const sandbox = 'http://localhost:3501'

describe('A policy', () => {
  const directive = (policy: string, name: string) =>
    policy
      .split('; ')
      .find((part) => part.startsWith(`${name} `))
      ?.split(' ')
      .slice(1)
  const policies = [contentPolicy(), contentPolicy(stripeOrigins)]

  test('of a content page allows only our own files, with Trusted Types', () => {
    const policy = contentPolicy({ frame: filmOrigins })
    expect(directive(policy, 'script-src')).toEqual(["'self'"])
    expect(directive(policy, 'require-trusted-types-for')).toEqual(["'script'"])
    expect(directive(policy, 'trusted-types')).toEqual(["'none'"])
    expect(directive(policy, 'frame-src')).toEqual([...filmOrigins])
  })

  test('has no Trusted Types where scripts of others run', () => {
    const policy = contentPolicy(turnstileOrigins(cloudflare))
    expect(directive(policy, 'script-src')).toEqual(["'self'", cloudflare])
    expect(policy).not.toContain('trusted-types')
  })

  test('never allows what is unsafe, or a frame around the page', () => {
    for (const policy of [...policies, failClosedPolicy]) {
      expect(policy).not.toMatch(/unsafe/)
      expect(directive(policy, 'frame-ancestors')).toEqual(["'none'"])
      expect(directive(policy, 'default-src')).toEqual(["'none'"])
    }
  })

  test('has violations reported to us', () => {
    for (const policy of policies) {
      expect(directive(policy, 'report-uri')).toEqual(['/api/reports'])
      expect(directive(policy, 'report-to')).toEqual(['reports'])
    }
  })

  test('allows Stripe only where it is needed, or the sandbox instead', () => {
    expect(contentPolicy()).not.toMatch(/stripe/)
    expect(contentPolicy(stripeOrigins)).toMatch(/https:\/\/js\.stripe\.com/)
    const standIn = contentPolicy(standInOrigins(sandbox))
    expect(standIn).toContain(sandbox)
    expect(standIn).not.toMatch(/stripe\.com/)
  })
})

describe('The other origins', () => {
  const form = '<form method="post" data-posted="contact">'
  const films = [...filmOrigins]

  test('of a content page are the film players, and Turnstile where there is a form and its keys are set', () => {
    expect(contentOrigins(form)).toMatchObject({ script: [], frame: films })
    turnstile = { apiBase: cloudflare }
    expect(contentOrigins('<p>')).toMatchObject({ script: [], frame: films })
    expect(contentOrigins(form)).toMatchObject({ script: [cloudflare], frame: [cloudflare, ...films] })
  })

  test.each<[typeof stripe, string, string[]]>([
    [null, '/api/your-gifts', []],
    [{ apiBase: null, portal: false }, '/api/your-gifts', []],
    [{ apiBase: null, portal: true }, '/api/your-gifts', ['https://billing.stripe.com']],
    [{ apiBase: null, portal: true }, '/api/stop-gift', []],
    [{ apiBase: sandbox, portal: true }, '/api/your-gifts', [sandbox]],
  ])('with %j, a form that posts to %s may lead to %j', (account, action, origins) => {
    stripe = account
    expect(contentOrigins(`<form method="post" action="${action}">`).form).toEqual(origins)
  })

  test('of a form that takes cards are those of Stripe or the sandbox, and of the partner’s form where the page frames it', () => {
    const island = '<div data-behaviour="island" data-island="donation" data-props="{}">'
    const partner = '<dialog data-behaviour="partner-form" data-href="https://partner.test/give?amount=100">'
    expect(contentOrigins(island).script).toEqual([])
    stripe = { apiBase: sandbox }
    expect(contentOrigins(`${island}${partner}`)).toMatchObject({
      script: [sandbox],
      frame: [sandbox, ...films, 'https://partner.test'],
    })
    stripe = { apiBase: null }
    expect(contentOrigins(island).script).toContain('https://js.stripe.com')
    expect(contentOrigins('<p>').script).toEqual([])
  })
})
