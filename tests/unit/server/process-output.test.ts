import { spawnSync } from 'node:child_process'

/** What a process writes that captures its output and then runs `code`. `#lib/` is the only import that it has. */
function output(code: string, logLevel = 'info') {
  const program = `
    import { captureProcessOutput, exitWith } from '#lib/platform/server/process.ts'
    import { log } from '#lib/platform/log.ts'
    captureProcessOutput()
    process.on('uncaughtException', (error) => exitWith(error))
    ${code}`
  const { stdout, stderr, status } = spawnSync(
    process.execPath,
    ['--conditions=react-server', '--input-type=module', '--eval', program],
    { encoding: 'utf8', env: { ...process.env, NODE_ENV: 'production', LOG_LEVEL: logLevel } },
  )
  const lines = `${stdout}${stderr}`.split('\n').filter(Boolean)
  return { lines, entries: lines.map((line) => JSON.parse(line) as Record<string, string>), status }
}

test('all output becomes one JSON object a line, which cannot forge another or control the terminal', () => {
  const { lines, entries } = output(String.raw`
    console.log('plain', { a: 1 })
    console.warn('careful')
    console.error(new TypeError('two\nlines'))
    process.stdout.write('from a library\n')
    process.stderr.write(Buffer.from('an alarm'), () => console.info('written'))
    log.info('A gift was recorded', { reference: 'LWR-1' })
    console.error('Not found: /\n{"level":"error","message":"forged"}\x1b[31mred\u009b2J\u2028\u202e')`)
  expect(entries).toMatchObject([
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

test.each([
  ['a sentence for the operator', `throw new Error('Port 3000 is taken.')`, 'Port 3000 is taken.'],
  ['a bug', `await Promise.reject(null.name)`, expect.stringContaining('Cannot read properties of null')],
])('a start that fails with %s ends with one line and exit code 1, even if the log is silent', (_, code, message) => {
  const { entries, status } = output(`console.error('Trouble')\n${code}`, 'silent')
  expect(status).toBe(1)
  expect(entries).toEqual([expect.objectContaining({ level: 'error', message })])
})
