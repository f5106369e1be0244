/**
 * What is served, without JavaScript. The texts of each page are tested by tests/unit/content/page-texts.test.tsx, the links
 * of header and footer by tests/unit/layout/frame.test.tsx.
 */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { parse } from 'yaml'
import { everyAddress, inParallel } from '../../support/addresses.ts'
import { expect, test } from '../../support/browser-test.ts'
import { served } from '../../support/served.ts'
import { mainOf, visibleText } from '../../support/visible-text.ts'

test.describe.configure({ timeout: 120_000 })

test('the figures that follow the camp summary are those of the summary', async () => {
  const summary = JSON.parse((await served('/api/country-wise-camps-summary')).html)
  const built = parse(readFileSync(path.join(process.cwd(), 'content', 'camps.yaml'), 'utf8'))
  // Pages are made anew a minute after a summary came: until then they say what they were built with.
  const either = (now: number, before: number) => `(${now}|${before})`
  const home = visibleText(mainOf((await served('/')).html))
  expect(home).toMatch(new RegExp(`surgeries ${either(summary.totalSurgeryCount, built.totalSurgeryCount)}`))
  expect(home).toMatch(new RegExp(`camps ${either(summary.totalCampCount, built.totalCampCount)}`))
  const [now, before] = [summary, built].map(({ countryWiseCamps }) => countryWiseCamps.AFRICA.surgeryCount)
  const south = visibleText(mainOf((await served('/SouthAfrica')).html))
  expect(south).toMatch(new RegExp(`surgeries ${either(now, before)}`))
})

test('every page has the menus, the way to give and the footer', async () => {
  await inParallel(await everyAddress(), async (address) => {
    const html = (await served(address)).html
    const header = html.slice(html.indexOf('<header'), html.indexOf('</header>'))
    for (const link of ['/India', '/ContactUs', '/give']) expect(header, address).toContain(`href="${link}"`)
    const footer = html.slice(html.indexOf('<footer'), html.indexOf('</footer>'))
    for (const link of ['/PrivacyPolicy', '/TermsAndCondition']) expect(footer, address).toContain(`href="${link}"`)
    expect(visibleText(footer), address).toContain('All our offices')
  })
})
