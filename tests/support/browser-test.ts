/**
 * The `test` of every browser test: a visitor with an address of their own, who fails the test when the console says
 * anything, when the policy is violated, or when a page asks for something outside this machine.
 */
import { test as base, expect, type Page } from '@playwright/test'
import { testPorts } from '../../scripts/support/sandbox-environment.ts'

export { expect }

type Options = {
  /** Expected console messages and external requests, such as the browser's message about a 404. */
  expectedNoise: RegExp | null
}

let visitors = 0

/** A documentation address (RFC 3849), in a different /48 for every visitor, because limits apply per /48. */
function nextVisitor(workerIndex: number): string {
  visitors++
  return `2001:db8:${((workerIndex * 1000 + visitors) % 0x10000).toString(16)}::1`
}

const ownPorts = new Set(Object.values(testPorts).map(String))

export const test = base.extend<Options & { visitor: string }>({
  expectedNoise: [null, { option: true }],
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from this pattern.
  visitor: async ({}, use, testInfo) => {
    // A worker that starts anew after a failure counts from one again, under another index.
    await use(nextVisitor(testInfo.workerIndex + 1))
  },
  extraHTTPHeaders: async ({ visitor }, use) => {
    await use({ 'x-forwarded-for': visitor })
  },
  context: async ({ context, expectedNoise }, use) => {
    const noise: string[] = []
    context.on('console', (message) => {
      if (!['error', 'warning'].includes(message.type())) return
      const line = `${message.type()}: ${message.text()} (${message.location().url})`
      if (!expectedNoise?.test(line)) noise.push(line)
    })
    context.on('weberror', (webError) => {
      const { name, message, stack } = webError.error()
      // Chromium skips the cross-fade between two pages when the next page is already on its way, or has no cross-fade (reduced
      // motion). It then rejects a promise of its own: no script of the page started the cross-fade, so none could catch it.
      if (name === 'InvalidStateError' && message.startsWith('Transition was aborted')) return
      const line = `uncaught: ${stack || `${name}: ${message}`}`
      if (!expectedNoise?.test(line)) noise.push(line)
    })
    context.on('request', (request) => {
      const url = new URL(request.url())
      const local = url.hostname === 'localhost' && ownPorts.has(url.port)
      const line = `outside request: ${request.url()}`
      if (!local && !['data:', 'blob:', 'about:'].includes(url.protocol) && !expectedNoise?.test(line)) noise.push(line)
    })
    await use(context)
    expect(noise, 'the console and the network must be quiet').toEqual([])
  },
})

export async function open(page: Page, address: string): Promise<void> {
  await page.goto(address)
  await alive(page)
}

/**
 * Waits until the forms and stories of the page are alive: before that, a press posts a form to the server and opens the page of a story,
 * as without JavaScript.
 */
export async function alive(page: Page): Promise<void> {
  if (await page.evaluate(() => matchMedia('(scripting: none)').matches)) return
  await expect(page.locator(':is(form[data-posted], [data-behaviour~=story-dialog]):not([data-behaves])')).toHaveCount(
    0,
  )
  if ((await page.locator('[data-island]').count()) > 0) await touch(page)
}

/** The first touch of a payment form loads React. Without its styles the page would offer fields that are hidden then, with the focus. */
export async function touch(page: Page): Promise<void> {
  await page.waitForLoadState()
  const island = page.locator('[data-island]')
  await island.getByRole('textbox').first().focus()
  await expect(island).toHaveAttribute('data-hydrated', '')
}

/** A form completed within a second of its time stamp, which it requests when it is first touched, counts as spam. */
export async function takeTime(page: Page): Promise<void> {
  await expect(page.locator('input[name=startedAt]').first()).toBeAttached()
  await page.waitForTimeout(1100)
}
