/** nginx with the documented configuration (docs/operate/nginx.conf), on ports of the tests, where it is installed. */
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

const documented = path.join(import.meta.dirname, '../../docs/operate/nginx.conf')
const program = ['nginx', '/usr/sbin/nginx'].find((name) => spawnSync(name, ['-v']).status === 0)

export const nginxMissing = program ? null : 'nginx is not installed'

type Nginx = { pid: number; errors(): string; stop(): Promise<void> }

/** `servers`: the ports in place of 3000 and 3001. @throws when nginx is not installed. */
export function startNginx(port: number, servers: readonly [number, number]): Nginx {
  if (!program) throw new Error(nginxMissing ?? '')
  const folder = mkdtempSync(path.join(tmpdir(), 'charity-nginx-'))
  const site = readFileSync(documented, 'utf8')
    .replace('listen 80;', `listen ${port};`)
    .replace('127.0.0.1:3000', `127.0.0.1:${servers[0]}`)
    .replace('127.0.0.1:3001', `127.0.0.1:${servers[1]}`)
  const folders = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${folder}/${name};`,
  )
  const log = path.join(folder, 'error.log')
  const file = path.join(folder, 'nginx.conf')
  writeFileSync(
    file,
    `daemon off; worker_processes 2; worker_rlimit_nofile 10000; pid ${folder}/pid; error_log ${log} warn;
events { worker_connections 4096; }
http { access_log off; ${folders.join(' ')} ${site} }`,
  )
  const nginx = spawn(program, ['-c', file, '-p', folder, '-e', log], { stdio: 'inherit' })
  const endWithUs = () => nginx.kill('SIGTERM')
  process.once('exit', endWithUs)
  return {
    pid: nginx.pid ?? 0,
    errors: () => readFileSync(log, 'utf8'),
    async stop() {
      process.off('exit', endWithUs)
      const ended = once(nginx, 'exit')
      nginx.kill('SIGQUIT')
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
