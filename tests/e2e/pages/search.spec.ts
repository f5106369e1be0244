import { violations } from '../../support/axe.ts'
import { expect, test } from '../../support/browser-test.ts'

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('a word in the footer finds pages, stories and posts', async ({ page }) => {
    await page.goto('/India')
    const footer = page.getByRole('contentinfo')
    await footer.getByRole('searchbox', { name: 'Search this site' }).fill('hanging dresss')
    await footer.getByRole('button', { name: 'Search' }).click()
    await expect(page).toHaveURL('/search?q=hanging+dresss')
    await page.getByRole('main').getByRole('link', { name: 'Hanging dresses' }).click()
    await expect(page).toHaveURL('/India/stories/hanging-dresses')
  })

  test('nothing found says so, and offers what most visitors look for', async ({ page }) => {
    await page.goto('/search?q=zzzzzz')
    await expect(page.getByRole('status')).toHaveText('Nothing was found for “zzzzzz”.')
    await expect(page.getByRole('main').getByRole('link', { name: 'Events' })).toBeVisible()
  })

  test('what is asked is shown as it was typed, and is never markup', async ({ page }) => {
    await page.goto(`/search?q=${encodeURIComponent('"><img src=x> cleft')}`)
    await expect(page.getByRole('main').getByRole('searchbox')).toHaveValue('"><img src=x> cleft')
    await expect(page.locator('img[src="x"]')).toHaveCount(0)
  })
})

test('the search is kept from search engines, has no faults of accessibility, and a policy', async ({ page }) => {
  const answer = await page.goto('/search?q=well')
  expect(answer?.headers()['content-security-policy']).toContain("script-src 'self'")
  await expect(page.locator('meta[name="robots"]')).toHaveAttribute('content', /noindex/)
  await expect(page.getByRole('main').locator('mark').first()).toHaveText(/^wells?$/i)
  expect(await violations(page)).toEqual([])
})

for (const query of ['', '?q=', '?q=%00', '?q=a&q=b', `?q=${'x'.repeat(3000)}`, '?q[]=x'])
  test(`/search${query.slice(0, 12)} answers with a page`, async ({ request }) => {
    expect((await request.get(`/search${query}`)).status()).toBe(200)
  })
