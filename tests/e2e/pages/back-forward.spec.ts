import { ensureChromium } from '../../../scripts/support/browser.ts'
import { expect, test } from '../../support/browser-test.ts'

// Playwright switches the cache off, because it waits for a load that a page from there does not have.
test.use({
  launchOptions: async ({ launchOptions }, use) =>
    use({
      ...launchOptions,
      executablePath: await ensureChromium(),
      ignoreDefaultArgs: ['--disable-back-forward-cache'],
    }),
})

// Not among them: pages about a person's gift, which must not be kept, and an unknown address, since browsers keep no error.
const kinds = ['/', '/India/stories/the-500th', '/PeopleNotProducts', '/FatherDaughterDanceGallery', '/forms/contact']

test('a page of every kind is restored from the back/forward cache', async ({ page }) => {
  for (const address of kinds) {
    await page.goto(address, { waitUntil: 'networkidle' })
    await page.evaluate(() => {
      addEventListener('pageshow', ({ persisted }) => {
        document.documentElement.dataset.persisted = String(persisted)
      })
    })
    await page.goto('/PrivacyPolicy')
    await page.evaluate(() => history.back())
    await expect(page, address).toHaveURL(address)
    await expect(page.locator('html'), address).toHaveAttribute('data-persisted', 'true')
  }
})
