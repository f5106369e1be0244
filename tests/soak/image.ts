/**
 * Performs the steps of the Dockerfile without Docker, each stage on a copy-on-write view of this machine (or of `--base`, the folder of
 * another Debian): installs, builds and prunes in an empty folder, starts the site as another user with a read-only root, and gives a
 * gift to the sandbox; then backs up a database. Needs root on Linux.
 */
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  appendFileSync,
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { root, startScript, waitForResponse } from '../../scripts/support/processes.ts'
import { sandboxEnvironment, siteEnvironment, testPorts } from '../../scripts/support/sandbox-environment.ts'
import {
  argumentsOf,
  copied,
  isIgnored,
  readDockerfile,
  type Stage,
  type Step,
  stepsOf,
} from '../support/dockerfile.ts'
import { eventually } from '../support/eventually.ts'
import { postgresMissing, startPostgres } from '../support/postgres.ts'
import { gift, post } from './visitors.ts'

const { values: options } = parseArgs({ options: { base: { type: 'string', default: '/' } } })

// In a mount namespace of its own, so that nothing is mounted where the folder is deleted, whatever happens.
const folder = process.env.IMAGE_FOLDER ?? runInNamespace()

function runInNamespace(): never {
  const isRoot = process.platform === 'linux' && process.getuid?.() === 0
  if (!isRoot || spawnSync('unshare', ['--mount', 'true']).status !== 0) {
    console.log('SKIPPED: the steps of the Dockerfile are performed by root on Linux only.')
    process.exit(0)
  }
  const created = mkdtempSync(path.join(tmpdir(), 'charity-image-'))
  const args = ['--mount', process.execPath, ...process.execArgv, ...process.argv.slice(1)]
  const env = { ...process.env, IMAGE_FOLDER: created }
  const { status } = spawnSync('unshare', args, { stdio: 'inherit', env })
  rmSync(created, { recursive: true, force: true })
  process.exit(status ?? 1)
}

const problems: string[] = []
function check(ok: boolean, what: string) {
  console.log(`${ok ? 'ok    ' : 'FAILED'} ${what}`)
  if (!ok) problems.push(what)
}

/** @throws with what the program said. */
function must(program: string, ...args: string[]): string {
  const { status, stdout, stderr } = spawnSync(program, args, { encoding: 'utf8', maxBuffer: 2 ** 28 })
  if (status !== 0) throw new Error(`${program} ${args.join(' ')}: ${status}\n${stdout}\n${stderr}`)
  return stdout
}

/** What COPY sees: the checkout without what .dockerignore names. */
const context = path.join(folder, 'context')
cpSync(root, context, {
  recursive: true,
  verbatimSymlinks: true,
  filter: (file) => !isIgnored(root, path.relative(root, file)),
})

/** `root`: its files. `layers`: the folders of what was changed in them, stage by stage. */
type Container = { root: string; layers: string[]; environment: Record<string, string>; workdir: string; user: string }
const containers = new Map<string, Container>()
const stages = readDockerfile(root)

/** A copy-on-write view of the folder `base`. Linux stacks two of them, not three. */
function mountView(name: string, base: string): { root: string; upper: string } {
  const [view = '', upper = '', work = ''] = ['root', 'upper', 'work'].map((part) => path.join(folder, name, part))
  for (const part of [view, upper, work]) mkdirSync(part, { recursive: true })
  must('mount', '-t', 'overlay', 'overlay', '-o', `lowerdir=${base},upperdir=${upper},workdir=${work}`, view)
  must('mount', '-t', 'proc', 'proc', path.join(view, 'proc'))
  must('mount', '--rbind', '/dev', path.join(view, 'dev'))
  return { root: view, upper }
}

/** As the image of Node: its programs in /usr/local, and a user "node". */
function addNode(view: string) {
  const [bin, library] = ['usr/local/bin', 'usr/local/lib/node_modules'].map((part) => path.join(view, part))
  if (!bin || !library) return
  const npm = path.join(realpathSync(must('which', 'npm').trim()), '../..')
  mkdirSync(library, { recursive: true })
  must('cp', process.execPath, path.join(bin, 'node'))
  must('cp', '--archive', npm, library)
  rmSync(path.join(bin, 'npm'), { force: true })
  symlinkSync('../lib/node_modules/npm/bin/npm-cli.js', path.join(bin, 'npm'))
  appendFileSync(path.join(view, 'etc/group'), 'node:x:1000:\n')
  appendFileSync(path.join(view, 'etc/passwd'), 'node:x:1000:1000::/home/node:/bin/sh\n')
  cpSync('/etc/resolv.conf', path.join(view, 'etc/resolv.conf'))
}

const ids: Readonly<Record<string, string>> = { root: '0', node: '1000' }

/** The command that runs `args` in a container. `loses`: it may gain no privileges, as with `cap_drop` and `no-new-privileges`. */
function inside(
  { root, workdir, user, environment }: Container,
  args: readonly string[],
  loses = false,
): [string, string[]] {
  const id = ids[user] ?? user
  const less = loses ? ['--no-new-privs', '--bounding-set=-all'] : []
  const given = {
    PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
    HOME: user === 'root' ? '/root' : '/home/node',
    NODE_EXTRA_CA_CERTS: process.env.NODE_EXTRA_CA_CERTS ?? '',
    ...environment,
  }
  const set = Object.entries(given).map(([name, value]) => `${name}=${value}`)
  const enter = ['setpriv', `--reuid=${id}`, `--regid=${id}`, '--clear-groups', ...less, 'env', '-i', ...set]
  return ['chroot', [root, ...enter, 'sh', '-c', `cd ${workdir} && exec "$@"`, 'sh', ...args]]
}

function run(container: Container, text: string) {
  const wanted = /--no-install-recommends (\S+)/.exec(text)?.[1]
  if (wanted && spawnSync(...inside(container, ['apt-cache', 'show', wanted])).status !== 0) {
    console.log(`       SKIPPED the installation of ${wanted}: this Debian has none, and its own version is used`)
    return run(container, text.replace(/^.*&& (?=install )/, ''))
  }
  const started = performance.now()
  const [program, args] = inside(container, ['sh', '-c', text])
  const { status, stdout, stderr } = spawnSync(program, args, { encoding: 'utf8', maxBuffer: 2 ** 28 })
  if (status !== 0) throw new Error(`RUN ${text}: ${status}\n${stdout.slice(-3000)}\n${stderr.slice(-3000)}`)
  console.log(`       RUN ${text} (${Math.round((performance.now() - started) / 1000)} s)`)
}

/** As COPY: of a folder its content. */
function copy(container: Container, step: Step) {
  const { sources, to } = copied(step)
  const from = step.flags.from ? containers.get(step.flags.from)?.root : context
  const target = path.join(container.root, path.resolve(container.workdir, to))
  for (const source of sources) {
    const file = path.join(from ?? '', source)
    const isFolder = statSync(file).isDirectory()
    mkdirSync(isFolder || to.endsWith('/') ? target : path.dirname(target), { recursive: true })
    must('cp', '--archive', isFolder ? `${file}/.` : file, target)
  }
}

function perform(container: Container, step: Step, buildArguments: Readonly<Record<string, string>>) {
  const { keyword, text } = step
  if (keyword === 'RUN') run(container, text)
  if (keyword === 'COPY') copy(container, step)
  if (keyword === 'USER') container.user = text
  if (keyword === 'ARG') container.environment[text] = buildArguments[text] ?? ''
  if (keyword === 'ENV')
    for (const [, name = '', value = ''] of text.matchAll(/(\w+)=(\S+)/g)) container.environment[name] = value
  if (keyword === 'WORKDIR') {
    container.workdir = text
    mkdirSync(path.join(container.root, text), { recursive: true })
  }
}

function buildStage({ name, base, steps }: Stage) {
  const earlier = containers.get(base)
  const { root: view, upper } = mountView(name, earlier?.root ?? options.base)
  if (!earlier) addNode(view)
  const { environment = {}, workdir = '/', user = 'root' } = earlier ?? {}
  const container: Container = {
    root: view,
    layers: [upper, ...(earlier?.layers ?? [])],
    environment: { ...environment },
    workdir,
    user,
  }
  for (const step of steps) perform(container, step, { SITE_URL: 'http://localhost:1' })
  containers.set(name, container)
}

const stepOf = (stage: string, keyword: string) =>
  stepsOf(stages, stage).findLast((step) => step.keyword === keyword) as Step

/** A read-only view of a container with a folder of this machine, owned by its user, in place of its volume. */
function mountReadOnly(name: string): { container: Container; data: string } {
  const built = containers.get(name) as Container
  const volume = stepOf(name, 'VOLUME').text
  const data = path.join(folder, `${name}-data`)
  must('cp', '--archive', path.join(built.root, volume), data)
  const view = path.join(folder, `${name}-running`, 'root')
  mkdirSync(view, { recursive: true })
  must('mount', '--rbind', built.root, view)
  must('mount', '--bind', data, path.join(view, volume))
  must('mount', '-t', 'tmpfs', 'tmpfs', path.join(view, 'tmp'))
  must('mount', '-o', 'remount,bind,ro', view)
  return { container: { ...built, root: view }, data }
}

for (const name of ['build', 'base', 'site', 'backup']) buildStage(stages.find((stage) => stage.name === name) as Stage)
const layers = containers.get('site')?.layers ?? []
const megabytes = layers.map((layer) => Number.parseInt(must('du', '-sm', layer), 10)).reduce((sum, one) => sum + one)
console.log(`       The image holds ${megabytes} MB, Node included`)

startScript('sandbox/main.ts', { quiet: true, env: sandboxEnvironment(testPorts) })
const postgres = postgresMissing ? null : await startPostgres()
const databaseUrl = (await postgres?.createDatabase()) ?? ''
if (!postgres)
  console.log(`       SKIPPED PostgreSQL and the backup, because ${postgresMissing}: the gift goes to SQLite`)

/** Lets the user of a container reach PostgreSQL, by its socket. */
function connect({ root, environment }: Container) {
  const socket = new URL(databaseUrl).searchParams.get('host') ?? ''
  chmodSync(socket, 0o755)
  mkdirSync(path.join(root, socket), { recursive: true })
  must('mount', '--bind', socket, path.join(root, socket))
  environment.DATABASE_URL = databaseUrl
}

async function countGifts(data: string): Promise<number> {
  const query = 'select count(*) as gifts from gifts'
  if (!postgres) return Number(new DatabaseSync(path.join(data, 'charity.db')).prepare(query).get()?.gifts)
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const { rows } = await client.query(query)
  await client.end()
  return Number(rows[0].gifts)
}

const { container: site, data } = mountReadOnly('site')
const origin = `http://localhost:${testPorts.site}`
site.environment = { ...site.environment, ...siteEnvironment(testPorts) }
if (postgres) connect(site)
const server = spawn(...inside(site, argumentsOf(stepOf('site', 'CMD')), true), { stdio: ['ignore', 'pipe', 'pipe'] })
process.once('exit', () => server.kill('SIGKILL'))
let output = ''
for (const stream of [server.stdout, server.stderr]) stream.setEncoding('utf8').on('data', (text) => (output += text))
await waitForResponse(`${origin}/api/health/ready`).catch(() => console.log(output))

const status = readFileSync(`/proc/${server.pid}/status`, 'utf8')
const isLess = /^Uid:\t1000\t1000/m.test(status) && /^CapEff:\t0+$/m.test(status)
check(isLess, 'The site runs as another user, without capabilities')
const touch = spawnSync(...inside(site, ['touch', '/site/.next/a-file']))
check(String(touch.stderr).includes('Read-only file system'), 'Its root is read-only')
const health = spawnSync(...inside(site, argumentsOf(stepOf('site', 'HEALTHCHECK')), true))
check(health.status === 0, 'It is healthy by the health check of the image')

// Built for another origin: rendered again, and kept in memory.
const addresses = ['/', '/India', '/DonateIndia', '/search?q=camp']
const pages = await Promise.all(addresses.map((address) => fetch(origin + address)))
check(
  pages.every(({ status }) => status === 200),
  'Pages are served',
)
check((await pages[1]?.text())?.includes(`${origin}/India`) ?? false, 'A page names the origin that it is served from')
await post(origin, '/api/create-checkout-session', { json: gift('asha@example.org') })
await fetch(`http://localhost:${testPorts.stripe}/_sandbox/sessions/latest/pay`, { method: 'POST', body: '{}' })
check((await countGifts(data)) === 1, 'A gift is recorded')
check(readdirSync(data).includes('assets'), 'The built files are kept in the volume')

if (postgres) {
  // Makes a backup at once, because there is none, and then waits for the night.
  const { container, data: backups } = mountReadOnly('backup')
  connect(container)
  const loop = spawn(...inside(container, argumentsOf(stepOf('backup', 'CMD')), true), { stdio: 'inherit' })
  process.once('exit', () => loop.kill('SIGKILL'))
  await eventually(() => readdirSync(backups).some((name) => name.endsWith('.dump')))
  const health = spawnSync(...inside(container, argumentsOf(stepOf('backup', 'HEALTHCHECK')), true))
  check(health.status === 0 && loop.exitCode === null, 'The backup image backs up at once, and waits for the night')
}

const stopped = performance.now()
server.kill('SIGTERM')
const [code] = (await once(server, 'exit')) as [number]
const seconds = (performance.now() - stopped) / 1000
check(code === 0 && seconds < 10, `SIGTERM stops it with ${code} in ${seconds.toFixed(1)} s`)
const denied = output.split('\n').filter((line) => /EROFS|EACCES|read-only file system/i.test(line))
check(denied.length === 0, 'It wrote nowhere else')
for (const line of denied.slice(0, 5)) console.log(`       ${line.slice(0, 500)}`)

await postgres?.stop()
console.log(problems.length === 0 ? 'No faults.' : `${problems.length} faults.`)
process.exit(problems.length === 0 ? 0 : 1)
