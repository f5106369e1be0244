import { createHash } from 'node:crypto'
import { dynamicPolicy, standInOrigins, stripeOrigins, turnstileOrigins } from '#lib/http/csp.ts'
import { isDeadEnd, isOfAnotherOrigin, policyFor } from '#lib/http/csp-cache-handler.mjs'

const directive = (policy: string, name: string) =>
  policy
    .split('; ')
    .find((part) => part.startsWith(`${name} `))
    ?.split(' ')
    .slice(1)

test('a prerendered page allows exactly its own inline scripts, once each', () => {
  const hash = `'sha256-${createHash('sha256').update('go()').digest('base64')}'`
  const policy = policyFor('<script>go()</script><script src="/a.js"></script><script>go()</script>')
  expect(directive(policy, 'script-src')).toEqual(["'self'", hash])
})

test('data in a page is not taken for a script', () => {
  expect(directive(policyFor('<script type="application/ld+json">{}</script>'), 'script-src')).toEqual(["'self'"])
})

test('a page names a film provider only when it offers one of its films', () => {
  expect(directive(policyFor('<p>No film</p>'), 'frame-src')).toEqual(["'none'"])
  expect(directive(policyFor('<a data-frame="https://www.youtube-nocookie.com/embed/x">'), 'frame-src')).toEqual([
    'https://www.youtube-nocookie.com',
  ])
})

test('only a page with a form lets Turnstile in, and only while its keys are set', () => {
  const form = '<form method="post" data-posted="contact">'
  const origin = 'https://challenges.cloudflare.com'
  expect(directive(policyFor(form, origin), 'script-src')).toEqual(["'self'", origin])
  expect(directive(policyFor(form, origin), 'frame-src')).toEqual([origin])
  expect(policyFor(form, undefined)).not.toContain(origin)
  expect(policyFor('<p>No form</p>', origin)).not.toContain(origin)
  expect(dynamicPolicy('bm9uY2U=', turnstileOrigins(origin))).toContain(`'nonce-bm9uY2U=' ${origin}`)
})

test('no policy ever allows unsafe-inline, unsafe-eval or being framed', () => {
  for (const policy of [policyFor('<p>'), dynamicPolicy('bm9uY2U=', stripeOrigins), dynamicPolicy('bm9uY2U=')]) {
    expect(policy).not.toMatch(/unsafe/)
    expect(directive(policy, 'frame-ancestors')).toEqual(["'none'"])
    expect(directive(policy, 'default-src')).toEqual(["'none'"])
  }
})

test('Stripe is named only where it is asked for, and a stand-in instead of it, never beside it', () => {
  expect(dynamicPolicy('bm9uY2U=')).not.toMatch(/stripe/)
  expect(dynamicPolicy('bm9uY2U=', stripeOrigins)).toMatch(/https:\/\/js\.stripe\.com/)
  const standIn = dynamicPolicy('bm9uY2U=', standInOrigins('http://localhost:3501'))
  expect(standIn).toMatch(/http:\/\/localhost:3501/)
  expect(standIn).not.toMatch(/stripe\.com/)
})

test('a page built for another origin is known by its canonical address', () => {
  const built = '<link rel="canonical" href="http://localhost:3000/India"/>'
  expect(isOfAnotherOrigin(built, 'https://example.org')).toBe(true)
  expect(isOfAnotherOrigin(built, 'http://localhost:3000')).toBe(false)
  expect(isOfAnotherOrigin(built, undefined)).toBe(false)
  expect(isOfAnotherOrigin('<p>Not found</p>', 'https://example.org')).toBe(false)
})

test('a page that stands in for one that is not there is answered 404, and no other is', () => {
  expect(isDeadEnd('/route-cache/APP_PAGE/a25f6ac7/$/stop-gift/broken-link')).toBe(true)
  expect(isDeadEnd('/route-cache/APP_PAGE/a25f6ac7/$/India')).toBe(false)
})
