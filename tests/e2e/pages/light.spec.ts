import { expect, test } from '../../support/browser-test.ts'

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true })

// tests/e2e/http/every-page.spec.ts judges the light version of every page. Its forms are those for browsers without JavaScript.
test('the light version is chosen in the footer, remembered on the next page, loads no script and font, and can be left', async ({
  page,
}) => {
  const html = page.locator('html')
  await page.goto('/search?q=cleft')
  await page.getByRole('button', { name: 'Light version, for slow connections' }).tap()
  await expect(html).toHaveAttribute('data-version', 'light')
  await expect(page).toHaveURL(/\/search\?q=cleft$/)

  const heavy: string[] = []
  page.on('request', (one) => {
    // The full version of the search may still ask for its own.
    if (['script', 'font'].includes(one.resourceType()) && one.frame().url().endsWith('/India')) heavy.push(one.url())
  })
  await page.getByRole('button', { name: 'Menu' }).tap()
  await page.getByRole('navigation').locator('summary', { hasText: 'Countries' }).tap()
  await page.getByRole('link', { name: 'India', exact: true }).first().tap()
  await expect(page.getByRole('heading', { level: 1, name: 'India' })).toBeVisible()
  await expect(html).toHaveAttribute('data-version', 'light')
  expect(heavy).toEqual([])

  await page.getByRole('button', { name: 'Full version' }).tap()
  await expect(page).toHaveURL(/\/India$/)
  await expect(html).not.toHaveAttribute('data-version')
})
