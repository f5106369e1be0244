import { createHash } from 'node:crypto'
import {
  contentPolicy,
  failClosedPolicy,
  filmOrigins,
  hashPolicy,
  noncePolicy,
  standInOrigins,
  stripeOrigins,
  turnstileOrigins,
} from '#lib/http/csp.ts'

const directive = (policy: string, name: string) =>
  policy
    .split('; ')
    .find((part) => part.startsWith(`${name} `))
    ?.split(' ')
    .slice(1)

test('a content page runs only our own files, with Trusted Types', () => {
  const policy = contentPolicy({ frame: filmOrigins })
  expect(directive(policy, 'script-src')).toEqual(["'self'"])
  expect(directive(policy, 'require-trusted-types-for')).toEqual(["'script'"])
  expect(directive(policy, 'trusted-types')).toEqual(["'none'"])
  expect(directive(policy, 'frame-src')).toEqual([...filmOrigins])
})

test('Trusted Types are off where third-party scripts run', () => {
  const policy = contentPolicy(turnstileOrigins('https://challenges.cloudflare.com'))
  expect(directive(policy, 'script-src')).toEqual(["'self'", 'https://challenges.cloudflare.com'])
  expect(policy).not.toContain('trusted-types')
})

test('a page that keeps the runtime allows exactly its own inline scripts, once each', () => {
  const hash = `'sha256-${createHash('sha256').update('go()').digest('base64')}'`
  const html =
    '<script>go()</script><script src="/a.js"></script><script>go()</script><script type="application/ld+json">{}</script>'
  expect(directive(hashPolicy(html), 'script-src')).toEqual(["'self'", hash])
})

const policies = [
  contentPolicy(),
  hashPolicy('<p>'),
  noncePolicy('bm9uY2U='),
  noncePolicy('bm9uY2U=', stripeOrigins),
  failClosedPolicy,
]

test('no policy ever allows unsafe-inline, unsafe-eval or being framed', () => {
  for (const policy of policies) {
    expect(policy).not.toMatch(/unsafe/)
    expect(directive(policy, 'frame-ancestors')).toEqual(["'none'"])
    expect(directive(policy, 'default-src')).toEqual(["'none'"])
  }
})

test('violations are reported to our own address', () => {
  for (const policy of policies.slice(0, -1)) {
    expect(directive(policy, 'report-uri')).toEqual(['/api/reports'])
    expect(directive(policy, 'report-to')).toEqual(['reports'])
  }
})

test('Stripe is allowed only where needed, and a stand-in replaces it', () => {
  expect(noncePolicy('bm9uY2U=')).not.toMatch(/stripe/)
  expect(noncePolicy('bm9uY2U=', stripeOrigins)).toMatch(/https:\/\/js\.stripe\.com/)
  const standIn = noncePolicy('bm9uY2U=', standInOrigins('http://localhost:3501'))
  expect(standIn).toMatch(/http:\/\/localhost:3501/)
  expect(standIn).not.toMatch(/stripe\.com/)
})
