import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { deliverDue } from '#lib/outbox/deliver.ts'
import { onBothDatabases } from '#tests/support/store.ts'
import { enquiries, letTimePass, outbox, useMailService } from './support.ts'

const root = path.join(__dirname, '../../..')
const server = path.join(root, 'tests/support/server-that-takes-enquiries.ts')

/** Starts a server and kills it once it has answered `count` enquiries, whatever it is doing at that instant. The references it answered. */
async function answeredUntilKilled(count: number): Promise<string[]> {
  const child = spawn(process.execPath, ['--conditions=react-server', server], {
    cwd: root,
    env: { ...process.env, LOG_LEVEL: 'silent', PORT: '3000' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let said = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    said += text
    if (said.split('\n').length > count) child.kill('SIGKILL')
  })
  await once(child, 'close')
  // The last line may be cut off: nobody could have read it.
  return said.split('\n').slice(0, -1)
}

describe('A server that is killed while it takes and delivers enquiries', () => {
  onBothDatabases(() => {
    const service = useMailService()

    test('loses none of those it answered, and repeats at most the one that it was sending', async () => {
      const kills = 3
      const answered: string[] = []
      for (let kill = 0; kill < kills; kill += 1)
        answered.push(...(await answeredUntilKilled(25 + Math.floor(Math.random() * 75))))
      expect(answered.length).toBeGreaterThan(75)

      const kept = new Set((await enquiries()).map(({ reference }) => reference))
      expect(answered.filter((reference) => !kept.has(reference))).toEqual([])
      expect(await outbox()).toHaveLength(kept.size)

      await letTimePass()
      expect((await deliverDue()).ended).toBe('nothing-due')
      const arrived = await service.arrived()
      expect(new Set(arrived)).toEqual(kept)
      expect(arrived.length - kept.size).toBeLessThanOrEqual(kills)
    }, 60_000)
  })
})
