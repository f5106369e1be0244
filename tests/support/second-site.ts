/**
 * A second instance of the built site with its own environment, such as a failing store or keys
 * that the shared instance does not have. Stop it with `close`.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { root, waitForResponse } from '../../scripts/support/processes.ts'
import { testPorts } from '../../scripts/support/sandbox-environment.ts'
import type { EnquiryRow } from './ledger.ts'
import { compileCache } from './programs.ts'

export type SecondSite = {
  url: string
  /** A folder deleted with the site. */
  folder: string
  enquiriesWith(text: string): EnquiryRow[]
  restart(): Promise<void>
  close(): Promise<void>
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0)
  await once(server, 'listening')
  const address = server.address()
  server.close()
  if (typeof address !== 'object' || address === null) throw new Error('There is no free port.')
  return address.port
}

/** `environment`: called with the default folder of the store, and the port. `program`: called with the port, for another server of the same build. */
export async function startSecondSite(
  environment: (folder: string, port: number) => Record<string, string> = () => ({}),
  program: (port: number) => string[] = () => ['--conditions=react-server', 'scripts/serve.ts'],
): Promise<SecondSite> {
  const port = await freePort()
  const folder = mkdtempSync(path.join(tmpdir(), 'charity-second-site-'))
  const launch = () =>
    spawn(process.execPath, program(port), {
      cwd: root,
      env: {
        ...process.env,
        ...compileCache,
        PORT: String(port),
        // The same as the first one's: both share the pages that were built.
        SITE_URL: `http://localhost:${testPorts.site}`,
        DATA_DIR: folder,
        TRUSTED_PROXIES: '127.0.0.1,::1',
        LOG_LEVEL: 'silent',
        ...environment(folder, port),
      },
      stdio: ['ignore', 'ignore', 'inherit'],
    })
  const url = `http://localhost:${port}`
  let server = launch()
  await waitForResponse(`${url}/robots.txt`)
  async function stop() {
    const ended = once(server, 'exit')
    // SIGTERM would first wait for a load balancer.
    server.kill('SIGINT')
    await ended
  }
  return {
    url,
    folder,
    enquiriesWith(text) {
      const db = new DatabaseSync(path.join(folder, 'charity.db'), { readOnly: true })
      try {
        return db.prepare('select * from enquiries where fields like ?').all(`%${text}%`) as EnquiryRow[]
      } finally {
        db.close()
      }
    },
    async restart() {
      await stop()
      server = launch()
      await waitForResponse(`${url}/robots.txt`)
    },
    async close() {
      await stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** A site whose store fails, because a file is in the place of its folder. */
export function startSiteWithoutStore(): Promise<SecondSite> {
  return startSecondSite((folder) => {
    const file = path.join(folder, 'a-file')
    writeFileSync(file, '')
    return { DATA_DIR: path.join(file, 'data') }
  })
}
