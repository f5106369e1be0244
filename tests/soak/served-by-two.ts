/** Two servers of the built site on one PostgreSQL, behind nginx with the documented configuration, with the sandbox. On the ports of the tests. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { waitForResponse } from '../../scripts/support/processes.ts'
import { testPorts } from '../../scripts/support/sandbox-environment.ts'
import { postgresMissing, startPostgres } from '../support/postgres.ts'
import { type RunningServer, type ServerOptions, startServer, startTestSandbox, stopServer } from '../support/server.ts'
import { nginxMissing, startNginx } from './proxies.ts'

/** Why they cannot be started here; null when they can. */
export const twoServersMissing = nginxMissing ?? postgresMissing

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
