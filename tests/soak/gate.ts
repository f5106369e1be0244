/**
 * The last part of `npm run test:soak`, after a build: sends seeded hostile requests to the built site with the sandbox, then a
 * flood of long bodies, and some of each kind through the documented proxies. Checks every response, the log, memory and descriptors, and that
 * no other visitor is turned away. Options: --seed=…, --cases=10000, --from=0 (number of the first
 * case), --only=<number> (prints one case with its response). Linux only: it reads /proc.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { waitForResponse } from '../../scripts/support/processes.ts'
import { testPorts } from '../../scripts/support/sandbox-environment.ts'
import { exchange, parseResponse } from '../support/raw-http.ts'
import { startServer, startTestSandbox } from '../support/server.ts'
import { type Left, measure, reportsMemory } from './memory.ts'
import { caddyMissing, nginxMissing, startCaddy, startNginx } from './proxies.ts'
import { type FuzzCase, faultsOf, fuzzCase, kindsOfAttack } from './request-fuzz.ts'

const { values: options } = parseArgs({
  options: {
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    cases: { type: 'string', default: '10000' },
    from: { type: 'string', default: '0' },
    only: { type: 'string' },
  },
})
const seed = Number(options.seed)
const cases = Number(options.cases)
const from = Number(options.from)
const port = testPorts.site
const command = 'node tests/soak/gate.ts'
const atOnce = 16
/** Warm-up cases before the first measurement, which fill caches and compile code. Different from the measured cases. */
const warmUp = { seed: seed + 1, from: 0, cases: Math.min(cases, 3000) }
/**
 * `heap`: after a garbage collection. `peak`: resident memory during the flood, most of it garbage that V8 has not collected yet; it
 * was over 500 MB when bodies were buffered. In bytes.
 */
const allowedGrowth = { heap: 24 * 1024 * 1024, descriptors: 5, peak: 400 * 1024 * 1024 }

/** After every connection is closed. */
async function left(): Promise<Left> {
  await sleep(3000)
  return measure(server)
}

async function send(fuzz: FuzzCase): Promise<string> {
  return exchange(port, fuzz.bytes, {
    pieces: fuzz.pieces,
    leaves: fuzz.then === 'leaves',
    // Only a damaged request may leave the server waiting for its rest.
    patience: fuzz.complete ? 20_000 : 300,
  })
}

/** Runs the cases of one seed and returns the faults by case number. */
async function run(of: { seed: number; from: number; cases: number }): Promise<Map<number, string[]>> {
  const faults = new Map<number, string[]>()
  let next = of.from
  const worker = async () => {
    for (let index = next++; index < of.from + of.cases; index = next++) {
      const fuzz = fuzzCase(of.seed, index)
      const found = faultsOf(await send(fuzz), fuzz)
      if (found.length > 0) faults.set(index, found)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
  return faults
}

const faultyLines = (log: readonly string[]) =>
  log.filter((line) => {
    try {
      const { message = '' } = JSON.parse(line) as { message?: string }
      return /could not be answered|uncaught|unhandled/i.test(message)
    } catch {
      return true
    }
  })

const megabytes = (bytes: number) => `${(bytes / 1024 / 1024).toFixed(1)} MB`
const show = ({ heap, rss, descriptors }: Left) =>
  `${megabytes(heap)} used after a collection, ${megabytes(rss)} resident, ${descriptors} descriptors`

const folder = mkdtempSync(path.join(tmpdir(), 'charity-soak-'))
const log: string[] = []
process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
startTestSandbox()
const server = await startServer(port, {
  // V8 leaves garbage for as long as it may grow, so its peak says little about what the site keeps. Bodies are not counted.
  nodeOptions: [...reportsMemory, '--max-old-space-size=320'],
  env: { DATA_DIR: folder, LOG_LEVEL: 'warn' },
  log,
})

if (options.only !== undefined) {
  const fuzz = fuzzCase(seed, Number(options.only))
  const answer = await send(fuzz)
  console.log(`${JSON.stringify(fuzz.bytes.toString('latin1'))}\n\n${answer}\n`)
  console.log(log.join('\n'))
  console.log(faultsOf(answer, fuzz).join('\n') || 'No fault.')
  process.exit(0)
}

console.log(`Seed ${seed}, cases ${from} to ${from + cases - 1}`)
await run(warmUp)
const before = await left()
console.log(`Before: ${show(before)}`)
const started = Date.now()
const faults = await run({ seed, from, cases })
console.log(`${cases} cases in ${Math.round((Date.now() - started) / 1000)} s`)
const after = await left()
console.log(`After:  ${show(after)}`)

const longPosts = 60

/** `longPosts` posts of 10 MB at once, to a page and to one with a form. Returns how many clients could read that they were refused. */
async function postLongBodies(port: number): Promise<number> {
  const body = Buffer.alloc(10 * 1024 * 1024, 'a')
  const send = async (path: string, status: number) => {
    const head = `POST ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: ${body.length}\r\n\r\n`
    return parseResponse(await exchange(port, Buffer.concat([Buffer.from(head), body]))).status === status
  }
  const answers = await Promise.all(
    Array.from({ length: longPosts }, (_, index) => (index % 2 ? send('/Donate', 413) : send('/India', 405))),
  )
  return answers.filter(Boolean).length
}

/** Peak resident memory of the server so far, in bytes. */
const peak = () => Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${server.process.pid}/status`, 'utf8'))?.[1]) * 1024
const peakBefore = peak()
console.log(`Peak:   ${megabytes(peakBefore)} resident`)
const refused = await postLongBodies(port)
console.log(`${longPosts} posts of 10 MB to pages: ${refused} refused, peak ${megabytes(peak())} resident`)
const atEnd = await left()
console.log(`At the end: ${show(atEnd)}`)

/**
 * Sends each kind of hostile request through a proxy, and requests pages as another visitor after each. A proxy that cannot read a response
 * takes the server for dead, and turns everybody away for some seconds. Returns the kinds that did so.
 */
async function attackThrough(proxy: number): Promise<string[]> {
  const site = `http://localhost:${proxy}`
  await waitForResponse(`${site}/robots.txt`)
  const harmful: string[] = []
  for (const [kind, text] of Object.entries(kindsOfAttack(proxy))) {
    const request = Buffer.from(text, 'latin1')
    await Promise.all([1, 2, 3].map(() => exchange(proxy, request, { patience: 300 })))
    const visits = ['/India', '/search?q=cleft', '/api/health/serving'].map(async (address) => fetch(site + address))
    const statuses = (await Promise.all(visits)).map(({ status }) => status)
    if (statuses.some((status) => status !== 200)) harmful.push(`${kind}: ${statuses.join(', ')}`)
  }
  console.log(
    `${Object.keys(kindsOfAttack(proxy)).length} kinds of hostile requests, ${harmful.length} turned others away`,
  )
  return harmful
}

const turnedAway: string[] = []
for (const [name, missing, start] of [
  ['nginx', nginxMissing, () => startNginx(port + 1, [port, port])],
  ['Caddy', caddyMissing, () => startCaddy(port + 1, port)],
] as const) {
  console.log(missing ?? `Behind ${name}:`)
  if (missing) continue
  const proxy = start()
  turnedAway.push(
    ...(await attackThrough(port + 1)).map((fault) => `Behind ${name}, others were turned away by ${fault}`),
  )
  await proxy.stop()
}

const problems = [
  ...turnedAway,
  ...[...faults].map(
    ([index, found]) => `Case ${index}: ${found.join(', ')}. Again: ${command} --seed=${seed} --only=${index}`,
  ),
  ...faultyLines(log).map((line) => `In the log: ${line.slice(0, 500)}`),
]
for (const [when, { heap, descriptors }] of Object.entries({ 'after the cases': after, 'after the flood': atEnd })) {
  if (heap - before.heap > allowedGrowth.heap) problems.push(`${megabytes(heap - before.heap)} more memory ${when}.`)
  if (descriptors - before.descriptors > allowedGrowth.descriptors)
    problems.push(`${descriptors - before.descriptors} more descriptors ${when}.`)
}
if (refused < longPosts) problems.push(`${longPosts - refused} of ${longPosts} long posts were not refused.`)
if (peak() - peakBefore > allowedGrowth.peak)
  problems.push(`The flood took ${megabytes(peak() - peakBefore)} of memory.`)
if ((await fetch(`http://localhost:${port}/India`)).status !== 200) problems.push('The site does not answer any more.')
for (const problem of problems.slice(0, 50)) console.error(problem)
console.log(problems.length === 0 ? 'No faults.' : `${problems.length} faults.`)
process.exit(problems.length === 0 ? 0 : 1)
