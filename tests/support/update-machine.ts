/** docs/operate/install.sh and update.sh as they are, in a folder: with stand-ins for systemd, apt and other users, and without the paths that root owns. */
import { spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { root } from '#scripts/support/processes.ts'

/** `programs`: lines of shell for further stand-ins, by name. `at`: a path in the folder. */
export function updateMachine(port: number, programs: (at: (name: string) => string) => Record<string, string>) {
  const folder = mkdtempSync(path.join(tmpdir(), 'machine-'))
  const at = (name: string) => path.join(folder, name)
  for (const name of ['bin', 'srv/releases', 'srv/modules', 'data', 'etc/systemd/system', 'etc/caddy'])
    mkdirSync(at(name), { recursive: true })
  const all = {
    runuser: 'shift 3; exec "$@"',
    'apt-get': ':',
    adduser: ':',
    id: `case "$*" in --user) echo 0 ;; charity) ;; *) exec /usr/bin/id "$@" ;; esac`,
    install: `for word; do shift; case $word in --owner=*|--group=*|-o|-g|charity) ;; *) set -- "$@" "$word" ;; esac; done; exec /usr/bin/install "$@"`,
    ...programs(at),
  }
  for (const [name, lines] of Object.entries(all)) {
    writeFileSync(at(`bin/${name}`), `#!/bin/sh\n${lines}\n`)
    chmodSync(at(`bin/${name}`), 0o755)
  }
  /** Runs a script. Its output, and how it ended. */
  const run =
    (name: string) =>
    (...words: string[]): { code: number | null; output: string } => {
      const env = { ...process.env, PATH: `${at('bin')}:${process.env.PATH}`, CHARITY_DIR: '', TYPES_CHECKED: '1' }
      const { status, stdout, stderr } = spawnSync('/bin/sh', [at(name), ...words], {
        cwd: folder,
        env,
        encoding: 'utf8',
        maxBuffer: 1e8,
      })
      return { code: status, output: `${stdout}${stderr}` }
    }
  for (const name of ['install.sh', 'update.sh'])
    writeFileSync(
      at(name),
      readFileSync(path.join(root, 'docs/operate', name), 'utf8')
        .replaceAll('/srv/charity/repository/docs/operate/update.sh', at('update.sh'))
        .replaceAll('/srv/charity', at('srv'))
        .replaceAll('/var/lib/charity', at('data'))
        .replaceAll('/var/backups/charity', at('backups'))
        .replaceAll('/etc/charity.env', at('charity.env'))
        .replaceAll('/etc/systemd', at('etc/systemd'))
        .replaceAll('/etc/caddy', at('etc/caddy'))
        .replaceAll('/usr/local/bin/charity', at('bin/charity'))
        .replaceAll('127.0.0.1:3000', `localhost:${port}`),
    )
  return { folder, at, install: run('install.sh'), update: run('update.sh') }
}
