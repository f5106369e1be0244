/**
 * What a phone loads first stays within tests/support/budgets.ts, and nothing moves when the rest arrives. Bytes and counts only, so a
 * slow machine makes no difference. The bytes of every page's HTML are judged by tests/e2e/http/every-page.spec.ts.
 */
import { ensureChromium } from '../../../scripts/support/browser.ts'
import { firstView } from '../../../scripts/support/first-view.ts'
import { givingAddresses, inParallel } from '../../support/addresses.ts'
import { expect, test } from '../../support/browser-test.ts'
import { bareNextScripts, budgets, kilobytes } from '../../support/budgets.ts'
import { siteUrl } from '../../support/served.ts'

// The headless shell paints between the arrivals of two fonts, where a visitor's browser paints once.
test.use({
  launchOptions: async ({ launchOptions }, use) => use({ ...launchOptions, executablePath: await ensureChromium() }),
})

/** One page for each kind of content and set of behaviours. */
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
]

test('what a phone loads first is within its budget on every kind of content page', async ({ browser }) => {
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

test('a page that takes cards loads few scripts besides Next’s own', async ({ browser }) => {
  const over: Record<string, number> = {}
  await inParallel(givingAddresses(), async (address) => {
    const { scripts } = await firstView(browser, siteUrl + address)
    const own = kilobytes(scripts) - bareNextScripts
    if (own > budgets.paymentScripts) over[address] = own
  })
  expect(over).toEqual({})
})

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
