import { expect, test } from '../../support/browser-test.ts'

test('in print there are no buttons and patterns, all answers are open, and an external link shows its address', async ({
  page,
}) => {
  await page.emulateMedia({ media: 'print' })
  await page.goto('/FatherDaughterDance')
  await expect(page.getByRole('button')).toHaveCount(0)
  await expect(page.getByRole('navigation')).toHaveCount(0)
  await expect(page.locator('.cloth:visible')).toHaveCount(0)
  const answers = page.locator('details.faq .prose')
  await expect(answers).not.toHaveCount(0)
  for (const answer of await answers.all()) await expect(answer).toBeVisible()
  await page.goto('/PressRelease')
  const link = page.getByRole('main').locator('a[href^="https:"]:visible').first()
  const shown = await link.evaluate((anchor) => getComputedStyle(anchor, '::after').content)
  expect(shown).toContain(await link.getAttribute('href'))
})
