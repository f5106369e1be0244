/** What somebody reads who starts the site while another program has one of its ports. */
import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import path from 'node:path'

const root = path.join(import.meta.dirname, '../../..')

test.each(['demo', 'edit'])('npm run %s says at once which port is in use, and how to move it', async (script) => {
  const other = createServer().listen(0)
  await once(other, 'listening')
  const { port } = other.address() as AddressInfo
  const { status, stderr } = spawnSync(process.execPath, ['--conditions=react-server', `scripts/${script}.ts`], {
    cwd: root,
    env: { ...process.env, PORT: String(port), TEST_PORT: '' },
    encoding: 'utf8',
    timeout: 20_000,
  })
  other.close()
  expect([status, stderr]).toEqual([1, expect.stringMatching(new RegExp(`^Port ${port} is in use.*PORT=`))])
})
