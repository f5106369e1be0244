/** One address per page; every old spelling redirects to it in one step, with its query. */
import { inParallel } from '../../support/addresses.ts'
import { expect, test } from '../../support/browser-test.ts'
import { named } from '../../support/names.ts'
import { printed, spellingsOf, stories } from '../../support/printed-addresses.ts'
import { served, siteUrl } from '../../support/served.ts'

test.describe.configure({ timeout: 120_000 })

const addresses = [...Object.keys(printed), ...stories]

test('every canonical address returns its page, which declares it as canonical', async () => {
  await inParallel(addresses, async (address) => {
    const { status, html } = await served(address)
    expect(status, address).toBe(200)
    const canonical = /<link rel="canonical" href="([^"]+)"/.exec(html)?.[1]
    expect(canonical && new URL(canonical).href, address).toBe(new URL(address, siteUrl).href)
  })
})

test('every spelling of every address redirects permanently in one step, and keeps its query', async () => {
  const spellings = addresses.flatMap((address) => spellingsOf(address).map((spelling) => ({ spelling, address })))
  expect(spellings.length).toBeGreaterThan(300)
  await inParallel(spellings, async ({ spelling, address }) => {
    for (const query of ['', '?from=poster&reason=5']) {
      const { status, headers } = await served(`${spelling}${query}`)
      expect(status, spelling).toBe(308)
      expect(new URL(headers.get('location') ?? '', siteUrl).href, spelling).toBe(`${siteUrl}${address}${query}`)
    }
  })
})

test('a canonical address with a query is not redirected', async () => {
  for (const address of ['/?from=poster', '/India?from=poster', '/DonateIndia?reason=5', '/Race?utm_source=flyer'])
    expect((await served(address)).status, address).toBe(200)
})

for (const address of [
  '/no/such/page',
  '/Indi',
  '/India/stories',
  '/India/stories/the-501st',
  named('/{secondSlug}/no-such-post'),
  '/FatherDaughterDanceGallery/photo/999',
  '/FatherDaughterDanceGallery/page/99',
  '/forms/no-such-form',
  '/og/Nowhere.png',
  '/calendar/nowhere.ics',
  '/newsletters/1999-01.pdf',
  '/wp-login.php',
  '/api/no-such-route',
  '/%E0%A4%A',
])
  test(`${address} is not found, with the header, the footer and links to other pages`, async () => {
    const { status, html } = await served(address)
    expect(status).toBe(404)
    // A file or an interface that is not there owes nobody a page.
    if (/\.\w+$|^\/api\//.test(address)) return
    expect(html).toMatch(/<header[\s>]/)
    expect(html).toMatch(/<footer[\s>]/)
    expect(html).toContain('name="robots" content="noindex')
    for (const leadsTo of ['/', '/India', '/ContactUs', '/give']) expect(html).toContain(`href="${leadsTo}"`)
  })

// Links from before lead into these pages: that is where visitors outside India were sent to give.
for (const [fragment, pages] of Object.entries({
  'campaign-8483': [
    '/CraniofacialSurgeries',
    '/AntiHumanTrafficking',
    '/OurValues',
    '/OurStrategy',
    '/InnovativeSolutions',
    named('/{founderSlug}'),
  ],
  'campaign-8479': [named('/{founderSlug}')],
}))
  for (const address of pages)
    test(`${address}#${fragment} still leads to a place where one can give`, async ({ page }) => {
      await page.goto(`${address}#${fragment}`)
      const target = page.locator(`#${fragment}`)
      await expect(target).toBeInViewport()
      await expect(target.getByRole('link', { name: /give|donate/i }).first()).toBeVisible()
    })
