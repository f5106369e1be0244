/** Programs of this repository in processes of their own, as an operator or another server runs them. */
import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'

export const root = path.join(import.meta.dirname, '../..')

/** Modules that one process has compiled serve the others. https://nodejs.org/api/module.html#module-compile-cache */
export const compileCache = { NODE_COMPILE_CACHE: path.join(root, '.cache', 'compiled') }

type Options = Omit<SpawnOptions, 'env'> & { env?: Record<string, string | undefined> }

/** Starts `scripts/backup.ts`, say, in the environment of this process with `env` added. */
export function startProgram(
  file: string,
  words: readonly string[] = [],
  { env, ...options }: Options = {},
): ChildProcess {
  return spawn(process.execPath, ['--conditions=react-server', path.join(root, file), ...words], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...compileCache, ...env },
    ...options,
  })
}

/** Runs it to its end. `code`: null when a signal ended it. */
export async function runProgram(file: string, words: readonly string[] = [], options: Options = {}) {
  const child = startProgram(file, words, options)
  const said = { stdout: '', stderr: '' }
  for (const name of ['stdout', 'stderr'] as const)
    child[name]?.setEncoding('utf8').on('data', (text: string) => {
      said[name] += text
    })
  const [code] = (await once(child, 'close')) as [number | null]
  return { code, ...said }
}

/** What the function of a command prints in this process, and the code that the process would end with. Saves starting one. */
export async function printedBy(work: () => Promise<void>) {
  const log = jest.spyOn(console, 'log').mockReturnValue()
  const error = jest.spyOn(console, 'error').mockReturnValue()
  const textOf = ({ mock }: typeof log) => mock.calls.map(([text]) => `${text}\n`).join('')
  try {
    await work()
    return { code: Number(process.exitCode ?? 0), stdout: textOf(log), stderr: textOf(error) }
  } finally {
    process.exitCode = 0
    log.mockRestore()
    error.mockRestore()
  }
}
