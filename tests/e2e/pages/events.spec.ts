/** Events: the visitor's time zone, dates that pass, calendars, and the quick exit. */
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

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('the webinar is in New York time and can be added to a calendar, a past dance leads to its pictures, and the exit and the hotline are links', async ({
    page,
  }) => {
    await page.goto('/PeopleNotProducts')
    await expect(page.locator('#next')).toContainText('It starts at 12:00 PM New York time.')
    await page.getByText('Add to calendar').click()
    for (const [name, href] of [
      ['Google Calendar', /^https:\/\/calendar\.google\.com\/.*ctz=America%2FNew_York/],
      ['Outlook.com', /^https:\/\/outlook\.live\.com\//],
      [/Calendar file/, '/calendar/webinar.ics'],
    ] as const)
      await expect(page.getByRole('link', { name })).toHaveAttribute('href', href)

    await page.goto('/Events')
    await expect(page.locator('#events li')).toHaveCount(3)
    for (const words of ['Father Daughter Dance', 'Past event'])
      await expect(page.locator('#events li').last()).toContainText(words)
    await page.goto('/FatherDaughterDance')
    await page.locator('#when').getByRole('link', { name: 'See the pictures' }).click()
    await expect(page).toHaveURL(/\/FatherDaughterDanceGallery$/)

    await page.goto('/AntiHumanTrafficking')
    await expect(page.locator('#exit-this-page [data-exit]').last()).toHaveAttribute('href', /^https:\/\//)
    const hotline = page.getByRole('link', { name: '1-888-373-7888', exact: true }).first()
    await expect(hotline).toHaveAttribute('href', 'tel:+18883737888')
  })
})

/** Replaces the target of "Exit this page" by one of our pages, because tests make no external requests. */
async function openTrafficking(page: Page) {
  await page.goto('/Events')
  await page.goto('/AntiHumanTrafficking', { waitUntil: 'networkidle' })
  await page.evaluate(() => {
    for (const link of document.querySelectorAll<HTMLAnchorElement>('[data-exit]')) link.href = '/OurValues'
  })
}

test('pressing Shift three times leaves without a history entry, and Shift for a capital letter does not', async ({
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
})

test('the button leaves as well, and Back does not return', async ({ page }) => {
  await openTrafficking(page)
  await page.getByRole('link', { name: 'Exit this page' }).last().click()
  await expect(page).toHaveURL(/\/OurValues$/)
  await page.goBack()
  await expect(page).toHaveURL(/\/Events$/)
})
