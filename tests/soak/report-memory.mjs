/** Loaded into the server that is soaked (node --expose-gc --import): answers each message with what is left after a collection. */
import { readdirSync } from 'node:fs'

process.on('message', () => {
  for (let round = 0; round < 3; round++) globalThis.gc()
  const { heapUsed, external, rss } = process.memoryUsage()
  process.send?.({ heap: heapUsed + external, rss, descriptors: readdirSync('/proc/self/fd').length })
})
// Only the server keeps the process alive.
process.channel?.unref()
