/** What editors do at /edit/: the file on the disk and the page on the site say what was saved. */
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { test as base, expect, type Page } from '@playwright/test'
import { edited, editedProject, original } from './project.ts'

const test = base.extend<{ noise: string[] }>({
  // A policy violation, a script that fails or a page that React draws anew is nobody's expectation.
  noise: [
    async ({ page }, use) => {
      const noise: string[] = []
      page.on('pageerror', (error) => noise.push(error.message))
      page.on(
        'console',
        (message) => /Content Security Policy|hydrat/i.test(message.text()) && noise.push(message.text()),
      )
      page.on('request', (request) => {
        if (!/^(http:\/\/localhost|blob:|data:)/.test(request.url())) noise.push(request.url())
      })
      await use(noise)
      expect(noise).toEqual([])
    },
    { auto: true },
  ],
})

const open = async (page: Page, place: string) => {
  await page.goto('about:blank')
  await page.goto(`/edit/#/collections/${place}`)
}
const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true }).first()
const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true }).click()
const saved = (page: Page) => expect(page.getByText('Entry saved.')).toBeVisible()
const shownPage = (page: Page) => page.frameLocator('iframe').first().frameLocator('iframe[title="The page"]')

/** The lines in which a file differs from the one in the checkout. */
function changes(file: string) {
  const before = original(file).split('\n')
  const after = edited(file).split('\n')
  return {
    removed: before.filter((line) => !after.includes(line)),
    added: after.filter((line) => !before.includes(line)),
  }
}

test('a story is edited, refused with a mistake, and undone', async ({ page }) => {
  const file = 'content/stories/India/the-500th.md'
  await open(page, 'stories-India/entries/the-500th')
  const heading = shownPage(page).getByRole('heading', { level: 1 })
  await expect(heading).toHaveText('The 500th')

  await field(page, 'Title').fill('x'.repeat(80))
  await save(page)
  await expect(page.getByText('You cannot enter more than 70 characters.')).toBeVisible()
  await field(page, 'Title').fill('By {organization}')
  await save(page)
  await expect(page.getByRole('alertdialog')).toContainText('did you mean "organisation"')
  await page.getByRole('button', { name: 'OK' }).click()
  expect(edited(file)).toBe(original(file))

  const titles = ['The 500th child', 'The 500th face', 'The 500th smile']
  const loaded: string[] = []
  page.on('request', (request) => request.isNavigationRequest() && loaded.push(new URL(request.url()).pathname))
  const seconds: string[] = []
  await field(page, 'Title').fill('')
  await save(page)
  await expect(page.getByText('One field has an error.')).toBeVisible()
  for (const title of titles) {
    await field(page, 'Title').fill(title)
    const clicked = performance.now()
    await save(page)
    await saved(page)
    await expect(heading).toHaveText(title)
    seconds.push(((performance.now() - clicked) / 1000).toFixed(1))
    await expect(page.getByText('One field has an error.')).toBeHidden()
  }
  console.log(`From Save to the new heading: ${seconds.join(', ')} s`)
  expect(loaded).toEqual(titles.map(() => '/India/stories/the-500th'))
  // Only the editor's own script and the behaviours that visitors get, and nothing of Next's development tools.
  await expect(shownPage(page).locator('script[src^="/_next/static/chunks/"]')).toHaveCount(0)
  expect(changes(file)).toEqual({
    removed: ['title: The 500th', expect.stringMatching(/^updated: /)],
    added: ['title: The 500th smile', expect.stringMatching(/^updated: /)],
  })

  for (const before of ['The 500th face', 'The 500th child', 'The 500th']) {
    await page.getByRole('button', { name: /^Undo/ }).click()
    await expect(field(page, 'Title')).toHaveValue(before)
  }
  expect(edited(file)).toBe(original(file))
})

test('blocks are moved, doubled and removed, with everything in them as it was', async ({ page }) => {
  const file = 'content/pages/India.yaml'
  await open(page, 'pages/entries/India')
  const blocks = page.locator('[data-key-path="blocks"]').first()
  const block = (name: string) => blocks.getByRole('group').filter({ hasText: name }).last()
  await blocks.getByRole('button', { name: /^Add/ }).scrollIntoViewIfNeeded()
  await block('Their stories').getByRole('button', { name: 'Reorder Item' }).press('ArrowUp')
  await block('One operation at a time').getByRole('button', { name: 'List Item Options' }).click()
  await page.getByRole('menuitem', { name: 'Duplicate' }).click()
  await block('All our work together').getByRole('button', { name: 'Remove' }).click()
  await save(page)
  await saved(page)

  const before = blocksOf(original(file))
  const after = blocksOf(edited(file))
  const named = (heading: string) => before.find((text) => text.includes(`heading: ${heading}`))
  const [stories, camps, work, call] = ['Their stories', 'The first camps', 'All our work', 'One operation'].map(named)
  expect(after).toContain(stories)
  expect(after.indexOf(String(stories))).toBeLessThan(after.indexOf(String(camps)))
  expect(after).not.toContain(work)
  expect(after.filter((text) => text.includes('heading: One operation'))).toHaveLength(2)
  expect(after[0]).toBe(before[0])
  expect(after).toContain(call)
  await expect(shownPage(page).getByRole('heading', { name: 'One operation at a time' })).toHaveCount(2, {
    timeout: 10_000,
  })

  await page.getByRole('button', { name: /^Undo/ }).click()
  await expect.poll(() => edited(file)).toBe(original(file))
})

test('a page that others link to is not removed, and the reason is shown', async ({ page }) => {
  await open(page, 'pages/entries/OurValues')
  await page.getByRole('button', { name: 'Show Editor Options' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page.getByRole('alertdialog').or(page.getByRole('dialog')).getByRole('button', { name: 'Delete' }).click()
  const reason = page.getByRole('dialog', { name: 'It cannot be deleted yet' })
  await expect(reason).toContainText('/OurValues leads nowhere')
  await reason.getByRole('button', { name: 'OK' }).click()
})

test('a text that was changed in a second tab and by hand meanwhile is not lost', async ({ page, context }) => {
  test.setTimeout(400_000)
  const file = 'content/stories/Zimbabwe/learning-to-speak.md'
  const before = original(file)
  const place = 'stories-Zimbabwe/entries/learning-to-speak'
  await open(page, place)
  await expect(field(page, 'Title')).toHaveValue(/\w/)
  const there = await context.newPage()
  await open(there, place)
  await expect(field(there, 'Title')).toBeVisible({ timeout: 90_000 })
  await field(there, 'Title').fill('Theirs')
  await save(there)
  await saved(there)
  await there.close()

  // Sveltia notices some changes itself, and says so first.
  const compare = page.getByRole('alertdialog').getByRole('button', { name: 'Compare' })
  await page.addLocatorHandler(compare, () => compare.click())
  // Fields that only one of the two changed are kept without asking.
  await field(page, 'Summary').fill('Mine alone.')
  await save(page)
  // The form is loaded anew.
  await expect(field(page, 'Title')).toHaveValue('Theirs', { timeout: 90_000 })
  expect(edited(file)).toMatch(/title: Theirs[\s\S]*summary: Mine alone\./)

  // What both changed is shown twice.
  await field(page, 'Title').fill('Mine')
  writeFileSync(path.join(editedProject, file), edited(file).replace('title: Theirs', 'title: Third'))
  await save(page)
  const changed = page.getByRole('dialog', { name: 'Changed twice' })
  await expect(changed).toContainText('Third')
  await expect(changed).toContainText('Somebody else has changed Stories, Zimbabwe/learning-to-speak too.')
  // The choices stand below the words, as wide as the dialog allows.
  const [choices, around] = [await changed.getByRole('group').boundingBox(), await changed.boundingBox()]
  expect(choices?.width).toBeGreaterThan(0.8 * (around?.width ?? 0))
  await changed.getByRole('button', { name: 'Back to the form' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'OK' }).click()
  await expect(field(page, 'Title')).toHaveValue('Mine')
  expect(edited(file)).toContain('title: Third')
  await save(page)
  await expect(changed).toContainText('Third')
  await changed.getByRole('radio', { name: /Your text/ }).check()
  await changed.getByRole('button', { name: 'Save' }).click()
  await expect.poll(() => edited(file)).toContain('title: Mine')
  writeFileSync(path.join(editedProject, file), before)
})

test('the page beside the form goes to the text that changed, and nothing covers a button of the form', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1366, height: 768 })
  await open(page, 'stories-India/entries/whats-the-price')
  const last = shownPage(page).getByText('And then somebody asked.')
  const heading = shownPage(page).getByRole('heading', { level: 1 })
  await expect(heading).toBeInViewport()
  const text = page.locator('[data-key-path="body"]').getByRole('textbox').first()
  await text.fill(`${await text.inputValue()}\n\nAnd then somebody asked.`)
  // What differs is told by what the page said before.
  const frame = shownPage(page).locator('html')
  await expect.poll(() => frame.evaluate(() => sessionStorage.length)).toBeGreaterThan(0)
  await save(page)
  await expect(last).toBeInViewport()
  // It is there once more when the page has been loaded again, and nothing in it differs.
  const loaded = page.waitForRequest((request) => request.isNavigationRequest())
  const colours = path.join(editedProject, 'content/colours.yaml')
  writeFileSync(colours, readFileSync(colours))
  await loaded
  await expect.poll(() => frame.evaluate(() => document.readyState)).toBe('complete')
  await expect(last).toBeInViewport()
  await field(page, 'Title').fill('What is the price?')
  await save(page)
  await saved(page)
  await expect(heading).toBeInViewport()

  // The bar below covers no button of the form.
  const bar = page.getByRole('button', { name: /^Undo/ })
  const [form, undo] = [await page.locator('#nc-root').boundingBox(), await bar.boundingBox()]
  expect((form?.y ?? 0) + (form?.height ?? 0)).toBeLessThanOrEqual(undo?.y ?? 0)
  await bar.click()
  await expect(field(page, 'Title')).not.toHaveValue('What is the price?')
})

/** The source of each block of a page. */
const blocksOf = (text: string) =>
  text
    .slice(text.indexOf('\nblocks:\n'))
    .split(/\n(?= {2}- kind:)/)
    .slice(1)
    .map((block) => block.replace(/^ *#.*$/gm, '').trimEnd())
