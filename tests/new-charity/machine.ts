/**
 * A machine set up as docs/operate/one-machine.md says, in a folder: update.sh runs as it is, with stand-ins for systemd (systemctl), for other
 * users (runuser, install) and for the paths that root owns. The packages are those of this checkout.
 */
import { execFileSync } from 'node:child_process'
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { root } from '#scripts/support/processes.ts'

export type Machine = ReturnType<typeof setUpMachine>

/** `content`: the repository of another charity. */
export function setUpMachine(port: number, content: string) {
  const folder = mkdtempSync(path.join(tmpdir(), 'machine-'))
  const at = (name: string) => path.join(folder, name)
  for (const name of ['bin', 'srv/releases', 'srv/modules', 'data']) mkdirSync(at(name), { recursive: true })
  const program = (name: string, lines: string) => {
    writeFileSync(at(`bin/${name}`), `#!/bin/sh\n${lines}\n`)
    chmodSync(at(`bin/${name}`), 0o755)
  }
  program('runuser', 'shift 3; exec "$@"')
  program(
    'install',
    'for word; do shift; case $word in --owner=*|--group=*) ;; *) set -- "$@" "$word" ;; esac; done; exec /usr/bin/install "$@"',
  )
  program(
    'systemctl',
    `if [ "$1" = cat ]; then printf 'Environment=DATA_DIR=${at('data')}\\nEnvironmentFile=${at('charity.env')}\\nUser=%s\\n' "$(id -un)"; exit; fi
[ -f ${at('pid')} ] && { kill -INT "$(cat ${at('pid')})" 2>/dev/null; while kill -0 "$(cat ${at('pid')})" 2>/dev/null; do sleep 0.2; done; }
cd ${at('srv/current')} || exit 1
env -i PATH="$PATH" HOME="$HOME" NODE_ENV=production PORT=${port} DATA_DIR=${at('data')} $(cat ${at('charity.env')}) \\
  node_modules/.bin/node --import=./scripts/check-node.mjs --conditions=react-server scripts/serve.ts >>${at('log')} 2>&1 9>&- &
echo $! >${at('pid')}`,
  )
  const settings = { SITE_URL: `http://localhost:${port}`, SIGNING_SECRET: 'x'.repeat(40), CHARITY_DIR: 'charity' }
  writeFileSync(
    at('charity.env'),
    Object.entries(settings)
      .map((pair) => `${pair.join('=')}\n`)
      .join(''),
  )
  const git = (cwd: string, ...words: string[]) => execFileSync('git', words, { cwd, encoding: 'utf8' }).trim()
  // What is committed here is the main branch of the program.
  git(folder, 'clone', '--quiet', '--bare', root, at('program.git'))
  git(at('program.git'), 'update-ref', 'refs/heads/main', git(root, 'rev-parse', 'HEAD'))
  git(folder, 'clone', '--quiet', at('program.git'), at('srv/repository'))
  git(folder, 'clone', '--quiet', content, at('srv/content'))
  execFileSync('cp', ['--archive', '--link', path.join(root, 'node_modules'), at('srv/modules/')])
  cpSync(path.join(root, 'package-lock.json'), at('srv/modules/package-lock.json'))
  const script = readFileSync(path.join(root, 'docs/operate/update.sh'), 'utf8')
    .replaceAll('/srv/charity', at('srv'))
    .replaceAll('/var/lib/charity', at('data'))
    .replaceAll('/etc/charity.env', at('charity.env'))
    .replaceAll('127.0.0.1:3000', `localhost:${port}`)
  writeFileSync(at('update.sh'), script)

  const environment = { ...process.env, PATH: `${at('bin')}:${process.env.PATH}`, CHARITY_DIR: '' }
  return {
    log: () => readFileSync(at('log'), 'utf8'),
    /** Runs update.sh. Its output, and how it ended. */
    update(...words: string[]): { code: number; output: string } {
      const options = { cwd: folder, env: environment, encoding: 'utf8', stdio: 'pipe' } as const
      try {
        return { code: 0, output: execFileSync('/bin/sh', [at('update.sh'), ...words], { ...options, maxBuffer: 1e8 }) }
      } catch (error) {
        const { status, stdout, stderr } = error as { status: number; stdout: string; stderr: string }
        return { code: status, output: `${stdout}${stderr}` }
      }
    },
    stop() {
      try {
        process.kill(Number(readFileSync(at('pid'), 'utf8')))
      } catch {
        // It has not been started.
      }
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
