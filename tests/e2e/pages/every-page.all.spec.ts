/** Every page by axe, without the header and the footer, and those of each kind on a desk in both colour schemes. */
import { everyAddress, onePerKind } from '../../support/addresses.ts'
import { colourRules, violations } from '../../support/axe.ts'
import { expect, test } from '../../support/browser-test.ts'

test.use({ expectedNoise: /status of 404 \(Not Found\).*nowhere-at-all/ })
test.describe.configure({ timeout: 300_000 })

for (const share of [0, 1, 2])
  test(`axe finds nothing in any page (part ${share + 1} of 3)`, async ({ page }) => {
    const kinds = new Set(onePerKind())
    const faults: string[] = []
    await page.emulateMedia({ reducedMotion: 'reduce' })
    for (const address of (await everyAddress()).filter((_, index) => index % 3 === share)) {
      const isOfKinds = kinds.has(address)
      await page.setViewportSize(isOfKinds ? { width: 1280, height: 844 } : { width: 320, height: 640 })
      await page.emulateMedia({ colorScheme: 'light' })
      await page.goto(address)
      const options = isOfKinds ? {} : { without: colourRules, outside: ['.site-header', 'main ~ footer'] }
      faults.push(...(await violations(page, options)).map((violation) => `${address}: ${violation}`))
      if (!isOfKinds) continue
      await page.emulateMedia({ colorScheme: 'dark' })
      faults.push(...(await violations(page, { rules: colourRules })).map((one) => `${address}, dark: ${one}`))
    }
    expect(faults).toEqual([])
  })
