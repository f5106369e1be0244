import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'
import { sign } from '#lib/signed.ts'
import { store } from '#lib/store/index.ts'
import { onBothDatabases } from '#tests/support/store.ts'

const root = path.join(__dirname, '../../..')
const server = path.join(root, 'tests/support/server-that-opens-the-store.ts')

/** A process of its own, as a second server is: it opens the store, writes, and says how it went. */
async function startServer(name: string): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, ['--conditions=react-server', server, name], {
    cwd: root,
    env: { ...process.env, LOG_LEVEL: 'silent' },
  })
  return stdout.trim()
}

describe('Several servers that start at the same moment on an empty database', () => {
  onBothDatabases(() => {
    test('all come up, migrate it once, and sign with one secret', async () => {
      const names = ['one', 'two', 'three']
      const answers = await Promise.all(names.map(startServer))
      const { db } = await store()
      expect(answers).toEqual(names.map((name) => `${name} wrote 20, signs ${sign('test', 'text')}`))
      const rows = await db.selectFrom('settings').select('key').where('key', '!=', 'signing-secret').execute()
      expect(rows).toHaveLength(60)
    })
  })
})
