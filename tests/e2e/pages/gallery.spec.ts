import { readFile } from 'node:fs/promises'
import { violations } from '../../support/axe.ts'
import { expect, test } from '../../support/browser-test.ts'

const gallery = '/FatherDaughterDanceGallery'

test('a photo is enlarged; arrow keys, buttons and swipes turn to its neighbours, and Escape restores the focus', async ({
  page,
}) => {
  const photo = (number: number) => page.locator('a[data-photo]').nth(number - 1)
  const dialog = page.getByRole('dialog')
  await expect(async () => {
    await page.goto('/')
    await page.goto(gallery)
    await photo(3).click()
    await expect(dialog).toBeVisible({ timeout: 1000 })
  }).toPass()
  await expect(dialog).toContainText('Photo 3 of 180')
  expect(await violations(page)).toEqual([])

  await page.keyboard.press('ArrowRight')
  await expect(dialog).toContainText('Photo 4 of 180')
  await page.keyboard.press('ArrowLeft')
  await page.getByRole('button', { name: 'Previous photo' }).click()
  await expect(dialog).toContainText('Photo 2 of 180')
  const swipe = (from: number, to: number) =>
    page.locator('[data-frame]').evaluate(
      (frame, [start, end]) => {
        const finger = { pointerType: 'touch', isPrimary: true, clientY: 300, bubbles: true }
        frame.dispatchEvent(new PointerEvent('pointerdown', { ...finger, clientX: start }))
        frame.dispatchEvent(new PointerEvent('pointerup', { ...finger, clientX: end }))
      },
      [from, to] as const,
    )
  await swipe(300, 100)
  await expect(dialog).toContainText('Photo 3 of 180')
  await swipe(300, 280)
  await expect(dialog).toContainText('Photo 3 of 180')
  await swipe(100, 300)
  await expect(dialog).toContainText('Photo 2 of 180')
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(photo(2)).toBeFocused()
  await expect.poll(() => page.evaluate(() => history.state?.photo)).toBeUndefined()

  await photo(1).click()
  await expect(page.getByRole('button', { name: 'Previous photo' })).toHaveAttribute('aria-disabled', 'true')
  await page.keyboard.press('ArrowLeft')
  await expect(dialog).toContainText('Photo 1 of 180')

  await page.goBack()
  await expect(dialog).toBeHidden()
  await expect(page).toHaveURL(/FatherDaughterDanceGallery$/)
  await page.goForward()
  await expect(dialog).toContainText('Photo 1 of 180')
  await page.getByRole('button', { name: 'Close' }).click()
  await expect(dialog).toBeHidden()
  await expect.poll(() => page.evaluate(() => history.state?.photo)).toBeUndefined()
  // Opening and closing left no entry behind.
  await page.goBack()
  await expect(page).not.toHaveURL(/FatherDaughterDanceGallery/)
})

test('the last photo of a page links to the first of the next', async ({ page }) => {
  await page.goto(`${gallery}#open-last`)
  await expect(page.getByRole('dialog')).toContainText('Photo 24 of 180')
  await page.keyboard.press('ArrowRight')
  await expect(page).toHaveURL(/\/page\/2/)
  await expect(page.getByRole('dialog')).toContainText('Photo 25 of 180', { timeout: 15_000 })
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL(/\/page\/2$/)
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('a photo has its own page with links to the next one and back, and a download with the right extension', async ({
    page,
  }) => {
    await page.goto(gallery)
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Download Photo 2 of 180' }).click(),
    ])
    expect(download.suggestedFilename()).toBe('image.svg')
    expect(await readFile(await download.path(), 'utf8')).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg"/)

    await page.locator('a[data-photo]').nth(23).click()
    await expect(page).toHaveURL(`${gallery}/photo/024`)
    await page.getByRole('link', { name: 'Next' }).click()
    await expect(page).toHaveURL(`${gallery}/photo/025`)
    await expect(page.getByRole('img', { name: /^Drawing: / })).toBeVisible()
    await page.getByRole('link', { name: 'All the photos' }).click()
    await expect(page).toHaveURL(`${gallery}/page/2#photo-025`)
    await page.goto(`${gallery}/photo/001`)
    await expect(page.getByRole('link', { name: 'Previous' })).toHaveAttribute('aria-disabled', 'true')
    await page.goto(`${gallery}/photo/180`)
    await expect(page.getByRole('link', { name: 'Next' })).toHaveAttribute('aria-disabled', 'true')
  })
})
