/**
 * What a phone loads first stays within tests/support/budgets.ts, and nothing moves when the rest arrives. Bytes and counts only, so a
 * slow machine makes no difference. The bytes of every page's HTML are judged by tests/e2e/http/every-page.spec.ts.
 */
import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { ensureChromium } from '../../../scripts/support/browser.ts'
import { firstView } from '../../../scripts/support/measure.ts'
import { givingAddresses, inParallel } from '../../support/addresses.ts'
import { expect, test } from '../../support/browser-test.ts'
import { budgets, kilobytes } from '../../support/budgets.ts'
import { siteUrl } from '../../support/served.ts'

// The headless shell paints between the arrivals of two fonts, where a visitor's browser paints once.
test.use({
  launchOptions: async ({ launchOptions }, use) => use({ ...launchOptions, executablePath: await ensureChromium() }),
})

/** One page for each kind of content and set of behaviours, and all that take gifts. */
const contentPages = [
  '/',
  '/India',
  '/India/stories/the-500th',
  '/EventVolunteers',
  '/FatherDaughterDance',
  '/FatherDaughterDanceGallery',
  '/FatherDaughterDanceGallery/photo/001',
  '/forms/contact',
  '/search?q=cleft',
  ...givingAddresses(),
]

test('what a phone loads first is within its budget on every kind of page', async ({ browser }) => {
  const over: string[] = []
  await inParallel(contentPages, async (address) => {
    const { total, styles, fonts, scripts, requests } = await firstView(browser, siteUrl + address)
    const weighed = {
      total: kilobytes(total),
      styles: kilobytes(styles),
      fonts: kilobytes(fonts),
      scripts: kilobytes(scripts),
      requests,
    }
    const allowed = budgets.firstView[address === '/' ? 'home' : 'other']
    for (const what of Object.keys(allowed) as (keyof typeof allowed)[])
      if (weighed[what] > allowed[what]) over.push(`${address}: ${what} ${weighed[what]}, allowed ${allowed[what]}`)
  })
  expect(over).toEqual([])
})

/** The names in the first column of the table in docs/pci.md. */
const inventory = () => {
  const [, table = ''] = readFileSync('docs/pci.md', 'utf8').split('| Script |')
  return new Set([...table.matchAll(/^\| (`[^|]+) \|/gm)].flatMap(([, names = '']) => names.match(/[\w-]+/g) ?? []))
}

test('the first touch of a form that takes cards loads React and the form, within their budget, and no script that docs/pci.md does not name', async ({
  page,
}) => {
  const known = inventory()
  expect(known.size).toBeGreaterThan(5)
  const ownName = /^\/_next\/static\/behaviours\/([\w-]+)-[A-Z0-9]{8}\.js$/
  const unknown: string[] = []
  page.on('request', (request) => {
    const name = ownName.exec(new URL(request.url()).pathname)?.[1] ?? ''
    if (request.resourceType() === 'script' && !known.has(name)) unknown.push(request.url())
  })
  const sizes: Record<string, number> = {}
  for (const address of givingAddresses()) {
    await page.goto(address)
    const island = page.locator('[data-island]')
    if ((await island.count()) === 0) continue
    const before = await scriptBytes(page)
    await island.getByRole('radio').or(island.getByRole('checkbox')).first().focus()
    await expect(island).toHaveAttribute('data-hydrated', '')
    sizes[address] = kilobytes((await scriptBytes(page)) - before)
  }
  expect(Object.keys(sizes).length).toBeGreaterThan(1)
  expect(Object.entries(sizes).filter(([, size]) => size <= 20 || size > budgets.island)).toEqual([])
  expect(unknown).toEqual([])
})

/** As they came over the wire. */
const scriptBytes = (page: Page) =>
  page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .filter(({ name }) => name.endsWith('.js'))
      .reduce((sum, entry) => sum + (entry as PerformanceResourceTiming).encodedBodySize, 0),
  )

const late = ['font', 'script', 'image']

/** Cumulative layout shift without shifts caused by user input. https://web.dev/articles/cls */
const layoutShift = () =>
  new Promise<number>((resolve) => {
    // The observer reports what has already happened first, and nothing at all when nothing shifted.
    let sum = 0
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) sum += (entry as PerformanceEntry & { value: number }).value
    }).observe({ type: 'layout-shift', buffered: true })
    requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(() => resolve(sum), 50)))
  })

for (const [device, viewport] of Object.entries({
  phone: { width: 390, height: 844 },
  desk: { width: 1280, height: 800 },
}))
  test(`there is no layout shift on a ${device} when fonts, scripts and pictures arrive after the first paint`, async ({
    page,
  }) => {
    await page.setViewportSize(viewport)
    const shifts: Record<string, number> = {}
    for (const address of ['/', '/India', '/India/stories/the-500th', '/FatherDaughterDanceGallery', '/DonateIndia']) {
      const { promise: painted, resolve: release } = Promise.withResolvers<void>()
      await page.route('**/*', async (route) => {
        if (late.includes(route.request().resourceType())) await painted
        await route.continue()
      })
      await page.goto(address, { waitUntil: 'commit' })
      await expect
        .poll(() => page.evaluate(() => performance.getEntriesByName('first-contentful-paint').length), {
          intervals: [50],
        })
        .toBe(1)
      release()
      await page.waitForLoadState('load')
      await page.evaluate(() => document.fonts.ready)
      shifts[address] = await page.evaluate(layoutShift)
      await page.unrouteAll({ behavior: 'wait' })
    }
    expect(Object.entries(shifts).filter(([, shift]) => shift > 0.05)).toEqual([])
  })
