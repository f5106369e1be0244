/** What must hold on every page, walked in shares so that two workers divide the site between them. */
import AxeBuilder from '@axe-core/playwright'
import { everyAddress } from '../../support/addresses.ts'
import { expect, test } from '../../support/browser-test.ts'

const shares = [0, 1, 2, 3]
const share = async (which: number) => (await everyAddress()).filter((_, place) => place % shares.length === which)

// The browser says itself that the page of a wrong address was answered with 404.
test.use({ expectedNoise: [/status of 404 \(Not Found\).*nowhere-at-all/] })
test.describe.configure({ timeout: 180_000 })

for (const { name, width, scheme } of [
  { name: 'on a phone, light', width: 390, scheme: 'light' as const },
  { name: 'on a desk, dark', width: 1280, scheme: 'dark' as const },
]) {
  for (const which of shares) {
    test(`axe finds nothing ${name} (share ${which + 1})`, async ({ page }) => {
      await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' })
      await page.setViewportSize({ width, height: 844 })
      for (const address of await share(which)) {
        await page.goto(address)
        const { violations } = await new AxeBuilder({ page }).analyze()
        expect(
          violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`),
          address,
        ).toEqual([])
      }
    })
  }
}

for (const which of shares) {
  test(`no page scrolls sideways at 320 px, and each has one heading, one main and a title (share ${which + 1})`, async ({
    page,
  }) => {
    await page.setViewportSize({ width: 320, height: 640 })
    for (const address of await share(which)) {
      await page.goto(address)
      const seen = await page.evaluate(() => ({
        width: document.documentElement.scrollWidth,
        headings: document.querySelectorAll('h1').length,
        mains: document.querySelectorAll('main').length,
        title: document.title.trim().length > 0,
        language: document.documentElement.lang,
      }))
      expect(seen, address).toEqual({ width: 320, headings: 1, mains: 1, title: true, language: 'en' })
    }
  })
}
