/** In a server under test: tells the longest turn of its event loop and its processor time, in milliseconds, since it was last asked. */
import { monitorEventLoopDelay } from 'node:perf_hooks'

const turns = monitorEventLoopDelay({ resolution: 1 })
turns.enable()
let before = process.cpuUsage()
process.on('message', (message) => {
  if (message !== 'turns') return
  const { user, system } = process.cpuUsage(before)
  process.send?.({ longest: turns.max / 1e6, processor: (user + system) / 1000 })
  before = process.cpuUsage()
  turns.reset()
})
// Only the server keeps the process alive.
process.channel?.unref()
