/** Layouts that must hold with text of 200 % (WCAG 1.4.4), on a phone, and with forced colours. */
import type { Page } from '@playwright/test'
import { expect, open, test } from '../../support/browser-test.ts'
import { fillGift, newDonor, nextButton } from '../../support/donor.ts'

const doubleText = (page: Page) =>
  page.evaluate(() => {
    document.documentElement.style.fontSize = '212.5%'
  })

/** Words of the page that are on two lines. An address of the web or of mail may be. */
const brokenWords = (page: Page) =>
  page.locator('body').evaluate((body) => {
    const found: string[] = []
    const texts = document.createTreeWalker(body, NodeFilter.SHOW_TEXT)
    const range = document.createRange()
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      const { parentElement, nodeValue } = text
      // What is for screen readers alone is in a box of a pixel.
      if (
        !parentElement?.checkVisibility() ||
        parentElement.clientWidth === 1 ||
        parentElement.closest('header, .sr-only, aside')
      )
        continue
      for (const { 0: word, index } of (nodeValue ?? '').matchAll(/(?<![@.\u00ad])\b\p{L}{6,}\b(?![@.]\w)/gu)) {
        range.setStart(text, index)
        range.setEnd(text, index + word.length)
        const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)))
        if (lines.size > 1) found.push(word)
      }
    }
    return found
  })

const cutLabels = (page: Page) =>
  page
    .locator('label:visible')
    .evaluateAll((labels) =>
      labels.flatMap((label) => (label.scrollWidth > label.clientWidth + 1 ? [label.textContent] : [])),
    )

const pagesToTry = [
  '/',
  '/GetSurgery',
  '/Donate',
  '/DonateIndia',
  '/Event5kSponsorship',
  '/Transparency',
  '/Founder',
  '/MedicalCamps',
  '/ContactUs',
  '/FatherDaughterDanceGallery/page/2',
  '/Storyteller',
  '/PressRelease',
  '/PrivacyPolicy',
  '/Newsletters',
  '/Race',
  '/India/stories/six-miscarriages-in-20-years',
  '/India/stories/the-500th',
  '/sw/GetSurgery',
]

test.describe.configure({ timeout: 180_000 })

for (const share of [0, 1])
  test(`with text of 200 % nothing scrolls sideways at any width, no word breaks from 390 px on, and the header leaves room (part ${share + 1} of 2)`, async ({
    page,
  }) => {
    for (const address of pagesToTry.filter((_, index) => index % 2 === share)) {
      await page.goto(address)
      await doubleText(page)
      for (const width of [1280, 390, 320]) {
        await page.setViewportSize({ width, height: 844 })
        const seen = `${address} at ${width} px`
        await expect
          .poll(() => page.evaluate(() => document.documentElement.scrollWidth), { message: seen })
          .toBeLessThanOrEqual(width)
        if (width >= 390) expect(await brokenWords(page), seen).toEqual([])
        expect(await cutLabels(page), seen).toEqual([])
        const header = await page.locator('.site-header').boundingBox()
        expect((header?.y ?? 0) + (header?.height ?? 0), seen).toBeLessThan(844 / 2)
      }
    }
  })

test('with text of 200 % the controls of the carousel stay in the window, and the menu opens', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 844 })
  await page.goto('/')
  await expect(page.getByRole('tab')).toHaveCount(4)
  await doubleText(page)
  for (const control of [page.getByRole('button', { name: 'Pause the slides' }), page.getByRole('tab').last()]) {
    const box = await control.boundingBox()
    expect((box?.x ?? 999) + (box?.width ?? 0)).toBeLessThanOrEqual(320)
  }
  const menu = page.getByRole('button', { name: 'Menu' })
  for (const words of [page.locator('.site-logo span > span').first(), menu.getByText('Menu')])
    expect((await words.boundingBox())?.width).toBeGreaterThan(60)
  await menu.click()
  await expect(page.getByRole('navigation', { name: 'Main' }).getByText('Countries')).toBeVisible()
})

test('in a desktop window at 400 % nothing stays in view that takes more than a fifth of it', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 256 })
  for (const address of ['/India', '/AntiHumanTrafficking', '/Event5kSponsorship']) {
    await page.goto(address)
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight / 2))
    const stuck = () =>
      page.evaluate(() =>
        [...document.querySelectorAll<HTMLElement>('body *')].flatMap((element) => {
          const { position } = getComputedStyle(element)
          const { top, bottom, height } = element.getBoundingClientRect()
          const isStuck = position === 'fixed' || (position === 'sticky' && (top === 0 || bottom === innerHeight))
          return isStuck && element.checkVisibility() && bottom > 0 && height > innerHeight / 5 ? element.className : []
        }),
      )
    await expect.poll(stuck, { message: address }).toEqual([])
  }
})

test('forced colours show the current step; from step 2 a gift has the page to itself, its first field in the first screen of a phone', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.emulateMedia({ forcedColors: 'active' })
  await open(page, '/DonateIndia')
  const steps = page.locator('li:has-text("Your gift"), li:has-text("Payment")').locator('span[aria-hidden]')
  const backgrounds = await steps.evaluateAll((all) => all.map((step) => getComputedStyle(step).backgroundColor))
  expect(backgrounds[0]).not.toBe(backgrounds[1])
  await page.emulateMedia({ forcedColors: 'none' })

  const elsewhere = [
    page.getByRole('link', { name: 'Donate', exact: true }).first(),
    page.getByRole('button', { name: 'Menu' }),
    page.locator('main [data-tone="plum"]'),
  ]
  for (const part of elsewhere) await expect(part).toBeVisible()
  await fillGift(page, newDonor())
  await nextButton(page).click()
  await expect(page.getByRole('textbox', { name: 'Street address' })).toBeInViewport({ ratio: 1 })
  for (const part of elsewhere) await expect(part).toBeHidden()
  await expect(page.locator('.site-logo')).toBeVisible()
  await expect(page.getByText('Questions about a payment?')).toBeVisible()
  await page.getByRole('button', { name: 'Back', exact: true }).click()
  for (const part of elsewhere) await expect(part).toBeVisible()
})

test('who gives $5,000 is asked for an address: donors in the USA choose a state, others write theirs', async ({
  page,
}) => {
  await open(page, '/Donate')
  await expect(page.getByRole('combobox', { name: 'State' })).toBeHidden()
  await page.getByRole('radio', { name: 'Once' }).check()
  await page.getByRole('radio', { name: 'Other amount' }).check()
  await page.getByRole('textbox', { name: 'Other amount' }).fill('5000')
  await page.getByRole('combobox', { name: 'State' }).selectOption('Tennessee')
  for (const name of ['City', 'ZIP code']) await expect(page.getByRole('textbox', { name })).toBeVisible()
  await page.getByRole('combobox', { name: 'Country' }).selectOption('Germany')
  for (const name of ['State or province', 'ZIP or postal code'])
    await expect(page.getByRole('textbox', { name })).toBeVisible()
})
