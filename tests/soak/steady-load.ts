/**
 * Ten minutes at full load on each database, in ten rounds: memory, descriptors and the write-ahead log must stay as they are. Needs a
 * build; PostgreSQL with two servers also needs nginx. Linux only. Options: --minutes=10 (for each database), --only=SQLite or PostgreSQL.
 */
import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { databaseFile } from '#lib/platform/store/sqlite-file.ts'
import { testPorts } from '../../scripts/support/sandbox-environment.ts'
import { control } from '../support/sandbox.ts'
import { type RunningServer, startServer, startTestSandbox, stopServer } from '../support/server.ts'
import { type Left, measure, reportsMemory } from './memory.ts'
import { startTwoServers, twoServersMissing } from './served-by-two.ts'
import { startLoad } from './visitors.ts'

const { values: options } = parseArgs({
  options: { minutes: { type: 'string', default: '10' }, only: { type: 'string' } },
})
const rounds = 10
const roundMs = (Number(options.minutes) * 60_000) / rounds
/** The first rounds compile code and fill caches. */
const warmUp = 3

const megabyte = 1024 * 1024
const median = (figures: readonly number[]) => figures.toSorted((a, b) => a - b)[Math.floor(figures.length / 2)] ?? 0
/** From the middle rounds to the last ones. `heap`: after a collection; `resident`: some of it is garbage that V8 keeps room for. */
const allowedGrowth = { heap: 16 * megabyte, resident: 128 * megabyte, descriptors: 5 }

/** A site under load. `walBytes`: the size of its write-ahead log now. */
type Soaked = {
  name: string
  origin: string
  servers: readonly RunningServer[]
  walBytes(): number
  /** The log may grow to this, whatever the load. */
  maxWal: number
  countEnquiries(): Promise<number>
  stop(): Promise<void>
}

const serverOptions = {
  nodeOptions: reportsMemory,
  env: { SITE_LIMIT_FACTOR: '100000', EMAILJS_MIN_INTERVAL_MS: '0' },
}

async function onSqlite(): Promise<Soaked> {
  const folder = mkdtempSync(path.join(tmpdir(), 'charity-steady-load-'))
  const sandbox = startTestSandbox()
  const env = { ...serverOptions.env, DATA_DIR: folder, DATABASE_URL: '' }
  const server = await startServer(testPorts.site, { ...serverOptions, env })
  const file = databaseFile(folder)
  return {
    name: 'SQLite, one server',
    origin: server.url,
    servers: [server],
    walBytes: () => statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0,
    // SQLite starts over at its beginning after 4 MB, as soon as no reader needs it. https://www.sqlite.org/wal.html#ckpt
    maxWal: 32 * megabyte,
    async countEnquiries() {
      const database = new DatabaseSync(file, { readOnly: true })
      const row = database.prepare('select count(*) as count from enquiries').get()
      database.close()
      return Number(row?.count)
    },
    async stop() {
      await stopServer(server)
      const ended = once(sandbox, 'exit')
      sandbox.kill('SIGINT')
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function onPostgres(): Promise<Soaked> {
  const running = await startTwoServers(serverOptions)
  // By default PostgreSQL starts over at 1 GB, which ten minutes may not reach.
  const maxWal = 128
  await running.rows(`alter system set max_wal_size = '${maxWal}MB'`)
  await running.rows('select pg_reload_conf()')
  const { walFolder } = running.postgres
  const sizeOf = (name: string) => statSync(path.join(walFolder, name), { throwIfNoEntry: false })?.size ?? 0
  return {
    name: 'PostgreSQL, two servers behind nginx',
    origin: running.site,
    servers: running.servers,
    walBytes: () => readdirSync(walFolder).reduce((sum, name) => sum + sizeOf(name), 0),
    // The setting is what it aims at: a checkpoint under load ends later. https://www.postgresql.org/docs/current/wal-configuration.html
    maxWal: 2 * maxWal * megabyte,
    countEnquiries: () => running.count('select count(*) from enquiries'),
    stop: running.stop,
  }
}

/** Otherwise it keeps every request, and every mail. */
async function emptySandbox() {
  for (const service of ['stripe', 'emailjs', 'ip'] as const) await control(service, 'reset', {})
  await control('emailjs', 'settings', { minIntervalMs: 0 })
}

const problems: string[] = []
const shown = (bytes: number) => `${(bytes / megabyte).toFixed(1)} MB`

async function soak(start: () => Promise<Soaked>) {
  const soaked = await start()
  const { name, origin, servers } = soaked
  console.log(`${name}: ${rounds} rounds of ${roundMs / 1000} s`)
  const measured: { wal: number; servers: Left[] }[] = []
  let [requests, acknowledged] = [0, 0]
  const failures: string[] = []
  for (let round = 1; round <= rounds; round += 1) {
    await emptySandbox()
    const load = startLoad(origin, { pays: true })
    let wal = 0
    const end = performance.now() + roundMs
    while (performance.now() < end) {
      await sleep(Math.min(500, roundMs))
      wal = Math.max(wal, soaked.walBytes())
    }
    const done = await load.stop()
    requests += done.requests
    acknowledged += done.acknowledged.length
    failures.push(...done.failures)
    const left = await Promise.all(servers.map(measure))
    measured.push({ wal, servers: left })
    const memory = left.map(
      ({ heap, rss, descriptors }) => `${shown(heap)} (${shown(rss)} resident), ${descriptors} descriptors`,
    )
    console.log(
      `  ${round}: ${done.requests} requests, ${done.paid} gifts; ${memory.join('; ')}; WAL at most ${shown(wal)}`,
    )
  }
  const growthOf = (figure: (round: (typeof measured)[number]) => number) => {
    const figures = measured.map(figure)
    return median(figures.slice(-3)) - median(figures.slice(warmUp, warmUp + 3))
  }
  const found: string[] = []
  for (const index of servers.keys()) {
    const growth = (figure: keyof Left) => growthOf(({ servers: all }) => all[index]?.[figure] ?? Number.NaN)
    if (!(growth('heap') <= allowedGrowth.heap)) found.push(`${shown(growth('heap'))} more memory in use`)
    if (!(growth('rss') <= allowedGrowth.resident)) found.push(`${shown(growth('rss'))} more resident memory`)
    if (!(growth('descriptors') <= allowedGrowth.descriptors)) found.push(`${growth('descriptors')} more descriptors`)
  }
  const maxWal = Math.max(...measured.map(({ wal }) => wal))
  if (maxWal > soaked.maxWal) found.push(`a write-ahead log of ${shown(maxWal)}`)
  if (failures.length > 0) found.push(`${failures.length} failed requests, the first: ${failures[0]}`)
  const kept = await soaked.countEnquiries()
  if (kept < acknowledged) found.push(`${acknowledged - kept} of ${acknowledged} enquiries lost`)
  console.log(`  ${requests} requests; ${acknowledged} enquiries acknowledged, ${kept} kept`)
  problems.push(...found.map((what) => `${name}: ${what}.`))
  await soaked.stop()
}

if (options.only && !['SQLite', 'PostgreSQL'].includes(options.only))
  throw new Error('--only takes SQLite or PostgreSQL.')
if (options.only !== 'PostgreSQL') await soak(onSqlite)
if (options.only !== 'SQLite') {
  if (twoServersMissing) console.log(`Skipped on PostgreSQL: ${twoServersMissing}.`)
  else await soak(onPostgres)
}
for (const problem of problems) console.log(problem)
console.log(problems.length === 0 ? 'No faults.' : `${problems.length} faults.`)
process.exit(problems.length === 0 ? 0 : 1)
