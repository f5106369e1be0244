/** What a page costs a visitor and a server. For `npm run bench`, and for tests with a budget. */
import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { type Browser, type BrowserContextOptions, devices, type Response } from '@playwright/test'

/** Bytes on the wire with their headers, except `scripts`. */
type FirstView = {
  /** Without photographs. */
  total: number
  styles: number
  fonts: number
  /** After gzip -9, without headers, whatever they were sent as: comparable between servers. */
  scripts: number
  /** Without photographs. */
  requests: number
  photographs: number
}

/**
 * Milliseconds of processor time that a process has used so far. Linux only, in steps of 10 ms.
 * https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html
 */
export function processorMs(pid: number): number {
  // The second field is the program's name in brackets, which may contain spaces.
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ').map(Number) ?? []
  return 10 * ((fields[11] ?? Number.NaN) + (fields[12] ?? Number.NaN))
}

/** What a phone with an empty cache loads without scrolling or tapping, or until its card form is hydrated after a touch. */
export async function firstView(
  browser: Browser,
  url: string,
  { touch = false, ...options }: BrowserContextOptions & { touch?: boolean } = {},
): Promise<FirstView> {
  const { viewport, userAgent, isMobile, hasTouch } = devices['Pixel 7']
  const context = await browser.newContext({ viewport, userAgent, isMobile, hasTouch, ...options })
  const page = await context.newPage()
  const network = await context.newCDPSession(page)
  await network.send('Network.enable')
  const view: FirstView = { total: 0, styles: 0, fonts: 0, scripts: 0, requests: 0, photographs: 0 }
  const types = new Map<string, string>()
  const scripts: Response[] = []
  network.on('Network.responseReceived', ({ requestId, type, response }) => {
    // Pictures inside the style sheet are responses too, with `data:` addresses.
    if (response.url.startsWith('http')) types.set(requestId, type)
  })
  network.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const type = types.get(requestId)
    if (type === undefined) return
    if (type === 'Image') {
      view.photographs += encodedDataLength
      return
    }
    view.total += encodedDataLength
    view.requests++
    if (type === 'Stylesheet') view.styles += encodedDataLength
    if (type === 'Font') view.fonts += encodedDataLength
  })
  page.on('response', (response) => {
    if (response.request().resourceType() === 'script') scripts.push(response)
  })
  await page.goto(url, { waitUntil: 'networkidle' })
  const island = page.locator('[data-island]')
  if (touch && (await island.count()) > 0) {
    await island.getByRole('radio').or(island.getByRole('checkbox')).first().focus()
    await page.locator('[data-island][data-hydrated]').waitFor()
    await page.waitForLoadState('networkidle')
  }
  // A script that arrives from here on, while the context closes, has no body to read.
  for (const body of await Promise.all(scripts.map((script) => script.body())))
    view.scripts += gzipSync(body, { level: 9 }).length
  await context.close()
  return view
}
