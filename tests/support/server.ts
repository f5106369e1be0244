/** Servers of the built site, beside that of Playwright or without it. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { root, startScript, waitForResponse } from '../../scripts/support/processes.ts'
import { sandboxEnvironment, siteEnvironment, testPorts } from '../../scripts/support/sandbox-environment.ts'

export type RunningServer = { process: ChildProcess; url: string }

type LaunchOptions = {
  /** In addition to this process's own. */
  env?: Record<string, string>
  /** Options of Node itself. */
  nodeOptions?: readonly string[]
  /** The folder with the build. */
  checkout?: string
  /** Another server of the same build. */
  program?: readonly string[]
  /** Gets each line of what it writes, instead of the console. */
  log?: string[]
}

const siteServer = ['scripts/serve.ts']

/** Starts a server, which ends with this process. */
export function launch(
  port: number,
  { env, nodeOptions = [], checkout = root, program = siteServer, log }: LaunchOptions,
): RunningServer {
  const server = spawn(process.execPath, [...nodeOptions, ...program], {
    cwd: checkout,
    // Killed databases fill pages with errors that are expected. LOG_LEVEL=error shows them.
    env: { LOG_LEVEL: 'silent', ...process.env, PORT: String(port), TRUSTED_PROXIES: '127.0.0.1,::1', ...env },
    stdio: ['ignore', log ? 'pipe' : 'inherit', log ? 'pipe' : 'inherit', 'ipc'],
  })
  for (const stream of [server.stdout, server.stderr])
    if (log && stream) createInterface(stream).on('line', (line) => log.push(line))
  const endWithUs = () => server.kill('SIGKILL')
  process.once('exit', endWithUs)
  server.once('exit', () => process.off('exit', endWithUs))
  return { process: server, url: `http://localhost:${port}` }
}

export type ServerOptions = Omit<LaunchOptions, 'program'>

/** With the sandbox; ready for visitors when it resolves. @throws when it ends instead. */
export async function startServer(port: number, { env, ...options }: ServerOptions = {}): Promise<RunningServer> {
  if (await fetch(`http://localhost:${port}`).catch(() => null))
    throw new Error(`Another program answers on port ${port}. TEST_PORT moves the ports of the tests.`)
  const server = launch(port, { ...options, env: { ...siteEnvironment(testPorts), PORT: String(port), ...env } })
  await waitForResponse(`${server.url}/api/health/ready`, server.process)
  return server
}

/** @returns the exit code, and the seconds that it took. */
export async function stopServer(
  { process: server }: RunningServer,
  signal: NodeJS.Signals = 'SIGINT',
): Promise<{ code: number; seconds: number }> {
  const started = performance.now()
  const ended = once(server, 'exit')
  server.kill(signal)
  const [code] = (await ended) as [number]
  return { code, seconds: (performance.now() - started) / 1000 }
}

export const startTestSandbox = (): ChildProcess =>
  startScript('sandbox/main.ts', { quiet: true, env: sandboxEnvironment(testPorts) })
