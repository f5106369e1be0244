import { stopClock, utcNow } from '#lib/clock.ts'
import { retry } from '#lib/enquiries/admin.ts'
import { deliverDue } from '#lib/outbox/deliver.ts'
import { claimNext, countOutbox } from '#lib/outbox/queue.ts'
import { schedule } from '#lib/outbox/schedule.ts'
import { store } from '#lib/store/index.ts'
import { onBothDatabases, setEnvironment } from '#tests/support/store.ts'
import { kinds, letTimePass, names, put, rows, useMailService } from './support.ts'

const nothingDue = (sent: number) => ({ sent, ended: 'nothing-due' })

onBothDatabases(() => {
  const service = useMailService()
  afterEach(() => stopClock(undefined))

  describe('A mail that may have been sent', () => {
    test.each([
      ['the connection was lost after sending', 'gone'],
      ['the answer was not OK', { status: 200, headers: {} }],
      ['a gateway did not wait for the answer', 504],
    ] as const)('is tried once more, then waits for a person: %s', async (_, answer) => {
      await put('receipt', 1)
      service.answer(() => answer)
      for (let round = 0; round < 5; round += 1) {
        await deliverDue(kinds)
        await letTimePass()
      }
      expect(service.calls).toEqual(['receipt-0', 'receipt-0'])
      expect(await rows()).toMatchObject([{ state: 'unknown', tries: 2, unknown_outcomes: 2, lease: null }])
      expect(await countOutbox(names)).toMatchObject({ waiting: 0, dead: 0, unknown: 1 })
    })

    test('is sent on request', async () => {
      await put('receipt', 1)
      service.answer((call) => (call <= 2 ? 'gone' : 'OK'))
      for (let round = 0; round < 3; round += 1) {
        await deliverDue(kinds)
        await letTimePass()
      }
      expect(await retry([{ id: 'receipt-0' }])).toBe(1)
      expect(await deliverDue(kinds)).toEqual(nothingDue(1))
      expect(await rows()).toMatchObject([{ state: 'sent', unknown_outcomes: 0 }])
    })

    test('is not sent again after two servers stopped while sending it', async () => {
      await put('receipt', 1)
      for (let stops = 0; stops < 2; stops += 1) {
        expect(await claimNext(names)).toMatchObject({ unknownOutcomes: stops })
        await letTimePass()
      }
      expect(await deliverDue(kinds)).toEqual(nothingDue(0))
      expect(service.calls).toEqual([])
      expect(await rows()).toMatchObject([{ state: 'unknown', last_error: 'The servers that were sending it stopped' }])
    })
  })

  test('A mail that never reached the service is never abandoned', async () => {
    await put('receipt', 1)
    setEnvironment({ EMAILJS_API_BASE: 'http://127.0.0.1:9' })
    for (let round = 0; round < 5; round += 1) {
      await deliverDue(kinds)
      await letTimePass()
    }
    expect(await rows()).toMatchObject([{ state: 'waiting', tries: 0, unknown_outcomes: 0 }])
    setEnvironment({ EMAILJS_API_BASE: service.upstream.url })
    expect(await deliverDue(kinds)).toEqual(nothingDue(1))
  })

  test.each([
    ['refuses', 400],
    ['cannot process', 500],
  ])('A mail that the service %s is abandoned after thirty tries', async (_, status) => {
    await put('enquiry', 1)
    const { db } = await store()
    await db.updateTable('outbox').set({ tries: 27 }).execute()
    service.answer(() => status)
    for (let round = 0; round < 5; round += 1) {
      await deliverDue(kinds)
      await letTimePass()
    }
    expect(service.calls).toHaveLength(3)
    expect(await rows()).toMatchObject([{ state: 'dead', tries: 30 }])
  })

  describe('One failing mail', () => {
    test.each([400, 500, 429])('does not hold up the others: every seventh call is answered %i', async (status) => {
      stopClock(new Date())
      await put('enquiry', 14)
      service.answer((call) => (call % 7 === 0 ? status : 'OK'))
      expect(await deliverDue(kinds)).toEqual(nothingDue(12))
      expect(new Set(service.calls).size).toBe(14)
      const due = (await rows()).filter(({ state }) => state === 'waiting').map(({ due_at }) => due_at)
      expect(due).toHaveLength(2)
      if (status !== 400) for (const moment of due) expect(moment <= utcNow(2000)).toBe(true)
    })

    test('that cannot be composed does not hold up the others', async () => {
      await put('enquiry', 3)
      const compose = async (id: string) => {
        if (id === 'enquiry-1') throw new TypeError('a fault in our own code')
        return kinds.enquiry.compose(id)
      }
      expect(await deliverDue({ enquiry: { ...kinds.enquiry, compose } })).toEqual(nothingDue(2))
      expect((await rows())[1]).toMatchObject({ state: 'waiting', last_error: 'It could not be composed' })
    })

    test('that fails repeatedly does not count as an outage', async () => {
      await put('enquiry', 1)
      service.answer(() => 500)
      const outage = { inARow: 0, latest: null }
      for (let round = 0; round < 5; round += 1) {
        await deliverDue(kinds, { outage })
        await letTimePass()
      }
      expect(outage.inARow).toBe(1)
    })
  })

  test('Receipts with a bad template do not block other mail', async () => {
    await put('receipt', 12)
    const good = await put('enquiry', 3)
    service.answer((_, template) => (template === 'receipt' ? 400 : 'OK'))
    expect(await deliverDue(kinds)).toEqual(nothingDue(3))
    expect(service.calls.slice(0, 9).filter((id) => good.includes(id))).toHaveLength(3)
    await deliverDue(kinds)
    expect(service.calls).toHaveLength(15)
  })

  test('Receipts go first without starving other mail', async () => {
    await put('enquiry', 4)
    await put('receipt', 6)
    await deliverDue(kinds)
    const order = service.calls.map((id) => id[0]).join('')
    expect(order).toBe('rrerrerree')
  })

  describe('In an outage', () => {
    test('the queue slows down, and the rest is delivered afterwards', async () => {
      await put('enquiry', 20)
      service.answer(() => 503)
      expect(await deliverDue(kinds, { signal: AbortSignal.timeout(600) })).toEqual({ sent: 0, ended: 'stopped' })
      expect(service.calls.length).toBeLessThanOrEqual(4)
      service.answer(() => 'OK')
      await letTimePass()
      expect(await deliverDue(kinds)).toEqual(nothingDue(20))
    })

    test('the queue waits as long as Retry-After says, and stops waiting at once when the server stops', async () => {
      await put('enquiry', 5)
      const stop = new AbortController()
      service.answer(() => {
        setTimeout(() => stop.abort(), 300)
        return { status: 429, headers: { 'retry-after': '60' } }
      })
      expect(await deliverDue(kinds, { signal: stop.signal })).toEqual({ sent: 0, ended: 'stopped' })
      expect(service.calls).toHaveLength(1)
    })
  })

  test('A worker whose lease expired does not delete a mail that another worker holds', async () => {
    await put('enquiry', 1)
    let isTaken = false
    const compose = async () => {
      if (isTaken) return null
      isTaken = true
      await letTimePass()
      await claimNext(names)
      return null
    }
    await deliverDue({ enquiry: { ...kinds.enquiry, compose } })
    expect(await rows()).toMatchObject([{ state: 'waiting', tries: 2, lease: expect.any(String) }])
  })

  test('A worker whose lease is about to expire does not send', async () => {
    await put('enquiry', 1)
    let heldUp = true
    const compose = async (id: string) => {
      if (heldUp) stopClock(utcNow(schedule.leaseMs - 5000))
      return kinds.enquiry.compose(id)
    }
    expect(await deliverDue({ enquiry: { ...kinds.enquiry, compose } })).toEqual(nothingDue(0))
    expect(service.calls).toEqual([])
    expect(await rows()).toMatchObject([{ state: 'waiting', tries: 0, lease: null }])
    heldUp = false
    stopClock(utcNow(10_000))
    expect(await deliverDue({ enquiry: { ...kinds.enquiry, compose } })).toEqual(nothingDue(1))
  })
})
