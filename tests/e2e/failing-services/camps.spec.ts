import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from '../../support/browser-test.ts'
import { startSecondSite } from '../../support/second-site.ts'
import { served } from '../../support/served.ts'

test('content pages show the camp figures of the store from the first request after a start', async () => {
  // The site is started twice.
  test.setTimeout(120_000)
  const key = 'camp-summary'
  const countries = ['INDIA', 'KENYA', 'ZIMBABWE', 'UGANDA', 'AFRICA'].map((name) => [name, { surgeryCount: 700 }])
  const figures = { totalSurgeryCount: 3500, totalCampCount: 90, totalCountryCount: 7 }
  const value = JSON.stringify({ ...figures, countryWiseCamps: Object.fromEntries(countries) })
  const site = await startSecondSite(() => ({ CAMPS_API_URL: '' }))
  try {
    const db = new DatabaseSync(path.join(site.folder, 'charity.db'), { timeout: 2000 })
    db.prepare('insert into settings (key, value, updated_at) values (?, ?, ?)').run(
      key,
      value,
      new Date().toISOString(),
    )
    db.close()
    await site.restart()
    expect(await (await fetch(`${site.url}/`)).text()).toContain('>3,500<')
    expect(await (await fetch(`${site.url}/sw/Kenya`)).text()).toContain('>700<')
  } finally {
    await site.close()
  }
})

// Last of all: pages are rendered again a minute after the summary arrived, and by now it has passed.
test('the live figures of the camp summary reach Home and the countries', async () => {
  test.setTimeout(120_000)
  for (const [address, figure] of [
    ['/', '>1,261<'],
    ['/India', '>641<'],
    ['/Uganda', 'Make it 23<'],
    ['/SouthAfrica', '>74<'],
  ] as const)
    await expect
      .poll(async () => (await served(address)).html.includes(figure), { timeout: 100_000, intervals: [500, 5000] })
      .toBe(true)
})
