import { violations } from '../../support/axe.ts'
import { expect, test } from '../../support/browser-test.ts'

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('a word in the footer finds pages, stories and posts; a word that is nowhere offers what most visitors look for', async ({
    page,
  }) => {
    await page.goto('/India')
    const footer = page.getByRole('contentinfo')
    await footer.getByRole('searchbox', { name: 'Search this site' }).fill('hanging dresss')
    await footer.getByRole('button', { name: 'Search' }).click()
    await expect(page).toHaveURL('/search?q=hanging+dresss')
    await page.getByRole('main').getByRole('link', { name: 'Hanging dresses' }).click()
    await expect(page).toHaveURL('/India/stories/hanging-dresses')
    await page.goto('/search?q=zzzzzz')
    await expect(page.getByRole('status')).toHaveText('Nothing was found for “zzzzzz”.')
    await expect(page.getByRole('main').getByRole('link', { name: 'Events' })).toBeVisible()
  })
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, javaScriptEnabled: false })

  test('the menu searches and leads to a gift, and a Donate bar follows from the second screen on without covering the focus', async ({
    page,
  }) => {
    await page.goto('/Transparency')
    const bar = page.getByRole('complementary', { name: 'Give' }).getByRole('link', { name: 'Donate' })
    await expect(bar).not.toBeInViewport()
    for (const link of await page.getByRole('main').getByRole('link').all()) {
      await link.focus()
      const [box, over] = [await link.boundingBox(), await bar.boundingBox()]
      if (await bar.evaluate((one) => one.getBoundingClientRect().top < innerHeight))
        expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(over?.y ?? 0)
    }
    await expect(bar).toBeInViewport()
    await page.getByRole('button', { name: 'Menu' }).click()
    const menu = page.getByRole('navigation', { name: 'Main' })
    await expect(menu.getByRole('link', { name: 'Donate' })).toBeVisible()
    await menu.getByRole('searchbox', { name: 'Search this site' }).fill('80G')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('main').getByRole('link', { name: 'Your gift and your tax' })).toBeVisible()
  })
})

test('results mark the word; a search field suggests titles from one file, which its focus loads, and a suggestion finds its page', async ({
  page,
}) => {
  const files: string[] = []
  page.on('request', (request) => void (/\/suggestions\//.test(request.url()) && files.push(request.url())))
  await page.goto('/search?q=well')
  await expect(page.getByRole('main').locator('mark').first()).toHaveText(/^wells?$/i)
  expect(await violations(page)).toEqual([])
  const field = page.locator('#search')
  expect(files).toEqual([])
  await field.focus()
  await expect(field).toHaveRole('combobox')
  await field.fill('')
  await field.pressSequentially('refund dan')
  const [option] = await page.locator('#search-titles option').all()
  await expect(option ?? field).toHaveAttribute('value', 'Money back for a dance ticket')
  expect(files).toHaveLength(1)
  expect(await violations(page)).toEqual([])
  await field.fill('Money back for a dance ticket')
  await field.press('Enter')
  await expect(page.getByRole('main').locator('ol').last().getByRole('link').first()).toHaveText(
    'Money back for a dance ticket',
  )
})
