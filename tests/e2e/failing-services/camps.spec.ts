import { expect, test } from '../../support/browser-test.ts'
import { behave, reset } from '../../support/sandbox.ts'
import { served } from '../../support/served.ts'

test.afterEach(() => reset('camps'))

test('while the camp API fails, the summary and the pages are answered', async () => {
  for (const mode of ['fail', 'stall', 'garbage', 'drop'] as const) {
    await behave('camps', { mode })
    const summary = await served('/api/country-wise-camps-summary')
    expect(summary.status, mode).toBe(200)
    expect(JSON.parse(summary.html), mode).toMatchObject({
      totalSurgeryCount: expect.any(Number),
      countryWiseCamps: { AFRICA: { surgeryCount: expect.any(Number) } },
    })
    for (const address of ['/', '/SouthAfrica']) expect((await served(address)).status, mode).toBe(200)
  }
})

// Last of all: pages are rendered again a minute after the summary arrived, and by now it has passed.
test('the live figures of the camp summary reach Home and South Africa', async () => {
  test.setTimeout(120_000)
  for (const [address, figure] of [
    ['/', '>1261<'],
    ['/SouthAfrica', '>74<'],
  ] as const)
    await expect
      .poll(async () => (await served(address)).html.includes(figure), { timeout: 100_000, intervals: [500, 5000] })
      .toBe(true)
})
