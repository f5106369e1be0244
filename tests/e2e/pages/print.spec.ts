import { expect, test } from '../../support/browser-test.ts'

test('in print there are no buttons and no cloth patterns, and all answers are open', async ({ page }) => {
  await page.goto('/FatherDaughterDance')
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('button')).toHaveCount(0)
  await expect(page.getByRole('navigation')).toHaveCount(0)
  await expect(page.locator('.cloth:visible')).toHaveCount(0)
  const answers = page.locator('details.faq .prose')
  await expect(answers).toHaveCount(5)
  for (const answer of await answers.all()) await expect(answer).toBeVisible()
})

test('in print an external link shows its address', async ({ page }) => {
  await page.goto('/PressRelease')
  await page.emulateMedia({ media: 'print' })
  const link = page.getByRole('main').locator('a[href^="https:"]:visible').first()
  const said = await link.evaluate((anchor) => getComputedStyle(anchor, '::after').content)
  expect(said).toContain(await link.getAttribute('href'))
})
