/**
 * `npm test`: type check, lint, content check, unit tests, short soak tests, a production build, hostile requests to it, and the
 * browser tests, on a bare machine.
 */
import { ensureChromium } from './support/browser.ts'
import { readCommand } from './support/command.ts'
import { root, run, runScript, tool } from './support/processes.ts'
import { siteEnvironment, testPorts } from './support/sandbox-environment.ts'

readCommand(
  'npm test\n\nRuns every check and test. TEST_PORT=4100 moves its ports; SQLITE_ONLY=1 leaves PostgreSQL out.',
  {},
)
const summary: string[] = []

/** Resolves with whether the program ended without an error. */
async function check(name: string, act: () => Promise<number>): Promise<boolean> {
  const started = Date.now()
  const ok = (await act()) === 0
  const line = `${ok ? 'ok    ' : 'FAILED'} ${name} (${Math.round((Date.now() - started) / 1000)} s)`
  summary.push(line)
  console.log(line)
  if (!ok) process.exitCode = 1
  return ok
}

// Built for the origin of the browser tests: pages of another origin would be rendered again on the first visit.
const { SITE_URL = '' } = siteEnvironment(testPorts)

/** The same cases every time; `npm run test:soak` sends ten times as many. Needs /proc. Mostly waits, so it has a port of its own. */
const hostileRequests = () =>
  run(process.execPath, ['--conditions=react-server', 'tests/soak/gate.ts', '--seed=1', '--cases=1000'], {
    quiet: true,
    env: { SITE_URL, TEST_PORT: String(testPorts.site + 20) },
  })

const begun = Date.now()
const browser = ensureChromium()
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
  check('unit tests, and a part of each soak test', () =>
    run(tool('jest'), ['--silent=false', '--reporters=default'], { quiet: true, env: { SOAK: 'short' } }),
  ),
])
if (isBuilt)
  await Promise.all([
    process.platform === 'linux' && check('hostile requests', hostileRequests),
    check('browser tests', async () => {
      await browser
      return run(tool('playwright'), ['test', '--reporter=line'])
    }),
  ])
console.log(`\n${summary.join('\n')}\n${Math.round((Date.now() - begun) / 1000)} s`)
