/** Runs axe on the current page, directly, because its Playwright wrapper takes twice the time. */
import type { Page } from '@playwright/test'
import axe from 'axe-core'

/** `id: markup` of each violation. `rules`: only these, all by default; `without`: not these. */
export async function violations(
  page: Page,
  { rules, without = [] }: { rules?: string[]; without?: string[] } = {},
): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  const off = Object.fromEntries(without.map((rule) => [rule, { enabled: false }]))
  return page.evaluate(
    async ([only, off]) => {
      const { violations: found } = await (window as unknown as { axe: typeof axe }).axe.run(document, {
        resultTypes: ['violations'],
        preload: false,
        rules: off,
        ...(only && { runOnly: { type: 'rule', values: only } }),
      })
      return found.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
    },
    [rules, off] as const,
  )
}
