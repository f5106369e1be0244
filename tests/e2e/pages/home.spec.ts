import { expect, test } from '../../support/browser-test.ts'

const headings = [
  /Until the world is cleft-free/,
  /Until there are no-more sold/,
  /Because every child matters/,
  /Legacy Continues/,
]

test('the carousel turns by itself until it is stopped, shows one slide at a time, and follows the arrow keys and Tab', async ({
  page,
}) => {
  await page.clock.install()
  await page.goto('/')
  const tabs = page.getByRole('tab')
  await expect(tabs).toHaveCount(4)
  await page.clock.runFor(7500)
  await expect(tabs.nth(1)).toHaveAttribute('aria-selected', 'true')
  await page.getByRole('button', { name: 'Pause the slides' }).click()
  await page.mouse.move(0, 0)
  await page.clock.runFor(30_000)
  await expect(tabs.nth(1)).toHaveAttribute('aria-selected', 'true')

  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.reload()
  await expect(tabs).toHaveCount(4)
  await tabs.first().focus()
  for (const [index, heading] of headings.entries()) {
    await expect(tabs.nth(index)).toHaveAttribute('aria-selected', 'true')
    await expect(page.getByRole('heading', { name: heading })).toBeInViewport()
    await page.keyboard.press('ArrowRight')
  }
  await expect(tabs.first()).toHaveAttribute('aria-selected', 'true')

  // Tab reaches the buttons of a slide before the controls below them.
  await page.getByRole('tabpanel').getByRole('link', { name: 'DONATE' }).first().focus()
  await page.keyboard.press('Tab')
  while (await page.locator('[role=tabpanel] :focus').count()) await page.keyboard.press('Tab')
  await expect(tabs.first()).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Play the slides' })).toBeFocused()
})

test('the film loads nothing until it is played, and the current totals count up to their ends', async ({ page }) => {
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await page.goto('/')
  await page.getByRole('heading', { name: 'Global Impact' }).scrollIntoViewIfNeeded()
  const counters = page.locator('[data-count-to]')
  await expect(counters).toHaveCount(4)
  for (const counter of await counters.all()) {
    const total = (await counter.getAttribute('data-width-of')) ?? ''
    await expect(counter).toHaveText(total, { timeout: 20_000 })
    // The numbers of the earlier home page stand below the totals, with their month.
    expect(['1,073', '75']).not.toContain(total)
  }
  await expect(
    page.getByText('On our home page of November 2025: 1,073 free surgeries and 75 medical camps.'),
  ).toBeVisible()
  expect(asked.filter((path) => path.endsWith('.mp4'))).toEqual([])
  await page
    .getByRole('link', { name: /Beyond the Scar/ })
    .or(page.getByRole('button', { name: /Beyond the Scar/ }))
    .first()
    .click()
  await expect(page.locator('video')).toBeVisible()
})

test('on a phone Home says first how many surgeries there were, has eight screens at most, and a form slides over its Donate bar', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/')
  await expect(page.getByText(/^[\d,]+ free surgeries since 2012$/)).toBeInViewport()
  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(8 * 844)
  const name = page.locator('#newsletter').getByRole('textbox', { name: 'Name' })
  await name.evaluate((field) => scrollTo(0, scrollY + field.getBoundingClientRect().bottom - innerHeight + 4))
  const isOnTop = await name.evaluate((field) => {
    const { left, bottom } = field.getBoundingClientRect()
    return document.elementFromPoint(left + 20, bottom - 8) === field
  })
  expect(isOnTop).toBe(true)
})
