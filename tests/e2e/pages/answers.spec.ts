/** Headers of all responses, and addresses that are not pages. */
import { testPorts } from '../../../scripts/support/sandbox-environment.ts'
import { everyAddress } from '../../support/addresses.ts'
import { expect, test } from '../../support/browser-test.ts'

const siteUrl = `http://localhost:${testPorts.site}`

test('every page has the security headers, and a strict policy', async ({ request }) => {
  for (const address of await everyAddress()) {
    const headers = (await request.get(address)).headers()
    const policy = headers['content-security-policy'] ?? ''
    expect(policy, address).toContain("default-src 'none'")
    expect(policy, address).toContain("frame-ancestors 'none'")
    expect(policy, address).not.toMatch(/unsafe-/)
    expect(headers, address).toMatchObject({
      'strict-transport-security': expect.stringContaining('max-age='),
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'strict-origin-when-cross-origin',
      'permissions-policy': expect.stringContaining('camera=()'),
      'cross-origin-opener-policy': 'same-origin-allow-popups',
    })
    expect(headers['x-powered-by'], address).toBeUndefined()
  }
})

const takesCards = new Set(['/DonateIndia', '/Donate', '/Event5kSponsorship', '/FatherDaughterSponser'])

test('only the pages that take cards allow the payment service in their policy', async ({ request }) => {
  for (const address of await everyAddress()) {
    const policy = (await request.get(address)).headers()['content-security-policy'] ?? ''
    expect(policy.includes(`:${testPorts.stripe}`) || policy.includes('stripe'), address).toBe(takesCards.has(address))
  }
})

test('an unknown address is answered 404 with links to other pages', async ({ request }) => {
  const answer = await request.get('/no/such/page')
  expect(answer.status()).toBe(404)
  expect(await answer.text()).toContain('href="/India"')
})

test('every spelling redirects in one step, with its query', async ({ request }) => {
  for (const [spelling, canonical] of [
    ['/home?from=poster', '/?from=poster'],
    ['/donateindia?reason=5', '/DonateIndia?reason=5'],
    ['/india/', '/India'],
    ['/About%20Us', '/AboutUs'],
    ['/Director', '/ExecutiveBoardOfDirectors'],
    ['/People?a=1&b=2', '/PeopleNotProducts?a=1&b=2'],
  ] as const) {
    const answer = await request.get(spelling, { maxRedirects: 0 })
    expect(answer.status(), spelling).toBe(308)
    expect(new URL(answer.headers().location ?? '', siteUrl), spelling).toMatchObject({
      pathname: canonical.split('?')[0],
      search: canonical.includes('?') ? `?${canonical.split('?')[1]}` : '',
    })
  }
})

test('robots, sitemap, manifest and icons exist, and the sitemap lists every canonical address once', async ({
  request,
}) => {
  expect(await (await request.get('/robots.txt')).text()).toContain(`Sitemap: ${siteUrl}/sitemap.xml`)
  const manifest = await (await request.get('/manifest.webmanifest')).json()
  for (const { src } of manifest.icons) expect((await request.get(src)).status(), src).toBe(200)
  const addresses = await everyAddress()
  for (const address of ['/', '/India', '/India/stories/the-500th', '/DonateIndia'])
    expect(addresses).toContain(address)
})

test('every listed page has a unique title and description, a canonical address and a social card', async ({
  request,
}) => {
  test.setTimeout(120_000)
  const titles = new Map<string, string>()
  const descriptions = new Map<string, string>()
  const one = (html: string, pattern: RegExp) => pattern.exec(html)?.[1] ?? ''
  const sitemap = await (await request.get('/sitemap.xml')).text()
  for (const [, url = ''] of sitemap.matchAll(/<loc>([^<]+)<\/loc>/g)) {
    const address = new URL(url).pathname
    const html = await (await request.get(address)).text()
    const title = one(html, /<title>([^<]+)<\/title>/)
    const description = one(html, /<meta name="description" content="([^"]+)"/)
    expect(titles.get(title), `${address} has the title of`).toBeUndefined()
    expect(descriptions.get(description), `${address} has the description of`).toBeUndefined()
    titles.set(title, address)
    descriptions.set(description, address)
    expect(one(html, /<link rel="canonical" href="([^"]+)"/).replace(/\/$/, '')).toBe(url.replace(/\/$/, ''))
    const card = await request.get(new URL(one(html, /<meta property="og:image" content="([^"]+)"/)).pathname)
    expect(card.headers()['content-type'], address).toBe('image/png')
    expect((await card.body()).readUInt32BE(16), `${address}: width of the card`).toBe(1200)
  }
})

test('no address of the sandbox is reachable through the site', async ({ request }) => {
  for (const address of ['/_sandbox/requests', '/v1/checkout/sessions', '/sandbox-stripe.js', '/api/v1.0/email/send'])
    expect((await request.get(address)).status(), address).toBe(404)
})

test.describe('the page of an unknown address', () => {
  test.use({ expectedNoise: [/status of 404/] })

  test('has the same header as every other page', async ({ page }) => {
    await page.setViewportSize({ width: 1280, height: 800 })
    const place = () => page.locator('header summary', { hasText: 'Countries' }).boundingBox()
    await page.goto('/OurMission')
    const usual = await place()
    await page.goto('/no/such/page')
    expect(await place()).toEqual(usual)
  })
})
