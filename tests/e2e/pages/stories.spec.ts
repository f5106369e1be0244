import { testPorts } from '../../../scripts/support/sandbox-environment.ts'
import { expect, test } from '../../support/browser-test.ts'

const title = 'The 500th'

test('a story opens over its country, has its own address and title, and every way of closing leads back', async ({
  page,
}) => {
  await page.goto('/India')
  const countryTitle = await page.title()
  const link = page.getByRole('link', { name: new RegExp(title) })
  const story = page.getByRole('dialog')
  const closings: [string, () => Promise<unknown>][] = [
    ['Escape', () => page.keyboard.press('Escape')],
    ['the Close button', () => story.getByRole('button', { name: 'Close' }).first().click()],
    ['Back', () => page.goBack()],
  ]
  for (const [name, close] of closings) {
    await link.click()
    await expect(story, name).toBeVisible()
    await expect(page).toHaveURL('/India/stories/the-500th')
    await expect(page).toHaveTitle(new RegExp(title))
    await close()
    await expect(story, name).toBeHidden()
    await expect(page, name).toHaveURL('/India')
    await expect(page, name).toHaveTitle(countryTitle)
    await expect(link, `the focus after ${name}`).toBeFocused()
  }
})

test('a story can be shared from its dialog', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto('/India')
  await page.getByRole('link', { name: new RegExp(title) }).click()
  const story = page.getByRole('dialog')
  await story.getByRole('button', { name: /^Share / }).click()
  await story.getByRole('button', { name: /Copy/ }).click()
  await expect(story.getByText('Copied')).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
    `http://localhost:${testPorts.site}/India/stories/the-500th`,
  )
})

test('a story stands by itself when its address is opened', async ({ page }) => {
  await page.goto('/India/stories/the-500th')
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.reload()
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
})

test('an unknown story answers 404', async ({ request }) => {
  expect((await request.get('/India/stories/nobody')).status()).toBe(404)
})
