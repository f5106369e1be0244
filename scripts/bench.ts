/**
 * `npm run bench`: compares the site with a bare Next app of the same version, built and served in the same run: page weight, Lighthouse,
 * requests per second. Prints tables; asserts nothing. Options: --seconds=5 (load per round), --rounds=3, --only=visits,
 * --only=pages, --only=requests (uses the last build), --database=postgres://… (an empty database to fill; otherwise a temporary
 * PostgreSQL if it is installed). --spike (uses the last build) replays a television evening against two servers instead; with
 * --visitors=5000 and --minutes=1, the rates of 50,000 visitors in ten minutes. --growth builds and serves a copy of the site with
 * --stories=5000, --photos=10000 and --pages=500 more, and measures what grows with them.
 */
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { donationForm } from '#lib/site/content/index.ts'
import { measureGrowth } from './support/growth.ts'
import { pageLoad } from './support/page-load.ts'
import { root, run, start, startScript, tool, waitForResponse } from './support/processes.ts'
import { requestLoad } from './support/request-load.ts'
import { spike } from './support/spike.ts'
import { firstViewTable, lighthouseTable, type Visit } from './support/visit-bench.ts'

const { values: options } = parseArgs({
  options: {
    seconds: { type: 'string', default: '5' },
    rounds: { type: 'string', default: '3' },
    only: { type: 'string' },
    database: { type: 'string' },
    spike: { type: 'boolean', default: false },
    visitors: { type: 'string', default: '5000' },
    minutes: { type: 'string', default: '1' },
    growth: { type: 'boolean', default: false },
    stories: { type: 'string', default: '5000' },
    photos: { type: 'string', default: '10000' },
    pages: { type: 'string', default: '500' },
  },
})
const site = 'http://localhost:3200'
const bare = 'http://localhost:3201'
const secondSite = 'http://localhost:3206'
const bareRoot = path.join(root, '.cache', 'bare-next-app')

/** A minimal Next app: one prerendered page, about as long as one of ours. */
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

async function benchRequests() {
  console.log(
    '\nRequests that are worked on; whatever is stored is on the disk before the response. 50 senders at once',
  )
  console.table(await requestLoad({ seconds: Number(options.seconds), database: options.database }))
}

async function benchPages() {
  console.log('\nRequests per second for one page, 32 connections, gzip, median of the rounds')
  const [seconds, rounds] = [Number(options.seconds), Number(options.rounds)]
  console.table(await pageLoad({ site: `${site}/India`, secondSite: `${secondSite}/India`, bare, seconds, rounds }))
}

async function benchVisits() {
  const page = (path: string): Visit => ({ name: path, url: site + path })
  const light = (path: string): Visit => ({
    name: `${path}, light version`,
    url: site + path,
    headers: { 'save-data': 'on' },
  })
  const give = donationForm('INR').page.address
  const visits = [
    { name: 'bare Next app', url: bare },
    ...['/', '/India', '/India/stories/the-500th', '/FatherDaughterDanceGallery', give].map(page),
    ...['/', give].map(light),
  ]
  console.log('\nFirst view on a phone with an empty cache')
  console.table(await firstViewTable(visits))
  console.log('\nLighthouse, mobile, median of the rounds')
  console.table(await lighthouseTable(visits, Number(options.rounds)))
}

if (options.spike) {
  const kept = await spike({ visitors: Number(options.visitors), minutes: Number(options.minutes) })
  process.exit(kept ? 0 : 1)
}

if (options.growth) {
  const { stories, photos, pages, seconds } = options
  const growth = { stories: Number(stories), photos: Number(photos), pages: Number(pages) }
  await measureGrowth({ ...growth, seconds: Number(seconds), port: 3207 })
  process.exit(0)
}

if (options.only === 'requests') {
  await benchRequests()
  process.exit(0)
}

writeBareApp()
for (const directory of [root, bareRoot])
  if ((await run(tool('next'), ['build'], { cwd: directory, quiet: true })) !== 0) process.exit(1)

for (const url of options.only === 'visits' ? [site] : [site, secondSite]) {
  const { port } = new URL(url)
  const DATA_DIR = path.join(root, '.cache', `bench-data-${port}`)
  startScript('scripts/serve.ts', { quiet: true, env: { PORT: port, DATA_DIR, LOG_LEVEL: 'error' } })
  await waitForResponse(url)
}
start(tool('next'), ['start', '--port', '3201'], { cwd: bareRoot, quiet: true })
await waitForResponse(bare)

if (options.only !== 'pages') await benchVisits()
if (options.only !== 'visits') await benchPages()
if (options.only === undefined) await benchRequests()
process.exit(0)
