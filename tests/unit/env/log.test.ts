import { log } from '#lib/platform/log.ts'
import { keepEnvironment, setEnvironment } from '#tests/support/store.ts'

describe('The log', () => {
  keepEnvironment()
  let lines: string[]

  beforeEach(() => {
    lines = []
    jest.spyOn(process.stdout, 'write').mockImplementation((text) => {
      lines.push(String(text))
      return true
    })
  })
  afterEach(() => jest.restoreAllMocks())

  test('writes one JSON line per event', () => {
    setEnvironment({ LOG_LEVEL: 'info' })
    log.info('A gift was recorded', { reference: 'LWR-1' })
    expect(lines).toHaveLength(1)
    expect(lines[0]).toMatch(/^\{.*\}\n$/)
    expect(JSON.parse(lines[0] ?? '')).toEqual({
      time: expect.stringMatching(/Z$/),
      level: 'info',
      message: 'A gift was recorded',
      reference: 'LWR-1',
    })
  })

  test('logs an error without the properties added by drivers', () => {
    setEnvironment({ LOG_LEVEL: 'info' })
    const error = Object.assign(new Error('duplicate key'), { code: '23505', detail: 'Key (email)=(asha@example.org)' })
    log.error('A row was refused', { error })
    expect(JSON.parse(lines[0] ?? '').error).toMatchObject({ name: 'Error', message: 'duplicate key', code: '23505' })
    expect(lines[0]).not.toContain('asha@example.org')
  })

  test('works even when the environment is invalid', () => {
    process.env.LOG_LEVEL = 'loud'
    jest.isolateModules(() => {
      const { log: fresh } = require('#lib/platform/log.ts') as { log: typeof log }
      fresh.error('The environment is wrong')
    })
    delete process.env.LOG_LEVEL
    expect(lines).toHaveLength(1)
  })
})
