import { expect, test } from '../../support/browser-test.ts'

test('a menu opens with the keyboard, closes with Escape and restores the focus', async ({ page }) => {
  await page.goto('/')
  const countries = page.getByRole('navigation').locator('summary', { hasText: 'Countries' })
  await countries.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('link', { name: 'Zimbabwe', exact: true }).first()).toBeVisible()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('link', { name: 'Zimbabwe', exact: true }).first()).toBeHidden()
  await expect(countries).toBeFocused()
})

test('only one menu is open at a time, and a click outside closes it', async ({ page }) => {
  await page.goto('/')
  const group = (label: string) =>
    page.locator('details[name="site-nav"]', { has: page.locator('summary', { hasText: label }) })
  await group('Countries').locator('summary').click()
  await group('About').locator('summary').click()
  await expect(group('Countries')).not.toHaveAttribute('open')
  await expect(group('About')).toHaveAttribute('open')
  await page.mouse.click(640, 860)
  await expect(group('About')).not.toHaveAttribute('open')
})

test('a group closes when the focus leaves it', async ({ page }) => {
  await page.goto('/')
  const group = page.locator('details[name="site-nav"]', { has: page.locator('summary', { hasText: 'Countries' }) })
  await group.locator('summary').click()
  await group.getByRole('link').last().focus()
  await page.keyboard.press('Tab')
  await expect(group).not.toHaveAttribute('open')
})

test('the footer shows the office of the visitor’s country first, and requests the country once', async ({ page }) => {
  let asked = 0
  await page.route('**/api/visitor-country', (route) => {
    asked++
    return route.fulfill({ json: { country: 'KE' } })
  })
  const offices = page.getByRole('contentinfo').locator('address')
  for (const address of ['/', '/India']) {
    await page.goto(address)
    await expect(offices.first()).toContainText('Kenya')
    await expect(offices).toHaveCount(6)
  }
  expect(asked).toBe(1)
})

test('the footer keeps the default office when the country is unknown', async ({ page }) => {
  await page.route('**/api/visitor-country', (route) => route.fulfill({ json: { country: null } }))
  const answered = page.waitForResponse('**/api/visitor-country')
  await page.goto('/')
  await answered
  await expect(page.getByRole('contentinfo').locator('address').first()).toContainText('USA office')
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true })

  for (const javaScriptEnabled of [true, false]) {
    test.describe(javaScriptEnabled ? 'with JavaScript' : 'without JavaScript', () => {
      test.use({ javaScriptEnabled })
      test('the menu opens by touch and leads to a country', async ({ page }) => {
        await page.goto('/')
        await page.getByRole('button', { name: 'Menu' }).tap()
        await page.getByRole('navigation').locator('summary', { hasText: 'Countries' }).tap()
        await page.getByRole('link', { name: 'Kenya', exact: true }).first().tap()
        await expect(page.getByRole('heading', { level: 1, name: 'Kenya' })).toBeVisible()
      })
    })
  }
})

test('the skip link is the first stop and leads to the content', async ({ page }) => {
  await page.goto('/India')
  await page.keyboard.press('Tab')
  const skip = page.locator(':focus')
  await expect(skip).toHaveText(/Skip/)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/#/)
})

test('the header’s Donate leads to an existing page for every visitor', async ({ page }) => {
  await page.goto('/')
  await page.getByRole('banner').getByRole('link', { name: 'Donate' }).click()
  await expect(page).toHaveURL(/\/Donate$/)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByRole('main').locator('a[href^="/DonateIndia"]').first()).toBeVisible()
})

for (const width of [390, 1600]) {
  test(`a long page of ${width} px has a way back to its top, and a short one has none`, async ({ page }) => {
    await page.setViewportSize({ width, height: 844 })
    const link = page.getByRole('link', { name: 'Back to top' })
    await page.goto('/search')
    await expect(link).toBeHidden()
    await page.goto('/India')
    await page.getByRole('contentinfo').scrollIntoViewIfNeeded()
    await link.click()
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0)
  })
}
