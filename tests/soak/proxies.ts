/** nginx and Caddy with the documented configurations (docs/operate), on ports of the tests, where they are installed. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

const documented = (name: string) => readFileSync(path.join(import.meta.dirname, '../../docs/operate', name), 'utf8')
const nginxProgram = ['nginx', '/usr/sbin/nginx'].find((name) => spawnSync(name, ['-v']).status === 0)
const caddyProgram = ['caddy', '/usr/bin/caddy'].find((name) => spawnSync(name, ['version']).status === 0)

/** Why a proxy cannot be started here; null when it can. */
export const nginxMissing = nginxProgram ? null : 'nginx is not installed'
export const caddyMissing = caddyProgram ? null : 'Caddy is not installed'

type Proxy = { pid: number; errors(): string; stop(): Promise<void> }

/** Ends the proxy with this process, and deletes its folder once it has stopped. */
function proxyOf(program: ChildProcess, folder: string, log: string): Proxy {
  const endWithUs = () => program.kill('SIGTERM')
  process.once('exit', endWithUs)
  return {
    pid: program.pid ?? 0,
    errors: () => readFileSync(log, 'utf8'),
    async stop() {
      process.off('exit', endWithUs)
      const ended = once(program, 'exit')
      program.kill('SIGQUIT')
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** `servers`: the ports in place of 3000 and 3001. @throws when nginx is not installed. */
export function startNginx(port: number, servers: readonly [number, number]): Proxy {
  if (!nginxProgram) throw new Error(nginxMissing ?? '')
  const folder = mkdtempSync(path.join(tmpdir(), 'charity-nginx-'))
  const site = documented('nginx.conf')
    .replace('listen 80;', `listen ${port};`)
    .replace('127.0.0.1:3000', `127.0.0.1:${servers[0]}`)
    .replace('127.0.0.1:3001', `127.0.0.1:${servers[1]}`)
  const folders = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${folder}/${name};`,
  )
  const log = path.join(folder, 'error.log')
  const file = path.join(folder, 'nginx.conf')
  // As root nginx would change to a user who cannot write the bodies of requests into this folder.
  const user = process.getuid?.() === 0 ? 'user root;' : ''
  writeFileSync(
    file,
    `${user} daemon off; worker_processes 2; worker_rlimit_nofile 10000; pid ${folder}/pid; error_log ${log} warn;
events { worker_connections 4096; }
http { access_log off; ${folders.join(' ')} ${site} }`,
  )
  return proxyOf(spawn(nginxProgram, ['-c', file, '-p', folder, '-e', log], { stdio: 'inherit' }), folder, log)
}

/** `server`: the port in place of 3000. @throws when Caddy is not installed. */
export function startCaddy(port: number, server: number): Proxy {
  if (!caddyProgram) throw new Error(caddyMissing ?? '')
  const folder = mkdtempSync(path.join(tmpdir(), 'charity-caddy-'))
  const log = path.join(folder, 'error.log')
  const file = path.join(folder, 'Caddyfile')
  const site = documented('one-machine.Caddyfile').replace('127.0.0.1:3000', `127.0.0.1:${server}`)
  writeFileSync(file, `{\n\tadmin off\n\tlog {\n\t\toutput file ${log}\n\t}\n}\n${site}`)
  const env = { ...process.env, SITE_URL: `http://localhost:${port}`, HOME: folder, XDG_DATA_HOME: folder }
  const caddy = spawn(caddyProgram, ['run', '--config', file, '--adapter', 'caddyfile'], { env, stdio: 'ignore' })
  return proxyOf(caddy, folder, log)
}
