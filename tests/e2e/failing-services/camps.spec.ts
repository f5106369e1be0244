import { expect, test } from '../../support/browser-test.ts'
import { served } from '../../support/served.ts'

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
