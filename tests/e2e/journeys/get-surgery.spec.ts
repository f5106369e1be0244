/** A family asks for a surgery on a small phone. */
import type { Page } from '@playwright/test'
import { violations } from '../../support/axe.ts'
import { expect, test } from '../../support/browser-test.ts'
import { enquiryOf } from '../../support/ledger.ts'

test.use({ viewport: { width: 360, height: 640 } })

const form = (page: Page) => page.locator('form[data-posted="get-surgery"]')

async function answer(page: Page): Promise<void> {
  await form(page).locator('[name=firstname]').fill('Wanjiru')
  await form(page).locator('[name=number]').fill('+254 20 555 0177')
  await form(page).locator('[name=how]').selectOption('whatsapp')
  await form(page).locator('[name=age]').fill('4 months')
  await form(page).locator('[name=place]').fill('Nyeri, Kenya')
  await form(page).locator('[name=asking]').selectOption('family')
}

function expectSealed(text: string | null): void {
  const [reference = ''] = /E-[2-9A-Z]{4}-[2-9A-Z]{4}/.exec(text ?? '') ?? []
  expect(enquiryOf(reference)).toMatchObject({ form: 'get-surgery', state: 'stored' })
  expect(enquiryOf(reference)?.fields).not.toMatch(/\b(?:Wanjiru|Nyeri)\b|5550177/)
}

test('in the page by keyboard: what is missing is said beside its question, and nobody is thanked before it is stored', async ({
  page,
}) => {
  await page.goto('/GetSurgery')
  await expect(form(page)).toHaveAttribute('data-behaves')
  await answer(page)
  const button = form(page).getByRole('button', { name: 'Ask for a call' })
  await button.focus()
  await page.keyboard.press('Enter')
  const summary = page.getByRole('alert').filter({ hasText: 'There is a problem' })
  await expect(summary).toBeFocused()
  await expect(summary).toContainText('Tick the box')
  await form(page).locator('[name=how]').selectOption('')
  await expect(page.getByText('Choose how we should answer')).toHaveCount(0)
  await button.press('Enter')
  await expect(summary).toContainText('Choose how we should answer')
  expect(await violations(page)).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
  await form(page).locator('[name=how]').selectOption('sms')
  await form(page).locator('[name=consent]').press('Space')
  await expect(summary).toHaveCount(0)
  // A form completed within a second of its time stamp counts as spam.
  await page.waitForTimeout(1100)
  await button.press('Enter')
  const thanks = page.getByRole('dialog', { name: 'Thank you' })
  await expect(thanks).toContainText('go to a hospital at once')
  expectSealed(await thanks.textContent())
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false, expectedNoise: [/status of 422/] })

  for (const [prefix, thanks] of [
    ['', 'We have your request'],
    ['/hi', 'आपका अनुरोध हमें मिल गया है'],
    ['/sw', 'Tumepokea ombi lako'],
  ] as const)
    test(`in the light version (${prefix || '/en'}): a form sent back keeps its answers, and then it is stored`, async ({
      page,
      baseURL,
    }) => {
      await page.context().addCookies([{ name: 'version', value: 'light', url: baseURL ?? '' }])
      await page.goto(`${prefix}/GetSurgery`)
      await answer(page)
      await form(page).getByRole('button').click()
      await expect(form(page).locator('[name=place]')).toHaveValue('Nyeri, Kenya')
      await expect(form(page).locator('[name=asking]')).toHaveValue('family')
      await page.waitForTimeout(1100)
      await form(page).locator('[name=consent]').check()
      await form(page).getByRole('button').click()
      await expect(page.locator('main')).toContainText(thanks)
      expectSealed(await page.locator('main').textContent())
    })
})
