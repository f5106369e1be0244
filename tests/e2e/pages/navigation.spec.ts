import type { Page } from '@playwright/test'
import { expect, test } from '../../support/browser-test.ts'

declare global {
  interface Window {
    crossFaded?: boolean
  }
}

test('a menu opens with the keyboard and closes with Escape, outside, or when the focus leaves; one is open at a time', async ({
  page,
}) => {
  await page.goto('/')
  const group = (label: string) =>
    page.locator('details[name="site-nav"]', { has: page.locator('summary', { hasText: label }) })
  const countries = group('Countries').locator('summary')
  await countries.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('link', { name: 'Zimbabwe', exact: true }).first()).toBeVisible()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('link', { name: 'Zimbabwe', exact: true }).first()).toBeHidden()
  await expect(countries).toBeFocused()

  await countries.click()
  await group('About').locator('summary').click()
  await expect(group('Countries')).not.toHaveAttribute('open')
  await expect(group('About')).toHaveAttribute('open')
  await page.mouse.click(640, 860)
  await expect(group('About')).not.toHaveAttribute('open')

  await countries.click()
  await group('Countries').getByRole('link').last().focus()
  await page.keyboard.press('Tab')
  await expect(group('Countries')).not.toHaveAttribute('open')
})

test('the footer shows the office of the visitor’s country first, which is asked for once, and the default where it is unknown', async ({
  page,
  context,
}) => {
  let country: string | null = 'KE'
  let asked = 0
  await context.route('**/api/visitor-country', (route) => {
    asked++
    return route.fulfill({ json: { country } })
  })
  const first = (one: Page) => one.getByRole('contentinfo').locator('address').first()
  for (const address of ['/', '/India']) {
    await page.goto(address)
    await expect(first(page)).toContainText('Kenya')
    await expect(page.getByRole('contentinfo').locator('address')).toHaveCount(6)
  }
  expect(asked).toBe(1)
  country = null
  const another = await context.newPage()
  const answered = another.waitForResponse('**/api/visitor-country')
  await another.goto('/')
  await answered
  await expect(first(another)).toContainText('USA office')
})

for (const javaScriptEnabled of [true, false])
  test.describe(`on a phone ${javaScriptEnabled ? 'with' : 'without'} JavaScript`, () => {
    test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, javaScriptEnabled })

    test('the menu opens by touch and leads to a country', async ({ page }) => {
      await page.goto('/')
      await page.getByRole('button', { name: 'Menu' }).tap()
      await page.getByRole('navigation').locator('summary', { hasText: 'Countries' }).tap()
      await page.getByRole('link', { name: 'Kenya', exact: true }).first().tap()
      await expect(page.getByRole('heading', { level: 1, name: 'Kenya' })).toBeVisible()
    })
  })

test('a long page has a way back to its top, whose first stop leads to the content; a short one has none; the header’s Donate leads to where one can give', async ({
  page,
}) => {
  const link = page.getByRole('link', { name: 'Back to top' })
  await page.goto('/search')
  for (const width of [390, 1600]) {
    await page.setViewportSize({ width, height: 844 })
    await expect(link).toBeHidden()
  }
  await page.goto('/India')
  for (const width of [1600, 390]) {
    await page.setViewportSize({ width, height: 844 })
    await page.getByRole('contentinfo').scrollIntoViewIfNeeded()
    await link.click()
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0)
  }
  await page.goto('/India')
  await page.keyboard.press('Tab')
  await expect(page.locator(':focus')).toHaveText(/Skip/)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/#/)
  await page.setViewportSize({ width: 1280, height: 844 })
  await page.getByRole('banner').getByRole('link', { name: 'Donate' }).click()
  await expect(page).toHaveURL(/\/Donate$/)
  await expect(page.getByRole('main').locator('a[href^="/DonateIndia"]').first()).toBeVisible()
})

test('a page is prefetched when a visitor points at its link', async ({ page, context }) => {
  const chromium = await context.newCDPSession(page)
  await chromium.send('Preload.enable')
  let isPrefetched = false
  chromium.on('Preload.prefetchStatusUpdated', ({ status }) => {
    isPrefetched ||= status === 'Ready'
  })
  await page.goto('/India')
  const link = page.getByRole('contentinfo').getByRole('link', { name: 'Innovative solutions' })
  // The rules for it may arrive after the page.
  await expect(async () => {
    await page.mouse.move(0, 0)
    await link.hover()
    await expect.poll(() => isPrefetched, { timeout: 3000 }).toBe(true)
  }).toPass()
  await link.click()
  await expect(page).toHaveURL(/\/InnovativeSolutions$/)
  const delivery = await page.evaluate(
    () =>
      (performance.getEntriesByType('navigation')[0] as PerformanceNavigationTiming & { deliveryType: string })
        .deliveryType,
  )
  expect(delivery).toBe('navigational-prefetch')
})

test('pages cross-fade where motion is welcome, and change at once where it is not', async ({ page }) => {
  await page.addInitScript(() => {
    addEventListener('pagereveal', (event) => {
      window.crossFaded = Boolean((event as Event & { viewTransition?: object | null }).viewTransition)
    })
  })
  for (const reducedMotion of ['no-preference', 'reduce'] as const) {
    await page.emulateMedia({ reducedMotion })
    await page.goto('/India')
    await page.getByRole('contentinfo').getByRole('link', { name: 'Contact us' }).click()
    await expect(page).toHaveURL(/\/ContactUs$/)
    await expect.poll(() => page.evaluate(() => window.crossFaded)).toBe(reducedMotion === 'no-preference')
  }
})

test('a made-up page in Arabic is laid out from right to left, and fits a phone', async ({ page }) => {
  await page.route('**/India', async (route) => {
    const response = await route.fetch()
    const body = (await response.text()).replace('<html lang="en"', '<html lang="ar" dir="rtl"')
    await route.fulfill({ response, body })
  })
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/India')
  const { logo, menu, overflow } = await page.evaluate(() => {
    const leftOf = (selector: string) => document.querySelector(selector)?.getBoundingClientRect().left ?? Number.NaN
    return {
      logo: leftOf('.site-logo'),
      menu: leftOf('.site-menu'),
      overflow: document.documentElement.scrollWidth - innerWidth,
    }
  })
  expect(overflow).toBe(0)
  expect(logo).toBeGreaterThan(menu)
})
