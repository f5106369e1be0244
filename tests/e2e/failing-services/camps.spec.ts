import { expect, test } from '../../support/browser-test.ts'
import { behave, reset } from '../../support/sandbox.ts'

test.afterEach(() => reset('camps'))

for (const mode of ['fail', 'stall', 'garbage', 'drop'] as const) {
  test(`when the camp API answers with ${mode}, the summary and the pages still answer`, async ({ request }) => {
    await behave('camps', { mode })
    const summary = await request.get('/api/country-wise-camps-summary')
    expect(summary.status()).toBe(200)
    expect(await summary.json()).toMatchObject({
      totalSurgeryCount: expect.any(Number),
      countryWiseCamps: { AFRICA: { surgeryCount: expect.any(Number) } },
    })
    for (const address of ['/', '/SouthAfrica']) expect((await request.get(address)).status()).toBe(200)
  })
}
