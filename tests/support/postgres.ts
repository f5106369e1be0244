/**
 * A PostgreSQL of the tests' own, where its programs are installed: data in a temporary folder, reached by a Unix socket only,
 * deleted after the tests. Never uses a server that runs on the machine.
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { chownSync, existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'

export type PrivatePostgres = {
  /** Of its first process, the parent of all others. */
  pid(): number
  /** The folder of its write-ahead log. */
  walFolder: string
  /** The postgres:// address of the database from which others are created. */
  url: string
  /** @returns the postgres:// address of a new, empty database. */
  createDatabase(): Promise<string>
  /** Its processes stay, and none of them runs any more. */
  freeze(): void
  thaw(): void
  /** Kills all its processes, as a power failure would, and starts it again. */
  crash(): Promise<void>
  stop(): Promise<void>
}

function findPrograms(): string | null {
  // Debian keeps each version's programs out of PATH.
  const packaged = globSync('/usr/lib/postgresql/*/bin').sort((one, other) => versionIn(other) - versionIn(one))
  const folders = [...(process.env.PATH ?? '').split(path.delimiter).filter(Boolean), ...packaged]
  const has = (folder: string, name: string) => existsSync(path.join(folder, name))
  return folders.find((folder) => has(folder, 'initdb') && has(folder, 'postgres')) ?? null
}
const versionIn = (folder: string) => Number(folder.split('/').at(-2))

/** PostgreSQL refuses to run as root: then it runs as its own user, or as nobody. */
function unprivileged(): { uid: number; gid: number } | null {
  if (process.getuid?.() !== 0) return null
  const users = readFileSync('/etc/passwd', 'utf8').split('\n')
  const entry = users.find((line) => line.startsWith('postgres:')) ?? users.find((line) => line.startsWith('nobody:'))
  const [, , uid, gid] = entry?.split(':') ?? []
  return { uid: Number(uid ?? 65534), gid: Number(gid ?? 65534) }
}

const programs = findPrograms()

/** Why PostgreSQL is not tested, for the name of the skipped test; null when it is. SQLITE_ONLY=1 skips it. */
export const postgresMissing = process.env.SQLITE_ONLY
  ? 'SQLITE_ONLY is set'
  : programs
    ? null
    : 'initdb and postgres are not installed'

async function connected<Value>(url: string, act: (client: pg.Client) => Promise<Value>): Promise<Value> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await act(client)
  } finally {
    await client.end()
  }
}

export const runStatement = (url: string, statement: string) => connected(url, (client) => client.query(statement))

/** The address of another database of the same server. */
const withDatabase = (url: string, database: string) => url.replace(/[^/]+(?=\?)/, database)

/** Copies `template` on the server of `url`. @returns the postgres:// address of the copy. */
export async function createDatabase(url: string, template = 'template1'): Promise<string> {
  const name = `test_${randomUUID().replaceAll('-', '')}`
  await runStatement(url, `create database ${name} template ${template}`)
  return withDatabase(url, name)
}

/**
 * Prepares the database `name` on the server of `url` with `prepare`, which must close its connections, unless another process has
 * done so.
 */
export async function prepareTemplate(url: string, name: string, prepare: (databaseUrl: string) => Promise<void>) {
  await connected(url, async (client) => {
    await client.query('select pg_advisory_lock(1)')
    const { rowCount } = await client.query('select from pg_database where datname = $1', [name])
    if (rowCount) return
    await client.query('drop database if exists unfinished')
    await client.query('create database unfinished')
    await prepare(withDatabase(url, 'unfinished'))
    await client.query(`alter database unfinished rename to ${name}`)
  })
}

async function untilItAnswers(server: ChildProcess, url: string, said: () => string) {
  for (let tries = 0; tries < 600; tries += 1) {
    if (server.exitCode !== null) break
    try {
      await runStatement(url, 'select 1')
      return
    } catch {
      await wait(50)
    }
  }
  throw new Error(`PostgreSQL did not start:\n${said()}`)
}

/**
 * `durable`: commits are synced to disk, as in production; other tests do without.
 * @throws when its programs are missing (ask `postgresMissing` first) or it does not start.
 */
export async function startPostgres({ durable = false } = {}): Promise<PrivatePostgres> {
  if (!programs) throw new Error(postgresMissing ?? '')
  const user = unprivileged()
  const folder = mkdtempSync(path.join(tmpdir(), 'charity-postgres-'))
  const data = path.join(folder, 'data')
  mkdirSync(data)
  if (user) for (const owned of [folder, data]) chownSync(owned, user.uid, user.gid)
  const environment: NodeJS.ProcessEnv = { NODE_ENV: 'test', PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' }
  const options = { cwd: folder, env: environment, ...user }

  const cluster = ['-D', data, '-U', 'tests', '-A', 'trust', '-E', 'UTF8', '--no-locale', '--no-sync']
  execFileSync(path.join(programs, 'initdb'), cluster, { ...options, stdio: 'pipe' })
  const hurried = durable ? [] : ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off']
  const settings = ['listen_addresses=', ...hurried]
  const program = path.join(programs, 'postgres')
  let said = ''
  const launch = () => {
    const launched = spawn(program, ['-D', data, '-k', folder, ...settings.flatMap((setting) => ['-c', setting])], {
      ...options,
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    launched.stderr.on('data', (text) => {
      said += text
    })
    return launched
  }
  let server = launch()
  const endWithUs = () => server.kill('SIGQUIT')
  process.once('exit', endWithUs)

  const url = `postgres://tests@localhost/postgres?host=${encodeURIComponent(folder)}`
  await untilItAnswers(server, url, () => said)
  /** The server and one process for each connection. */
  const signalAll = (signal: NodeJS.Signals) => {
    const children = readFileSync(`/proc/${server.pid}/task/${server.pid}/children`, 'utf8').split(' ').filter(Boolean)
    for (const pid of [Number(server.pid), ...children.map(Number)]) process.kill(pid, signal)
  }
  return {
    pid: () => server.pid ?? 0,
    walFolder: path.join(data, 'pg_wal'),
    url,
    createDatabase: () => createDatabase(url),
    freeze: () => signalAll('SIGSTOP'),
    thaw: () => signalAll('SIGCONT'),
    async crash() {
      const ended = once(server, 'exit')
      signalAll('SIGKILL')
      await ended
      server = launch()
      await untilItAnswers(server, url, () => said)
    },
    async stop() {
      process.off('exit', endWithUs)
      if (server.exitCode === null && server.signalCode === null) {
        const ended = once(server, 'exit')
        server.kill('SIGINT')
        await ended
      }
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
