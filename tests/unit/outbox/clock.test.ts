import { stopClock, utcNow } from '#lib/clock.ts'
import { deliverDue } from '#lib/outbox/deliver.ts'
import { claimNext, countOutbox, markSent } from '#lib/outbox/queue.ts'
import { reserveSendSlot } from '#lib/outbox/send-slot.ts'
import { onBothDatabases, setEnvironment } from '#tests/support/store.ts'
import { kinds, names, put, rows, useMailService } from './support.ts'

const hourMs = 60 * 60_000
const moveClock = (milliseconds: number) => stopClock(utcNow(milliseconds))

describe('When the server clock is changed', () => {
  onBothDatabases(() => {
    const service = useMailService()
    beforeEach(() => stopClock(new Date()))
    afterEach(() => stopClock(undefined))

    test.each([
      ['an hour back', -hourMs],
      ['three years back', -3 * 365 * 24 * hourMs],
      ['an hour ahead', hourMs],
    ])('%s, queued mail is sent at once', async (_, milliseconds) => {
      await put('receipt', 2)
      moveClock(milliseconds)
      expect(await deliverDue(kinds)).toEqual({ sent: 2, ended: 'nothing-due' })
    })

    test('back, health says that the clocks differ until the mail is sent', async () => {
      await put('receipt', 2)
      expect(await countOutbox(names)).toMatchObject({ waiting: 2, datedAhead: 0 })
      moveClock(-hourMs)
      expect(await countOutbox(names)).toMatchObject({ waiting: 2, oldestSeconds: 0, datedAhead: 2 })
      await deliverDue(kinds)
      expect(await countOutbox(names)).toMatchObject({ waiting: 0, datedAhead: 0 })
    })

    test('back, a rescheduled mail keeps its delay', async () => {
      await put('receipt', 1)
      service.answer(() => 400)
      await deliverDue(kinds)
      moveClock(-hourMs)
      await deliverDue(kinds)
      expect(service.calls).toHaveLength(1)
      service.answer(() => 'OK')
      moveClock(5 * 60_000)
      expect(await deliverDue(kinds)).toEqual({ sent: 1, ended: 'nothing-due' })
    })

    test('back during a send, no other worker sends the same mail', async () => {
      await put('receipt', 1)
      const claim = await claimNext(names)
      moveClock(-hourMs)
      expect(await deliverDue(kinds)).toEqual({ sent: 0, ended: 'nothing-due' })
      expect(claim && (await markSent(claim))).toBe(true)
    })

    test('back after a server stopped during a send, the mail is sent a minute later', async () => {
      await put('receipt', 1)
      await claimNext(names)
      moveClock(-hourMs)
      await deliverDue(kinds)
      expect(service.calls).toEqual([])
      moveClock(60_001)
      expect(await deliverDue(kinds)).toEqual({ sent: 1, ended: 'nothing-due' })
    })

    test('back, the rate limit of the mail service does not block the queue', async () => {
      setEnvironment({ EMAILJS_MIN_INTERVAL_MS: '30' })
      await put('receipt', 1)
      await reserveSendSlot(30, 15_000)
      moveClock(-hourMs)
      expect(await deliverDue(kinds)).toEqual({ sent: 1, ended: 'nothing-due' })
    })

    test('by a few seconds, nothing is rescheduled', async () => {
      await put('receipt', 1)
      const [before] = await rows()
      moveClock(-5000)
      await deliverDue(kinds)
      expect(await rows()).toEqual([before])
    })
  })
})
