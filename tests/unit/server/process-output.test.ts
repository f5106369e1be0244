import { spawnSync } from 'node:child_process'

/** What a process writes that captures its output and then runs `code`. `#lib/` is the only import that it has. */
function output(code: string, env: Record<string, string> = {}) {
  const program = `
    import { captureProcessOutput, exitWith } from '#lib/server/process-output.ts'
    import { log } from '#lib/log.ts'
    captureProcessOutput()
    process.on('uncaughtException', exitWith)
    ${code}`
  const { stdout, stderr, status } = spawnSync(
    process.execPath,
    ['--conditions=react-server', '--input-type=module', '--eval', program],
    { encoding: 'utf8', env: { ...process.env, NODE_ENV: 'production', ...env } },
  )
  const lines = `${stdout}${stderr}`.split('\n').filter(Boolean)
  return { lines, entries: lines.map((line) => JSON.parse(line) as Record<string, string>), status }
}

test('what anybody prints becomes one JSON object a line', () => {
  const { entries } = output(`
    console.log('plain', { a: 1 })
    console.warn('careful')
    console.error(new TypeError('two\\nlines'))
    process.stdout.write('from a library\\n')
    process.stderr.write(Buffer.from('an alarm'), () => console.info('written'))
    log.info('A gift was recorded', { reference: 'LWR-1' })`)
  expect(entries).toMatchObject([
    { level: 'info', message: 'plain { a: 1 }' },
    { level: 'warn', message: 'careful' },
    { level: 'error', message: expect.stringMatching(/^TypeError: two\nlines\n/) },
    { level: 'info', message: 'from a library' },
    { level: 'error', message: 'an alarm' },
    { level: 'info', message: 'A gift was recorded', reference: 'LWR-1' },
    { level: 'info', message: 'written' },
  ])
})

test('nobody can forge a line, or speak to the terminal', () => {
  const forged = String.raw`console.error('Not found: /\n{"level":"error","message":"forged"}\x1b[31mred\u009b2J\u2028\u202e')`
  const { lines, entries } = output(forged)
  expect(lines).toHaveLength(1)
  expect(lines[0]).toMatch(/^[\x20-\x7e]*$/)
  expect(entries[0]).toMatchObject({ level: 'error', message: expect.stringContaining('"forged"') })
})

test('LOG_LEVEL holds for what others print as well', () => {
  expect(output(`console.log('chatter'); console.error('trouble')`, { LOG_LEVEL: 'error' }).entries).toMatchObject([
    { message: 'trouble' },
  ])
})

test.each([
  ['a sentence for the operator', `throw new Error('Port 3000 is taken.')`, 'Port 3000 is taken.'],
  ['a bug', `null.name`, expect.stringContaining('Cannot read properties of null')],
  ['a rejected promise', `await Promise.reject(new Error('Never.'))`, 'Never.'],
])('a start that fails with %s ends with one line and exit code 1, even when the log is silent', (_, code, message) => {
  const { entries, status } = output(code, { LOG_LEVEL: 'silent' })
  expect(status).toBe(1)
  expect(entries).toEqual([expect.objectContaining({ level: 'error', message })])
})
