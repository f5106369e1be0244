/**
 * Instead of the threads that read a statement or do the work of an import, for tests of what follows: starting one takes two seconds of processor time. What
 * they are for is proven in tests/unit/pledges/statement.golden.test.ts and tests/unit/exchange/other-books.all.test.ts.
 * jest.mock('node:worker_threads', () => jest.requireActual('#tests/support/statement-thread.ts'))
 */
import { EventEmitter } from 'node:events'
import type { WorkerOptions } from 'node:worker_threads'

/** The metrics' package takes these from the module too. */
export const { BroadcastChannel } = globalThis
export const isMainThread = true

export class Worker extends EventEmitter {
  constructor(_file: string, { workerData }: WorkerOptions) {
    super()
    const answer = async () => {
      if (workerData.work) {
        const { doTask } = await import('#lib/giving/exchange/import-work.ts')
        return doTask(workerData, (piece) => this.emit('message', { piece }))
      }
      const { newLayout, readStatement } = await import('#lib/giving/pledges/statement.ts')
      const { bytes, layouts, answer } = workerData
      return answer ? newLayout(bytes, layouts, answer) : readStatement(bytes, layouts)
    }
    setImmediate(() => {
      answer().then(
        (message) => this.emit('message', message),
        (error) => this.emit('error', error),
      )
    })
  }
  terminate = async () => 0
}
