/** Two servers of the built site on one PostgreSQL, behind nginx with the documented configuration, with the sandbox. On the ports of the tests. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import pg from 'pg'
import { root, startScript, waitForResponse } from '../../scripts/support/processes.ts'
import { sandboxEnvironment, siteEnvironment, testPorts } from '../../scripts/support/sandbox-environment.ts'
import { postgresMissing, startPostgres } from './postgres.ts'
import { nginxMissing, startNginx } from './proxies.ts'

/** Why they cannot be started here; null when they can. */
export const twoServersMissing = nginxMissing ?? postgresMissing

export type RunningServer = { process: ChildProcess; url: string }

type ServerOptions = {
  /** In addition to the environment of the sandbox. */
  env?: Record<string, string>
  /** Options of Node itself. */
  nodeOptions?: readonly string[]
  /** The folder with the build. */
  checkout?: string
  /** Gets each line of what it writes, instead of the console. */
  log?: string[]
}

const responds = (url: string) =>
  fetch(url).then(
    () => true,
    () => false,
  )

/** Starts a server of the built site; ready for visitors when it resolves. @throws when it ends instead. */
export async function startServer(
  port: number,
  { env = {}, nodeOptions = [], checkout = root, log }: ServerOptions = {},
): Promise<RunningServer> {
  const url = `http://localhost:${port}`
  if (await responds(url))
    throw new Error(`Another program answers on port ${port}. TEST_PORT moves the ports of the tests.`)
  const server = spawn(process.execPath, [...nodeOptions, '--conditions=react-server', 'scripts/serve.ts'], {
    cwd: checkout,
    env: {
      // Killed databases fill pages with errors that are expected. LOG_LEVEL=error shows them.
      LOG_LEVEL: 'silent',
      ...process.env,
      ...siteEnvironment(testPorts),
      PORT: String(port),
      TRUSTED_PROXIES: '127.0.0.1,::1',
      ...env,
    },
    stdio: ['ignore', log ? 'pipe' : 'inherit', log ? 'pipe' : 'inherit', 'ipc'],
  })
  for (const stream of [server.stdout, server.stderr])
    if (log && stream) createInterface(stream).on('line', (line) => log.push(line))
  const endWithUs = () => server.kill('SIGKILL')
  process.once('exit', endWithUs)
  server.once('exit', () => process.off('exit', endWithUs))
  const ended = once(server, 'exit').then(([code]) => Promise.reject(new Error(`The server ended with code ${code}.`)))
  await Promise.race([waitForResponse(`${url}/api/health/ready`), ended])
  // It is stopped later.
  ended.catch(() => undefined)
  return { process: server, url }
}

/** For `nodeOptions`, so that `measure` has an answer. */
export const reportsMemory = ['--expose-gc', '--import=./tests/soak/report-memory.mjs']

/** What is left after a garbage collection. `heap` and `rss` in bytes. */
export type Left = { heap: number; rss: number; descriptors: number }

export async function measure({ process: server }: RunningServer): Promise<Left> {
  server.send('measure')
  const [left] = (await once(server, 'message')) as [Left]
  return left
}

/** @returns the exit code, and the seconds that it took. */
export async function stopServer(
  { process: server }: RunningServer,
  signal: NodeJS.Signals = 'SIGINT',
): Promise<{ code: number; seconds: number }> {
  const started = performance.now()
  const ended = once(server, 'exit')
  server.kill(signal)
  const [code] = (await ended) as [number]
  return { code, seconds: (performance.now() - started) / 1000 }
}

export const startTestSandbox = (): ChildProcess =>
  startScript('sandbox/main.ts', { quiet: true, env: sandboxEnvironment(testPorts) })

/** `options`: of both servers. @throws when nginx or PostgreSQL is missing (ask `twoServersMissing` first). */
export async function startTwoServers(options: ServerOptions = {}) {
  // After those of the sandbox: nearer ones may be another checkout's.
  const ports = [testPorts.ip + 1, testPorts.ip + 2] as const
  const site = `http://localhost:${testPorts.site}`
  const folder = mkdtempSync(path.join(tmpdir(), 'charity-two-servers-'))
  const postgres = await startPostgres({ durable: true })
  const database = await postgres.createDatabase()
  const sandbox = startTestSandbox()
  const launch = (which: 0 | 1, changes: ServerOptions = {}) =>
    startServer(ports[which], {
      ...options,
      ...changes,
      env: {
        DATA_DIR: path.join(folder, String(which)),
        DATABASE_URL: database,
        // Each would draw its own: they share it in the database.
        SIGNING_SECRET: '',
        ...options.env,
        ...changes.env,
      },
    })
  const servers: [RunningServer, RunningServer] = await Promise.all([launch(0), launch(1)])
  const nginx = startNginx(testPorts.site, ports)
  await waitForResponse(`${site}/robots.txt`)

  async function rows<Row>(query: string): Promise<Row[]> {
    const client = new pg.Client({ connectionString: database })
    await client.connect()
    try {
      return (await client.query(query)).rows as Row[]
    } finally {
      await client.end()
    }
  }
  return {
    /** Address of nginx. */
    site,
    /** Replaced when a server is started again. */
    servers,
    postgres,
    nginx,
    sandbox,
    /** Starts the first or the second server, after it was stopped. */
    async start(which: 0 | 1, changes?: ServerOptions) {
      servers[which] = await launch(which, changes)
    },
    rows,
    /** The column `count` of the first row. */
    count: async (query: string) => Number((await rows<{ count: string }>(query))[0]?.count),
    async stop() {
      await nginx.stop()
      await Promise.all(servers.map((server) => stopServer(server)))
      await postgres.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
