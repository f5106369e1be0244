/**
 * Every page in a browser: axe, and a phone of 320 px. Pages of each kind also in both colour schemes and on a desk; only there are
 * contrasts measured, which takes most of axe's time.
 */
import type { Page } from '@playwright/test'
import { everyAddress, onePerKind } from '../../support/addresses.ts'
import { violations } from '../../support/axe.ts'
import { expect, test } from '../../support/browser-test.ts'

// The browser reports that the page of an unknown address was answered with 404.
test.use({ expectedNoise: [/status of 404 \(Not Found\).*nowhere-at-all/] })
test.describe.configure({ timeout: 180_000 })

const phone = { width: 390, height: 844 }
const desk = { width: 1280, height: 844 }

/** The colour scheme changes only colours. */
const colourRules = ['color-contrast', 'link-in-text-block']

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

/** Shares of the pages, so that all workers take part. */
const shares = [0, 1, 2, 3]

for (const share of shares)
  test(`axe finds nothing, and no page scrolls sideways at 320 px (part ${share + 1} of ${shares.length})`, async ({
    page,
  }) => {
    const kinds = new Set(onePerKind())
    const addresses = (await everyAddress()).filter((_, place) => place % shares.length === share)
    await page.emulateMedia({ reducedMotion: 'reduce' })
    const faults: string[] = []
    for (const address of addresses) {
      await page.emulateMedia({ colorScheme: 'light' })
      await page.setViewportSize(phone)
      await page.goto(address)
      const without = kinds.has(address) ? [] : ['color-contrast']
      faults.push(...(await faultsOf(page, `${address}, phone, light`, { without })))
      if (kinds.has(address)) {
        await page.emulateMedia({ colorScheme: 'dark' })
        faults.push(...(await faultsOf(page, `${address}, phone, dark`, { rules: colourRules })))
        await page.setViewportSize(desk)
        faults.push(...(await faultsOf(page, `${address}, desk, dark`)))
        await page.emulateMedia({ colorScheme: 'light' })
        faults.push(...(await faultsOf(page, `${address}, desk, light`, { rules: colourRules })))
      }
      await page.setViewportSize({ width: 320, height: 640 })
      const seen = await page.evaluate(() => ({
        width: document.documentElement.scrollWidth,
        headings: document.querySelectorAll('h1').length,
        mains: document.querySelectorAll('main').length,
      }))
      expect.soft(seen, address).toEqual({ width: 320, headings: 1, mains: 1 })
    }
    expect(faults).toEqual([])
  })
