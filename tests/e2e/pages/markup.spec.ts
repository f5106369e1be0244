/** Validates the HTML of every page with html-validate. https://html-validate.org/rules/ */
import { HtmlValidate, StaticConfigLoader } from 'html-validate'
import { everyAddress, inParallel } from '../../support/addresses.ts'
import { expect, test } from '../../support/browser-test.ts'
import { served } from '../../support/served.ts'

test.describe.configure({ timeout: 120_000 })

const validator = new HtmlValidate(new StaticConfigLoader({ extends: ['html-validate:standard'] }))

test('the markup of every page is valid', async () => {
  const faults: string[] = []
  await inParallel(await everyAddress(), async (address) => {
    const { html } = await served(address)
    const { results } = await validator.validateString(html)
    for (const { ruleId, message, selector } of results.flatMap(({ messages }) => messages))
      faults.push(`${address}: ${ruleId}: ${message} (${selector})`)
  })
  expect(faults).toEqual([])
})
