/** Console output fails a test. A test that expects a message uses `jest.spyOn(console, …)`. */
import { format } from 'node:util'

const noise: string[] = []

for (const level of ['error', 'warn'] as const) {
  console[level] = (...args: unknown[]) => {
    noise.push(`console.${level}: ${format(...args)}`)
  }
}

afterEach(() => {
  const heard = noise.splice(0)
  if (heard.length > 0) throw new Error(`The console was not silent:\n${heard.join('\n')}`)
})
