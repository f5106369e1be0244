/** How queued mail is sent: once, again, or never, and at what pace. */
import { sql } from 'kysely'
import { now, utcNow } from '#lib/platform/clock.ts'
import { deliverDue, type MailKind, noOutage } from '#lib/platform/outbox/deliver.ts'
import { enqueue, leaseNext } from '#lib/platform/outbox/queue.ts'
import { releaseSendSlot, reserveSendSlot, schedule } from '#lib/platform/outbox/schedule.ts'
import { sendTimeoutMs } from '#lib/platform/providers/emailjs.ts'
import { store } from '#lib/platform/store/index.ts'
import { onBothDatabases, onSqlite, setEnvironment, useFreshStore } from '#tests/support/store.ts'
import {
  type Answer,
  hour,
  kinds,
  names,
  put,
  rows,
  useMailService,
  useStoppedClock,
  wait,
  watchLog,
} from './support.ts'

const nothingDue = (sent: number) => ({ sent, ended: 'nothing-due' })
const enquiryWith = (compose: MailKind['compose']) => ({ enquiry: { ...kinds.enquiry, compose } })
/** Long enough for every delay and lease to be over. */
const letTimePass = () => wait(7 * hour)

async function deliverDaily(days: number) {
  for (let day = 0; day < days; day += 1) {
    await deliverDue(kinds)
    letTimePass()
  }
}

const holdMs = sendTimeoutMs + 5000
const reserve = () => reserveSendSlot(1000, holdMs)

onBothDatabases(() => {
  const service = useMailService()
  useStoppedClock()

  test('due mail is sent once, by several workers as well', async () => {
    const ids = await put('receipt', 12)
    const rounds = await Promise.all([deliverDue(kinds), deliverDue(kinds), deliverDue(kinds)])
    expect(rounds.reduce((sum, { sent }) => sum + sent, 0)).toBe(12)
    expect([...service.calls].sort()).toEqual([...ids].sort())
    expect(await deliverDue(kinds)).toEqual(nothingDue(0))
    for (const row of await rows()) expect(row).toMatchObject({ state: 'sent', tries: 1, lease: null })
  })

  test('a mail that a stopped server was sending is sent again after its lease', async () => {
    await put('receipt', 1)
    await leaseNext(names)
    expect(await deliverDue(kinds)).toEqual(nothingDue(0))
    wait(schedule.leaseMs)
    expect(await deliverDue(kinds)).toEqual(nothingDue(1))
  })

  test('a mail that two servers were sending when they stopped waits for a person', async () => {
    const lines = watchLog()
    await put('receipt', 1)
    for (let stops = 0; stops < 2; stops += 1) {
      await leaseNext(names)
      wait(schedule.leaseMs)
    }
    expect(await deliverDue(kinds)).toEqual(nothingDue(0))
    expect(service.calls).toEqual([])
    const why = 'The servers that were sending it stopped'
    expect(await rows()).toMatchObject([{ state: 'unknown', tries: 2, last_error: why }])
    expect(lines).toMatchObject([['error', expect.stringContaining('--stage=unknown'), { kind: 'receipt', why }]])
  })

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

  const lost = { tries: 1, unknown_outcomes: 1 }
  test.each<[string, Answer, object]>([
    ['an error', 500, { tries: 1, unknown_outcomes: 0, last_error: 'The mail service responded with 500' }],
    ['a refusal', 400, { tries: 1, unknown_outcomes: 0, last_error: 'The mail service responded with 400' }],
    ['too many requests', 429, { tries: 0, unknown_outcomes: 0, last_error: 'The mail service responded with 429' }],
    ['a gateway that timed out', 504, lost],
    ['a lost connection', 'gone', lost],
  ])('a mail that is answered with %s is tried again', async (_, answer, row) => {
    const lines = watchLog()
    await put('receipt', 1)
    service.answer((call) => (call === 1 ? answer : 'OK'))
    expect(await deliverDue(kinds)).toEqual(nothingDue(0))
    const [kept] = await rows()
    expect(kept).toMatchObject({ state: 'waiting', lease: null, ...row })
    const failure = expect.stringMatching(/^(?:failed|refused|not-sent|unknown)$/)
    const fields = { outbox: kept?.id, kind: 'receipt', tries: 1, failure, why: kept?.last_error }
    expect(lines).toEqual([['warn', 'Mail was not sent and will be retried', fields]])
    letTimePass()
    expect(await deliverDue(kinds)).toEqual(nothingDue(1))
    expect(service.calls).toEqual(['receipt-0', 'receipt-0'])
  })

  test.each([
    ['gone', 0, 2, 'unknown'],
    [504, 0, 2, 'unknown'],
    [400, 27, 3, 'dead'],
    [500, 27, 12, 'dead'],
  ] as const)('a mail that is always answered with %s is abandoned', async (answer, tries, calls, state) => {
    const lines = watchLog()
    await put('receipt', 1)
    const { db } = await store()
    await db.updateTable('outbox').set({ tries }).execute()
    service.answer(() => answer)
    await deliverDaily(15)
    expect(service.calls).toHaveLength(calls)
    const [row] = await rows()
    expect(row).toMatchObject({ state, tries: tries + calls, lease: null })
    const fields = { outbox: row?.id, kind: 'receipt', tries: tries + calls, why: row?.last_error }
    expect(lines.at(-1)).toEqual(['error', expect.stringContaining(`charity outbox list --stage=${state}`), fields])
  })

  test('mail that was refused is tried again as soon as one of its kind is sent, and then only in its turn', async () => {
    const others = { ...kinds, help: kinds.enquiry }
    await put('enquiry', 2)
    await put('receipt', 1)
    const isWrong = new Set(['enquiry-0', 'enquiry-1', 'receipt-0'])
    service.answer(() => (isWrong.has(service.calls.at(-1) ?? '') ? 400 : 'OK'))
    await deliverDue(others)
    isWrong.delete('enquiry-0')
    service.calls.length = 0
    const { db } = await store()
    const queue = (id: string) => db.transaction().execute((transaction) => enqueue(transaction, 'enquiry', id))
    wait(1000)
    await queue('fresh')
    await deliverDue(others)
    expect(service.calls.sort()).toEqual(['enquiry-0', 'enquiry-1', 'fresh'])
    service.calls.length = 0
    wait(1000)
    await queue('another')
    await deliverDue(others)
    expect(service.calls).toEqual(['another'])
  })

  test('a mail that may arrive twice is repeated, also when its outcome is unknown', async () => {
    await put('enquiry', 1)
    service.answer((call) => (call <= 4 ? 'gone' : 'OK'))
    for (let round = 0; round < 5; round += 1) {
      await deliverDue({ enquiry: { ...kinds.enquiry, mayRepeat: true } })
      letTimePass()
    }
    expect(await rows()).toMatchObject([{ state: 'sent' }])
  })

  test('a failing mail does not hold up the others', async () => {
    await put('enquiry', 14)
    service.answer((call) => (call % 7 === 0 ? 500 : 'OK'))
    expect(await deliverDue(kinds)).toEqual(nothingDue(12))
    expect(new Set(service.calls).size).toBe(14)
    expect(pauses.taken).toEqual([])
  })

  test('a mail that cannot be composed does not hold up the others', async () => {
    const lines = watchLog()
    await put('enquiry', 3)
    const broken = new TypeError('a fault in our own code')
    const compose: MailKind['compose'] = async (id) => {
      if (id === 'enquiry-1') throw broken
      return kinds.enquiry.compose(id)
    }
    expect(await deliverDue(enquiryWith(compose))).toEqual(nothingDue(2))
    const [, row] = await rows()
    expect(row).toMatchObject({ state: 'waiting', tries: 1, last_error: 'It could not be composed' })
    const fields = { outbox: row?.id, kind: 'enquiry' }
    expect(lines).toMatchObject([
      ['error', 'Mail could not be composed', { ...fields, error: broken }],
      ['warn', expect.any(String), { ...fields, failure: 'not-composed' }],
    ])
  })

  test('receipts go first without starving other mail', async () => {
    await put('enquiry', 4)
    await put('receipt', 6)
    await deliverDue(kinds)
    expect(service.calls.map((id) => id[0]).join('')).toBe('rrerrerree')
  })

  test('mail waits while there is no account', async () => {
    await put('enquiry', 1)
    const keys = Object.keys(process.env).filter((name) => name.startsWith('EMAILJS_'))
    setEnvironment(Object.fromEntries(keys.map((name) => [name, undefined])))
    expect(await deliverDue(kinds)).toEqual({ sent: 0, ended: 'not-configured' })
    expect(await rows()).toMatchObject([{ state: 'waiting', tries: 0 }])
  })

  describe('a mail that is no longer needed', () => {
    test('is deleted, unless it is needed again by then', async () => {
      await put('enquiry', 1)
      expect(await deliverDue(enquiryWith(async () => null))).toEqual(nothingDue(0))
      expect(await rows()).toEqual([])

      await put('enquiry', 1)
      let calls = 0
      const compose = async (id: string) => {
        calls += 1
        return calls === 1 ? null : kinds.enquiry.compose(id)
      }
      expect(await deliverDue(enquiryWith(compose))).toEqual(nothingDue(1))
      expect(service.calls).toEqual(['enquiry-0'])
    })

    test('is kept when another worker holds it', async () => {
      await put('enquiry', 1)
      let isTaken = false
      const compose = async () => {
        if (isTaken) return null
        isTaken = true
        wait(schedule.leaseMs)
        await leaseNext(names)
        return null
      }
      await deliverDue(enquiryWith(compose))
      expect(await rows()).toMatchObject([{ state: 'waiting', tries: 2, lease: expect.any(String) }])
    })
  })

  test('a worker does not send when its lease might expire during the call', async () => {
    await put('enquiry', 1)
    let delay = schedule.leaseMs - sendTimeoutMs + 1
    const compose = async (id: string) => {
      wait(delay)
      return kinds.enquiry.compose(id)
    }
    expect(await deliverDue(enquiryWith(compose))).toEqual(nothingDue(0))
    expect(service.calls).toEqual([])
    const why = 'Its lease was about to expire before it could be sent'
    expect(await rows()).toMatchObject([{ state: 'waiting', tries: 0, lease: null, last_error: why }])
    delay = schedule.leaseMs - sendTimeoutMs
    letTimePass()
    expect(await deliverDue(enquiryWith(compose))).toEqual(nothingDue(1))
  })

  test('a mail that was sent after its lease expired is reported', async () => {
    const lines = watchLog()
    await put('enquiry', 1)
    service.answer(async () => {
      wait(schedule.leaseMs)
      await leaseNext(names)
      return 'OK' as const
    })
    expect(await deliverDue(kinds)).toEqual(nothingDue(1))
    const [row] = await rows()
    expect(lines).toEqual([['warn', 'Mail was sent after its lease expired', { outbox: row?.id }]])
  })

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

describe('a mail that was sent, but whose result cannot be stored', () => {
  useFreshStore()
  const service = useMailService()
  const pauses = useStoppedClock()

  async function refuseToStore() {
    const { db } = await store()
    await sql`create trigger refuses before update on outbox when new.state = 'sent'
      begin select raise(abort, 'no room'); end`.execute(db)
    return () => sql`drop trigger refuses`.execute(db)
  }

  test('is stored as sent at the third try, and is not sent again', async () => {
    await put('receipt', 1)
    const mend = await refuseToStore()
    pauses.during = async () => pauses.taken.length === 2 && (await mend())
    expect(await deliverDue(kinds)).toEqual(nothingDue(1))
    expect(pauses.taken).toEqual([500, 500])
    expect(service.calls).toHaveLength(1)
  })

  test('ends the round with the fault of the store after the third, and counts against the rate limit', async () => {
    setEnvironment({ EMAILJS_MIN_INTERVAL_MS: '5000' })
    await put('receipt', 1)
    await refuseToStore()
    await expect(deliverDue(kinds)).rejects.toThrow('no room')
    expect(await reserveSendSlot(5000, 15_000)).toEqual({ slot: null, waitMs: 1250 })
  })
})
