/** What every command has in common: its help, its answer to a mistake, and its end when nobody reads its output. */
import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { openSync, readdirSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { storeEnquiry } from '#lib/contact/enquiries/store-enquiry.ts'
import { env } from '#lib/platform/env.ts'
import { closeStore } from '#lib/platform/store/index.ts'
import { compileCache, root, startProgram } from '#tests/support/programs.ts'
import { useFreshStore as inFreshStore } from '#tests/support/store.ts'

/** Runs scripts with their words one after the other: a process for each would load the site anew. */
const runner = `
  const [ended, all] = [new Error('It ended'), []]
  process.on('unhandledRejection', () => undefined)
  for (const [file, ...words] of JSON.parse(process.env.COMMANDS)) {
    const said = { code: 0, stdout: '', stderr: '' }
    all.push(said)
    // Without the name of a file: this is --eval.
    process.argv = [process.execPath, ...words]
    process.exitCode = 0
    process.exit = (code = process.exitCode) => {
      said.code = code
      throw ended
    }
    console.log = (line) => void (said.stdout += line + '\\n')
    console.error = (line) => void (said.stderr += line + '\\n')
    try {
      const { main } = await import(file + '?' + all.length)
      await main?.(words)
      said.code = process.exitCode
    } catch (error) {
      if (error !== ended) said.stderr += error.stack
    }
  }
  process.exitCode = 0
  process.stdout.write(JSON.stringify(all))`

type Said = { code: number; stdout: string; stderr: string }

function run(commands: readonly (readonly [script: string, ...words: string[]])[], more = {}): Said[] {
  const COMMANDS = JSON.stringify(commands.map(([name, ...words]) => [path.join(root, 'scripts', name), ...words]))
  const node = ['--input-type=module', '--eval', runner]
  const all = JSON.parse(
    execFileSync(process.execPath, node, {
      cwd: root,
      encoding: 'utf8',
      env: { ...process.env, ...compileCache, COMMANDS, ...more },
      stdio: ['ignore', 'pipe', 'inherit'],
    }),
  ) as Said[]
  expect(all).toHaveLength(commands.length)
  return all
}

inFreshStore()

test('every command refuses an unknown option in one sentence, before it does anything, and prints its usage for --help', () => {
  const scripts = readdirSync(path.join(root, 'scripts')).filter((name) => name.endsWith('.ts'))
  const refusals = run(scripts.flatMap((name) => [[name, '--unheard-of'] as const, [name, '--help'] as const]))
  const command = '(?:npm (?:run )?|charity )[\\w:-]+'
  for (const [index, name] of scripts.entries())
    expect([name, refusals[2 * index], refusals[2 * index + 1]]).toEqual([
      name,
      {
        code: 2,
        stdout: '',
        stderr: expect.stringMatching(
          `^Unknown option '--unheard-of': ${command}(?: --)? --help lists the options\\.\\n$`,
        ),
      },
      { code: 0, stdout: expect.stringMatching(`^${command}\\b`), stderr: '' },
    ])
})

test('a file that does not exist, or cannot be written, is named in one sentence', async () => {
  await closeStore()
  const folder = env().dataDir
  const file = path.join(folder, 'nofile')
  const commands = [
    ['restore.ts', file],
    ['restore.ts', folder],
    ['backup.ts', '--to', '/dev/null/backups'],
    ['new-charity.ts', file, `--answers=${file}`],
    ['new-charity.ts', 'package.json'],
    ['content-check.ts', '--comment', `${file}/comment.md`],
    ['preview-pictures.ts', 'HEAD', `${file}/preview.html`],
    ['content-translate.ts', 'hi', file],
  ] as const
  for (const [index, { code, stderr }] of run(commands).entries()) {
    const said = stderr.replace(/^Database: .*\n/, '')
    const sentence = /^(?!.*(?:ENO\w+|EISDIR|\bat .*:\d+))[^\n]+\.\n(?:Name a file[^\n]*\n)?$/
    expect([commands[index], said]).toEqual([commands[index], expect.stringMatching(sentence)])
    expect(code).toBeGreaterThan(0)
  }
})

test('npm run demo and npm run edit say at once which port is in use, and how to move it', async () => {
  const other = createServer().listen(0)
  await once(other, 'listening')
  const { port } = other.address() as AddressInfo
  const said = run([['demo.ts'], ['edit.ts']], { PORT: String(port), TEST_PORT: '' })
  other.close()
  const sentence = expect.stringMatching(`^Port ${port} is in use.*PORT=`)
  expect(said.map(({ code, stderr }) => [code, stderr])).toEqual(Array(2).fill([1, sentence]))
})

test('a command ends quietly when its reader is gone, and says that its output is incomplete when the disk is full', async () => {
  await storeEnquiry({ form: 'contact', fields: { message: 'x' }, idempotencyKey: null, spamReason: null })
  await closeStore()
  const outcome = async (stdout: 'pipe' | number) => {
    const child = startProgram('scripts/gifts.ts', ['--csv'], { stdio: ['ignore', stdout, 'pipe'] })
    child.stdout?.destroy()
    const [said, [code]] = await Promise.all([child.stderr ? text(child.stderr) : '', once(child, 'close')])
    return [code, said]
  }
  expect(await Promise.all([outcome('pipe'), outcome(openSync('/dev/full', 'w'))])).toEqual([
    [0, expect.stringMatching(/^Database: .*\n$/)],
    [1, expect.stringMatching(/^Database: .*\nThe output could not be written: .*no space.*\n$/)],
  ])
})
