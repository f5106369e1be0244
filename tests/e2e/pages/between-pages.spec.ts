/** Navigation between pages: prefetching and the cross-fade. */
import { expect, test } from '../../support/browser-test.ts'

declare global {
  interface Window {
    crossFaded?: boolean
  }
}

test('a page is prefetched when a visitor points at its link', async ({ page }) => {
  await page.goto('/India')
  const link = page.getByRole('contentinfo').getByRole('link', { name: 'Innovative solutions' })
  await link.hover()
  // Pointing must last a moment before a browser fetches anything.
  await page.waitForTimeout(500)
  await link.click()
  await expect(page).toHaveURL(/\/InnovativeSolutions$/)
  const delivery = await page.evaluate(
    () =>
      (performance.getEntriesByType('navigation')[0] as PerformanceNavigationTiming & { deliveryType: string })
        .deliveryType,
  )
  expect(delivery).toBe('navigational-prefetch')
})

test('the speculation rules have the right content type, and are cached for a day', async ({ request }) => {
  const answer = await request.get('/speculation-rules.json')
  expect(answer.headers()).toMatchObject({
    'content-type': 'application/speculationrules+json',
    'cache-control': 'public, max-age=86400',
  })
  expect((await answer.json()).prefetch).toHaveLength(1)
})

for (const { reducedMotion, from, fades } of [
  { reducedMotion: 'no-preference', from: '/India', fades: true },
  { reducedMotion: 'reduce', from: '/India', fades: false },
] as const)
  test(`pages ${fades ? 'cross-fade' : 'change at once'} where motion is ${fades ? 'welcome' : 'not'}`, async ({
    page,
  }) => {
    await page.emulateMedia({ reducedMotion })
    await page.addInitScript(() => {
      addEventListener('pagereveal', (event) => {
        window.crossFaded = Boolean((event as Event & { viewTransition?: object | null }).viewTransition)
      })
    })
    await page.goto(from)
    await page.getByRole('contentinfo').getByRole('link', { name: 'Contact us' }).click()
    await expect(page).toHaveURL(/\/ContactUs$/)
    await expect.poll(() => page.evaluate(() => window.crossFaded)).toBe(fades)
  })
