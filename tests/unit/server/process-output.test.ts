import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'

const imports = `
  import { createServer } from 'node:http'
  import { captureProcessOutput, exitWith } from '#lib/platform/server/process.ts'
  import { log } from '#lib/platform/log.ts'`
const argumentsFor = (code: string) => ['--input-type=module', '--eval', `${imports}\n${code}`]
const environment = (logLevel = 'info') => ({ ...process.env, NODE_ENV: 'production', LOG_LEVEL: logLevel }) as const

test('all output becomes one JSON object a line, which cannot forge another or control the terminal', () => {
  const program = String.raw`captureProcessOutput()
    console.log('plain', { a: 1 })
    console.warn('careful')
    console.error(new TypeError('two\nlines'))
    process.stdout.write('from a library\n')
    process.stderr.write(Buffer.from('an alarm'), () => console.info('written'))
    log.info('A gift was recorded', { reference: 'LWR-1' })
    console.error('Not found: /\n{"level":"error","message":"forged"}\x1b[31mred\u009b2J\u2028\u202e')`
  const { stdout, stderr } = spawnSync(process.execPath, argumentsFor(program), {
    encoding: 'utf8',
    env: environment(),
  })
  const lines = `${stdout}${stderr}`.split('\n').filter(Boolean)
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { level: 'info', message: 'plain { a: 1 }' },
    { level: 'error', message: 'careful' },
    { level: 'error', message: expect.stringMatching(/^TypeError: two\nlines\n/) },
    { level: 'info', message: 'from a library' },
    { level: 'error', message: 'an alarm' },
    { level: 'info', message: 'A gift was recorded', reference: 'LWR-1' },
    { level: 'error', message: expect.stringContaining('"forged"') },
    { level: 'info', message: 'written' },
  ])
  for (const line of lines) expect(line).toMatch(/^[\x20-\x7e]*$/)
})

const children: ChildProcess[] = []
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
})

function startProcess(code: string, logLevel?: string) {
  const child = spawn(process.execPath, argumentsFor(code), {
    env: environment(logLevel),
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  children.push(child)
  const ended = once(child, 'exit')
  /** What it sends first. @throws when it ends without that. */
  const sent = Promise.race([
    once(child, 'message').then(([value]) => Number(value)),
    ended.then(([code]) => Promise.reject(new Error(`It ended with exit code ${code}`))),
  ])
  sent.catch(() => undefined)
  return { child, sent, ended }
}

/** Nobody reads its output any more. */
function startUnread(code: string) {
  const started = startProcess(code)
  started.child.stdout?.destroy()
  started.child.stderr?.destroy()
  return started
}

const serve = `
  process.on('uncaughtException', (error) => exitWith(error))
  const server = createServer((request, response) => {
    log.info('A request')
    console.log('plain')
    console.error('careful')
    process.stdout.write('from a library\\n')
    process.stderr.write('an alarm\\n')
    response.end('served')
  })
  server.listen(0, () => process.send(server.address().port))
  process.on('SIGTERM', () => process.exit(0))`

test.each([
  ['at once', `log.info('Before the capture')\ncaptureProcessOutput()\n${serve}`],
  ['and a log of Next alone', `log.info('Never captured')\n${serve.replace(/process\.std\w+\.write.*/g, '')}`],
])('a server whose output nobody reads answers every request: %s', async (_, code) => {
  const { child, sent, ended } = startUnread(code)
  const port = await sent
  for (let requests = 0; requests < 20; requests += 1) {
    const response = await fetch(`http://localhost:${port}/`)
    expect([response.status, await response.text()]).toEqual([200, 'served'])
  }
  child.kill('SIGTERM')
  expect(await ended).toEqual([0, null])
})

test('a server whose log is not read for a while keeps a limited part of it, and answers', async () => {
  const { child, sent } = startProcess(`captureProcessOutput()
    for (let lines = 0; lines < 20_000; lines += 1) log.info('x'.repeat(1000))
    process.send(process.stdout.writableLength)
    process.disconnect()`)
  const kept = await sent
  expect(kept).toBeLessThan(2e6)
  const lines = (await text(child.stdout as Readable)).split('\n')
  expect(lines.length).toBeGreaterThan(900)
  for (const line of lines.filter(Boolean)) expect(JSON.parse(line)).toMatchObject({ level: 'info' })
})

describe('a failed start ends with its exit code', () => {
  test('also when nobody reads the reason', async () => {
    const { ended } = startUnread(`exitWith(new Error('Port 3000 is taken.'), 69)`)
    expect(await ended).toEqual([69, null])
  })

  test('and with one line, even if the log is silent and the reason is longer than a pipe holds', async () => {
    const reason = `captureProcessOutput()\nconsole.error('Trouble')\nexitWith(new Error('x'.repeat(200_000)), 78)`
    const { child, ended } = startProcess(reason, 'silent')
    // The pipe is full before it is read.
    await once(child.stderr as Readable, 'readable')
    const said = JSON.parse(await text(child.stderr as Readable)) as { level: string; message: string }
    expect([said.level, said.message.length]).toEqual(['error', 200_000])
    expect(await ended).toEqual([78, null])
  })
})
