/** The light version: for a browser that saves data, or by a choice in the footer (lib/platform/server/page-version.ts). */
import type { Page } from '@playwright/test'
import { expect, test } from '../../support/browser-test.ts'
import { cards, fillAddress, fillGift, newDonor, nextButton, payBy } from '../../support/donor.ts'
import { giftsOf } from '../../support/ledger.ts'

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
})
