/** Runs axe on the current page, directly, because its Playwright wrapper takes twice the time. */
import type { Page } from '@playwright/test'
import axe from 'axe-core'

type Options = {
  /** Only these rules; all by default. */
  rules?: readonly string[]
  /** Not these rules. */
  without?: readonly string[]
  /** CSS selectors of parts that are left out. Rules about the whole page still run. */
  outside?: readonly string[]
}

/** `id: markup` of each violation. */
export async function violations(page: Page, { rules, without = [], outside = [] }: Options = {}): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  const off = Object.fromEntries(without.map((rule) => [rule, { enabled: false }]))
  return page.evaluate(
    async ([only, off, outside]) => {
      const { violations: found } = await (window as unknown as { axe: typeof axe }).axe.run(
        { exclude: [...outside] },
        {
          resultTypes: ['violations'],
          preload: false,
          rules: off,
          ...(only && { runOnly: { type: 'rule', values: [...only] } }),
        },
      )
      return found.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
    },
    [rules, off, outside] as const,
  )
}
