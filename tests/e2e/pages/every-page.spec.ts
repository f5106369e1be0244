/**
 * Pages in a browser: one of each kind is checked by axe on a phone, its contrasts in both colour schemes, and each fits on one of 320 px.
 * every-page.all.spec.ts checks every page by axe; tests/e2e/http/every-page.spec.ts validates the HTML of each.
 */
import type { Page } from '@playwright/test'
import { everyAddress, nowhere, onePerKind } from '../../support/addresses.ts'
import { colourRules, violations } from '../../support/axe.ts'
import { expect, test } from '../../support/browser-test.ts'

// The browser reports that the page of an unknown address was answered with 404.
test.use({ expectedNoise: /status of 404 \(Not Found\).*nowhere-at-all/ })
test.describe.configure({ timeout: 180_000 })

/** At 320 px it does not scroll sideways, has one main heading, and shows the labels of samples. */
async function expectToFit(page: Page, address: string) {
  const seen = () =>
    page.evaluate(() => ({
      width: document.documentElement.scrollWidth,
      headings: [...document.querySelectorAll('h1')].filter((heading) => heading.checkVisibility()).length,
      mains: document.querySelectorAll('main').length,
      hiddenLabels: [...document.querySelectorAll('main [data-sample]')].filter(
        (label) => !label.checkVisibility() && !label.closest('[hidden], dialog, details:not([open])'),
      ).length,
    }))
  // The page is laid out again some frames after the viewport has changed.
  await expect.soft.poll(seen, { message: address }).toEqual({ width: 320, headings: 1, mains: 1, hiddenLabels: 0 })
}

/** Shares of the pages, so that all workers take part. */
const shares = [0, 1, 2]
const shareOf = (addresses: readonly string[], share: number) =>
  addresses.filter((_, index) => index % shares.length === share)

for (const share of shares)
  test(`of each kind, axe finds nothing in a page, which fits a small phone (part ${share + 1} of ${shares.length})`, async ({
    page,
  }) => {
    const faults: string[] = []
    await page.emulateMedia({ reducedMotion: 'reduce' })
    for (const [index, address] of shareOf(onePerKind(), share).entries()) {
      // The header and the footer are the same on every page.
      const outside = index === 0 ? [] : ['.site-header', 'main ~ footer']
      await page.emulateMedia({ colorScheme: 'light' })
      await page.setViewportSize({ width: 390, height: 844 })
      await page.goto(address)
      faults.push(...(await violations(page, { outside })).map((one) => `${address}, light: ${one}`))
      await page.emulateMedia({ colorScheme: 'dark' })
      faults.push(...(await violations(page, { rules: colourRules, outside })).map((one) => `${address}, dark: ${one}`))
      await page.setViewportSize({ width: 320, height: 640 })
      await expectToFit(page, address)
    }
    expect(faults).toEqual([])
  })

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false, viewport: { width: 320, height: 640 } })

  for (const share of shares)
    test(`every other page fits a small phone (part ${share + 1} of ${shares.length})`, async ({ page }) => {
      const kinds = new Set(onePerKind())
      const others = (await everyAddress()).filter((address) => !kinds.has(address) && address !== nowhere)
      for (const address of shareOf(others, share)) {
        await page.goto(address)
        await expectToFit(page, address)
      }
    })
})
