import { sql } from 'kysely'
import { deliverDue, type MailKind } from '#lib/platform/outbox/deliver.ts'
import { enqueue, leaseNext } from '#lib/platform/outbox/queue.ts'
import { reserveSendSlot, schedule } from '#lib/platform/outbox/schedule.ts'
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
