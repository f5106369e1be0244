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
  return spawn(process.execPath, [path.join(root, file), ...words], {
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
