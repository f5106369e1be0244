/** Events: dates that depend on the clock, the visitor's time zone, calendars, and the quick exit. */
import type { Page } from '@playwright/test'
import { expect, test } from '../../support/browser-test.ts'

/** The structured data of the page's event. */
async function eventData(page: Page): Promise<{ startDate: string; endDate: string; eventStatus: string }> {
  const documents = await page.locator('script[type="application/ld+json"]').allTextContents()
  const things = documents.flatMap((text) => JSON.parse(text)['@graph'] ?? [])
  return things.find((thing) => thing['@type'] === 'Event')
}

for (const { zone, locale } of [
  { zone: 'Asia/Kolkata', locale: 'en-IN' },
  { zone: 'Africa/Nairobi', locale: 'sw-KE' },
]) {
  test.describe(`in ${zone}`, () => {
    test.use({ timezoneId: zone, locale })
    test('the webinar is also shown in the visitor’s time zone', async ({ page }) => {
      await page.goto('/PeopleNotProducts')
      const { startDate } = await eventData(page)
      const own = new Intl.DateTimeFormat('en-US', {
        timeZone: zone,
        hour: '2-digit',
        minute: '2-digit',
        hour12: true,
      }).format(new Date(startDate))
      await expect(page.locator('#next')).toContainText(`It starts at ${own.replace(/\s/g, ' ')} your time`)
      await expect(page.locator('#next')).toContainText('noon to 1:00 pm, New York time')
    })
  })
}

test('the next race and the next webinar are in the future, and fit their rules', async ({ page }) => {
  for (const { address, weekday, from, to } of [
    { address: '/Race', weekday: 6, from: 8, to: 14 },
    { address: '/PeopleNotProducts', weekday: 3, from: 1, to: 7 },
  ]) {
    await page.goto(address)
    const { startDate, endDate, eventStatus } = await eventData(page)
    expect(Date.parse(endDate)).toBeGreaterThan(Date.now())
    const day = new Date(`${startDate.slice(0, 10)}T00:00:00Z`)
    expect(day.getUTCDay()).toBe(weekday)
    expect(day.getUTCDate()).toBeGreaterThanOrEqual(from)
    expect(day.getUTCDate()).toBeLessThanOrEqual(to)
    expect(eventStatus).toBe('https://schema.org/EventScheduled')
    await expect(page.locator('[data-state]')).toHaveText(/^(Coming|On now)$/)
  }
})

test('the events are listed with their dates, past ones last', async ({ page }) => {
  await page.goto('/Events')
  const cards = page.locator('#events li')
  await expect(cards).toHaveCount(3)
  await expect(cards.first().locator('[data-state]')).toHaveText(/^(Coming|On now)$/)
  await expect(cards.last()).toContainText('Father Daughter Dance')
  await expect(cards.last()).toContainText('Past event')
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('the webinar is in New York time, and can be added to a calendar', async ({ page, request }) => {
    await page.goto('/PeopleNotProducts')
    await expect(page.locator('#next')).toContainText('It starts at 12:00 PM New York time.')
    await page.getByText('Add to calendar').click()
    await expect(page.getByRole('link', { name: 'Google Calendar' })).toHaveAttribute(
      'href',
      /^https:\/\/calendar\.google\.com\/.*ctz=America%2FNew_York/,
    )
    await expect(page.getByRole('link', { name: 'Outlook.com' })).toHaveAttribute(
      'href',
      /^https:\/\/outlook\.live\.com\//,
    )
    const file = await page.getByRole('link', { name: /Calendar file/ }).getAttribute('href')
    const answer = await request.get(file ?? '')
    expect(answer.status()).toBe(200)
    expect(answer.headers()['content-type']).toBe('text/calendar; charset=utf-8')
    expect(answer.headers()['content-disposition']).toBe('attachment; filename="webinar.ics"')
    expect(await answer.text()).toMatch(/\r\nDTSTART;TZID=America\/New_York:\d{8}T120000\r\n/)
  })

  test('a past dance says so, and links to its pictures', async ({ page }) => {
    await page.goto('/FatherDaughterDance')
    await expect(page.locator('#when')).toContainText('Past event')
    await expect(page.locator('#when')).toContainText('Saturday, February 7, 2026, 6:30 to 8:30 pm')
    await expect(page.getByText('Add to calendar')).toHaveCount(0)
    await page.locator('#when').getByRole('link', { name: 'See the pictures' }).click()
    await expect(page).toHaveURL(/\/FatherDaughterDanceGallery$/)
  })

  test('the quick exit is a link, and the hotline is a tel: link', async ({ page }) => {
    await page.goto('/AntiHumanTrafficking')
    await expect(page.locator('#exit-this-page [data-exit]').last()).toHaveAttribute('href', /^https:\/\//)
    await expect(page.getByRole('link', { name: '1-888-373-7888', exact: true }).first()).toHaveAttribute(
      'href',
      'tel:+18883737888',
    )
  })
})

test('an old prerendered page fetches the event again once its date has passed', async ({ page }) => {
  await page.goto('/PeopleNotProducts')
  const { startDate } = await eventData(page)
  const asked = page.waitForRequest(
    (request) => request.resourceType() === 'xhr' && request.url().endsWith('/PeopleNotProducts'),
  )
  await page.clock.setSystemTime(new Date(Date.parse(startDate) + 1000))
  await page.reload()
  await asked
  await expect(page.locator('#next')).toContainText('noon to 1:00 pm, New York time')
})

/** Replaces the target of "Exit this page" by one of our pages, because tests make no external requests. */
async function standOnTrafficking(page: Page) {
  await page.goto('/Events')
  await page.goto('/AntiHumanTrafficking')
  await page.waitForLoadState('networkidle')
  await page.evaluate(() => {
    for (const link of document.querySelectorAll<HTMLAnchorElement>('[data-exit]')) link.href = '/OurValues'
  })
}

test('pressing Shift three times leaves without a history entry: Back goes to the previous page', async ({ page }) => {
  await standOnTrafficking(page)
  await page.keyboard.press('Shift')
  await expect(page.locator('#exit-this-page')).toContainText('Shift, press 2 more times to exit.')
  await page.keyboard.press('Shift')
  await expect(page.locator('#exit-this-page')).toContainText('Shift, press 1 more time to exit.')
  const left = page.waitForRequest((request) => request.url().endsWith('/OurValues'))
  await page.keyboard.press('Shift')
  expect((await left).headers().referer).toBeUndefined()
  await expect(page).toHaveURL(/\/OurValues$/)
  await page.goBack()
  await expect(page).toHaveURL(/\/Events$/)
})

test('Shift for a capital letter does not leave the page', async ({ page }) => {
  await standOnTrafficking(page)
  for (const key of ['A', 'B', 'C']) await page.keyboard.press(`Shift+${key}`)
  await expect(page).toHaveURL(/\/AntiHumanTrafficking$/)
  await expect(page.locator('#exit-this-page [role="status"]')).toHaveText('')
})

test('the button leaves as well, and Back does not return', async ({ page }) => {
  await standOnTrafficking(page)
  await page.getByRole('link', { name: 'Exit this page' }).last().click()
  await expect(page).toHaveURL(/\/OurValues$/)
  await page.goBack()
  await expect(page).toHaveURL(/\/Events$/)
})
