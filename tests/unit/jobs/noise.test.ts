/** What a failure that lasts writes to the log, and what a working store's checks write to the disk. */

import { enquiryLimit } from '#lib/contact/forms/limits.ts'
import { health } from '#lib/jobs/health.ts'
import { limitRequest } from '#lib/platform/http/limits.ts'
import { clearWarning, reportWarning } from '#lib/platform/warnings.ts'
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
    // Whole milliseconds: with fractions an hour later can be a little less than an hour.
    const now = Math.round(performance.now())
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
        await limitRequest(new Headers({ 'x-client-address': '203.0.113.7' }), enquiryLimit)
        await refreshCampSummary()
      }
    }
    await failing()
    expect(count()).toEqual([1, 1, 1, 1])
    passHours(1)
    await failing()
    expect(count()).toEqual([1, 1, 1, 1])
  })

  test('is a warning that is logged again after an hour', () => {
    for (const hours of [0, 0.5, 0.5, 0.5]) {
      passHours(hours)
      reportWarning('lamp', 'The lamp is out.')
    }
    clearWarning('lamp')
    expect(lines).toEqual(['The lamp is out.', 'The lamp is out.', 'A warning was resolved'])
  })
})
