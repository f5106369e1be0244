/** The steps after an operation: with dates where JavaScript is on, and without them where it is off. Nothing that is entered is sent. */
import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { violations } from '../../support/axe.ts'
import { expect, test } from '../../support/browser-test.ts'

const whens = (page: Page) => page.locator('#steps [data-when]')

test('a family gets the days of its operation, to read and for a calendar, and sends nothing', async ({ page }) => {
  await page.goto('/Aftercare')
  await expect(page.getByLabel('Day of the operation')).toBeVisible()
  await expect(page.getByRole('button', { name: /Calendar file/ })).toBeHidden()
  expect(await violations(page)).toEqual([])

  const sent: string[] = []
  page.on('request', (request) => sent.push(request.url()))
  await page.getByLabel('Day of the operation').fill('2028-02-26')
  await page.getByLabel('What was operated on').selectOption('lip')
  await expect(page.locator('#steps li:visible')).toHaveCount(4)
  await expect(whens(page).nth(1)).toHaveText('Saturday, 4 March 2028 (7 days after the operation)')
  await expect(whens(page).last()).toHaveText('Monday, 26 February 2029 (12 months after the operation)')
  expect(await violations(page)).toEqual([])

  const [file] = await Promise.all([page.waitForEvent('download'), page.getByText(/Calendar file/).click()])
  expect(file.suggestedFilename()).toBe('aftercare.ics')
  const calendar = readFileSync(await file.path(), 'utf8')
  expect(calendar.match(/^DTSTART.*(?=\r)/gm)).toEqual(
    ['20280227', '20280304', '20280318', '20290226'].map((day) => `DTSTART;VALUE=DATE:${day}`),
  )
  expect(calendar).toMatch(
    /^BEGIN:VCALENDAR\r\n.*SUMMARY:First visit\\, and stitches of the lip\r\n.*END:VCALENDAR\r\n$/s,
  )
  expect(Math.max(...calendar.split('\r\n').map((line) => Buffer.byteLength(line)))).toBeLessThanOrEqual(75)

  expect(sent.filter((url) => !url.startsWith('blob:'))).toEqual([])

  await page.getByLabel('What was operated on').selectOption('')
  await page.getByLabel('Day of the operation').fill('')
  await expect(page.locator('#steps li:visible')).toHaveCount(6)
  await expect(whens(page).first()).toHaveText('1 day after the operation')
})

test('the days are in the language of the page', async ({ page }) => {
  for (const [prefix, label, words] of [
    ['/hi', 'ऑपरेशन का दिन', /4 मार्च 2028.*7 दिन/],
    ['/sw', 'Siku ya upasuaji', /4 Machi 2028.*Siku 7/],
  ] as const) {
    await page.goto(`${prefix}/Aftercare`)
    await page.getByLabel(label).fill('2028-02-26')
    await expect(whens(page).nth(1)).toHaveText(words)
  }
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('the page lists every step without dates, and asks for nothing', async ({ page }) => {
    await page.goto('/GetSurgery')
    await page.locator('#operation a[href="/Aftercare"]').click()
    await expect(page.getByText('own paper counts first')).toBeVisible()
    await expect(page.locator('#steps li:visible')).toHaveCount(6)
    await expect(whens(page).nth(1)).toHaveText('7 days after the operation')
    await expect(page.locator('#steps :is(input, select, button):visible')).toHaveCount(0)
  })
})
