/** Starts and stops other programs, for the commands in this folder. */

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { minuteMs } from '#lib/platform/clock.ts'

export const root = path.join(import.meta.dirname, '..', '..')

const running = new Set<ChildProcess>()

function stopAll() {
  // SIGTERM would keep the site's port for some seconds, for a load balancer.
  for (const child of running) child.kill('SIGINT')
}
process.on('exit', stopAll)
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => process.exit(signal === 'SIGINT' ? 130 : 143))

/** `hears`: it gets messages. */
type Options = {
  env?: Record<string, string>
  quiet?: boolean
  cwd?: string
  hears?: boolean
  args?: readonly string[]
}

/** Starts a long-running program; it ends when this process does. */
export function start(
  command: string,
  args: readonly string[],
  { env = {}, quiet = false, cwd = root, hears = false }: Options = {},
): ChildProcess {
  const child = spawn(command, args, {
    cwd,
    env: { ...process.env, ...env },
    stdio: ['ignore', quiet ? 'ignore' : 'inherit', 'inherit', ...(hears ? (['ipc'] as const) : [])],
  })
  running.add(child)
  child.once('exit', () => running.delete(child))
  return child
}

/** Runs a program to completion. Resolves with its exit code. */
export function run(command: string, args: readonly string[], options: Options = {}): Promise<number> {
  return new Promise((resolve, reject) => {
    const child = start(command, args, options)
    child.once('error', reject)
    child.once('exit', (code) => resolve(code ?? 1))
  })
}

export const runScript = (file: string) => run(process.execPath, [file])
export const startScript = (file: string, options?: Options) =>
  start(process.execPath, [file, ...(options?.args ?? [])], options)

/** Path of a package's executable. */
export const tool = (name: string) => path.join(root, 'node_modules', '.bin', name)
/** For `next dev`. */
export const developmentOptions = {
  NODE_OPTIONS: `--import=${pathToFileURL(path.join(root, 'scripts/support/whole-manifest.mjs'))}`,
}

/** Ends this process when another program listens on one of the ports: before a build rather than after it. */
export async function refuseTakenPorts(ports: readonly number[]): Promise<void> {
  for (const port of ports) {
    const server = createServer().listen(port)
    const isFree = await once(server, 'listening').then(
      () => true,
      () => false,
    )
    server.close()
    if (isFree) continue
    console.error(
      `Port ${port} is in use. Stop the program that uses it, or move all ports: PORT=${(ports[0] ?? 0) + 10}, for example.`,
    )
    process.exit(1)
  }
}

/**
 * Waits until an address responds without a server error, however long `program` takes to start, and says so every half minute. @throws when
 * it ends instead.
 */
export async function waitForResponse(url: string, program?: ChildProcess): Promise<void> {
  const started = Date.now()
  let said = started
  for (;;) {
    const status = await fetch(url).then(
      (response) => response.status,
      () => 599,
    )
    if (status < 500) return
    if (program && (program.exitCode ?? program.signalCode) !== null)
      throw new Error(`${url} ended while it was starting.`)
    if (Date.now() - said >= minuteMs / 2) {
      said = Date.now()
      console.log(`  Still starting, after ${Math.round((said - started) / 1000)} seconds …`)
    }
    await new Promise((resolve) => setTimeout(resolve, 150))
  }
}
