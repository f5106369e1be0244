import { now, utcNow } from '#lib/platform/clock.ts'
import { deliverDue, noOutage } from '#lib/platform/outbox/deliver.ts'
import { releaseSendSlot, reserveSendSlot } from '#lib/platform/outbox/schedule.ts'
import { sendTimeoutMs } from '#lib/platform/providers/emailjs.ts'
import { onBothDatabases, onSqlite, setEnvironment } from '#tests/support/store.ts'
import { hour, kinds, put, rows, useMailService, useStoppedClock, wait, watchLog } from './support.ts'

const nothingDue = (sent: number) => ({ sent, ended: 'nothing-due' })
const letTimePass = () => wait(7 * hour)

const holdMs = sendTimeoutMs + 5000
const reserve = () => reserveSendSlot(1000, holdMs)

onBothDatabases(() => {
  useStoppedClock()

  test('the rate limit of the mail service is one slot that one caller holds at a time, and that says when to ask again', async () => {
    const all = await Promise.all(Array.from({ length: 5 }, reserve))
    expect(all.filter(({ slot }) => slot)).toHaveLength(1)
    expect(await reserve()).toEqual({ slot: null, waitMs: 250 })
    wait(holdMs - 100)
    expect(await reserve()).toEqual({ slot: null, waitMs: 100 })
    expect(await reserveSendSlot(40, 15_000)).toEqual({ slot: null, waitMs: 20 })
  })
})

onSqlite(() => {
  const service = useMailService()
  const pauses = useStoppedClock()

  describe('in an outage', () => {
    test('the queue slows down, and delivers everything once the service is back', async () => {
      await put('enquiry', 6)
      service.answer((call) => (call <= 5 ? 503 : 'OK'))
      const outage = noOutage()
      expect(await deliverDue(kinds, { outage })).toMatchObject({ ended: 'nothing-due' })
      expect(pauses.taken).toEqual([100, 200, 400, 800])
      letTimePass()
      await deliverDue(kinds, { outage })
      for (const row of await rows()) expect(row).toMatchObject({ state: 'sent' })
      expect(outage).toEqual(noOutage())
    })

    test('one mail that fails repeatedly is not an outage, and a refusal ends one', async () => {
      await put('enquiry', 1)
      const outage = noOutage()
      service.answer((call) => (call <= 3 ? 500 : 400))
      for (const inARow of [1, 1, 1, 0]) {
        await deliverDue(kinds, { outage })
        expect(outage.inARow).toBe(inARow)
        letTimePass()
      }
    })

    test('a service that is too busy is one, whichever mail it turns away', async () => {
      await put('enquiry', 1)
      const outage = noOutage()
      service.answer(() => 429)
      for (const inARow of [1, 2, 3]) {
        await deliverDue(kinds, { outage })
        expect(outage.inARow).toBe(inARow)
        letTimePass()
      }
      const [row] = await rows()
      expect(outage.latest).toBe(row?.id)
    })

    test.each([
      ['60', 60_000],
      ['3600', 600_000],
    ])('the queue waits as long as Retry-After says, but ten minutes at most: %s', async (header, pause) => {
      await put('enquiry', 1)
      service.answer((call) => (call === 1 ? { status: 429, headers: { 'retry-after': header } } : 'OK'))
      expect(await deliverDue(kinds)).toEqual(nothingDue(1))
      expect(pauses.taken).toEqual([pause])
    })

    test('a server that stops does not wait, and sends nothing more', async () => {
      await put('enquiry', 3)
      const stop = new AbortController()
      pauses.during = () => stop.abort()
      service.answer(() => 503)
      expect(await deliverDue(kinds, { signal: stop.signal })).toEqual({ sent: 0, ended: 'stopped' })
      expect(service.calls).toHaveLength(2)
      expect(await deliverDue(kinds, { signal: stop.signal })).toEqual({ sent: 0, ended: 'stopped' })
      expect(service.calls).toHaveLength(2)
    })
  })

  describe('when the clock was set back', () => {
    test('queued mail is sent at once', async () => {
      const lines = watchLog()
      await put('receipt', 2)
      wait(-3 * 365 * 24 * hour)
      expect(await deliverDue(kinds)).toEqual(nothingDue(2))
      expect(lines).toEqual([['warn', expect.stringContaining('The clock was set back'), { redated: 2 }]])
    })

    test('the rate limit of the mail service does not block the queue', async () => {
      setEnvironment({ EMAILJS_MIN_INTERVAL_MS: '30' })
      await put('receipt', 1)
      await reserveSendSlot(30, 15_000)
      wait(-hour)
      expect(await deliverDue(kinds)).toEqual(nothingDue(1))
      expect(pauses.taken).toEqual([])
    })
  })

  describe('the rate limit of the mail service', () => {
    test('is kept between the end of a call and the start of the next', async () => {
      setEnvironment({ EMAILJS_MIN_INTERVAL_MS: '1000' })
      await put('receipt', 3)
      const starts: number[] = []
      const ends: number[] = []
      service.answer(() => {
        starts.push(now().getTime())
        wait(300)
        ends.push(now().getTime())
        return 'OK'
      })
      expect(await deliverDue(kinds)).toEqual(nothingDue(3))
      const gaps = starts.slice(1).map((start, index) => start - (ends[index] ?? 0))
      expect(gaps).toEqual([1001, 1001])
    })

    test('does not count mail that is not sent', async () => {
      setEnvironment({ EMAILJS_MIN_INTERVAL_MS: '1000' })
      await put('enquiry', 3)
      await deliverDue({ enquiry: { ...kinds.enquiry, compose: async () => null } })
      expect(pauses.taken).toEqual([])
    })

    test('ends the round when the server stops while it waits', async () => {
      setEnvironment({ EMAILJS_MIN_INTERVAL_MS: '1000' })
      await put('enquiry', 1)
      await reserve()
      const stop = new AbortController()
      pauses.during = () => stop.abort()
      expect(await deliverDue(kinds, { signal: stop.signal })).toEqual({ sent: 0, ended: 'stopped' })
      expect(service.calls).toEqual([])
    })

    test('is free one interval after a call, and at once when there was none', async () => {
      const { slot } = await reserve()
      wait(3000)
      if (slot) await releaseSendSlot(slot, 1000, true)
      wait(1000)
      expect(await reserve()).toEqual({ slot: null, waitMs: 1 })
      wait(1)
      const next = await reserve()
      if (next.slot) await releaseSendSlot(next.slot, 1000, false)
      expect((await reserve()).slot).toEqual({ heldUntil: String(Date.parse(utcNow(holdMs))) })
    })

    test('is free when its holder disappears, who cannot free it for the next one', async () => {
      const { slot: lost } = await reserve()
      wait(holdMs)
      expect((await reserve()).slot).not.toBeNull()
      if (lost) await releaseSendSlot(lost, 1000, false)
      expect((await reserve()).slot).toBeNull()
    })

    test('is free when the stored time can only come from a wrong clock', async () => {
      await reserve()
      wait(-1000)
      expect((await reserve()).slot).toBeNull()
      wait(-1)
      expect((await reserve()).slot).not.toBeNull()
    })
  })
})
