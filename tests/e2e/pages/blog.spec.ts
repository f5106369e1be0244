import { expect, test } from '../../support/browser-test.ts'
import { named } from '../../support/names.ts'

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('the blog has nine posts with weekday and date, and links to each of them and to the second page', async ({
    page,
  }) => {
    await page.goto(named('/{secondSlug}'))
    const cards = page.getByRole('article')
    await expect(cards).toHaveCount(9)
    await expect(cards.first()).toContainText('Monday, 4 November 2024')
    await expect(page.getByRole('link', { name: 'PREVIOUS', exact: true })).toHaveAttribute('aria-disabled', 'true')
    await expect(page.getByRole('link', { name: 'NEXT', exact: true })).toHaveAttribute(
      'href',
      named('/{secondSlug}blog_2'),
    )
    await page.getByRole('link', { name: 'Two chairs', exact: true }).click()
    await expect(page).toHaveURL(named('/{secondSlug}/two-chairs'))
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Two chairs')
    await page.getByRole('link', { name: /Older post/ }).click()
    await expect(page).toHaveURL(named('/{secondSlug}/what-children-ask'))
    await page.goto(named('/{secondSlug}'))
    await page.getByRole('link', { name: "SHOW ALL BLOG'S" }).click()
    await expect(page).toHaveURL(named('/{secondSlug}blog_2'))
    await expect(page.getByRole('article')).toHaveCount(6)
    await expect(page.getByRole('button', { name: /^Share / })).toHaveCount(6)
  })
})

test("each card shares its own post on the blog's four networks", async ({ page }) => {
  await page.goto(named('/{secondSlug}'))
  await page.getByRole('button', { name: 'Share A name' }).click()
  const panel = page.getByRole('dialog', { name: 'Share: A name' })
  await expect(panel.getByRole('link')).toHaveText([/Facebook/, /WhatsApp/, /^X/, /Instagram/])
  await expect(panel.getByRole('textbox')).toHaveValue(new RegExp(named('/{secondSlug}/a-name$')))
})
