/** What every command has in common: its help, its answer to a mistake, and its end when nobody reads its output. */
import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { storeEnquiry } from '#lib/contact/enquiries/store-enquiry.ts'
import { env } from '#lib/platform/env.ts'
import { closeStore } from '#lib/platform/store/index.ts'
import { databaseFile } from '#lib/platform/store/sqlite-file.ts'
import { type Command, commands, runCommand } from '#tests/support/commands.ts'
import { root, runProgram, startProgram } from '#tests/support/programs.ts'
import { useFreshStore } from '#tests/support/store.ts'

const scripts = readdirSync(path.join(root, 'scripts')).filter((name) => name.endsWith('.ts'))

test.each(scripts)('%s refuses an unknown option in one sentence, before it does anything', async (name) => {
  expect(await runProgram(`scripts/${name}`, ['--unheard-of'])).toEqual({
    code: 2,
    stdout: '',
    stderr: expect.stringMatching(
      /^Unknown option '--unheard-of': (?:npm (?:run )?|charity )[\w:-]+ [^\n]*--help lists the options\.\n$/,
    ),
  })
})

test.each(Object.keys(commands) as Command[])('charity %s prints its usage for --help', async (name) => {
  expect(await runCommand(name, ['--help'])).toEqual({
    code: 0,
    stdout: expect.stringMatching(`^charity ${name} `),
    stderr: '',
  })
})

describe('A file that does not exist, or cannot be written', () => {
  useFreshStore()

  test.each([
    ['restore', ['FILE']],
    ['restore', ['FOLDER']],
    ['backup', ['--to', '/dev/null/backups']],
    ['new-charity', ['FILE', '--answers=FILE']],
    ['new-charity', ['package.json']],
    ['content-check', ['--comment', 'FILE/comment.md']],
    ['preview-pictures', ['HEAD', 'FILE/preview.html']],
    ['content-translate', ['hi', 'FILE']],
  ])('%s %j says so in one sentence', async (name, words) => {
    const file = path.join(env().dataDir, 'nofile')
    const args = words.map((word) => word.replace('FILE', file).replace('FOLDER', env().dataDir))
    const { code, stderr } = Object.hasOwn(commands, name)
      ? await runCommand(name as Command, args)
      : await runProgram(`scripts/${name}.ts`, args)
    expect(code).toBeGreaterThan(0)
    const said = stderr.replace(/^Database: .*\n/, '')
    expect(said).toMatch(/^[^\n]+\.\n(?:Name a file[^\n]*\n)?$/)
    expect(said).not.toMatch(/ENO\w+|EISDIR|\bat .*:\d+/)
  })
})

describe('A database that cannot be opened', () => {
  useFreshStore()

  test.each<[Command, ...string[]]>([['outbox'], ['gifts'], ['restore', '--empty']])(
    '%s %s names the cause and the remedy',
    async (name, ...words) => {
      const other = new DatabaseSync(databaseFile(env().dataDir))
      other.exec('BEGIN EXCLUSIVE')
      const { code, stderr } = await runCommand(name, words)
      other.close()
      expect(code).toBe(1)
      expect(stderr).toMatch(/^Database: .*\nAnother program holds a lock on it: .*\(database is locked\)\n$/)
    },
  )
})

describe('A command whose output nobody reads any more', () => {
  useFreshStore()

  test.each([['outbox'], ['gifts', '--csv']])('%s %s ends quietly', async (name, ...words) => {
    await storeEnquiry({ form: 'contact', fields: { message: 'x' }, idempotencyKey: null, spamReason: null })
    await closeStore()
    const child = startProgram(`scripts/${name}.ts`, words)
    child.stdout?.destroy()
    let stderr = ''
    child.stderr?.setEncoding('utf8').on('data', (text) => {
      stderr += text
    })
    expect(await once(child, 'close')).toEqual([0, null])
    expect(stderr).toMatch(/^Database: .*\n$/)
  })

  test('is not complete on a full disk, and says so', async () => {
    await closeStore()
    const { openSync } = await import('node:fs')
    const child = startProgram('scripts/gifts.ts', ['--csv'], { stdio: ['ignore', openSync('/dev/full', 'w'), 'pipe'] })
    let stderr = ''
    child.stderr?.setEncoding('utf8').on('data', (text) => {
      stderr += text
    })
    expect(await once(child, 'close')).toEqual([1, null])
    expect(stderr).toMatch(/^Database: .*\nThe output could not be written: .*no space.*\n$/)
  })
})
