/**
 * Pages in a browser. Each fits on a phone of 320 px; one of each kind is checked by axe, and its contrasts in both colour schemes. `npm run
 * test:all` also checks every page by axe, without the header and the footer, and those of each kind on a desk.
 */
import type { Page } from '@playwright/test'
import { everyAddress, onePerKind } from '../../support/addresses.ts'
import { violations } from '../../support/axe.ts'
import { expect, test } from '../../support/browser-test.ts'

// The browser reports that the page of an unknown address was answered with 404.
test.use({ expectedNoise: [/status of 404 \(Not Found\).*nowhere-at-all/] })
test.describe.configure({ timeout: 180_000 })

const smallPhone = { width: 320, height: 640 }
const phone = { width: 390, height: 844 }
const desk = { width: 1280, height: 844 }

/** The colour scheme changes only colours. */
const colourRules = ['color-contrast', 'link-in-text-block']

const aroundThePage = ['.site-header', 'main ~ footer']

/** Checked after all colour transitions. */
async function faultsOf(page: Page, seen: string, options?: Parameters<typeof violations>[1]): Promise<string[]> {
  await page.evaluate(async () => {
    // Where a change is inherited, the end of one transition begins the next. One of a hidden element may never end.
    let stillFrames = 0
    for (let frame = 0; frame < 60 && stillFrames < 3; frame += 1) {
      await new Promise(requestAnimationFrame)
      const changing = document.getAnimations().filter((animation) => animation instanceof CSSTransition)
      for (const transition of changing) transition.finish()
      stillFrames = changing.length > 0 ? 0 : stillFrames + 1
    }
  })
  return (await violations(page, options)).map((violation) => `${seen}: ${violation}`)
}

const isWhole = Boolean(process.env.TEST_ALL)

/** Shares of the pages, so that all workers take part. */
const shares = [0, 1, 2, 3]

for (const share of shares)
  test(`axe finds nothing, no page scrolls sideways at 320 px, and the labels of samples are visible (part ${share + 1} of ${shares.length})`, async ({
    page,
  }) => {
    const kinds = new Set(onePerKind())
    const addresses = (await everyAddress()).filter((_, index) => index % shares.length === share)
    const faults: string[] = []
    const expectToFit = async (address: string) => {
      const seen = () =>
        page.evaluate(() => ({
          width: document.documentElement.scrollWidth,
          headings: document.querySelectorAll('h1').length,
          mains: document.querySelectorAll('main').length,
          hiddenLabels: [...document.querySelectorAll('main [data-sample]')].filter(
            (label) => !label.checkVisibility() && !label.closest('[hidden], dialog, details:not([open])'),
          ).length,
        }))
      // The page is laid out again some frames after the viewport has changed.
      const good = { width: 320, headings: 1, mains: 1, hiddenLabels: 0 }
      await expect.soft.poll(seen, { message: address }).toEqual(good)
    }
    await page.emulateMedia({ reducedMotion: 'reduce', colorScheme: 'light' })
    await page.setViewportSize(smallPhone)
    for (const address of addresses.filter((address) => !kinds.has(address))) {
      await page.goto(address)
      await expectToFit(address)
      if (!isWhole) continue
      const found = await violations(page, { without: colourRules, outside: aroundThePage })
      faults.push(...found.map((violation) => `${address}: ${violation}`))
    }
    for (const address of addresses.filter((address) => kinds.has(address))) {
      await page.emulateMedia({ colorScheme: 'light' })
      await page.setViewportSize(phone)
      await page.goto(address)
      faults.push(...(await faultsOf(page, `${address}, phone, light`)))
      await page.emulateMedia({ colorScheme: 'dark' })
      faults.push(...(await faultsOf(page, `${address}, phone, dark`, { rules: colourRules })))
      if (isWhole) {
        await page.setViewportSize(desk)
        faults.push(...(await faultsOf(page, `${address}, desk, dark`)))
        await page.emulateMedia({ colorScheme: 'light' })
        faults.push(...(await faultsOf(page, `${address}, desk, light`, { rules: colourRules })))
      }
      await page.setViewportSize(smallPhone)
      await expectToFit(address)
    }
    expect(faults).toEqual([])
  })
