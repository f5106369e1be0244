import { expect, test } from '../../support/browser-test.ts'

const pages = ['/', '/India', '/India/stories/the-500th', '/FatherDaughterDanceGallery', '/DonateIndia']
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
    for (const address of pages) {
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
