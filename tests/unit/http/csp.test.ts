import type { Env } from '#lib/platform/env.ts'
import { contentPolicy, filmOrigins } from '#lib/platform/http/csp.ts'
import type { PageRecord } from '#lib/platform/http/page-record.ts'

let stripe: Partial<NonNullable<Env['stripe']>> | null = null
let turnstile: Pick<NonNullable<Env['turnstile']>, 'apiBase'> | null = null
jest.mock('#lib/platform/env.ts', () => ({ env: () => ({ stripe, turnstile }) }))
beforeEach(() => {
  stripe = null
  turnstile = null
})

const cloudflare = 'https://challenges.cloudflare.com'
const sandbox = 'http://localhost:3501'
const plain: PageRecord = { live: {}, frames: [], needs: [] }
const form: PageRecord = { ...plain, needs: ['challenge'] }
const island: PageRecord = { ...plain, needs: ['card-form', 'challenge'] }

/** What the policy of a page allows beside our own files. */
function allowed(record: PageRecord, directive: string): string[] {
  const part = contentPolicy(record)
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
  expect(allowed(plain, 'script-src')).toEqual([])
  expect(allowed(plain, 'require-trusted-types-for')).toEqual(["'script'"])
  expect(allowed(plain, 'trusted-types')).toEqual(["'none'"])
  expect(allowed(plain, 'frame-src')).toEqual([...filmOrigins])
})

test('no page allows what is unsafe, or a frame around itself', () => {
  stripe = { apiBase: null }
  for (const record of [plain, island]) {
    expect(contentPolicy(record)).not.toMatch(/unsafe/)
    expect(allowed(record, 'frame-ancestors')).toEqual(["'none'"])
    expect(allowed(record, 'default-src')).toEqual(["'none'"])
  }
})

test('a page with a form runs Turnstile if its keys are set, and then has no Trusted Types', () => {
  expect(allowed(form, 'script-src')).toEqual([])
  turnstile = { apiBase: cloudflare }
  expect(allowed(plain, 'script-src')).toEqual([])
  expect(allowed(form, 'script-src')).toEqual([cloudflare])
  expect(allowed(form, 'frame-src')).toContain(cloudflare)
  expect(contentPolicy(form)).not.toContain('trusted-types')
})

test.each<[Partial<NonNullable<Env['stripe']>> | null, PageRecord['needs'], string[]]>([
  [null, ['portal'], []],
  [{ apiBase: null, portal: false }, ['portal'], []],
  [{ apiBase: null, portal: true }, ['portal'], ['https://billing.stripe.com']],
  [{ apiBase: null, portal: true }, ['challenge'], []],
  [{ apiBase: sandbox, portal: true }, ['portal'], [sandbox]],
])('with %j, a page that needs %j may post to %j', (account, needs, origins) => {
  stripe = account
  expect(allowed({ ...plain, needs }, 'form-action')).toEqual(origins)
})

test('a form that takes cards needs Stripe or the sandbox, and the partner’s form where the page frames it', () => {
  expect(contentPolicy(island)).not.toContain('stripe')
  stripe = { apiBase: sandbox }
  expect(allowed(island, 'script-src')).toEqual([sandbox])
  expect(allowed({ ...island, frames: ['https://partner.test'] }, 'frame-src')).toEqual([
    ...filmOrigins,
    'https://partner.test',
    sandbox,
  ])
  stripe = { apiBase: null }
  expect(allowed(island, 'script-src')).toContain('https://js.stripe.com')
  expect(contentPolicy(plain)).not.toContain('stripe')
})
