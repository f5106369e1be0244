/** The command `charity`, installed as docs/operate/one-machine.md says, with stand-ins for systemd. */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir, userInfo } from 'node:os'
import path from 'node:path'
import { openStore } from '#lib/platform/store/index.ts'
import { root } from '#tests/support/programs.ts'

jest.setTimeout(60_000)

let folder: string
/** Characters that a shell would expand. */
const dataDir = () => path.join(folder, "a $HOME & o'clock")
const inFolder = (...names: string[]) => path.join(folder, ...names)
const program = (name: string, text: string) =>
  writeFileSync(inFolder('bin', name), `#!/bin/sh\n${text}\n`, { mode: 0o755 })

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'charity-command-'))
  mkdirSync(inFolder('bin'))
  symlinkSync(path.join(root, 'scripts/charity'), inFolder('bin', 'charity'))
  const unit = ['[Service]', 'User=charity', 'Environment=PORT=3000', `Environment=DATA_DIR=${inFolder('unused')}`]
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
  const { status, stdout, stderr } = charity('gifts')
  expect(stderr).toContain(`Database: ${dataDir()}/charity.db\n`)
  expect([status, stdout]).toEqual([0, expect.stringContaining('No gift is recorded yet.')])
  expect(existsSync(inFolder('user'))).toBe(userInfo().username !== 'charity')

  expect(charity('backup', '--to', inFolder('backups'))).toMatchObject({ status: 0 })
  const [backup = ''] = readdirSync(inFolder('backups'))
  symlinkSync(inFolder('backups', backup), inFolder('newest.db'))
  // Named from the folder of the caller.
  expect(charity('restore', 'newest.db')).toMatchObject({ status: 0, stdout: expect.stringContaining('Restored') })
  expect(charity('outbox', 'list', '--stage=dead')).toMatchObject({ status: 0 })
  expect(charity('launch:check').stdout).toContain(`The database is ${dataDir()}/charity.db, last backed up `)
})

test.each([[['--to=written file.csv']], [['--to', 'written file.csv']]])(
  'names files from the folder of the caller: %s',
  async (option) => {
    await (await openStore({ databaseUrl: null, dataDir: dataDir() })).close()
    expect(charity('outbox', 'export', ...option)).toMatchObject({ status: 0 })
    expect(existsSync(inFolder('written file.csv'))).toBe(true)
    expect(charity('outbox', 'export', '--to=missing/file.csv')).toMatchObject({
      stderr: expect.stringMatching(/missing\/file\.csv: no such file or directory\.\nName a file in a folder that /),
    })
    expect(charity('backup', '--to', 'copies')).toMatchObject({ status: 0 })
    expect(readdirSync(inFolder('copies'))).toHaveLength(1)
  },
)

test('refuses a database that does not exist, and a command that it does not know', () => {
  expect(charity('gifts')).toMatchObject({
    status: 1,
    stderr: expect.stringMatching(/There is no database at .*charity restore/),
  })
  expect(existsSync(dataDir())).toBe(false)
  expect(charity('serve')).toMatchObject({ status: 2, stderr: expect.stringContaining('no command serve') })
  for (const words of [['--help'], ['gifts', '--help'], ['restore', '--help']])
    expect(charity(...words)).toMatchObject({ status: 0, stdout: expect.stringMatching(/^charity /), stderr: '' })
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
