import { utcNow } from '#lib/platform/clock.ts'
import {
  correctFutureDates,
  countAbandoned,
  countOutbox,
  deleteLeased,
  hasDueMail,
  type LeasedMail,
  leaseNext,
  markFailed,
  markSent,
  markUnknown,
  stuckSince,
  wasSentSince,
} from '#lib/platform/outbox/queue.ts'
import { delayAfter, pauseAfter, retries } from '#lib/platform/outbox/schedule.ts'
import { store } from '#lib/platform/store/index.ts'
import { onBothDatabases } from '#tests/support/store.ts'
import { hour, names, put, rows, useStoppedClock, wait } from './support.ts'

/** The next mail, which must be there. */
async function claim(): Promise<LeasedMail> {
  const claimed = await leaseNext(names)
  if (!claimed) throw new Error('Nothing is due')
  return claimed
}

onBothDatabases(() => {
  useStoppedClock()
  afterEach(() => jest.restoreAllMocks())

  test('a subject that is queued twice has one mail', async () => {
    await put('receipt', 1)
    wait(1000)
    await put('receipt', 1)
    const queued = { subject_id: 'receipt-0', state: 'waiting', tries: 0, lease: null, last_error: null }
    expect(await rows()).toMatchObject([{ ...queued, due_at: utcNow(-1000), created_at: utcNow(-1000) }])
  })

  test('mail is claimed in the order in which it falls due, and only of the kinds that are asked for', async () => {
    await put('enquiry', 1)
    await put('receipt', 1, utcNow(-1000))
    expect(await leaseNext([])).toBeNull()
    expect(await claim()).toEqual({
      id: expect.any(String),
      kind: 'receipt',
      subjectId: 'receipt-0',
      payload: null,
      tries: 1,
      unknownOutcomes: 0,
      lease: expect.stringMatching(/^[\w-]{36}$/),
      leasedUntil: Date.parse(utcNow(60_000)),
      createdAt: utcNow(-1000),
    })
    expect(await leaseNext(['receipt'])).toBeNull()
    expect(await claim()).toMatchObject({ subjectId: 'enquiry-0' })
  })

  test('says since when mail is stuck, until one of its kind is sent', async () => {
    await put('receipt', 2)
    wait(hour - 1)
    expect(await stuckSince(names, hour)).toBeNull()
    wait(1)
    expect(await stuckSince(names, hour)).toBe(utcNow(-hour))
    expect([await stuckSince([], hour), await stuckSince(['enquiry'], hour)]).toEqual([null, null])
    const before = utcNow(-1)
    const claimed = await claim()
    expect(await wasSentSince(before)).toBe(false)
    await markSent(claimed)
    expect(await stuckSince(names, hour)).toBeNull()
    expect([await wasSentSince(before), await wasSentSince(utcNow())]).toEqual([true, false])
    // The other was sent before this one was queued, although its lease ends later.
    wait(1)
    await put('receipt', 3)
    wait(hour)
    expect(await stuckSince(names, hour)).toBe(utcNow(-hour))
  })

  test('counts the mail that was given up, by what became of it', async () => {
    expect(await countAbandoned()).toEqual({ dead: 0, unknown: 0 })
    await put('receipt', 3)
    await markUnknown(await claim(), 'no response')
    wait(hour)
    const { db } = await store()
    await db
      .updateTable('outbox')
      .set({ state: 'dead', updated_at: utcNow() })
      .where('id', 'in', [(await claim()).id, (await claim()).id])
      .execute()
    expect(await countAbandoned()).toEqual({ dead: 2, unknown: 1 })
    expect(await countAbandoned(utcNow())).toEqual({ dead: 2, unknown: 0 })
    expect(await countAbandoned(utcNow(1))).toEqual({ dead: 0, unknown: 0 })
  })

  test('mail that is scheduled for later is neither due nor counted before', async () => {
    await put('receipt', 1, utcNow(hour))
    wait(hour - 1)
    expect(await hasDueMail(names)).toBe(false)
    expect(await leaseNext(names)).toBeNull()
    expect(await countOutbox()).toMatchObject({ waiting: 0 })
    wait(1)
    expect(await hasDueMail(['enquiry'])).toBe(false)
    expect(await hasDueMail(names)).toBe(true)
    wait(5000)
    expect(await countOutbox()).toMatchObject({ waiting: 1, oldestSeconds: 5 })
  })

  test('a worker whose lease expired changes nothing about a mail that another worker holds', async () => {
    await put('receipt', 1)
    const late = await claim()
    wait(59_999)
    expect(await leaseNext(names)).toBeNull()
    wait(1)
    const current = await claim()
    expect(current).toMatchObject({ id: late.id, tries: 2, unknownOutcomes: 1 })
    const before = await rows()
    wait(1)
    expect(await markSent(late)).toBe(false)
    await markFailed(late, 'failed', 'late')
    await markUnknown(late, 'late')
    await deleteLeased(late)
    expect(await rows()).toEqual(before)
    expect(await markSent(current)).toBe(true)
    expect(await rows()).toMatchObject([{ state: 'sent', lease: null, last_error: null, updated_at: utcNow() }])
    expect(await hasDueMail(names)).toBe(false)
  })

  test('a claimed mail that is no longer needed is deleted, and no other', async () => {
    await put('enquiry', 1, utcNow(-1))
    await put('receipt', 1)
    await deleteLeased(await claim())
    expect(await rows()).toMatchObject([{ subject_id: 'receipt-0' }])
  })

  const minute = 60_000
  test.each<[Parameters<typeof markFailed>[1], Partial<LeasedMail>, number, object, number]>([
    ['failed', { tries: 3 }, 1, { state: 'waiting', tries: 3 }, 8000],
    ['failed', { tries: 300 }, 1, { state: 'waiting', tries: 300 }, minute],
    ['failed', { tries: 30, createdAt: '2026-01-01' }, 1, { state: 'dead', tries: 30 }, minute],
    ['failed', { tries: 29, createdAt: '2026-01-01' }, 1, { state: 'waiting', tries: 29 }, minute],
    ['not-composed', { tries: 30 }, 1, { state: 'dead', tries: 30 }, minute],
    ['refused', { tries: 1 }, 9, { state: 'waiting', tries: 1 }, 5 * minute],
    ['refused', { tries: 29 }, 1, { state: 'waiting' }, 6 * hour],
    ['not-sent', { tries: 30 }, 3, { state: 'waiting', tries: 29 }, 8000],
    ['not-sent', { tries: 1 }, 1000, { state: 'waiting', tries: 0 }, minute],
    ['unknown', { tries: 20 }, 1, { state: 'waiting', tries: 20, unknown_outcomes: 1 }, minute],
    ['unknown', { unknownOutcomes: 1 }, 1, { state: 'unknown', unknown_outcomes: 2 }, minute],
  ])('after the failure "%s" of %o, in an outage of %i, the mail is %o', async (failure, over, inARow, row, dueIn) => {
    jest.spyOn(Math, 'random').mockReturnValue(1)
    await put('receipt', 1)
    const state = await markFailed({ ...(await claim()), ...over }, failure, 'why', inARow)
    const after = { unknown_outcomes: 0, ...row, lease: null, last_error: 'why', due_at: utcNow(dueIn) }
    expect(await rows()).toMatchObject([after])
    expect(row).toMatchObject({ state })
  })

  test('mail is counted by its state, with the age of the oldest that waits', async () => {
    const none = { waiting: 0, dead: 0, unknown: 0, oldestSeconds: 0, datedAhead: 0 }
    await put('enquiry', 1)
    wait(90_500)
    await put('receipt', 5)
    expect(await countOutbox()).toEqual({ ...none, waiting: 6, oldestSeconds: 90 })
    const { db } = await store()
    const states = ['sent', 'dead', 'unknown', 'unknown'] as const
    for (const [number, state] of states.entries())
      await db.updateTable('outbox').set({ state }).where('subject_id', '=', `receipt-${number}`).execute()
    expect(await countOutbox()).toEqual({ ...none, waiting: 2, dead: 1, unknown: 2, oldestSeconds: 90 })
    wait(-hour)
    expect(await countOutbox()).toEqual({ ...none, waiting: 2, dead: 1, unknown: 2, datedAhead: 2 })
  })

  describe('when the clock was set back', () => {
    test('by an hour, the delay of waiting mail and the lease of claimed mail start from now', async () => {
      await put('enquiry', 1, utcNow(-2))
      await markSent(await claim())
      await put('receipt', 1)
      await claim()
      const [sent] = await rows()
      wait(-hour)
      expect(await correctFutureDates()).toBe(1)
      expect(await rows()).toMatchObject([{ ...sent }, { due_at: utcNow(60_000), updated_at: utcNow() }])
      expect(await correctFutureDates()).toBe(0)
    })

    test('by a minute, nothing is moved', async () => {
      await put('receipt', 1)
      wait(-60_000)
      expect(await correctFutureDates()).toBe(0)
      wait(-1)
      expect(await correctFutureDates()).toBe(1)
    })
  })
})

test('the wait before the next try doubles, up to a minute or six hours, and varies by up to a half', () => {
  expect([1, 2, 3, 5, 6, 300].map((tries) => delayAfter('failed', tries, 1) / 1000)).toEqual([2, 4, 8, 32, 60, 60])
  const full = [1, 2, 3, 14, 15, 29].map((tries) => delayAfter('not-composed', tries, 1) / 1000)
  expect(full).toEqual([2, 4, 8, 16_384, 21_600, 21_600])
  expect([0, 0.5, 1].map((random) => delayAfter('refused', 1, random))).toEqual([150_000, 225_000, 300_000])
})

test.each(['not-composed', 'refused'] as const)('all tries of a mail that is %s take a long weekend', (failure) => {
  const waits = Array.from({ length: retries[failure].maxFailures - 1 }, (_, index) =>
    delayAfter(failure, index + 1, 0.5),
  )
  expect(waits.reduce((sum, wait) => sum + wait)).toBeGreaterThan(72 * 60 * 60_000)
})

test('the queue pauses from the second sign of an outage on, twice as long each time, up to a minute', () => {
  expect([1, 2, 3, 4, 11, 12, 100].map(pauseAfter)).toEqual([0, 100, 200, 400, 51_200, 60_000, 60_000])
})
