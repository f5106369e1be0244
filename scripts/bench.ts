/**
 * `npm run bench`: builds the site and a bare Next app of the same version, serves both with the sandbox on the ports of the tests, and
 * prints tables. Asserts nothing. Figures of one run can be compared with each other.
 */

import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { chromium } from '@playwright/test'
import autocannon from 'autocannon'
import { hourMs } from '#lib/platform/clock.ts'
import { donationForm } from '#lib/site/content/index.ts'
import { addressOf, enquiry, gift } from '../tests/soak/visitors.ts'
import { everyAddress, listedAddresses, nowhere } from '../tests/support/addresses.ts'
import { postgresMissing, startPostgres } from '../tests/support/postgres.ts'
import { type RunningServer, startServer, startTestSandbox, stopServer } from '../tests/support/server.ts'
import { chromiumArguments, ensureChromium } from './support/browser.ts'
import { readCommand } from './support/command.ts'
import { growthTable } from './support/growth.ts'
import { audit, type Speed, speed } from './support/lighthouse.ts'
import { firstView, median, processorMs } from './support/measure.ts'
import { root, run, start, tool, waitForResponse } from './support/processes.ts'
import { siteEnvironment, testPorts } from './support/sandbox-environment.ts'

const usage = `npm run bench -- [OPTIONS]

  --only=visits             bytes of the first view, and the speed that Lighthouse sees
  --only=audit              what Lighthouse finds about accessibility, best practices and search engines, on every
                            page (ten minutes)
  --only=requests           searches, enquiries and payment sessions, on SQLite and on PostgreSQL if it is installed
  --only=growth             a database of some years beside an empty one: 200,000 gifts and as many enquiries, or
                            --rows (ten minutes)
  --no-build                uses the last build
  --seconds=5 --rounds=3    length of each load, and number of visits of which the median counts
  --database=postgres://…   an empty database to fill, instead of a temporary one`

const { values: options } = readCommand(usage, {
  allowNegative: true,
  options: {
    only: { type: 'string' },
    build: { type: 'boolean', default: true },
    seconds: { type: 'string', default: '5' },
    rounds: { type: 'string', default: '3' },
    rows: { type: 'string', default: '200000' },
    database: { type: 'string' },
  },
})
const [seconds, rounds] = [Number(options.seconds), Number(options.rounds)]
const wants = (table: string) => options.only === undefined || options.only === table
const site = `http://localhost:${testPorts.site}`
const bare = `http://localhost:${testPorts.ip + 1}`
const bareRoot = path.join(root, '.cache', 'bare-next-app')
const give = donationForm('INR').page.address
const givingPages = [give, '/Donate', '/Event5kSponsorship', '/FatherDaughterSponser']

/** A Next app with one prerendered page, about as long as one of ours. */
function writeBareApp() {
  rmSync(bareRoot, { recursive: true, force: true })
  mkdirSync(path.join(bareRoot, 'app'), { recursive: true })
  symlinkSync(path.join(root, 'node_modules'), path.join(bareRoot, 'node_modules'))
  const files = {
    'package.json': '{ "name": "bare", "private": true }',
    'next.config.mjs': `export default { turbopack: { root: ${JSON.stringify(root)} } }`,
    // Without one of its own, Next takes that of the project around it.
    'instrumentation.js': 'export const register = () => undefined',
    'app/layout.jsx':
      'export default function Layout({ children }) { return <html lang="en"><body>{children}</body></html> }',
    'app/page.jsx':
      'export default function Page() { return <main><h1>Bare</h1>{Array.from({ length: 400 }, (_, i) => <p key={i}>Paragraph number {i} of a page with nothing on it.</p>)}</main> }',
  }
  for (const [name, text] of Object.entries(files)) writeFileSync(path.join(bareRoot, name), `${text}\n`)
}

const kilobytes = (bytes: number) => `${(bytes / 1024).toFixed(1)} KB`

type Visit = { name: string; url: string; headers?: Record<string, string>; touch?: boolean }

async function firstViewTable(visits: readonly Visit[]) {
  const browser = await chromium.launch({ executablePath: await ensureChromium(), args: chromiumArguments })
  const table: Record<string, object> = {}
  for (const { name, url, headers, touch = false } of visits) {
    const view = await firstView(browser, url, { touch, ...(headers && { extraHTTPHeaders: headers }) })
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

async function lighthouseTable(visits: readonly Visit[]) {
  const table: Record<string, object> = {}
  for (const { name, url, headers } of visits) {
    const runs: Speed[] = []
    // On a busy machine Lighthouse sometimes misses the paint that it waits for.
    const visit = () => speed(url, headers)
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
  return table
}

async function benchVisits() {
  const page = (address: string): Visit => ({ name: address, url: site + address })
  const light = (address: string): Visit => ({
    name: `${address}, light version`,
    url: site + address,
    headers: { 'save-data': 'on' },
  })
  const content = ['/', '/India', '/India/stories/the-500th', '/FatherDaughterDanceGallery']
  const visits = [
    { name: 'bare Next app', url: bare },
    ...[...content, ...givingPages].map(page),
    ...['/', give].map(light),
  ]
  const touched = givingPages.map((address) => ({ ...page(address), name: `${address}, after a touch`, touch: true }))
  console.log('\nFirst view on a phone with an empty cache')
  console.table(await firstViewTable([...visits, ...touched]))
  console.log('\nLighthouse, mobile, median of the rounds')
  console.table(await lighthouseTable(visits))
}

async function benchAudit() {
  const listed = new Set(await listedAddresses())
  const addresses = (await everyAddress()).filter((address) => address !== nowhere)
  console.log(`\nLighthouse: audits that are not perfect, on ${addresses.length} pages`)
  for (const address of addresses)
    for (const fault of await audit(site + address, listed.has(address))) console.log(`${address}: ${fault}`)
}

type Sent = Omit<autocannon.Request, 'setupRequest'>

const posted = (path: string, body: object): Sent => ({
  path,
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
})

const message =
  'My son was born in May, and the hospital here cannot help him. Where is the next camp, and how do we ask for a place?'

/** Each request is a new visitor's: limits are counted but not reached. */
const requests: Record<string, (number: number) => Sent> = {
  searches: (number) => ({ path: `/search?q=${['cleft', 'camp', 'Kenya', 'donate'][number % 4]}` }),
  enquiries: (number) => posted('/api/enquiries', enquiry(`${message} (${number})`)),
  'payment sessions': (number) => posted('/api/create-checkout-session', gift(`asha-${number}@example.org`)),
}

let sent = 0

function load(url: string, next: (number: number) => Sent, duration: number) {
  const setupRequest = (request: autocannon.Request): autocannon.Request => {
    sent += 1
    const { headers, ...asked } = next(sent)
    const key = `bench-${process.pid}-${sent}`
    return {
      ...request,
      ...asked,
      headers: { ...headers, 'x-forwarded-for': addressOf(sent), 'idempotency-key': key },
    }
  }
  return autocannon({ url, connections: 50, duration, requests: [{ setupRequest }] })
}

async function requestTable(database: string, { url, process: server }: RunningServer) {
  const table: Record<string, object> = {}
  for (const [kind, next] of Object.entries(requests)) {
    await load(url, next, 1)
    const before = processorMs(server.pid ?? 0)
    const { requests: taken, latency, non2xx, errors, duration } = await load(url, next, seconds)
    table[`${kind}, ${database}`] = {
      'a second': Math.round(taken.total / duration),
      'p50 ms': latency.p50,
      'p99 ms': latency.p99,
      'processor ms each': ((processorMs(server.pid ?? 0) - before) / taken.total).toFixed(2),
      'not taken': non2xx + errors,
    }
  }
  return table
}

/** One mail an hour: only taking is measured. */
const serve = (databaseUrl = '', folder = path.join(data, databaseUrl ? 'postgres' : 'sqlite')) =>
  startServer(testPorts.site, {
    env: {
      DATA_DIR: folder,
      DATABASE_URL: databaseUrl,
      SITE_LIMIT_FACTOR: '1000000',
      EMAILJS_MIN_INTERVAL_MS: String(hourMs),
    },
  })

async function benchRequests(server: RunningServer) {
  console.log('\nRequests that are worked on, 50 senders. Whatever is stored is on the disk before the response')
  console.table(await requestTable('SQLite', server))
  await stopServer(server)
  if (!options.database && postgresMissing) return console.log(`Not on PostgreSQL: ${postgresMissing}.`)
  const postgres = options.database ? null : await startPostgres({ durable: true })
  const postgresServer = await serve(options.database ?? (await postgres?.createDatabase()))
  console.table(await requestTable('PostgreSQL', postgresServer))
  await stopServer(postgresServer)
  await postgres?.stop()
}

async function benchGrowth() {
  const rows = Number(options.rows)
  const environment = siteEnvironment(testPorts)
  const table = await growthTable(data, rows, { url: site, environment, serve: (folder) => serve('', folder) })
  console.log(`\nA database with ${rows} gifts and as many enquiries, of three years`)
  console.table(table)
}

const needsBare = wants('visits')
const build = async (cwd: string, env: Record<string, string> = {}) => {
  if ((await run(tool('next'), ['build'], { cwd, env, quiet: true })) !== 0) process.exit(1)
}
if (options.build) {
  await build(root, { SITE_URL: site })
  if (needsBare) {
    writeBareApp()
    await build(bareRoot)
  }
}

const data = mkdtempSync(path.join(tmpdir(), 'charity-bench-'))
process.once('exit', () => rmSync(data, { recursive: true, force: true }))
startTestSandbox()
if (wants('growth')) await benchGrowth()
if (options.only === 'growth') process.exit(0)
const server = await serve()
if (needsBare) {
  await waitForResponse(
    bare,
    start(tool('next'), ['start', '--port', new URL(bare).port], { cwd: bareRoot, quiet: true }),
  )
}
if (wants('visits')) await benchVisits()
if (wants('audit')) await benchAudit()
if (wants('requests')) await benchRequests(server)
process.exit(0)
