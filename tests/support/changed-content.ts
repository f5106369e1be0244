/**
 * A copy of the content that a test may change. The test mocks the charity's folder with it:
 * jest.mock('#lib/platform/env/charity-folder.ts', () => jest.requireActual('#tests/support/changed-content.ts'))
 */
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { resetProcessState } from '#lib/platform/process-state.ts'

export const charityFolder = mkdtempSync(path.join(tmpdir(), 'charity-content-'))
const unchanged = path.resolve('content')
afterAll(() => rmSync(charityFolder, { recursive: true, force: true }))

const inCopy = (name: string) => path.join(charityFolder, 'content', name)

/** Starts from the real content. `changes`: by file, the text, or what is replaced in the real one. */
export function changeContent(
  changes: Readonly<Record<string, string | readonly (readonly [string, string])[]>>,
): void {
  rmSync(inCopy(''), { recursive: true, force: true })
  cpSync(unchanged, inCopy(''), { recursive: true })
  for (const [name, change] of Object.entries(changes)) {
    mkdirSync(path.dirname(inCopy(name)), { recursive: true })
    const replaced = (text: string, [from, to]: readonly [string, string]) => {
      if (!text.includes(from)) throw new Error(`${name} has no ${from}`)
      return text.replace(from, to)
    }
    const text = typeof change === 'string' ? change : change.reduce(replaced, readFileSync(inCopy(name), 'utf8'))
    writeFileSync(inCopy(name), text)
  }
  resetProcessState('content')
}
changeContent({})
