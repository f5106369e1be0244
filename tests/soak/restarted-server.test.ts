import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { store } from '#lib/store/index.ts'
import { eventually } from '#tests/support/eventually.ts'
import { useFreshStore } from '#tests/support/store.ts'
import { put, rows, useMailService } from '../unit/outbox/support.ts'
import { inFull } from './amount.ts'

const root = path.join(__dirname, '../..')
const restarts = inFull(30, 3)

describe('A server that is restarted while it delivers', () => {
  useFreshStore()
  const service = useMailService()

  test('finishes the mail it is sending, and no mail is sent twice', async () => {
    const ids = await put('receipt', 3 * restarts)
    const { db } = await store()
    // The gifts for which mail is composed.
    const time = new Date().toISOString()
    for (const id of ids)
      await db
        .insertInto('gifts')
        .values({
          id,
          object_id: id,
          kind: 'one-off',
          status: 'paid',
          currency: 'USD',
          amount: 5000,
          reason: null,
          reference: id,
          session_id: null,
          subscription_id: null,
          donor_name: 'Asha Rao',
          donor_email: 'asha@example.org',
          occurred_at: time,
          recorded_at: time,
          updated_at: time,
        })
        .execute()
    // The mail service takes the mail at once and answers later: a server that stops in between cannot know the result.
    service.answer(() => sleep(150, 'OK' as const))
    for (let restart = 0; restart < restarts; restart += 1) {
      const before = service.calls.length
      const child = spawn(
        process.execPath,
        ['--conditions=react-server', path.join(root, 'tests/support/server-that-shuts-down.ts')],
        {
          cwd: root,
          env: { ...process.env, LOG_LEVEL: 'silent', NODE_COMPILE_CACHE: path.join(root, '.cache', 'compiled') },
          stdio: ['ignore', 'inherit', 'inherit'],
        },
      )
      const ended = once(child, 'close')
      await eventually(() => service.calls.length > before)
      child.kill('SIGTERM')
      expect(await ended).toEqual([0, null])
    }
    expect(service.calls.length).toBeGreaterThanOrEqual(restarts)
    expect(new Set(service.calls).size).toBe(service.calls.length)
    const taken = (await rows()).filter(({ state }) => state === 'sent').map(({ subject_id }) => subject_id)
    expect(taken.sort()).toEqual([...service.calls].sort())
    expect((await rows()).filter(({ lease }) => lease)).toEqual([])
  })
})
