/** Next's client runtime where KEEP_CLIENT_RUNTIME keeps it; tests/e2e/http/every-page.spec.ts tests that it is left out. */
import { expect, test } from '../../support/browser-test.ts'
import { startSecondSite } from '../../support/second-site.ts'

test.describe('where the switch keeps it', () => {
  // The second site has a port of its own.
  test.use({ expectedNoise: [/^outside request: http:\/\/localhost:\d+\//] })

  test('React takes over before a behaviour starts, and nothing is violated', async ({ page }) => {
    const site = await startSecondSite(() => ({ KEEP_CLIENT_RUNTIME: '1' }))
    try {
      const answer = await page.goto(`${site.url}/`)
      expect(await answer?.text()).toContain('__next_f')
      await expect(page.locator('html')).toHaveAttribute('data-hydrated', '')
      await expect(page.locator('[data-behaviour=carousel]')).toHaveAttribute('data-behaves', /./)
      await page.close()
    } finally {
      await site.close()
    }
  })
})
