import { expect, test } from '../../support/browser-test.ts'

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true })

// tests/e2e/http/every-page.spec.ts judges the light version of every page. Its forms are those for browsers without JavaScript.
test('the light version is chosen in the footer, remembered on the next page, without scripts and fonts of its own, and can be left', async ({
  page,
}) => {
  const html = page.locator('html')
  await page.goto('/search?q=cleft')
  await page.getByRole('button', { name: 'Light version, for slow connections' }).tap()
  await expect(html).toHaveAttribute('data-version', 'light')
  await expect(page).toHaveURL(/\/search\?q=cleft$/)

  const scripts: string[] = []
  page.on('request', (one) => void (one.resourceType() === 'script' && scripts.push(one.url())))
  await page.getByRole('button', { name: 'Menu' }).tap()
  await page.getByRole('navigation').locator('summary', { hasText: 'Countries' }).tap()
  await page.getByRole('link', { name: 'India', exact: true }).first().tap()
  await expect(page.getByRole('heading', { level: 1, name: 'India' })).toBeVisible()
  await expect(html).toHaveAttribute('data-version', 'light')
  expect(scripts).toEqual([])
  await expect(page.locator('body')).not.toHaveCSS('font-family', /^"?figtree/)

  await page.getByRole('button', { name: 'Full version' }).tap()
  await expect(page).toHaveURL(/\/India$/)
  await expect(html).not.toHaveAttribute('data-version')
})
