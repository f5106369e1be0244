/** Checks on every page, in shares so that two workers divide the site. */
import type { Page } from '@playwright/test'
import { share, shares } from '../../support/addresses.ts'
import { violations } from '../../support/axe.ts'
import { expect, test } from '../../support/browser-test.ts'

// The browser says itself that the page of a wrong address was answered with 404.
test.use({ expectedNoise: [/status of 404 \(Not Found\).*nowhere-at-all/] })
test.describe.configure({ timeout: 300_000 })

const phone = { width: 390, height: 844 }
const desk = { width: 1280, height: 844 }

/** The colour scheme changes only colours. */
const colourRules = ['color-contrast', 'link-in-text-block']

/** Checked after all colour transitions. */
async function faultsOf(page: Page, seen: string, rules?: string[]): Promise<string[]> {
  await page.evaluate(async () => {
    // Where a change is inherited, the end of one transition begins the next. One of something that is not shown may never end.
    let stillFrames = 0
    for (let frame = 0; frame < 60 && stillFrames < 3; frame += 1) {
      await new Promise(requestAnimationFrame)
      const changing = document.getAnimations().filter((animation) => animation instanceof CSSTransition)
      for (const transition of changing) transition.finish()
      stillFrames = changing.length > 0 ? 0 : stillFrames + 1
    }
  })
  return (await violations(page, rules)).map((violation) => `${seen}: ${violation}`)
}

for (const which of shares) {
  test(`axe finds nothing on a phone or a desk, light or dark, and no page scrolls sideways at 320 px (share ${which + 1})`, async ({
    page,
  }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    const faults: string[] = []
    for (const address of await share(which)) {
      await page.emulateMedia({ colorScheme: 'light' })
      await page.setViewportSize(phone)
      await page.goto(address)
      faults.push(...(await faultsOf(page, `${address}, phone, light`)))
      await page.emulateMedia({ colorScheme: 'dark' })
      faults.push(...(await faultsOf(page, `${address}, phone, dark`, colourRules)))
      await page.setViewportSize(desk)
      faults.push(...(await faultsOf(page, `${address}, desk, dark`)))
      await page.emulateMedia({ colorScheme: 'light' })
      faults.push(...(await faultsOf(page, `${address}, desk, light`, colourRules)))

      await page.setViewportSize({ width: 320, height: 640 })
      const seen = await page.evaluate(() => ({
        width: document.documentElement.scrollWidth,
        headings: document.querySelectorAll('h1').length,
        mains: document.querySelectorAll('main').length,
        title: document.title.trim().length > 0,
        language: document.documentElement.lang,
      }))
      expect.soft(seen, address).toEqual({ width: 320, headings: 1, mains: 1, title: true, language: 'en' })
    }
    expect(faults).toEqual([])
  })
}
