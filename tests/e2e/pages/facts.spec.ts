/** Nothing that the organisation has told may be lost: every page still says its facts, in the HTML as it is served. */
import type { Page } from '@playwright/test'
import { everyAddress, inParallel } from '../../support/addresses.ts'
import { expect, test } from '../../support/browser-test.ts'
import { facts } from '../../support/facts.ts'
import { named } from '../../support/names.ts'
import { printed } from '../../support/printed-addresses.ts'
import { served } from '../../support/served.ts'
import { mainOf, visibleText } from '../../support/visible-text.ts'

test.describe.configure({ timeout: 120_000 })

// One empty page reads for all: these tests open nothing.
let reader: Page
test.beforeAll(async ({ browser }) => {
  reader = await browser.newPage()
})
test.afterAll(() => reader.close())

/** Reads served HTML as a browser would, without running or loading anything of it. */
function look(html: string, selectors: readonly string[]) {
  return reader.evaluate(
    ([source, wanted]) => {
      const read = new DOMParser().parseFromString(source, 'text/html')
      const main = read.querySelector('main')
      return {
        hrefs: [...(main?.querySelectorAll('a[href]') ?? [])].map((link) => link.getAttribute('href') ?? ''),
        counts: Object.fromEntries(wanted.map((selector) => [selector, main?.querySelectorAll(selector).length ?? 0])),
      }
    },
    [html, selectors] as const,
  )
}

const matches = (wanted: string | RegExp, text: string) =>
  typeof wanted === 'string' ? text.includes(wanted) : wanted.test(text)

test('every printed address has its facts written down here', () => {
  expect(Object.keys(printed).filter((address) => !(address in facts))).toEqual([])
})

for (const [address, { says, leadsTo = [], counts = {} }] of Object.entries(facts))
  test(`${address} says what it must, without JavaScript`, async () => {
    const { status, html } = await served(address)
    expect(status).toBe(200)
    const text = visibleText(mainOf(html))
    expect(says.filter((fact) => !matches(fact, text)).map(String)).toEqual([])
    const seen = await look(html, Object.keys(counts))
    expect(
      leadsTo
        .filter(
          (wanted) => !seen.hrefs.some((href) => href === wanted || (wanted instanceof RegExp && wanted.test(href))),
        )
        .map(String),
    ).toEqual([])
    expect(seen.counts).toEqual(counts)
  })

test('about ninety sponsors and about 180 photos are listed', async () => {
  const sponsors = (await served('/CorporateSponsors')).html
  const { counts } = await look(sponsors, ['#sponsors li'])
  expect(counts['#sponsors li']).toBeGreaterThanOrEqual(85)
  const [, photos] = /Photo 1 of (\d+)/.exec(visibleText((await served('/FatherDaughterDanceGallery')).html)) ?? []
  expect(Number(photos)).toBeGreaterThanOrEqual(170)
})

test('the figures that follow the camp summary are those of the summary', async () => {
  const summary = JSON.parse((await served('/api/country-wise-camps-summary')).html)
  // Pages are made anew a minute after a summary came: until then they say what they were built with.
  const either = (now: number, built: number) => new RegExp(`(${now}|${built})`).source
  const home = visibleText(mainOf((await served('/')).html))
  expect(home).toMatch(
    new RegExp(`surgeries ${either(summary.totalSurgeryCount, 1248)} camps ${either(summary.totalCampCount, 80)}`),
  )
  const south = visibleText(mainOf((await served('/SouthAfrica')).html))
  expect(south).toMatch(new RegExp(`surgeries ${either(summary.countryWiseCamps.AFRICA.surgeryCount, 69)}`))
})

const menus = {
  About: [
    '/AboutUs',
    '/OurValues',
    '/OurStrategy',
    '/ContactUs',
    '/Founders',
    '/ExecutiveBoardOfDirectors',
    '/USALeadershipCommittee',
    '/GlobalTeams',
  ],
  Initiatives: [
    '/CraniofacialSurgeries',
    '/MedicalCamps',
    '/UpcomingCamps',
    '/AntiHumanTrafficking',
    '/InnovativeSolutions',
  ],
  Countries: ['/USA', '/India', '/Kenya', '/Uganda', '/Zimbabwe', '/SouthAfrica'],
  'Media center': ['/Videos', named('/{founderSlug}Videos'), '/PressRelease', '/Newsletters', '/ContactUs'],
  'Join us': [
    '/Events',
    '/Race',
    '/PeopleNotProducts',
    '/FatherDaughterDance',
    '/EventVolunteers',
    '/StudentIntern',
    '/Inkind',
    '/CorporateSponsors',
    '/VehicleDonation',
    '/PersonalProperty',
    '/LegacyPlannedGifts',
  ],
}
const footerLinks = [
  '/CraniofacialSurgeries',
  '/AntiHumanTrafficking',
  '/PressRelease',
  '/ContactUs',
  '/PrivacyPolicy',
  '/TermsAndCondition',
  '/InnovativeSolutions',
]

test('every page has the menus, the way to give, the footer and every office, without JavaScript', async () => {
  await inParallel(await everyAddress(), async (address) => {
    const html = (await served(address)).html
    const header = html.slice(html.indexOf('<header'), html.indexOf('</header>'))
    const footer = html.slice(html.indexOf('<footer'), html.indexOf('</footer>'))
    for (const [group, links] of Object.entries(menus)) {
      const [, list = ''] = new RegExp(`<summary[^>]*>${group}.*?</summary>(.*?)</details>`, 's').exec(header) ?? []
      for (const link of links) expect(list, `${address}: ${group}`).toContain(`href="${link}"`)
    }
    for (const link of ['/', named('/{founderSlug}'), '/give']) expect(header, address).toContain(`href="${link}"`)
    for (const link of footerLinks) expect(footer, address).toContain(`href="${link}"`)
    expect(footer.match(/href="https:\/\/[^"]+"/g)?.length, `${address}: five social networks`).toBeGreaterThanOrEqual(
      5,
    )
    const said = visibleText(footer)
    for (const fact of [
      `© ${new Date().getFullYear()}`,
      'PO Box',
      'USA office',
      'India office',
      'Kenya office',
      'South Africa office',
      'Zimbabwe office',
      'Uganda office',
    ])
      expect(said, address).toContain(fact)
  })
})
