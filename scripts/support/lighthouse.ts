/** Lighthouse in one browser: accessibility, best practices and SEO for the tests, performance for `npm run bench`. */
import { createServer } from 'node:net'
import { type Browser, chromium } from '@playwright/test'
import lighthouse, { type Config } from 'lighthouse'
import { chromiumArguments, ensureFastChromium } from './browser.ts'

/** `score` out of 100; largest contentful paint and total blocking time in milliseconds; cumulative layout shift; bytes transferred. */
export type Speed = { score: number; lcp: number; tbt: number; cls: number; bytes: number }

export type Lighthouse = {
  /** `audit 0.9: where` for each weighted audit below 1. `listed`: whether search engines may index the page. */
  audit(url: string, listed: boolean): Promise<string[]>
  /** One simulated visit of a phone on a slow network. `headers` are sent with every request. */
  speed(url: string, headers?: Record<string, string>): Promise<Speed>
  close(): Promise<void>
}

const phone = { mobile: true, width: 390, height: 844, deviceScaleFactor: 1, disabled: false }

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  if (!address || typeof address === 'string') throw new Error('No port is free')
  return address.port
}

async function visit(port: number, url: string, settings: Config['settings']) {
  const config = { extends: 'lighthouse:default', settings: { formFactor: 'mobile' as const, ...settings } }
  const result = await lighthouse(url, { port, logLevel: 'error' }, config)
  if (!result) throw new Error(`Lighthouse returned nothing for ${url}`)
  return result.lhr
}

export async function startLighthouse(): Promise<Lighthouse> {
  const port = await freePort()
  const browser: Browser = await chromium.launch({
    executablePath: await ensureFastChromium(),
    args: [...chromiumArguments, `--remote-debugging-port=${port}`],
  })
  return {
    async audit(url, listed) {
      const { categories, audits, runtimeError } = await visit(port, url, {
        onlyCategories: ['accessibility', 'best-practices', 'seo'],
        // This audit would count a deliberate noindex as a fault.
        ...(!listed && { skipAudits: ['is-crawlable'] }),
        screenEmulation: phone,
        // Performance is not measured here, so there is no need to wait for quiet.
        pauseAfterFcpMs: 1,
        pauseAfterLoadMs: 0,
        networkQuietThresholdMs: 0,
        cpuQuietThresholdMs: 0,
        maxWaitForLoad: 15_000,
        disableFullPageScreenshot: true,
        skipAboutBlank: true,
      })
      if (runtimeError) return [`${runtimeError.code}: ${runtimeError.message}`]
      const counted = Object.values(categories).flatMap(({ auditRefs }) => auditRefs.filter(({ weight }) => weight > 0))
      const faults = counted.flatMap(({ id }) => {
        const audit = audits[id]
        return audit && audit.score !== null && audit.score < 1
          ? [`${id} ${audit.score}: ${JSON.stringify(audit.details ?? audit.title).slice(0, 600)}`]
          : []
      })
      const imperfect = Object.values(categories).filter(({ score }) => score !== 1)
      return faults.length > 0 ? faults : imperfect.map(({ id, score }) => `${id}: ${score}`)
    },
    async speed(url, headers) {
      const settings = { onlyCategories: ['performance'], extraHeaders: headers ?? null }
      const { audits, categories, runtimeError } = await visit(port, url, settings)
      if (runtimeError) throw new Error(`Lighthouse could not measure ${url}: ${runtimeError.message}`)
      const number = (audit: string) => audits[audit]?.numericValue ?? Number.NaN
      return {
        score: Math.round((categories.performance?.score ?? 0) * 100),
        lcp: number('largest-contentful-paint'),
        tbt: number('total-blocking-time'),
        cls: number('cumulative-layout-shift'),
        bytes: number('total-byte-weight'),
      }
    },
    close: () => browser.close(),
  }
}
