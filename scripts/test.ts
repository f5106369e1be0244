/**
 * `npm test`: type check, lint, content check, unit tests, short soak tests, a production build, hostile requests to it, and the
 * browser tests, on a bare machine.
 */
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { ensureChromium } from './support/browser.ts'
import { root, run, runScript, tool } from './support/processes.ts'
import { siteEnvironment, testPorts } from './support/sandbox-environment.ts'

const results = path.join(root, 'test-results')
const jestResults = path.join(results, 'jest.json')
const browserResults = path.join(results, 'browser.json')
const summary: string[] = []
let passed = 0
let failed = 0

function report(ok: boolean, name: string, started: number) {
  const line = `${ok ? 'ok    ' : 'FAILED'} ${name} (${Math.round((Date.now() - started) / 1000)} s)`
  summary.push(line)
  console.log(line)
}

async function check(name: string, act: () => Promise<number>): Promise<boolean> {
  const started = Date.now()
  const ok = (await act()) === 0
  ok ? passed++ : failed++
  report(ok, name, started)
  return ok
}

/** Adds a runner's own counts; a runner that died without a report counts as one failure. */
async function suite<Report>(
  name: string,
  act: () => Promise<number>,
  file: string,
  count: (report: Report) => [number, number],
) {
  rmSync(file, { force: true })
  const started = Date.now()
  const code = await act()
  let counted: [number, number] = [0, 1]
  try {
    counted = count(JSON.parse(readFileSync(file, 'utf8')))
    if (code !== 0 && counted[1] === 0) counted[1] = 1
  } catch {
    console.error(`${name} left no report.`)
  }
  passed += counted[0]
  failed += counted[1]
  report(counted[1] === 0, `${name}: ${counted[0]} passed, ${counted[1]} failed`, started)
}

// Built for the origin of the browser tests: pages of another origin would be rendered again on the first visit.
const { SITE_URL = '' } = siteEnvironment(testPorts)

type JestReport = { numPassedTests: number; numFailedTests: number; numFailedTestSuites: number }
type PlaywrightReport = { stats: { expected: number; unexpected: number; flaky: number }; errors: unknown[] }

const jest = () =>
  suite(
    'unit tests, and a part of each soak test',
    () =>
      run(tool('jest'), ['--json', `--outputFile=${jestResults}`, '--silent=false', '--reporters=default'], {
        quiet: true,
        env: { SOAK: 'short' },
      }),
    jestResults,
    (report: JestReport) => [report.numPassedTests, report.numFailedTests || report.numFailedTestSuites],
  )

/** The same cases every time; `npm run test:soak` sends ten times as many. Needs /proc. Mostly waits, so it has a port of its own. */
const hostileRequests = async () =>
  process.platform !== 'linux' ||
  check('hostile requests', () =>
    run(process.execPath, ['--conditions=react-server', 'tests/soak/gate.ts', '--seed=1', '--cases=1000'], {
      quiet: true,
      env: { SITE_URL, TEST_PORT: String(testPorts.site + 20) },
    }),
  )

const browserTests = () =>
  suite(
    'browser tests',
    async () => {
      await browser
      return run(tool('playwright'), ['test'], { env: { PLAYWRIGHT_JSON_OUTPUT_NAME: browserResults } })
    },
    browserResults,
    ({ stats, errors }: PlaywrightReport) => [stats.expected + stats.flaky, stats.unexpected + errors.length],
  )

const begun = Date.now()
mkdirSync(results, { recursive: true })
const browser = ensureChromium()
// Next generates the route types that the type check needs.
await check('address types', () => run(tool('next'), ['typegen'], { quiet: true }))
const [typesAreRight] = await Promise.all([
  check('type check', () => run(tool('tsc'), ['--noEmit'])),
  check('lint', () => run(tool('biome'), ['check', '--error-on-warnings', '.'])),
  check('content check', () => runScript('scripts/content-check.ts')),
])
const buildEnvironment = { SITE_URL, ...(typesAreRight && { TYPES_CHECKED: '1' }) }
// The unit tests wait for databases and clocks much of their time.
const [isBuilt] = await Promise.all([
  check('production build', () => run(tool('next'), ['build'], { quiet: true, env: buildEnvironment })),
  jest(),
])
if (isBuilt) {
  await Promise.all([hostileRequests(), browserTests()])
}
console.log(`\n${summary.join('\n')}`)
console.log(`${passed} passed, ${failed} failed (${Math.round((Date.now() - begun) / 1000)} s)`)
process.exitCode = failed > 0 ? 1 : 0
