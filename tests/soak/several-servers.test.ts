import { sign } from '#lib/signed.ts'
import { store } from '#lib/store/index.ts'
import { runProgram } from '#tests/support/programs.ts'
import { onBothDatabases, setEnvironment } from '#tests/support/store.ts'
import { amina, send, useMailService } from '../unit/enquiries/support.ts'
import { inFull } from './amount.ts'

const mails = inFull(200, 20)
const servers = inFull(6, 3)

/** Runs a script of tests/support in a separate process. @returns its output. */
async function runServer(script: string, ...args: string[]): Promise<string> {
  const { stdout } = await runProgram(`tests/support/${script}`, args, { env: { LOG_LEVEL: 'silent' } })
  return stdout.trim()
}

describe('Several servers on one database', () => {
  onBothDatabases(() => {
    const service = useMailService()
    const names = Array.from({ length: servers }, (_, number) => `server-${number}`)

    test('start at the same moment on an empty database, migrate it once, and sign with one secret', async () => {
      const answers = await Promise.all(names.map((name) => runServer('server-that-opens-the-store.ts', name)))
      const { db } = await store()
      expect(answers).toEqual(names.map((name) => `${name} wrote 20, signs ${sign('test', 'text')}`))
      const rows = await db.selectFrom('settings').select('key').where('key', '!=', 'signing-secret').execute()
      expect(rows).toHaveLength(20 * servers)
    })

    test('send each mail once, and never faster than the mail service allows', async () => {
      await service.control('settings', { minIntervalMs: 40 })
      setEnvironment({ EMAILJS_MIN_INTERVAL_MS: '40', SITE_LIMIT_FACTOR: '10' })
      const references: string[] = []
      for (let number = 0; number < mails; number += 1)
        references.push(await send({ ...amina, email: `amina${number}@example.org`, message: `Message ${number}` }))
      const sent = await Promise.all(names.map(() => runServer('server-that-delivers.ts')))
      expect(sent.reduce((sum, count) => sum + Number(count), 0)).toBe(mails)
      expect(await service.arrived()).toHaveLength(mails)
      expect(new Set(await service.arrived())).toEqual(new Set(references))
      const { requests } = await service.control<{ requests: { status: number }[] }>('requests')
      expect(requests.filter(({ status }) => status === 429)).toEqual([])
    })
  })
})
