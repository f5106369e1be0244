/**
 * `npm test`: the static checks, the unit tests, a production build and the browser tests, on a bare machine. `npm run test:all` adds what
 * takes longer: both databases everywhere, load and faults, other browsers, the editor, another charity, mutation tests.
 */
import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { ensureChromium, tryHeadlessShell } from './support/browser.ts'
import { readCommand } from './support/command.ts'
import { root, run, runScript, tool } from './support/processes.ts'
import { siteEnvironment, testPorts } from './support/sandbox-environment.ts'
import { fastTemporaryFolder } from './support/temporary-folder.ts'

const { values: options } = readCommand(
  `npm test

  --all   npm run test:all: every test there is

TEST_PORT=4100 moves the ports; SQLITE_ONLY=1 leaves PostgreSQL out.`,
  { options: { all: { type: 'boolean', default: false } } },
)

// Jest and Playwright read it: with it they take the files *.all.test.ts and *.all.spec.ts, and both databases everywhere.
if (options.all) process.env.TEST_ALL = '1'

type JestReport = { testResults: { name: string; startTime: number; endTime: number }[] }
type PlaywrightSuite = {
  file: string
  suites?: PlaywrightSuite[]
  specs: { tests: { results: { duration: number }[] }[] }[]
}
type PlaywrightReport = { config: { rootDir: string }; suites: PlaywrightSuite[] }

const millisecondsOf = ({ specs, suites = [] }: PlaywrightSuite): number =>
  specs
    .flatMap(({ tests }) => tests.flatMap(({ results }) => results))
    .reduce((sum, { duration }) => sum + duration, 0) + suites.reduce((sum, suite) => sum + millisecondsOf(suite), 0)

/** The test files that took longest, slowest first. None if the runner wrote no report. */
function slowestFiles(report: string, count: number): { file: string; seconds: number }[] {
  if (!existsSync(report)) return []
  const read = JSON.parse(readFileSync(report, 'utf8')) as JestReport | PlaywrightReport
  const times =
    'testResults' in read
      ? read.testResults.map(({ name, startTime, endTime }) => [name, endTime - startTime] as const)
      : read.suites.map((suite) => [path.join(read.config.rootDir, suite.file), millisecondsOf(suite)] as const)
  const total = new Map<string, number>()
  for (const [name, milliseconds] of times) {
    const file = path.relative(process.cwd(), name)
    total.set(file, (total.get(file) ?? 0) + milliseconds)
  }
  return [...total]
    .map(([file, milliseconds]) => ({ file, seconds: milliseconds / 1000 }))
    .sort((one, other) => other.seconds - one.seconds)
    .slice(0, count)
}

/** Seconds on two idle cores, in `npm test`. A stage that takes longer is a warning, since machines differ. */
const budgets = {
  'address types': 10,
  'type check': 20,
  lint: 15,
  'content check': 15,
  'production build': 120,
  'unit tests': 210,
  'browser tests': 210,
  'load and faults': 2700,
  'Firefox and WebKit': 300,
  editor: 1500,
  'another charity': 600,
  'mutation tests': 3600,
} as const

const summary: string[] = []

/** Resolves with whether the program ended without an error. */
async function check(name: keyof typeof budgets, act: () => Promise<number>): Promise<boolean> {
  const started = Date.now()
  const ok = (await act()) === 0
  const seconds = Math.round((Date.now() - started) / 1000)
  const isLate = !options.all && seconds > budgets[name]
  const line = `${ok ? 'ok    ' : 'FAILED'} ${name} (${seconds} s${isLate ? `; WARNING: its budget is ${budgets[name]} s` : ''})`
  summary.push(line)
  console.log(line)
  if (!ok) process.exitCode = 1
  return ok
}

const results = path.join(root, 'test-results')
// Jest does not make the folder of its report, and a clean clone does not have it.
mkdirSync(results, { recursive: true })
const reports = {
  'unit tests': path.join(results, 'unit.json'),
  'browser tests': path.join(results, 'browser.json'),
}

// Built for the origin of the browser tests: pages of another origin would be rendered again on the first visit.
const { SITE_URL = '' } = siteEnvironment(testPorts)

const begun = Date.now()
const browser = ensureChromium().then(tryHeadlessShell)
// Next generates the route types that the type check needs.
await check('address types', () => run(tool('next'), ['typegen'], { quiet: true }))
const [typesAreRight] = await Promise.all([
  check('type check', () => run(tool('tsc'), ['--noEmit'])),
  check('lint', () => run(tool('biome'), ['check', '--error-on-warnings', '.'])),
  check('content check', () => runScript('scripts/content-check.ts')),
])
const env = { SITE_URL, ...(typesAreRight && { TYPES_CHECKED: '1' }) }
// The unit tests wait for databases and clocks much of their time.
const [isBuilt] = await Promise.all([
  check('production build', () => run(tool('next'), ['build'], { cwd: root, quiet: true, env })),
  check('unit tests', () =>
    run(tool('jest'), ['--silent=false', '--reporters=default', '--json', `--outputFile=${reports['unit tests']}`], {
      quiet: true,
      env: { TMPDIR: fastTemporaryFolder() },
    }),
  ),
])
if (isBuilt) {
  await browser
  await check('browser tests', () =>
    run(tool('playwright'), ['test', '--reporter=line,json'], {
      env: { PLAYWRIGHT_JSON_OUTPUT_FILE: reports['browser tests'] },
    }),
  )
}
if (options.all && isBuilt) {
  const command = (name: string) => run('npm', ['run', '--silent', name])
  await check('load and faults', () => command('test:soak'))
  await check('Firefox and WebKit', () => command('test:browsers'))
  await check('editor', () => command('test:editor'))
  await check('another charity', () => command('test:new-charity'))
  await check('mutation tests', () => command('test:mutation'))
}

for (const [name, file] of Object.entries(reports)) {
  console.log(`\nThe slowest files of the ${name}, in seconds:`)
  for (const { file: slow, seconds } of slowestFiles(file, 15)) console.log(`${seconds.toFixed(1).padStart(7)} ${slow}`)
}
console.log(`\n${summary.join('\n')}\n${Math.round((Date.now() - begun) / 1000)} s`)
