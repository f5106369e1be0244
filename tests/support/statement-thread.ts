/**
 * Instead of the thread that reads a statement, for tests of what follows: starting it takes two seconds of processor time. What it is for is proven in
 * tests/unit/pledges/statement.golden.test.ts. jest.mock('node:worker_threads', () => jest.requireActual('#tests/support/statement-thread.ts'))
 */
import { EventEmitter } from 'node:events'
import type { WorkerOptions } from 'node:worker_threads'
import { readGifts } from '#lib/giving/exchange/read-rows.ts'
import { newLayout, readStatement } from '#lib/giving/pledges/statement.ts'

/** The metrics' package takes these from the module too. */
export const { BroadcastChannel } = globalThis
export const isMainThread = true

export class Worker extends EventEmitter {
  #pieces: ReturnType<typeof readGifts> | null = null
  constructor(_file: string, { workerData: { bytes, layouts, answer, answers } }: WorkerOptions) {
    super()
    if (answers) this.#pieces = readGifts(bytes, answers)
    if (answers) this.postMessage()
    else
      setImmediate(() =>
        this.emit('message', answer ? newLayout(bytes, layouts, answer) : readStatement(bytes, layouts)),
      )
  }
  postMessage() {
    setImmediate(() => {
      const { done, value } = this.#pieces?.next() ?? { done: true, value: null }
      this.emit('message', done ? { end: value } : { piece: value })
    })
  }
  terminate = async () => 0
}
