/**
 * `npm run bench`: builds the site and a bare Next app of the same version, serves both beside plain `node:http`, with the sandbox on the
 * ports of the tests, and prints tables. Asserts nothing. Figures of one run can be compared with each other.
 */

import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { Agent, type RequestOptions, request } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { chromium } from '@playwright/test'
import { hourMs } from '#lib/platform/clock.ts'
import { donationForm } from '#lib/site/content/index.ts'
import { officeTable, reportsTurns } from '../tests/soak/growth.ts'
import { addressOf, enquiry, gift } from '../tests/soak/visitors.ts'
import { postgresMissing, startPostgres } from '../tests/support/postgres.ts'
import { type RunningServer, startServer, startTestSandbox, stopServer } from '../tests/support/server.ts'
import { chromiumArguments, ensureChromium } from './support/browser.ts'
import { readCommand } from './support/command.ts'
import { firstView, processorMs } from './support/measure.ts'
import { root, run, start, tool, waitForResponse } from './support/processes.ts'
import { siteEnvironment, testPorts } from './support/sandbox-environment.ts'

const usage = `npm run bench -- [OPTIONS]

  --only=visits             bytes of the first view
  --only=requests           pages, searches, enquiries and payment sessions, on SQLite and on PostgreSQL if it is installed
  --only=office             every list, search and download of the office with 200,000 gifts, messages, tickets and lines
                            of the log, or --rows, while a visitor reads. Left out unless it is named
  --no-build                uses the last build
  --seconds=5               length of each load
  --database=postgres://…   an empty database to fill, instead of a temporary one`

const { values: options } = readCommand(usage, {
  allowNegative: true,
  options: {
    only: { type: 'string' },
    build: { type: 'boolean', default: true },
    seconds: { type: 'string', default: '5' },
    rows: { type: 'string', default: '200000' },
    database: { type: 'string' },
  },
})
const wants = (table: string) => options.only === undefined || options.only === table
const bareRoot = path.join(root, '.cache', 'bare-next-app')
const [bare, plain] = [1, 2].map((more) => `http://localhost:${testPorts.ip + more}`) as [string, string]
const data = mkdtempSync(path.join(tmpdir(), 'charity-bench-'))
process.once('exit', () => rmSync(data, { recursive: true, force: true }))

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

const build = async (cwd: string, env: Record<string, string> = {}) => {
  if ((await run(tool('next'), ['build'], { cwd, env, quiet: true })) !== 0) process.exit(1)
}

/** `DATABASE_URL`: PostgreSQL instead of SQLite. One mail an hour: only taking is measured. */
const serve = (
  databaseUrl = '',
  folder = path.join(data, databaseUrl ? 'postgres' : 'sqlite'),
  nodeOptions: readonly string[] = [],
) =>
  startServer(testPorts.site, {
    nodeOptions,
    env: {
      DATA_DIR: folder,
      DATABASE_URL: databaseUrl,
      SITE_LIMIT_FACTOR: '1000000',
      EMAILJS_MIN_INTERVAL_MS: String(hourMs),
    },
  })

async function startBareApp() {
  const server = start(tool('next'), ['start', '--port', new URL(bare).port], { cwd: bareRoot, quiet: true })
  await waitForResponse(bare, server)
  return server
}

/** One `writeHead` and `end` for each request, with the bytes of one of our pages. */
async function startPlainServer(page: string) {
  const file = path.join(data, 'page')
  const sent = await fetch(page, { headers: { 'accept-encoding': 'gzip' } })
  writeFileSync(file, await sent.text())
  const program = `
    const body = require('node:zlib').gzipSync(require('node:fs').readFileSync(${JSON.stringify(file)}))
    const headers = { 'content-type': 'text/html', 'content-encoding': 'gzip', 'content-length': body.length }
    require('node:http').createServer((_, response) => response.writeHead(200, headers).end(body)).listen(${new URL(plain).port})`
  const server = start(process.execPath, ['--eval', program])
  await waitForResponse(plain, server)
  return server
}

const kilobytes = (bytes: number) => `${(bytes / 1024).toFixed(1)} KB`

async function printFirstViews(site: string) {
  const browser = await chromium.launch({ executablePath: await ensureChromium(), args: chromiumArguments })
  const giving = [donationForm('INR').page.address, '/Donate', '/Event5kSponsorship', '/FatherDaughterSponser']
  const content = ['/', '/India', '/India/stories/the-500th', '/FatherDaughterDanceGallery']
  const visitsOf = (addresses: readonly string[], how = '', more: Parameters<typeof firstView>[2] = {}) =>
    addresses.map((address) => ({ name: address + how, url: site + address, more }))
  const visits = [
    { name: 'bare Next app', url: bare, more: {} },
    ...visitsOf([...content, ...giving]),
    ...visitsOf(['/', ...giving.slice(0, 1)], ', light version', { extraHTTPHeaders: { 'save-data': 'on' } }),
    ...visitsOf(giving, ', after a touch', { touch: true }),
  ]
  const table: Record<string, object> = {}
  let ofBare = Number.NaN
  for (const { name, url, more } of visits) {
    const view = await firstView(browser, url, more)
    if (url === bare) ofBare = view.total
    table[name] = {
      'scripts, gzip': kilobytes(view.scripts),
      styles: kilobytes(view.styles),
      fonts: kilobytes(view.fonts),
      'all but photographs, on the wire': kilobytes(view.total),
      'times bare': (view.total / ofBare).toFixed(2),
      photographs: kilobytes(view.photographs),
      requests: view.requests,
    }
  }
  await browser.close()
  console.log('\nFirst view on a phone with an empty cache')
  console.table(table)
}

type Sent = RequestOptions & { body?: string }

const message =
  'My son was born in May, and the hospital here cannot help him. Where is the next camp, and how do we ask for a place?'
const posted = (address: string, body: object): Sent => ({
  path: address,
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
})
const ourPage = '/India'
const page = (address: string): Sent => ({ path: address, headers: { 'accept-encoding': 'gzip' } })
const stored: Record<string, (number: number) => Sent> = {
  searches: (number) => ({ path: `/search?q=${['cleft', 'camp', 'Kenya', 'donate'][number % 4]}` }),
  enquiries: (number) => posted('/api/enquiries', enquiry(`${message} (${number})`)),
  'payment sessions': (number) => posted('/api/create-checkout-session', gift(`asha-${number}@example.org`)),
}

let sent = 0

/** From 50 senders. Each request is a new visitor's: limits are counted but not reached. */
async function load(url: string, next: (number: number) => Sent, seconds: number) {
  const agent = new Agent({ keepAlive: true })
  const times: number[] = []
  let refused = 0
  const send = () =>
    new Promise<void>((resolve) => {
      const { body, headers, ...asked } = next(++sent)
      const own = { 'x-forwarded-for': addressOf(sent), 'idempotency-key': `bench-${process.pid}-${sent}` }
      const begun = performance.now()
      const failed = () => {
        refused++
        resolve()
      }
      request(url, { agent, ...asked, headers: { ...headers, ...own } }, (response) => {
        if ((response.statusCode ?? 500) >= 400) refused++
        else times.push(performance.now() - begun)
        response.resume().once('end', resolve).once('error', failed)
      })
        .once('error', failed)
        .end(body)
    })
  const begun = performance.now()
  const sender = async () => {
    while (performance.now() - begun < seconds * 1000) await send()
  }
  await Promise.all(Array.from({ length: 50 }, sender))
  agent.destroy()
  const sorted = times.toSorted((a, b) => a - b)
  const part = (share: number) => Number((sorted[Math.floor(sorted.length * share)] ?? Number.NaN).toFixed(1))
  return { taken: times.length, refused, p50: part(0.5), p99: part(0.99) }
}

async function measure(url: string, pid: number | undefined, next: (number: number) => Sent) {
  await load(url, next, 1)
  const before = processorMs(pid ?? 0)
  const { taken, refused, p50, p99 } = await load(url, next, Number(options.seconds))
  return { each: (processorMs(pid ?? 0) - before) / taken, taken, refused, p50, p99 }
}

/** By processor time of the server, which the senders on the same cores do not change. */
async function printRequests() {
  const table: Record<string, object> = {}
  let [ofBare, ofPlain] = [Number.NaN, Number.NaN]
  const add = async (name: string, url: string, pid: number | undefined, next: (number: number) => Sent) => {
    const { each, taken, refused, p50, p99 } = await measure(url, pid, next)
    if (url === bare) ofBare = each
    if (url === plain) ofPlain = each
    table[name] = {
      'a second': Math.round(taken / Number(options.seconds)),
      'processor ms each': each.toFixed(3),
      'of bare Next': (each / ofBare).toFixed(3),
      'of node:http': (each / ofPlain).toFixed(1),
      'p50 ms': p50,
      'p99 ms': p99,
      refused,
    }
  }
  const onStore = async (database: string, server: RunningServer) => {
    for (const [kind, next] of Object.entries(stored))
      await add(`${kind}, ${database}`, server.url, server.process.pid, next)
    await stopServer(server)
  }
  const bareServer = await startBareApp()
  const server = await serve()
  const plainServer = await startPlainServer(server.url + ourPage)
  await add('bare Next app', bare, bareServer.pid, () => page('/'))
  await add('node:http', plain, plainServer.pid, () => page('/'))
  await add(ourPage, server.url, server.process.pid, () => page(ourPage))
  await onStore('SQLite', server)
  if (options.database) await onStore('PostgreSQL', await serve(options.database))
  else if (postgresMissing) console.log(`Not on PostgreSQL: ${postgresMissing}.`)
  else {
    const postgres = await startPostgres({ durable: true })
    await onStore('PostgreSQL', await serve(await postgres.createDatabase()))
    await postgres.stop()
  }
  for (const other of [bareServer, plainServer]) other.kill()
  console.log('\nRequests, 50 senders. Whatever is stored is on the disk before the response')
  console.table(table)
}

async function printOffice() {
  const environment = siteEnvironment(testPorts)
  const url = `http://localhost:${testPorts.site}`
  const where = { url, environment, serve: (folder: string) => serve('', folder, reportsTurns) }
  console.log('\nThe office: processor time of the server, and the longest turn of its event loop')
  console.table(await officeTable(data, Number(options.rows), where))
}

if (options.build) {
  await build(root, { SITE_URL: `http://localhost:${testPorts.site}` })
  if (wants('requests') || wants('visits')) {
    writeBareApp()
    await build(bareRoot)
  }
}
startTestSandbox()
if (options.only === 'office') await printOffice()
if (wants('requests')) await printRequests()
if (wants('visits')) {
  const server = await startBareApp()
  await printFirstViews((await serve()).url)
  server.kill()
}
process.exit(0)
