/** The light version: for a browser that saves data, or by a choice in the footer (lib/server/light-page.ts). */
import type { Page } from '@playwright/test'
import { everyAddress, inParallel, nowhere } from '../../support/addresses.ts'
import { expect, test } from '../../support/browser-test.ts'
import { cards, fillAddress, fillGift, newDonor, nextButton, payBy } from '../../support/donor.ts'
import { giftsOf } from '../../support/ledger.ts'
import { served, tagsOf } from '../../support/served.ts'
import { visibleText } from '../../support/visible-text.ts'

const saving = { headers: { 'save-data': 'on' } }
const photoPage = /\/photo\/\d+$/

test('every page has a light version: without scripts, fonts and photographs, with the same words, links and forms', async () => {
  const different: string[] = []
  await inParallel(await everyAddress(), async (address) => {
    const [full, light] = [await served(address), await served(address, saving)]
    const expected = address === nowhere ? 404 : 200
    expect([full.status, light.status], address).toEqual([expected, expected])
    const [fullTags, lightTags] = [tagsOf(full.html), tagsOf(light.html)]
    const heavy = lightTags.filter(
      ({ name, attributes: { rel } }) =>
        name === 'script' || (name === 'img' && !photoPage.test(address)) || rel === 'preload',
    )
    const interactive = (tags: typeof fullTags) =>
      tags.filter(({ name }) => ['a', 'form', 'input', 'select', 'textarea', 'button', 'summary'].includes(name))
    if (heavy.length > 0) different.push(`${address}: ${JSON.stringify(heavy[0])}`)
    if (interactive(lightTags).length !== interactive(fullTags).length) different.push(`${address}: controls`)
    if (!visibleText(light.html).startsWith(visibleText(full.html).slice(0, 200))) different.push(`${address}: words`)
  })
  expect(different).toEqual([])
})

test('Vary lists what the version depends on, and a version chosen by cookie is not cached', async () => {
  for (const address of ['/', '/India', '/search', '/forms/contact', nowhere]) {
    const chosen = { headers: { cookie: 'version=light' } }
    for (const init of [{}, saving, chosen]) {
      const { headers, html } = await served(address, init)
      expect(headers.get('vary')?.toLowerCase(), address).toMatch(/(?=.*\bsave-data\b)(?=.*\bcookie\b)/)
      expect(html.includes('data-version="light"'), address).toBe(init !== undefined && 'headers' in init)
      if (init === chosen) expect(headers.get('cache-control'), address).toMatch(/private|no-store/)
    }
  }
})

test('the two versions are never mixed under concurrent requests', async () => {
  const wrong: number[] = []
  await inParallel(
    Array.from({ length: 200 }, (_, place) => place),
    async (place) => {
      const light = place % 3 === 0
      const { html } = await served('/Kenya', light ? saving : {})
      if (html.includes('data-version="light"') !== light) wrong.push(place)
    },
  )
  expect(wrong).toEqual([])
})

/** Records the scripts and fonts that a page requests from now on. */
function heavyRequests(page: Page): string[] {
  const urls: string[] = []
  page.on('request', (request) => {
    if (['script', 'font'].includes(request.resourceType())) urls.push(`${request.url()} by ${page.url()}`)
  })
  return urls
}

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true })

  test('the choice in the footer is remembered, returns to the same page, and can be undone', async ({ page }) => {
    await page.goto('/search?q=cleft')
    await page.getByRole('button', { name: 'Light version, for slow connections' }).tap()
    await expect(page.locator('html')).toHaveAttribute('data-version', 'light')
    await expect(page).toHaveURL(/\/search\?q=cleft$/)
    await page.goto('/India')
    await expect(page.locator('html')).toHaveAttribute('data-version', 'light')
    await page.getByRole('button', { name: 'Full version' }).tap()
    await expect(page).toHaveURL(/\/India$/)
    await expect(page.locator('html')).not.toHaveAttribute('data-version')
  })

  test('a visitor of the light version finds a country in the menu, reads a story and gives', async ({
    page,
    baseURL,
  }) => {
    await page.context().addCookies([{ name: 'version', value: 'light', url: baseURL ?? '' }])
    const heavy = heavyRequests(page)
    await page.goto('/')
    await page.getByRole('button', { name: 'Menu' }).tap()
    await page.getByRole('navigation').locator('summary', { hasText: 'Countries' }).tap()
    await page.getByRole('link', { name: 'India', exact: true }).first().tap()
    await page
      .getByRole('link', { name: /READ FULL STORY/ })
      .first()
      .tap()
    await expect(page).toHaveURL(/\/India\/stories\//)

    const donor = newDonor()
    await page.goto('/DonateIndia?reason=2')
    await fillGift(page, donor)
    await nextButton(page).tap()
    await fillAddress(page, donor)
    expect(heavy).toEqual([])
    await page.getByRole('button', { name: 'Give ₹1,000 a month' }).tap()
    await payBy(cards.accepted, page)
    await expect(page.getByText('Payment Successful! Subscription active.').first()).toBeVisible()
    await expect.poll(() => giftsOf(donor.email)).toHaveLength(1)
  })

  test.describe('that saves data', () => {
    test.use({
      extraHTTPHeaders: async ({ visitor }, use) => {
        await use({ 'x-forwarded-for': visitor, 'save-data': 'on' })
      },
    })

    test('a visitor gets the light version, and can choose the full one', async ({ page }) => {
      const heavy = heavyRequests(page)
      await page.goto('/Uganda')
      await expect(page.locator('html')).toHaveAttribute('data-version', 'light')
      expect(heavy).toEqual([])
      await page.getByRole('button', { name: 'Full version' }).tap()
      await expect(page.locator('html')).not.toHaveAttribute('data-version')
    })
  })
})
