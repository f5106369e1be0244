import type { MailKinds } from '#lib/platform/outbox/deliver.ts'
import { enqueue } from '#lib/platform/outbox/queue.ts'
import { startOutboxWorker, stopOutboxWorker, wakeOutboxWorker } from '#lib/platform/outbox/worker.ts'
import { resetProcessState } from '#lib/platform/process-state.ts'
import { store } from '#lib/platform/store/index.ts'
import { breakStore, setEnvironment, useFreshStore } from '#tests/support/store.ts'
import { put, rows, useMailService, watchLog } from './support.ts'

describe('The mail worker', () => {
  useFreshStore()
  useMailService()

  /** Mail that is composed and never needed, so that no call is made. */
  const composed: string[] = []
  let onCompose: () => unknown = () => undefined
  const kinds: MailKinds = {
    receipt: {
      async compose(id) {
        composed.push(id)
        await onCompose()
        return null
      },
    },
  }
  const daily = jest.fn(async () => undefined)

  /** Lets time pass for the worker, until it has planned the next round and the next daily work. */
  async function pass(milliseconds = 0) {
    jest.advanceTimersByTime(milliseconds)
    while (jest.getTimerCount() < 2) await new Promise(setImmediate)
  }
  const untilComposed = async (count: number) => {
    while (composed.length < count) await new Promise(setImmediate)
  }

  beforeEach(() => {
    composed.length = 0
    onCompose = () => undefined
    daily.mockClear()
    resetProcessState('outbox-worker')
    jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask', 'Date'] })
  })
  afterEach(async () => {
    await stopOutboxWorker()
    jest.useRealTimers()
    jest.restoreAllMocks()
  })

  test('delivers at its start, when it is woken, and about every two seconds', async () => {
    await put('receipt', 1)
    startOutboxWorker({ kinds, daily })
    await pass(0)
    expect(await rows()).toEqual([])
    await put('receipt', 2)
    wakeOutboxWorker()
    await pass(0)
    expect(await rows()).toEqual([])
    await put('receipt', 3)
    await pass(1700)
    expect(await rows()).toHaveLength(3)
    await pass(600)
    expect(await rows()).toEqual([])
  })

  test('begins another round at once when it is woken during one', async () => {
    await put('receipt', 1)
    const finished = Promise.withResolvers<void>()
    onCompose = () => finished.promise
    startOutboxWorker({ kinds, daily })
    jest.advanceTimersByTime(0)
    await untilComposed(1)
    wakeOutboxWorker()
    jest.advanceTimersByTime(5000)
    onCompose = () => undefined
    finished.resolve()
    await pass()
    expect(composed).toEqual(['receipt-0', 'receipt-0'])
    await put('receipt', 1)
    await pass(0)
    expect(await rows()).toEqual([])
  })

  test('runs once, however often it is started, and only while it is started', async () => {
    wakeOutboxWorker()
    expect(jest.getTimerCount()).toBe(0)
    await put('receipt', 1)
    startOutboxWorker({ kinds, daily })
    startOutboxWorker({ kinds: {}, daily })
    await pass()
    expect(await rows()).toEqual([])
    await stopOutboxWorker()
    expect(jest.getTimerCount()).toBe(0)
  })

  test('finishes the mail in progress when it is stopped, and begins no other', async () => {
    await put('receipt', 2)
    let stopped: Promise<void> | undefined
    onCompose = () => {
      stopped ??= stopOutboxWorker()
    }
    startOutboxWorker({ kinds, daily })
    jest.advanceTimersByTime(0)
    await untilComposed(1)
    await stopped
    expect(await rows()).toHaveLength(1)
    expect(daily).not.toHaveBeenCalled()
    expect(jest.getTimerCount()).toBe(0)
  })

  test('does the daily work soon after its start, then once a day, and after an hour when it failed', async () => {
    const hour = 60 * 60_000
    const lines = watchLog()
    daily.mockRejectedValueOnce(new Error('The store failed'))
    startOutboxWorker({ kinds, daily })
    const runsAfter = async (milliseconds: number) => {
      await pass(milliseconds)
      return daily.mock.calls.length
    }
    expect([await runsAfter(0), await runsAfter(3000)]).toEqual([0, 1])
    expect(lines).toMatchObject([['warn', 'The daily work failed and will be retried in an hour', {}]])
    expect([await runsAfter(hour - 60_000), await runsAfter(60_000)]).toEqual([1, 2])
    expect([await runsAfter(24 * hour - 10_000), await runsAfter(10_000)]).toEqual([2, 3])
  })

  test('does the daily work although there is always another mail', async () => {
    await put('receipt', 1)
    onCompose = async () => enqueue((await store()).db, 'receipt', `receipt-${composed.length}`)
    const wasDone = Promise.withResolvers<void>()
    daily.mockImplementationOnce(async () => void wasDone.resolve())
    startOutboxWorker({ kinds, daily })
    jest.advanceTimersByTime(0)
    await untilComposed(3)
    jest.advanceTimersByTime(3000)
    await wasDone.promise
    const before = composed.length
    await untilComposed(before + 3)
    await stopOutboxWorker()
  })

  test('goes on after a round in which the store failed', async () => {
    const lines = watchLog()
    await put('receipt', 1)
    const { DATA_DIR } = process.env
    await breakStore()
    startOutboxWorker({ kinds, daily })
    await pass()
    const error = expect.objectContaining({ reason: 'missing' })
    expect(lines).toEqual([['warn', 'Outbox delivery failed and will be retried', { error }]])
    setEnvironment({ DATA_DIR })
    // A store that failed is not opened again for two seconds.
    await pass(2300)
    await pass(2300)
    expect(await rows()).toEqual([])
  })
})
