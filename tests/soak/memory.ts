/** What a server keeps, as report-memory.mjs in it says. */
import { once } from 'node:events'
import type { RunningServer } from '../support/server.ts'

/** For `nodeOptions`, so that `measure` has an answer. */
export const reportsMemory = ['--expose-gc', '--import=./tests/soak/report-memory.mjs']

/** What is left after a garbage collection. `heap` and `rss` in bytes. */
export type Left = { heap: number; rss: number; descriptors: number }

export async function measure({ process: server }: RunningServer): Promise<Left> {
  server.send('measure')
  const [left] = (await once(server, 'message')) as [Left]
  return left
}
