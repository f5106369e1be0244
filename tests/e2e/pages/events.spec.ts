/** Events in the visitor's time zone, dates that pass, and the quick exit. */
import type { Page } from '@playwright/test'
import { expect, test } from '../../support/browser-test.ts'
import { structuredData } from '../../support/served.ts'

async function startOf(page: Page): Promise<Date> {
  const things = structuredData(await page.content()).flatMap(
    (document) => document['@graph'] as Record<string, string>[],
  )
  return new Date(things.find((thing) => thing['@type'] === 'Event')?.startDate ?? '')
}

test.describe('in Nairobi', () => {
  test.use({ timezoneId: 'Africa/Nairobi', locale: 'sw-KE' })

  test('the webinar is also shown in the visitor’s time zone, and fetched again once its date has passed', async ({
    page,
  }) => {
    await page.goto('/PeopleNotProducts')
    const start = await startOf(page)
    const own = new Intl.DateTimeFormat('en-US', {
      timeZone: 'Africa/Nairobi',
      hour: '2-digit',
      minute: '2-digit',
      hour12: true,
    }).format(start)
    await expect(page.locator('#next')).toContainText(`It starts at ${own.replace(/\s/g, ' ')} your time`)
    await expect(page.locator('#next')).toContainText('noon, New York time')
    const asked = page.waitForRequest(
      (request) => request.resourceType() === 'xhr' && request.url().endsWith('/PeopleNotProducts'),
    )
    await page.clock.setSystemTime(new Date(start.getTime() + 1000))
    await page.reload()
    await asked
    await expect(page.locator('#next')).toContainText('noon, New York time')
  })
})

/** Replaces the target of "Exit this page" by one of our pages, because tests make no external requests. */
async function openTrafficking(page: Page) {
  await page.goto('/Events')
  await page.goto('/AntiHumanTrafficking', { waitUntil: 'networkidle' })
  await expect(page.locator('#exit-this-page [data-exit]').last()).toHaveAttribute('href', /^https:\/\//)
  await page.evaluate(() => {
    for (const link of document.querySelectorAll<HTMLAnchorElement>('[data-exit]')) link.href = '/OurValues'
  })
}

test('Shift pressed three times, but not for capital letters, or the button leaves at once, and Back does not return', async ({
  page,
}) => {
  await openTrafficking(page)
  for (const key of ['A', 'B', 'C']) await page.keyboard.press(`Shift+${key}`)
  await expect(page.locator('#exit-this-page [role="status"]')).toHaveText('')
  await page.keyboard.press('Shift')
  await expect(page.locator('#exit-this-page')).toContainText('Press Shift 2 more times to exit.')
  await page.keyboard.press('Shift')
  await expect(page.locator('#exit-this-page')).toContainText('Press Shift 1 more time to exit.')
  const left = page.waitForRequest((request) => request.url().endsWith('/OurValues'))
  await page.keyboard.press('Shift')
  expect((await left).headers().referer).toBeUndefined()
  await expect(page).toHaveURL(/\/OurValues$/)
  await page.goBack()
  await expect(page).toHaveURL(/\/Events$/)

  await openTrafficking(page)
  await page.getByRole('link', { name: 'Exit this page' }).last().click()
  await expect(page).toHaveURL(/\/OurValues$/)
  await page.goBack()
  await expect(page).toHaveURL(/\/Events$/)
})
