/** The command `charity`, installed as docs/operate/one-machine.md says, with stand-ins for systemd. */
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { openStore } from '#lib/platform/store/index.ts'
import { root } from '#tests/support/programs.ts'

let folder: string
const user = 'nobody-here'
/** Characters that a shell would expand. */
const dataDir = () => path.join(folder, "a $HOME & o'clock")
const inFolder = (...names: string[]) => path.join(folder, ...names)
const program = (name: string, text: string) =>
  writeFileSync(inFolder('bin', name), `#!/bin/sh\n${text}\n`, { mode: 0o755 })

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'charity-command-'))
  mkdirSync(inFolder('bin'))
  symlinkSync(path.join(root, 'scripts/charity'), inFolder('bin', 'charity'))
  const unit = ['[Service]', `User=${user}`, 'Environment=PORT=3000', `Environment=DATA_DIR=${inFolder('unused')}`]
  writeFileSync(inFolder('charity.service'), [...unit, `EnvironmentFile=${inFolder('charity.env')}`].join('\n'))
  writeFileSync(
    inFolder('charity.env'),
    `# The environment\nSITE_URL=https://charity.example\nLOG_LEVEL=\nDATA_DIR=${dataDir()}\n`,
  )
  program('systemctl', `[ "$*" = "cat charity.service" ] && cat ${inFolder('charity.service')}`)
  program('runuser', `echo "$2" > ${inFolder('user')}; shift 3; exec "$@"`)
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

function charity(...words: string[]) {
  const PATH = `${inFolder('bin')}:${process.env.PATH}`
  const env = { ...process.env, PATH, DATABASE_URL: '', DATA_DIR: inFolder('of the shell') }
  const { status, stdout, stderr } = spawnSync('charity', words, { cwd: folder, env, encoding: 'utf8' })
  return { status, stdout, stderr }
}

test('runs with the environment, the folder and the user of the service', async () => {
  await (await openStore({ databaseUrl: null, dataDir: dataDir() })).close()
  const { status, stdout, stderr } = charity('gifts', '--csv')
  expect(stderr).toContain(`Database: ${dataDir()}/charity.db\n`)
  expect([status, stdout]).toEqual([0, expect.stringContaining('reference')])
  expect(readFileSync(inFolder('user'), 'utf8')).toBe(`${user}\n`)
})

test.each([
  ['gifts year 2026 --without-pan', 'gifts -- year 2026 --without-pan'],
  ['launch:check --json', 'launch:check -- --json'],
  ['outbox list --stage=dead', 'outbox -- list --stage=dead'],
  ['backup', 'backup -- --to /var/backups/charity --keep 14'],
  ['backup --to copies', 'backup -- --to FOLDER/copies'],
  ['backup --to /copies', 'backup -- --to /copies'],
  ['restore newest.db', 'restore -- FOLDER/newest.db'],
  ['move data', 'move -- FOLDER/data'],
  ['move postgres://db/charity', 'move -- postgres://db/charity'],
])('charity %s names files from the folder of the caller: %s', (words, passed) => {
  // Says what it would run: starting Node for each would take seconds.
  program('runuser', `shift 5; printf '%s\\n' "$@"`)
  const { status, stdout } = charity(...words.split(' '))
  expect([status, stdout]).toEqual([0, passed.replace('FOLDER', folder).replaceAll(' ', '\n').concat('\n')])
})

test('hands over words with spaces as they are', () => {
  program('runuser', `shift 5; printf '%s\\n' "$@"`)
  expect(charity('backup', '--to=a b').stdout).toBe(`backup\n--\n--to=${inFolder('a b')}\n`)
})

test('refuses a command that it does not know, and an environment that it cannot read', () => {
  expect(charity('serve')).toMatchObject({ status: 2, stderr: expect.stringContaining('no command serve') })
  expect(charity('--help')).toMatchObject({ status: 0, stdout: expect.stringMatching(/^charity /), stderr: '' })
  for (const word of ['--unheard-of', ''])
    expect(charity(word)).toMatchObject({
      status: 2,
      stdout: '',
      stderr: expect.stringMatching(/^[^\n]+--help[^\n]+\n$/),
    })
  rmSync(inFolder('charity.env'))
  expect(charity('gifts')).toMatchObject({ status: 1, stderr: expect.stringContaining('sudo charity gifts') })
})

test.each([
  ['scripts/prune.sh', '--help', 0],
  ['scripts/prune.sh', '--unheard-of', 2],
  ['scripts/backup-nightly.sh', '--help', 0],
  ['scripts/backup-nightly.sh', '--unheard-of', 2],
  ['docs/operate/update.sh', '--help', 0],
  ['docs/operate/update.sh', '--unheard-of', 2],
])('%s %s says how it is used, and does nothing', (file, word, code) => {
  const { status, stdout, stderr } = spawnSync('sh', [path.join(root, file), word], { cwd: folder, encoding: 'utf8' })
  expect([status, code === 0 ? stderr : stdout]).toEqual([code, ''])
  expect(stdout + stderr).toMatch(new RegExp(code === 0 ? path.basename(file) : `^[^\\n]*${word}[^\\n]+\\n$`))
})
