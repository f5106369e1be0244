/** Commands of `charity` in the process of the test. Starting one for each case would take most of a test's time. */
import { main as backup } from '#scripts/backup.ts'
import { main as gifts } from '#scripts/gifts.ts'
import { main as launchCheck } from '#scripts/launch-check.ts'
import { main as move } from '#scripts/move.ts'
import { main as outbox } from '#scripts/outbox.ts'
import { main as restore } from '#scripts/restore.ts'

const commands = { backup, gifts, 'launch:check': launchCheck, move, outbox, restore }
export type Command = keyof typeof commands

export const runCommand = (name: Command, words: string[] = []) => printedBy(() => commands[name](words))

class Ended extends Error {}

/** What `work` prints, and the code that the process would end with. */
async function printedBy(work: () => Promise<void>) {
  const said = { stdout: '', stderr: '' }
  const hear = (name: keyof typeof said, end: string) => (text: unknown) => {
    said[name] += `${text}${end}`
    return true
  }
  const spies = [
    jest.spyOn(console, 'log').mockImplementation(hear('stdout', '\n')),
    jest.spyOn(console, 'error').mockImplementation(hear('stderr', '\n')),
    jest.spyOn(process.stdout, 'write').mockImplementation(hear('stdout', '')),
    jest.spyOn(process.stdout, 'on').mockReturnThis(),
    jest.spyOn(process, 'exit').mockImplementation((code) => {
      process.exitCode = code ?? process.exitCode
      throw new Ended()
    }),
  ]
  try {
    await work().catch((error: unknown) => {
      if (!(error instanceof Ended)) throw error
    })
    return { code: Number(process.exitCode ?? 0), ...said }
  } finally {
    process.exitCode = 0
    for (const spy of spies) spy.mockRestore()
  }
}
