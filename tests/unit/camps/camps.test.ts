import { readFileSync } from 'node:fs'
import { parse } from 'yaml'
import { GET } from '#app/api/country-wise-camps-summary/route.ts'
import { stopClock } from '#lib/platform/clock.ts'
import { resetProcessState } from '#lib/platform/process-state.ts'
import { closeStore, store } from '#lib/platform/store/index.ts'
import { campSummary, refreshCampSummary, stopCampRefresh } from '#lib/site/camps/index.ts'
import { breakStore, setEnvironment, useFreshStore } from '#tests/support/store.ts'
import {
  answersJson,
  type Behaviour,
  badDays,
  dropsTheConnection,
  neverAnswers,
  sharedUpstream,
} from '#tests/support/upstream.ts'

const countryWiseCamps = {
  INDIA: { surgeryCount: 641 },
  KENYA: { surgeryCount: 315 },
  ZIMBABWE: { surgeryCount: 209 },
  UGANDA: { surgeryCount: 22 },
  AFRICA: { surgeryCount: 74 },
}
const upstreamFigures = { totalSurgeryCount: 1261, totalCampCount: 82, totalCountryCount: 7, countryWiseCamps }
const embedded = { ...parse(readFileSync('content/camps.yaml', 'utf8')), asOf: null, source: 'embedded' }
const live = { ...upstreamFigures, asOf: expect.stringMatching(/^\d{4}-.*Z$/), source: 'live' }

/** Clears this process's memory, as at a restart. */
async function restart() {
  stopCampRefresh()
  await closeStore()
  resetProcessState('camps')
}

describe('The camp summary', () => {
  useFreshStore()
  const upstream = sharedUpstream(answersJson(upstreamFigures))
  beforeEach(() => setEnvironment({ CAMPS_API_URL: upstream.url }))
  afterEach(async () => {
    jest.restoreAllMocks()
    await restart()
  })

  test('is that of the content files until one is loaded, then live', async () => {
    expect(await campSummary()).toEqual(embedded)
    await refreshCampSummary()
    expect(await campSummary()).toEqual(live)
    setEnvironment({ CAMPS_API_URL: `${upstream.url}/v2/country-wise-camps-summary` })
    await refreshCampSummary()
    const [api, full] = ['/api/country-wise-camps-summary', '/v2/country-wise-camps-summary']
    expect(upstream.requests.map(({ url }) => url)).toEqual([api, full])
    setEnvironment({ NEXT_PHASE: 'phase-production-build' })
    expect(await campSummary()).toEqual(embedded)
  })

  test('survives a restart, and is last known after five minutes', async () => {
    await refreshCampSummary()
    const { asOf } = await campSummary()
    await restart()
    // A page waits half a second for it.
    await store()
    expect(await campSummary()).toEqual({ ...upstreamFigures, asOf: expect.any(String), source: 'live' })
    stopClock(new Date(Date.parse(asOf ?? '') + 5 * 60_000 + 1000))
    expect(await campSummary()).toMatchObject({ totalSurgeryCount: 1261, source: 'last-known' })
  })

  test('counts 0 for a missing country, keeps one that content may add, and ignores unknown fields', async () => {
    const { KENYA: _, AFRICA: __, ...present } = countryWiseCamps
    const odd = { ...present, AFRICA: {}, PERU: { surgeryCount: 1 } }
    upstream.behave(answersJson({ ...upstreamFigures, countryWiseCamps: odd, note: 'x' }))
    await refreshCampSummary()
    expect((await campSummary()).countryWiseCamps).toEqual({ ...present, PERU: { surgeryCount: 1 } })
  })

  const figures = (change: object) => answersJson({ ...upstreamFigures, ...change })
  const bad: (readonly [string, Behaviour])[] = [
    ...badDays,
    ['figures as text', figures({ totalSurgeryCount: '1300' })],
    ['an absurd figure', figures({ totalSurgeryCount: 9_000_000_000 })],
    ['totals of nought', figures({ totalSurgeryCount: 0 })],
  ]
  test.each(bad)('stays the last good one after %s', async (_, behaviour) => {
    await refreshCampSummary()
    upstream.behave(behaviour)
    await refreshCampSummary()
    expect(await campSummary()).toEqual(live)
    await restart()
    expect(await campSummary()).toEqual(live)
  })

  test('is returned while the camp API hangs', async () => {
    upstream.behave(neverAnswers)
    const refreshing = refreshCampSummary()
    expect(await campSummary()).toEqual(embedded)
    await refreshing
    expect(await campSummary()).toEqual(embedded)
  })

  test('is fetched once for concurrent callers', async () => {
    await Promise.all([refreshCampSummary(), refreshCampSummary(), refreshCampSummary()])
    expect(upstream.requests).toHaveLength(1)
  })

  test('is returned with its age and its source, and needs neither the camp API nor the store', async () => {
    await breakStore()
    expect(await (await GET()).json()).toEqual(embedded)
    await refreshCampSummary()
    upstream.behave(dropsTheConnection)
    await refreshCampSummary()
    const response = await GET()
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toMatch(/^application\/json/)
    expect(response.headers.get('cache-control')).toBe('public, max-age=60')
    expect(await response.json()).toEqual(live)
  })
})
