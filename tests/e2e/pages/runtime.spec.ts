/** Next's client runtime: on the pages that take cards, and on no other. */
import { everyAddress, givingAddresses, inParallel } from '../../support/addresses.ts'
import { expect, test } from '../../support/browser-test.ts'
import { startSecondSite } from '../../support/second-site.ts'
import { served } from '../../support/served.ts'

const takesCards = new Set(givingAddresses())
const ours = /^ type="(?:application\/ld\+json"|module" src="\/_next\/static\/behaviours\/main-)/

const foreignScripts = (html: string) =>
  [...html.matchAll(/<script\b([^>]*)>/g)].flatMap(([, attributes = '']) => (ours.test(attributes) ? [] : [attributes]))

test('only the pages that take cards load it; every other page has no script but our own', async () => {
  await inParallel([...(await everyAddress()), '/stop-gift', '/forms/nonsense', '/server-error'], async (address) => {
    const { html, headers } = await served(address)
    const policy = headers.get('content-security-policy') ?? ''
    if (takesCards.has(address)) {
      expect(foreignScripts(html).length, address).toBeGreaterThan(0)
      expect(policy, address).toContain("'nonce-")
      return
    }
    expect(foreignScripts(html), address).toEqual([])
    expect(html, address).not.toMatch(
      /__next_f|as="script"|<!--|rel="modulepreload" href="(?!\/_next\/static\/behaviours\/)/,
    )
    expect(policy, address).toContain("script-src 'self'; ")
    expect(policy, address).toContain("require-trusted-types-for 'script'; trusted-types 'none'")
    expect(headers.get('vary') ?? '', address).not.toMatch(/rsc|next-/)
  })
})

test('HEAD is answered like GET', async () => {
  for (const address of ['/', '/search?q=cleft', '/nowhere-at-all']) {
    const [head, get] = [await served(address, { method: 'HEAD' }), await served(address)]
    expect(head.status, address).toBe(get.status)
    expect(head.html, address).toBe('')
    expect(head.headers.get('content-security-policy'), address).toBe(get.headers.get('content-security-policy'))
  }
})

test('a question of Next’s router is answered with the page', async () => {
  const { headers } = await served('/India', { headers: { rsc: '1', 'next-router-prefetch': '1' } })
  expect(headers.get('content-type')).toMatch(/^text\/html/)
})

test('a report of a violation is taken', async ({ request }) => {
  const report = { 'csp-report': { 'effective-directive': 'img-src', 'blocked-uri': 'data' } }
  const answer = await request.post('/api/reports', {
    headers: { 'content-type': 'application/csp-report' },
    data: JSON.stringify(report),
  })
  expect(answer.status()).toBe(204)
})

test.describe('where the switch keeps it', () => {
  // The second site has a port of its own.
  test.use({ expectedNoise: [/^outside request: http:\/\/localhost:\d+\//] })

  test('React takes over before a behaviour starts, and nothing is violated', async ({ page }) => {
    const site = await startSecondSite(() => ({ KEEP_CLIENT_RUNTIME: '1' }))
    try {
      const answer = await page.goto(`${site.url}/`)
      expect(foreignScripts((await answer?.text()) ?? '').length).toBeGreaterThan(0)
      await expect(page.locator('html')).toHaveAttribute('data-hydrated', '')
      await expect(page.locator('[data-behaviour=carousel]')).toHaveAttribute('data-behaves', /./)
      await page.close()
    } finally {
      await site.close()
    }
  })
})
