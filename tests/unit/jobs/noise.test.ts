/** What a failure that lasts writes to the log, and what a working store's checks write to the disk. */

import { statSync } from 'node:fs'
import path from 'node:path'
import { health } from '#lib/jobs/health.ts'
import { env } from '#lib/platform/env.ts'
import { limitRequest } from '#lib/platform/http/limits/index.ts'
import { checkStore } from '#lib/platform/store/check.ts'
import { clearWarning, logFailures, reportWarning } from '#lib/platform/warnings.ts'
import { refreshCampSummary } from '#lib/site/camps/index.ts'
import { breakStore, setEnvironment, useFreshStore } from '#tests/support/store.ts'
import { answersJson, dropsTheConnection, sharedUpstream } from '#tests/support/upstream.ts'

describe('A failure that lasts', () => {
  useFreshStore()
  const upstream = sharedUpstream(answersJson({}))
  let lines: string[]
  let clock: jest.SpyInstance<number>
  beforeEach(() => {
    lines = []
    setEnvironment({ LOG_LEVEL: 'info', CAMPS_API_URL: upstream.url })
    jest.spyOn(process.stdout, 'write').mockImplementation((line) => {
      lines.push((JSON.parse(String(line)) as { message: string }).message)
      return true
    })
    const now = performance.now()
    clock = jest.spyOn(performance, 'now').mockReturnValue(now)
  })
  afterEach(() => jest.restoreAllMocks())

  const passHours = (hours: number) => clock.mockReturnValue(performance.now() + hours * 3_600_000)
  const count = () => Object.values(Object.groupBy(lines.splice(0), (line) => line)).map((same) => same?.length)

  test('of the database and the camp API is one line of each part that notices it, and one more after an hour', async () => {
    await breakStore()
    upstream.behave(dropsTheConnection)
    const failing = async () => {
      for (let times = 0; times < 20; times += 1) {
        await health()
        await limitRequest(new Headers({ 'x-client-address': '203.0.113.7' }), 'enquiry')
        await refreshCampSummary()
      }
    }
    await failing()
    expect(count()).toEqual([1, 1, 1, 1])
    passHours(1)
    await failing()
    expect(count()).toEqual([1, 1, 1, 1])
  })

  test('is logged when it is over, and again when it starts anew', async () => {
    const sentence = 'The lamp is out'
    const fail = () => logFailures(sentence, () => Promise.reject(new Error('No oil'))).catch(() => undefined)
    await fail()
    await fail()
    await logFailures(sentence, async () => 'lit')
    await logFailures(sentence, async () => 'lit')
    await fail()
    expect(lines).toEqual([sentence, 'A failure is over', sentence])
  })

  test('is a warning that is logged again after an hour', () => {
    for (const hours of [0, 0.5, 0.5, 0.5]) {
      passHours(hours)
      reportWarning('lamp', 'The lamp is out.')
    }
    clearWarning('lamp')
    expect(lines).toEqual(['The lamp is out.', 'The lamp is out.', 'A warning is over'])
  })
})

describe('A store that works', () => {
  useFreshStore()
  afterEach(() => jest.restoreAllMocks())

  test('is checked for an hour with less than two megabytes', async () => {
    await checkStore()
    const start = performance.now()
    const clock = jest.spyOn(performance, 'now').mockReturnValue(start)
    const size = () => statSync(path.join(env().dataDir, 'charity.db-wal')).size
    const before = size()
    // Every 15 seconds for a quarter of an hour; the log is first moved into the database after four megabytes.
    for (let seconds = 15; seconds <= 900; seconds += 15) {
      clock.mockReturnValue(start + seconds * 1000)
      await checkStore()
    }
    expect(size() - before).toBeLessThan(500_000)
  })
})
