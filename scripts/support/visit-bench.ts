/** Cost of a visit on a phone, for `npm run bench`: bytes of the first view, and Lighthouse's performance metrics. */
import { chromium } from '@playwright/test'
import { chromiumArguments, ensureChromium } from './browser.ts'
import { firstView } from './first-view.ts'
import { type Speed, startLighthouse } from './lighthouse.ts'

/** `headers`: sent with every request. */
export type Visit = { name: string; url: string; headers?: Record<string, string> }

export type Table = Record<string, Record<string, string | number>>

const kilobytes = (bytes: number) => `${(bytes / 1024).toFixed(1)} KB`

export const median = (figures: readonly number[]) =>
  figures.toSorted((a, b) => a - b)[Math.floor(figures.length / 2)] ?? 0

export async function firstViewTable(visits: readonly Visit[]): Promise<Table> {
  const browser = await chromium.launch({ executablePath: await ensureChromium(), args: chromiumArguments })
  const table: Table = {}
  for (const { name, url, headers } of visits) {
    const view = await firstView(browser, url, headers && { extraHTTPHeaders: headers })
    table[name] = {
      'scripts, gzip': kilobytes(view.scripts),
      styles: kilobytes(view.styles),
      fonts: kilobytes(view.fonts),
      'all, on the wire': kilobytes(view.total + view.photographs),
      photographs: kilobytes(view.photographs),
      requests: view.requests,
    }
  }
  await browser.close()
  return table
}

/** Lighthouse's simulated phone; each figure is the median of `rounds` visits. */
export async function lighthouseTable(visits: readonly Visit[], rounds: number): Promise<Table> {
  const lighthouse = await startLighthouse()
  const table: Table = {}
  for (const { name, url, headers } of visits) {
    const runs: Speed[] = []
    // On a busy machine Lighthouse occasionally misses the paint that it waits for.
    const visit = () => lighthouse.speed(url, headers)
    for (let round = 0; round < rounds; round++) runs.push(await visit().catch(visit))
    const middle = (figure: keyof Speed) => median(runs.map((run) => run[figure]))
    table[name] = {
      score: middle('score'),
      'LCP ms': Math.round(middle('lcp')),
      'TBT ms': Math.round(middle('tbt')),
      CLS: middle('cls').toFixed(3),
      bytes: kilobytes(middle('bytes')),
    }
  }
  await lighthouse.close()
  return table
}
