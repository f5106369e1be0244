/** Runs axe on the current page, directly, because its Playwright wrapper takes twice the time. */
import type { Page } from '@playwright/test'
import axe from 'axe-core'

/** `id: markup` of each violation. `rules`: only these; all of them without it. */
export async function violations(page: Page, rules?: string[]): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  return page.evaluate(async (only) => {
    const { violations: found } = await (window as unknown as { axe: typeof axe }).axe.run(document, {
      resultTypes: ['violations'],
      preload: false,
      ...(only && { runOnly: { type: 'rule', values: only } }),
    })
    return found.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
  }, rules)
}
