/**
 * `npm run docs:screenshots`: takes the pictures of docs/editors/ in the running editor, on a copy of the content, by following the
 * guides. With `-- NAME …` it takes only these.
 */
import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { chromium, type Locator, type Page } from '@playwright/test'
import sharp from 'sharp'
import { chromiumArguments, ensureChromium } from './support/browser.ts'
import { root, startScript, waitForResponse } from './support/processes.ts'
import { testPorts } from './support/sandbox-environment.ts'

const site = `http://localhost:${testPorts.site}`
const folder = path.join(root, 'docs/editors/pictures')
const size = { width: 1280, height: 760 }

/** The steps in the editor before each picture. Returns the element at the top of the form. */
const scenes: Record<string, (page: Page) => Promise<Locator | undefined>> = {
  async pages(page) {
    await open(page, 'pages')
    await page.getByText('Innovative solutions').first().waitFor()
    return undefined
  },
  async text(page) {
    await open(page, 'pages/entries/OurValues')
    await openEntry(page, 'blocks', 0)
    return place(page, 'blocks')
  },
  async saved(page) {
    await open(page, 'pages/entries/OurValues')
    await field(page, 'title').fill('Our values, and our mission')
    await save(page)
    return place(page, 'title')
  },
  async story(page) {
    await open(page, 'stories-Kenya/new')
    await page.getByRole('button', { name: /^Add .*Picture/ }).click()
    await page.getByRole('menuitem', { name: 'Portrait' }).click()
    await place(page, 'picture.look').locator('summary').click()
    return place(page, 'picture')
  },
  async event(page) {
    await open(page, 'events/new')
    await field(page, 'zone').fill('America/New_York')
    await field(page, 'date').fill('2027-05-08')
    await field(page, 'starts').fill('10:00')
    await field(page, 'ends').fill('12:00')
    return place(page, 'zone')
  },
  async newsletter(page) {
    await open(page, 'pages/entries/Newsletters')
    await openEntry(page, 'blocks', 1)
    await place(page, 'blocks.1.documents')
      .getByRole('button', { name: /^Add .*document/ })
      .click()
    await field(page, 'blocks.1.documents.14.title').fill('A new year')
    await field(page, 'blocks.1.documents.14.date').fill('2025-02')
    await field(page, 'blocks.1.documents.14.href').fill('/media/2025-02.pdf')
    return place(page, 'blocks.1.documents.14.title')
  },
  async levels(page) {
    await open(page, 'pages/entries/Event5kSponsorship')
    await openEntry(page, 'blocks', 1)
    await openEntry(page, 'blocks.1.levels', 0)
    return place(page, 'blocks.1.levels')
  },
  async photograph(page) {
    await open(page, 'stories-Kenya/new')
    await page.getByRole('button', { name: /^Add .*Picture/ }).click()
    await page.getByRole('menuitem', { name: 'Photo' }).click()
    return place(page, 'picture')
  },
  async menu(page) {
    await open(page, '_singletons/entries/navigation-file')
    await openEntry(page, 'groups', 2)
    const entries = place(page, 'groups.2.entries')
    await entries.getByRole('button', { name: /^Add .*entry/ }).click()
    return entries.locator('.item').nth(-3)
  },
  async mistake(page) {
    await open(page, 'pages/entries/InnovativeSolutions')
    await field(page, 'title').fill('India')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByRole('alertdialog').waitFor()
    return undefined
  },
  async 'too-long'(page) {
    await open(page, 'pages/entries/InnovativeSolutions')
    await field(page, 'title').fill('Everything that we have ever wanted to say about innovation, in one title')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('You cannot enter more than').waitFor()
    return place(page, 'title')
  },
  async draft(page) {
    await open(page, 'posts/entries/left-handed')
    await place(page, 'draft').getByRole('switch').click()
    await save(page)
    const shown = page.frameLocator('iframe').first().frameLocator('iframe[title="The page"]')
    await shown.getByText('Draft', { exact: true }).first().scrollIntoViewIfNeeded()
    await page.setViewportSize(size)
    await shown.getByText('Draft', { exact: true }).first().scrollIntoViewIfNeeded()
    return place(page, 'draft')
  },
  async translation(page) {
    await open(page, 'translations-hi/entries/hi-pages-India')
    await page.getByRole('group', { name: 'Block 1: Hero' }).waitFor()
    return undefined
  },
}

const place = (page: Page, key: string): Locator => page.locator(`[data-key-path="${key}"]`).first()
const field = (page: Page, key: string) => place(page, key).locator('input, textarea').first()
async function open(page: Page, collection: string) {
  await page.goto('about:blank')
  await page.goto(`${site}/edit/#/collections/${collection}`)
}

async function openEntry(page: Page, list: string, index: number) {
  await place(page, list).locator('.item').nth(index).getByRole('button', { name: 'Expand' }).first().click()
}

async function save(page: Page) {
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('Entry saved.').waitFor()
}

startScript('tests/editor/start.ts')
await waitForResponse(`${site}/OurValues`)
mkdirSync(folder, { recursive: true })
const browser = await chromium.launch({ executablePath: await ensureChromium(), args: chromiumArguments })
const wanted = process.argv.slice(2)
for (const [name, act] of Object.entries(scenes)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue
  // The form renders only what is in view, so it is filled in a tall window.
  const page = await browser.newPage({ viewport: { ...size, height: 5000 }, reducedMotion: 'reduce' })
  page.setDefaultTimeout(40_000)
  const top = await act(page)
  await page.setViewportSize(size)
  // The page beside the form never becomes idle, because it listens for changes; and the editor's messages disappear soon.
  await page.waitForTimeout(8000)
  await top?.evaluate((element) => element.scrollIntoView())
  await page.waitForTimeout(1000)
  const picture = sharp(await page.screenshot()).png({ palette: true, colours: 128, effort: 10 })
  await picture.toFile(path.join(folder, `${name}.png`))
  console.log(name)
  await page.close()
}
await browser.close()
process.exit(0)
