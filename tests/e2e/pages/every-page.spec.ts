/** What must hold on every page, walked in shares so that two workers divide the site between them. */
import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { share, shares } from '../../support/addresses.ts'
import { expect, test } from '../../support/browser-test.ts'

// The browser says itself that the page of a wrong address was answered with 404.
test.use({ expectedNoise: [/status of 404 \(Not Found\).*nowhere-at-all/] })
test.describe.configure({ timeout: 300_000 })

const phone = { width: 390, height: 844 }
const desk = { width: 1280, height: 844 }

/** What changes with the scheme: colours, and nothing else. */
const colourRules = ['color-contrast', 'link-in-text-block']

/** Judged once every change of colour has come to its end. `rules`: only these; all of them without it. */
async function violations(page: Page, seen: string, rules?: string[]): Promise<string[]> {
  await page.evaluate(async () => {
    const changing = () => document.getAnimations().some((animation) => animation instanceof CSSTransition)
    // A second at the most: a transition of something that is not shown may never end.
    let quietFrames = 0
    for (let frame = 0; frame < 60 && quietFrames < 3; frame += 1) {
      await new Promise(requestAnimationFrame)
      quietFrames = changing() ? 0 : quietFrames + 1
    }
  })
  // No page has a frame of its own accord, and nobody reads what passed: a third of the time.
  const axe = new AxeBuilder({ page }).setLegacyMode(true).options({ resultTypes: ['violations'], preload: false })
  const found = await (rules ? axe.withRules(rules) : axe).analyze()
  return found.violations.map(({ id, nodes }) => `${seen}: ${id}: ${nodes.map(({ html }) => html).join(' ')}`)
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
      faults.push(...(await violations(page, `${address}, phone, light`)))
      await page.emulateMedia({ colorScheme: 'dark' })
      faults.push(...(await violations(page, `${address}, phone, dark`, colourRules)))
      await page.setViewportSize(desk)
      faults.push(...(await violations(page, `${address}, desk, dark`)))
      await page.emulateMedia({ colorScheme: 'light' })
      faults.push(...(await violations(page, `${address}, desk, light`, colourRules)))

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
