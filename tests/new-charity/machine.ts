/**
 * A machine set up as docs/operate/one-machine.md says, in a folder, with a stand-in for systemd that starts the site. The packages are those of
 * this checkout.
 */
import { execFileSync } from 'node:child_process'
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { root } from '#scripts/support/processes.ts'
import { updateMachine } from '#tests/support/update-machine.ts'

export type Machine = ReturnType<typeof setUpMachine>

/** `content`: the repository of another charity. */
export function setUpMachine(port: number, content: string) {
  const { folder, at, update } = updateMachine(port, (at) => ({
    systemctl: `if [ "$1" = cat ]; then printf 'Environment=DATA_DIR=${at('data')}\\nEnvironmentFile=${at('charity.env')}\\nUser=%s\\n' "$(id -un)"; exit; fi
[ -f ${at('pid')} ] && { kill -INT "$(cat ${at('pid')})" 2>/dev/null; while kill -0 "$(cat ${at('pid')})" 2>/dev/null; do sleep 0.2; done; }
cd ${at('srv/current')} || exit 1
env -i PATH="$PATH" HOME="$HOME" NODE_ENV=production PORT=${port} DATA_DIR=${at('data')} $(cat ${at('charity.env')}) \\
  node_modules/.bin/node --import=./scripts/check-node.mjs --conditions=react-server scripts/serve.ts >>${at('log')} 2>&1 9>&- &
echo $! >${at('pid')}`,
  }))
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
  return {
    log: () => readFileSync(at('log'), 'utf8'),
    update,
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
