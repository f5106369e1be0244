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

/** The colour scheme changes only colours. */
export const colourRules = ['color-contrast', 'link-in-text-block']

/** Ends all transitions: of a colour that still changes axe would judge a shade that nobody sees for long. */
const finishTransitions = async () => {
  // Where a change is inherited, the end of one transition begins the next. One of a hidden element may never end.
  let stillFrames = 0
  for (let frame = 0; frame < 60 && stillFrames < 3; frame += 1) {
    await new Promise(requestAnimationFrame)
    const changing = document.getAnimations().filter((animation) => animation instanceof CSSTransition)
    for (const transition of changing) transition.finish()
    stillFrames = changing.length > 0 ? 0 : stillFrames + 1
  }
}

/** `id: markup` of each violation. */
export async function violations(page: Page, { rules, without = [], outside = [] }: Options = {}): Promise<string[]> {
  await page.evaluate(finishTransitions)
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
