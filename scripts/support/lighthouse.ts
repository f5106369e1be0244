/**
 * Lighthouse, for `npm run bench`. npm downloads it at the first use: with its dependencies it is 93 MB, which nobody needs to build,
 * test or run the site.
 */
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { z } from 'zod'
import { chromiumArguments, ensureChromium } from './browser.ts'

const version = '13.5.0'

const reportSchema = z.object({
  runtimeError: z.object({ code: z.string(), message: z.string() }).optional(),
  categories: z.record(
    z.string(),
    z.object({
      score: z.number().nullable(),
      auditRefs: z.array(z.object({ id: z.string(), weight: z.number() })),
    }),
  ),
  audits: z.record(
    z.string(),
    z.object({ title: z.string(), score: z.number().nullable(), numericValue: z.number().optional() }),
  ),
})

/** One visit of a phone with an empty cache. @throws if Lighthouse cannot judge the page. */
async function report(url: string, options: readonly string[]) {
  const { stdout } = await promisify(execFile)(
    'npx',
    ['--yes', `lighthouse@${version}`, url, '--output=json', '--quiet', ...options].concat(
      `--chrome-flags=--headless=new ${chromiumArguments.join(' ')}`,
    ),
    { env: { ...process.env, CHROME_PATH: await ensureChromium() }, maxBuffer: 2 ** 26 },
  )
  const read = reportSchema.parse(JSON.parse(stdout))
  if (read.runtimeError) throw new Error(`Lighthouse on ${url}: ${read.runtimeError.message}`)
  return read
}

/**
 * The audits of accessibility, best practices and SEO that are not perfect. `listed`: whether search engines may index the page; a
 * deliberate noindex is not a fault.
 */
export async function audit(url: string, listed: boolean): Promise<string[]> {
  const { categories, audits } = await report(url, [
    '--only-categories=accessibility,best-practices,seo',
    ...(listed ? [] : ['--skip-audits=is-crawlable']),
  ])
  return Object.values(categories)
    .flatMap(({ auditRefs }) => auditRefs)
    .flatMap(({ id, weight }) => {
      const { title = id, score = null } = audits[id] ?? {}
      return weight > 0 && score !== null && score < 1 ? [`${id}: ${title}`] : []
    })
}

/** `score` out of 100; largest contentful paint and total blocking time in milliseconds; cumulative layout shift; bytes transferred. */
export type Speed = { score: number; lcp: number; tbt: number; cls: number; bytes: number }

/** How fast a page is on a simulated slow network. `headers` are sent with every request. */
export async function speed(url: string, headers: Record<string, string> = {}): Promise<Speed> {
  const { categories, audits } = await report(url, [
    '--only-categories=performance',
    `--extra-headers=${JSON.stringify(headers)}`,
  ])
  const number = (id: string) => audits[id]?.numericValue ?? Number.NaN
  return {
    score: Math.round((categories.performance?.score ?? 0) * 100),
    lcp: number('largest-contentful-paint'),
    tbt: number('total-blocking-time'),
    cls: number('cumulative-layout-shift'),
    bytes: number('total-byte-weight'),
  }
}
