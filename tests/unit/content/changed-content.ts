/**
 * A copy of the content that a test may change. The test mocks the charity's folder with it:
 * jest.mock('#lib/platform/env/charity-folder.ts', () => jest.requireActual('#tests/unit/content/changed-content.ts'))
 */
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { resetProcessState } from '#lib/platform/process-state.ts'

export const charityFolder = mkdtempSync(path.join(tmpdir(), 'charity-content-'))
const unchanged = path.resolve('content')
afterAll(() => rmSync(charityFolder, { recursive: true, force: true }))

const changed: string[] = []
const inCopy = (name: string) => path.join(charityFolder, 'content', name)

cpSync(unchanged, inCopy(''), { recursive: true })
resetProcessState('content')

/** Starts from the real content. `changes`: by file, the text, or what is replaced in the real one. */
export function changeContent(
  changes: Readonly<Record<string, string | readonly (readonly [string, string])[]>>,
): void {
  for (const name of changed.splice(0))
    if (existsSync(path.join(unchanged, name))) cpSync(path.join(unchanged, name), inCopy(name))
    else rmSync(inCopy(name))
  for (const [name, change] of Object.entries(changes)) {
    changed.push(name)
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
