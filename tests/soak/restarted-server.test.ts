import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { store } from '#lib/platform/store/index.ts'
import { eventually } from '#tests/support/eventually.ts'
import { startProgram } from '#tests/support/programs.ts'
import { giftRow, useFreshStore } from '#tests/support/store.ts'
import { put, rows, useMailService } from '../unit/outbox/support.ts'
import { inFull } from './amount.ts'

const restarts = inFull(30, 3)

describe('A server that is restarted while it delivers', () => {
  useFreshStore()
  const service = useMailService()

  test('finishes the mail it is sending, and no mail is sent twice', async () => {
    const ids = await put('receipt', 3 * restarts)
    const { db } = await store()
    // The gifts for which mail is composed.
    await db
      .insertInto('gifts')
      .values(ids.map((id) => giftRow(id)))
      .execute()
    // The mail service takes the mail at once and answers later: a server that stops in between cannot know the result.
    service.answer(() => sleep(150, 'OK' as const))
    for (let restart = 0; restart < restarts; restart += 1) {
      const before = service.calls.length
      const child = startProgram('tests/support/server-that-shuts-down.ts', [], {
        env: { LOG_LEVEL: 'silent' },
        stdio: ['ignore', 'inherit', 'inherit'],
      })
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
