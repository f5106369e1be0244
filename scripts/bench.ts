/**
 * `npm run bench`: what the site costs a visitor and a machine, beside a bare Next app of the same version built and served
 * in the same run, and how many enquiries it takes. Prints tables; asserts nothing. Options: --seconds=5 (of load a round),
 * --rounds=3, --only=enquiries (on the site as it was built last), --database=postgres://… (an empty one, to be filled; without it
 * a PostgreSQL of our own where its programs are installed).
 */
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { gzipSync } from 'node:zlib'
import { type Browser, chromium } from '@playwright/test'
import autocannon from 'autocannon'
import { chromiumArguments, ensureChromium } from './support/browser.ts'
import { enquiryLoad } from './support/enquiry-load.ts'
import { answers, root, run, start, startScript, tool } from './support/processes.ts'

const { values: options } = parseArgs({
  options: {
    seconds: { type: 'string', default: '5' },
    rounds: { type: 'string', default: '3' },
    only: { type: 'string' },
    database: { type: 'string' },
  },
})
const site = 'http://localhost:3200'
const bare = 'http://localhost:3201'
const bareRoot = path.join(root, '.cache', 'bare-next-app')

/** The least that Next serves: one prerendered page, about as long as one of ours. */
function writeBareApp() {
  rmSync(bareRoot, { recursive: true, force: true })
  mkdirSync(path.join(bareRoot, 'app'), { recursive: true })
  symlinkSync(path.join(root, 'node_modules'), path.join(bareRoot, 'node_modules'))
  writeFileSync(path.join(bareRoot, 'package.json'), '{ "name": "bare", "private": true }\n')
  writeFileSync(
    path.join(bareRoot, 'next.config.mjs'),
    `export default { turbopack: { root: ${JSON.stringify(root)} } }\n`,
  )
  writeFileSync(
    path.join(bareRoot, 'app', 'layout.jsx'),
    'export default function Layout({ children }) { return <html lang="en"><body>{children}</body></html> }\n',
  )
  writeFileSync(
    path.join(bareRoot, 'app', 'page.jsx'),
    'export default function Page() { return <main><h1>Bare</h1>{Array.from({ length: 400 }, (_, i) => <p key={i}>Paragraph number {i} of a page with nothing on it.</p>)}</main> }\n',
  )
}

type View = { scripts: number; wire: number; requests: number }

/** Opens a page as a first-time visitor does. Scripts: bytes after gzip -9; wire: all bytes received, headers included. */
async function view(browser: Browser, url: string): Promise<View> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } })
  const page = await context.newPage()
  const wire = await context.newCDPSession(page)
  await wire.send('Network.enable')
  const seen: View = { scripts: 0, wire: 0, requests: 0 }
  const reading: Promise<void>[] = []
  wire.on('Network.loadingFinished', ({ encodedDataLength }) => {
    seen.wire += encodedDataLength
    seen.requests++
  })
  page.on('response', (response) => {
    if (response.request().resourceType() !== 'script') return
    reading.push(
      response.body().then((body) => {
        seen.scripts += gzipSync(body, { level: 9 }).length
      }),
    )
  })
  await page.goto(url, { waitUntil: 'networkidle' })
  await Promise.all(reading)
  await context.close()
  return seen
}

async function requestsPerSecond(url: string): Promise<number> {
  const result = await autocannon({
    url,
    connections: 32,
    duration: Number(options.seconds),
    headers: { 'accept-encoding': 'gzip, br' },
  })
  if (result.non2xx > 0) throw new Error(`${url} answered ${result.non2xx} times with an error under load.`)
  return result.requests.average
}

async function benchEnquiries() {
  console.log('\nEnquiries, each on the disk before it is answered, 50 senders at once')
  console.table(await enquiryLoad({ seconds: Number(options.seconds), database: options.database }))
}

const kilobytes = (bytes: number) => `${(bytes / 1024).toFixed(1)} KB`
const median = (numbers: number[]) => [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0

if (options.only === 'enquiries') {
  await benchEnquiries()
  process.exit(0)
}

writeBareApp()
for (const directory of [root, bareRoot])
  if ((await run(tool('next'), ['build'], { cwd: directory, quiet: true })) !== 0) process.exit(1)

startScript('scripts/serve.ts', {
  quiet: true,
  env: { PORT: '3200', DATA_DIR: path.join(root, '.cache', 'bench-data'), LOG_LEVEL: 'error' },
})
start(tool('next'), ['start', '--port', '3201'], { cwd: bareRoot, quiet: true })
await Promise.all([answers(site), answers(bare)])

const browser = await chromium.launch({ executablePath: await ensureChromium(), args: chromiumArguments })
const pages = ['/', '/India', '/India/stories/the-500th', '/AboutUs', '/DonateIndia']
const baseline = await view(browser, bare)
console.log('\nFirst view, by a phone with an empty cache')
console.table({
  'bare Next app': {
    scripts: kilobytes(baseline.scripts),
    more: '',
    wire: kilobytes(baseline.wire),
    requests: baseline.requests,
  },
  ...Object.fromEntries(
    await Promise.all(
      pages.map(async (page) => {
        const { scripts, wire, requests } = await view(browser, site + page)
        return [
          page,
          { scripts: kilobytes(scripts), more: kilobytes(scripts - baseline.scripts), wire: kilobytes(wire), requests },
        ]
      }),
    ),
  ),
})
await browser.close()

const rounds = { bare: [] as number[], site: [] as number[] }
for (let round = 0; round < Number(options.rounds); round++) {
  rounds.bare.push(await requestsPerSecond(bare))
  rounds.site.push(await requestsPerSecond(`${site}/India`))
}
console.log('\nRequests a second, 32 connections, median of the rounds')
console.table({
  'bare Next app, next start': { 'requests/s': Math.round(median(rounds.bare)), ratio: '1.0' },
  '/India, npm start': {
    'requests/s': Math.round(median(rounds.site)),
    ratio: (median(rounds.site) / median(rounds.bare)).toFixed(1),
  },
})
await benchEnquiries()
process.exit(0)
