import type { Page, Route } from '@playwright/test'
import { violations } from '../../support/axe.ts'
import { expect, test } from '../../support/browser-test.ts'

const title = 'The 500th'
const country = '/India'
const address = '/India/stories/the-500th'

const cardLink = (page: Page) => page.getByRole('main').getByRole('link', { name: new RegExp(title) })
const dialogOf = (page: Page) => page.getByRole('dialog', { name: new RegExp(title) })
/** Found in the story only: neither on its card nor while it loads. */
const words = (page: Page) => page.getByRole('dialog').getByRole('heading', { name: 'How a camp day goes' })

/** Until it is there, a card is a link. */
const behavingDialog = (page: Page) => page.locator('dialog[data-behaviour="story-dialog"][data-behaves]')

async function openCountry(page: Page) {
  await page.goto(country)
  await expect(behavingDialog(page)).toBeAttached()
}

async function openStory(page: Page) {
  await openCountry(page)
  await cardLink(page).click()
  await expect(words(page)).toBeVisible()
}

/** What `answer` does with the story's page as the dialog asks for it; the browser itself gets it as it is. */
const whenFetched = (page: Page, answer: (route: Route) => Promise<void>) =>
  page.route(`**${address}`, (route) => (route.request().resourceType() === 'xhr' ? answer(route) : route.continue()))

test('a story opens over its country, has its own address and title, and every way of closing leads back', async ({
  page,
}) => {
  await openCountry(page)
  const countryTitle = await page.title()
  const link = cardLink(page)
  const story = dialogOf(page)
  const closings: [string, () => Promise<unknown>][] = [
    ['Escape', () => page.keyboard.press('Escape')],
    ['the Close button at the top', () => story.getByRole('button', { name: 'Close' }).first().click()],
    ['the Close button at the bottom', () => story.getByRole('button', { name: 'Close' }).last().click()],
    ['a click beside it', () => page.mouse.click(20, 400)],
    ['Back', () => page.goBack()],
  ]
  for (const [name, close] of closings) {
    await link.click()
    await expect(words(page), name).toBeVisible()
    await expect(page).toHaveURL(address)
    await expect(page).toHaveTitle(new RegExp(title))
    await close()
    await expect(story, name).toBeHidden()
    await expect(page, name).toHaveURL(country)
    await expect(page, name).toHaveTitle(countryTitle)
    await expect(link, `the focus after ${name}`).toBeFocused()
  }

  // The keyboard alone.
  await page.keyboard.press('Enter')
  await expect(words(page)).toBeVisible()
  await page.keyboard.press('End')
  await expect(story.getByRole('navigation', { name: 'More stories' })).toBeInViewport()
  await page.keyboard.press('Tab')
  await expect(story.getByRole('button', { name: 'Close' }).first()).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(link).toBeFocused()
})

test('Forward opens a story again, and a reload shows its own page, from which Back leads to the country', async ({
  page,
}) => {
  await openStory(page)
  await page.goBack()
  await expect(dialogOf(page)).toBeHidden()
  await page.goForward()
  await expect(words(page)).toBeVisible()
  await expect(page).toHaveURL(address)
  await page.reload()
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.goBack()
  await expect(page).toHaveURL(country)
  await expect(page.getByRole('heading', { level: 1, name: 'India' })).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('a double click opens one story, a selection that ends beside the dialog leaves it open, and a modifier key opens a tab', async ({
  page,
  context,
}) => {
  await openCountry(page)
  // So near to the edge of the window the second click falls beside the dialog.
  const card = page.getByRole('article').filter({ has: page.getByRole('link', { name: /No more without a name/ }) })
  await card.dblclick({ position: { x: 12, y: 120 } })
  await expect(page).toHaveURL(/\/stories\/no-more/)
  await expect(page.getByRole('dialog').getByRole('button', { name: /^Share / })).toBeVisible()
  await page.goBack()
  await expect(page).toHaveURL(country)

  await cardLink(page).click()
  await words(page).hover()
  await page.mouse.down()
  await page.mouse.move(20, 400)
  await page.mouse.up()
  await expect(words(page)).toBeVisible()
  await expect(page).toHaveURL(address)
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL(country)

  const opened = context.waitForEvent('page')
  await cardLink(page).click({ modifiers: ['ControlOrMeta'] })
  await expect((await opened).getByRole('heading', { level: 1, name: title })).toBeVisible()
  await expect(page).toHaveURL(country)
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('the next story takes the place of the first, and only one about abuse shows the way out, which leaves for good', async ({
  page,
}) => {
  const wayOut = page.getByRole('dialog').getByRole('link', { name: /Exit this page/ })
  const next = page.getByRole('dialog', { name: /Hanging dresses/ })
  const openNext = async () => {
    await dialogOf(page)
      .getByRole('link', { name: /Next story/ })
      .click()
    await expect(next.getByRole('heading', { level: 1 })).toHaveText('Hanging dresses')
    await expect(page).toHaveURL('/India/stories/hanging-dresses')
    await expect(page).toHaveTitle(/Hanging dresses/)
  }
  await openStory(page)
  await expect(wayOut).toBeHidden()
  await openNext()
  await page.goBack()
  await expect(next).toBeHidden()
  await expect(page).toHaveURL(country)
  await expect(cardLink(page)).toBeFocused()

  await cardLink(page).click()
  await openNext()
  await expect(wayOut).toBeVisible()
  await page.evaluate(() => {
    for (const link of document.querySelectorAll<HTMLAnchorElement>('[data-exit]')) link.href = '/OurValues'
  })
  for (let press = 0; press < 3; press++) await page.keyboard.press('Shift')
  await expect(page).toHaveURL('/OurValues')
  await page.goBack()
  await expect(page).toHaveURL(country)
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } })

  test('an open story is accessible, says that it is a sample, is printed alone, is shared, and has a gift in reach', async ({
    page,
  }) => {
    await openStory(page)
    const story = dialogOf(page)
    await expect(story.locator('[data-sample]').first()).toBeVisible()
    await expect(story.getByText('This portrait is drawn')).toBeVisible()
    expect(await violations(page)).toEqual([])
    const ids = await page.locator('[id]').evaluateAll((elements) => elements.map(({ id }) => id))
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([])

    // The page behind stays where it is.
    const before = await page.evaluate(() => window.scrollY)
    await page.mouse.move(195, 422)
    for (let turn = 0; turn < 3; turn++) await page.mouse.wheel(0, 5000)
    await expect(story.getByRole('navigation', { name: 'More stories' })).toBeInViewport()
    expect(await page.evaluate(() => window.scrollY)).toBe(before)

    await page.emulateMedia({ media: 'print' })
    await expect(words(page)).toBeVisible()
    await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toHaveText(title)
    await expect(page.getByRole('button')).toHaveCount(0)
    await expect(page.getByRole('link', { name: 'Donate' })).toHaveCount(0)
    await page.emulateMedia({ media: 'screen' })

    await story.getByRole('button', { name: /^Share / }).click()
    await expect(story.getByRole('textbox', { name: 'Link to share' })).toHaveValue(new RegExp(`${address}$`))
    expect(await violations(page)).toEqual([])
    await page.keyboard.press('Escape')
    await expect(story.getByRole('button', { name: /Copy/ })).toBeHidden()
    await expect(story).toBeVisible()

    await story.getByRole('link', { name: /^Give ₹/ }).click()
    await expect(page).toHaveURL(/\/DonateIndia\?amount=\d+&reason=2/)
    await page.goBack()
    await expect(page).toHaveURL(address)
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
    await page.goBack()
    await expect(page).toHaveURL(country)
    await expect(page.getByRole('heading', { level: 1, name: 'India' })).toBeVisible()
  })
})

test('on a slow line the dialog opens at once, with the title and what is happening, and can be closed before the story arrives', async ({
  page,
}) => {
  const { promise: arrival, resolve: arrive } = Promise.withResolvers<void>()
  await whenFetched(page, async (route) => {
    await arrival
    await route.continue().catch(() => undefined)
  })
  await openCountry(page)
  await cardLink(page).click()
  await expect(dialogOf(page).getByText(title)).toBeVisible()
  await expect(dialogOf(page).getByRole('status').last()).toHaveText('Opening the story…')
  await expect(page).toHaveURL(address)
  expect(await violations(page)).toEqual([])
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL(country)
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(cardLink(page)).toBeFocused()
  await cardLink(page).click()
  await expect(dialogOf(page).getByRole('status').last()).toHaveText('Opening the story…')
  arrive()
  await expect(words(page)).toBeVisible()
  await expect(dialogOf(page).getByText('Opening the story…')).toBeHidden()
})

test.describe('when the story cannot be fetched', () => {
  test.use({ expectedNoise: /Failed to load resource/ })

  test('its own page is opened instead, and Back and Forward work', async ({ page }) => {
    for (const answer of [
      (route) => route.abort(),
      (route) => route.fulfill({ status: 503, contentType: 'text/html', body: '<p>Away</p>' }),
      (route) => route.fulfill({ contentType: 'application/json', body: '{}' }),
      (route) => route.fulfill({ contentType: 'text/html', body: '<p>Sign in</p>' }),
    ] as ((route: Route) => Promise<void>)[]) {
      await whenFetched(page, answer)
      await openCountry(page)
      await cardLink(page).click()
      await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
      await expect(page.getByRole('dialog')).toHaveCount(0)
      await expect(page).toHaveURL(address)
      await page.unrouteAll()
    }
    await page.goBack()
    await expect(page).toHaveURL(country)
    await expect(page.getByRole('heading', { level: 1, name: 'India' })).toBeVisible()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(behavingDialog(page)).toBeAttached()
    await page.goForward()
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
  })
})
