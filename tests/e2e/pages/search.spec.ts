import { violations } from '../../support/axe.ts'
import { expect, test } from '../../support/browser-test.ts'

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('a word in the footer finds pages, stories and posts; a word that is nowhere offers what most visitors look for', async ({
    page,
  }) => {
    await page.goto('/India')
    const footer = page.getByRole('contentinfo')
    await footer.getByRole('searchbox', { name: 'Search this site' }).fill('hanging dresss')
    await footer.getByRole('button', { name: 'Search' }).click()
    await expect(page).toHaveURL('/search?q=hanging+dresss')
    await page.getByRole('main').getByRole('link', { name: 'Hanging dresses' }).click()
    await expect(page).toHaveURL('/India/stories/hanging-dresses')
    await page.goto('/search?q=zzzzzz')
    await expect(page.getByRole('status')).toHaveText('Nothing was found for “zzzzzz”.')
    await expect(page.getByRole('main').getByRole('link', { name: 'Events' })).toBeVisible()
  })
})

test('axe finds nothing in the results, where the word is marked', async ({ page }) => {
  await page.goto('/search?q=well')
  await expect(page.getByRole('main').locator('mark').first()).toHaveText(/^wells?$/i)
  expect(await violations(page)).toEqual([])
})
