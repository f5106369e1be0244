import { expect, test } from '../../support/browser-test.ts'

const headings = [
  /Until the world is cleft-free/,
  /Until there are no-more sold/,
  /Because every child matters/,
  /Legacy Continues/,
]

test('the carousel has four slides, turned by its indicators and the arrow keys, and one is shown at a time', async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto('/')
  const tabs = page.getByRole('tab')
  await expect(tabs).toHaveCount(4)
  await tabs.first().focus()
  for (const [place, heading] of headings.entries()) {
    await expect(tabs.nth(place)).toHaveAttribute('aria-selected', 'true')
    await expect(page.getByRole('heading', { name: heading })).toBeInViewport()
    await page.keyboard.press('ArrowRight')
  }
  await expect(tabs.first()).toHaveAttribute('aria-selected', 'true')
})

test('the carousel turns by itself until it is stopped', async ({ page }) => {
  await page.clock.install()
  await page.goto('/')
  const second = page.getByRole('tab').nth(1)
  await expect(page.getByRole('tab')).toHaveCount(4)
  await page.clock.runFor(7500)
  await expect(second).toHaveAttribute('aria-selected', 'true')
  await page.getByRole('button', { name: 'Stop the slides turning' }).click()
  await page.mouse.move(0, 0)
  await page.clock.runFor(30_000)
  await expect(second).toHaveAttribute('aria-selected', 'true')
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('all four slides can be reached and the counters show their figures', async ({ page }) => {
    await page.goto('/')
    for (const heading of headings) await expect(page.getByRole('heading', { name: heading })).toBeAttached()
    for (const figure of ['1073', '75', '7', '600'])
      await expect(page.getByText(figure, { exact: true }).first()).toBeVisible()
  })
})

test('the counters end at their targets', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await page.goto('/')
  await page.getByText('free surgeries', { exact: true }).scrollIntoViewIfNeeded()
  for (const figure of ['1073', '75', '7', '600'])
    await expect(page.getByText(figure, { exact: true }).first()).toBeVisible({ timeout: 20_000 })
})

test('the film loads nothing until it is played', async ({ page }) => {
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await page.goto('/')
  await page.waitForLoadState('networkidle')
  expect(asked.filter((path) => path.endsWith('.mp4'))).toEqual([])
  await page
    .getByRole('link', { name: /Beyond the Scar/ })
    .or(page.getByRole('button', { name: /Beyond the Scar/ }))
    .first()
    .click()
  await expect(page.locator('video')).toBeVisible()
})

test('the newsletters link to existing documents', async ({ page, request }) => {
  await page.goto('/')
  const papers = page.locator('a[href$=".pdf"]')
  await expect(papers).toHaveCount(3)
  for (const paper of await papers.all()) {
    await expect(paper).toHaveAttribute('target', '_blank')
    const answer = await request.get((await paper.getAttribute('href')) ?? '')
    expect(answer.headers()['content-type']).toBe('application/pdf')
  }
})

test('the live figures of the camp summary reach Home and South Africa', async ({ page }) => {
  test.setTimeout(120_000)
  await expect
    .poll(
      async () => {
        await page.goto('/')
        return page.getByText('1261', { exact: true }).count()
      },
      { timeout: 100_000, intervals: [1000, 5000] },
    )
    .toBeGreaterThan(0)
  await expect
    .poll(
      async () => {
        await page.goto('/SouthAfrica')
        return page.getByText('74', { exact: true }).count()
      },
      { timeout: 100_000, intervals: [1000, 5000] },
    )
    .toBeGreaterThan(0)
})
