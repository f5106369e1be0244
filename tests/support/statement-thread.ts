/**
 * Instead of the thread that reads a statement, for tests of what follows: starting it takes two seconds of processor time. What it is for is proven in
 * tests/unit/pledges/statement.golden.test.ts. jest.mock('node:worker_threads', () => jest.requireActual('#tests/support/statement-thread.ts'))
 */
import { EventEmitter } from 'node:events'
import type { WorkerOptions } from 'node:worker_threads'
import { newLayout, readStatement } from '#lib/giving/pledges/statement.ts'

/** The metrics' package takes these from the module too. */
export const { BroadcastChannel } = globalThis
export const isMainThread = true

export class Worker extends EventEmitter {
  constructor(_file: string, { workerData: { bytes, layouts, answer } }: WorkerOptions) {
    super()
    setImmediate(() => this.emit('message', answer ? newLayout(bytes, layouts, answer) : readStatement(bytes, layouts)))
  }
  terminate = async () => 0
}
