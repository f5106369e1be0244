/**
 * `npm run test:soak`, after a build: sends seeded hostile requests to the built site, with the sandbox beside it, and checks
 * every answer, the log, and what memory and descriptors are left afterwards. Options: --seed=…, --cases=10000,
 * --only=<number> (one case again, printed as it is sent and answered). Linux only: it reads /proc.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { answers, root, startScript } from '../../scripts/support/processes.ts'
import { sandboxEnvironment, siteEnvironment, testPorts } from '../../scripts/support/sandbox-environment.ts'
import { exchange } from '../support/raw-http.ts'
import { type FuzzCase, faultsOf, fuzzCase } from '../support/request-fuzz.ts'

const { values: options } = parseArgs({
  options: {
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    cases: { type: 'string', default: '10000' },
    only: { type: 'string' },
  },
})
const seed = Number(options.seed)
const cases = Number(options.cases)
const port = testPorts.site
const atOnce = 16
/** Sent before the first measurement, so that caches are filled and code is compiled. Other cases than those that count. */
const warmUp = { seed: seed + 1, cases: Math.min(cases, 3000) }
const allowedGrowth = { heap: 24 * 1024 * 1024, descriptors: 5 }

type Left = { heap: number; rss: number; descriptors: number }

function startSite(folder: string, log: string[]): ChildProcess {
  const server = spawn(
    process.execPath,
    ['--expose-gc', '--import=./tests/soak/report-memory.mjs', '--conditions=react-server', 'scripts/serve.ts'],
    {
      cwd: root,
      env: {
        ...process.env,
        ...siteEnvironment(testPorts),
        DATA_DIR: folder,
        TRUSTED_PROXIES: '127.0.0.1',
        LOG_LEVEL: 'warn',
      },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    },
  )
  for (const stream of [server.stdout, server.stderr]) {
    let rest = ''
    stream?.on('data', (chunk: Buffer) => {
      const lines = `${rest}${chunk}`.split('\n')
      rest = lines.pop() ?? ''
      log.push(...lines)
    })
  }
  return server
}

/** What the server holds once every connection is closed. */
async function left(server: ChildProcess): Promise<Left> {
  await sleep(3000)
  server.send('measure')
  const [measured] = (await once(server, 'message')) as [Left]
  return measured
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
async function run(of: { seed: number; cases: number }): Promise<Map<number, string[]>> {
  const faults = new Map<number, string[]>()
  let next = 0
  const worker = async () => {
    for (let index = next++; index < of.cases; index = next++) {
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
startScript('sandbox/main.ts', { quiet: true, env: sandboxEnvironment(testPorts) })
const server = startSite(folder, log)
process.on('exit', () => {
  server.kill('SIGKILL')
  rmSync(folder, { recursive: true, force: true })
})
await answers(`http://localhost:${port}/api/health`)

if (options.only !== undefined) {
  const fuzz = fuzzCase(seed, Number(options.only))
  const answer = await send(fuzz)
  console.log(`${JSON.stringify(fuzz.bytes.toString('latin1'))}\n\n${answer}\n`)
  console.log(log.join('\n'))
  console.log(faultsOf(answer, fuzz).join('\n') || 'No fault.')
  process.exit(0)
}

console.log(`Seed ${seed}, ${cases} cases. Again: npm run test:soak -- --seed=${seed} --cases=${cases}`)
await run(warmUp)
const before = await left(server)
console.log(`Before: ${show(before)}`)
const started = Date.now()
const faults = await run({ seed, cases })
console.log(`${cases} cases in ${Math.round((Date.now() - started) / 1000)} s`)
const after = await left(server)
console.log(`After:  ${show(after)}`)

const problems = [
  ...[...faults].map(
    ([index, found]) =>
      `Case ${index}: ${found.join(', ')}. Again: npm run test:soak -- --seed=${seed} --only=${index}`,
  ),
  ...faultyLines(log).map((line) => `In the log: ${line.slice(0, 500)}`),
]
if (after.heap - before.heap > allowedGrowth.heap)
  problems.push(`Memory grew by ${megabytes(after.heap - before.heap)}.`)
if (after.descriptors - before.descriptors > allowedGrowth.descriptors)
  problems.push(`Descriptors grew by ${after.descriptors - before.descriptors}.`)
if ((await fetch(`http://localhost:${port}/India`)).status !== 200) problems.push('The site does not answer any more.')
for (const problem of problems.slice(0, 50)) console.log(problem)
console.log(problems.length === 0 ? 'No faults.' : `${problems.length} faults.`)
process.exit(problems.length === 0 ? 0 : 1)
