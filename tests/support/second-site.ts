/**
 * A second instance of the built site with its own environment, such as a failing store or keys
 * that the shared instance does not have. Stop it with `close`.
 */
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { waitForResponse } from '../../scripts/support/processes.ts'
import { testPorts } from '../../scripts/support/sandbox-environment.ts'
import { type EnquiryRow, enquiriesWith } from './ledger.ts'
import { compileCache } from './programs.ts'
import { launch, stopServer } from './server.ts'

export type SecondSite = {
  url: string
  /** A folder deleted with the site. */
  folder: string
  enquiriesWith(text: string): EnquiryRow[]
  close(): Promise<void>
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0)
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  return port
}

/** `environment`: called with the default folder of the store, and the port. `program`: called with the port, for another server of the same build. */
export async function startSecondSite(
  environment: (folder: string, port: number) => Record<string, string> = () => ({}),
  program?: (port: number) => string[],
): Promise<SecondSite> {
  const port = await freePort()
  const folder = mkdtempSync(path.join(tmpdir(), 'charity-second-site-'))
  const server = launch(port, {
    ...(program && { program: program(port) }),
    env: {
      ...compileCache,
      // The same as the first one's: both share the pages that were built.
      SITE_URL: `http://localhost:${testPorts.site}`,
      DATA_DIR: folder,
      ...environment(folder, port),
    },
  })
  await waitForResponse(`${server.url}/robots.txt`, server.process)
  return {
    url: server.url,
    folder,
    enquiriesWith: (text) => enquiriesWith(text, path.join(folder, 'charity.db')),
    async close() {
      await stopServer(server)
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
