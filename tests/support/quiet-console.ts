/**
 * Console output fails a test: one that expects a message uses `jest.spyOn(console, …)`. And a clock that a test stopped runs again after it.
 */
import { format } from 'node:util'
import { stopClock } from '#lib/platform/clock.ts'

const noise: string[] = []

for (const level of ['error', 'warn'] as const) {
  console[level] = (...args: unknown[]) => {
    noise.push(`console.${level}: ${format(...args)}`)
  }
}

afterEach(() => {
  stopClock(undefined)
  const heard = noise.splice(0)
  if (heard.length > 0) throw new Error(`The console was not silent:\n${heard.join('\n')}`)
})
