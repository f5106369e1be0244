import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { StatementSync } from 'node:sqlite'
import { GET as ready } from '#app/api/health/ready/route.ts'
import { GET as healthy } from '#app/api/health/route.ts'
import { GET as measured } from '#app/api/metrics/route.ts'
import { enquiryLimit } from '#lib/contact/forms/limits.ts'
import type { Comparison } from '#lib/giving/ledger/comparison.ts'
import { type ConditionId, findEach, inHealth } from '#lib/jobs/conditions.ts'
import { type Health, health } from '#lib/jobs/health.ts'
import { otherOwner } from '#lib/jobs/owner.ts'
import { readOnce } from '#lib/jobs/readings.ts'
import { start } from '#lib/jobs/start.ts'
import { hourMs, stopClock, utcNow } from '#lib/platform/clock.ts'
import { env } from '#lib/platform/env.ts'
import { limitRequest } from '#lib/platform/http/limits.ts'
import { liveVersions } from '#lib/platform/live.ts'
import { stopOutboxWorker } from '#lib/platform/outbox/worker.ts'
import { beginStopping, resetProcessState } from '#lib/platform/process-state.ts'
import { sendMail } from '#lib/platform/providers/emailjs.ts'
import { fetchCountry } from '#lib/platform/providers/ip-info.ts'
import { checkToken } from '#lib/platform/providers/turnstile.ts'
import { recordRejection } from '#lib/platform/server/refusal.ts'
import { stopStoreChecks } from '#lib/platform/store/check.ts'
import { lastBackupKey, store, writeSetting } from '#lib/platform/store/index.ts'
import { clearWarning, noteOutcome, reportWarning, warningsOf } from '#lib/platform/warnings.ts'
import { recordEvent } from '#lib/site/analytics/record.ts'
import { campSummary, refreshCampSummary, stopCampRefresh } from '#lib/site/camps/index.ts'
import { site } from '#lib/site/content/index.ts'
import { eventually } from '#tests/support/eventually.ts'
import {
  breakStore,
  keepEnvironment,
  mailKeys,
  passTime,
  setEnvironment,
  stripeKeys,
  useFreshStore,
} from '#tests/support/store.ts'
import { answersJson, answersText, badDays, dropsTheConnection, sharedUpstream } from '#tests/support/upstream.ts'
import { amina, postForm, send } from '../enquiries/support.ts'

/** The real one depends on how busy the machine is. */
jest.mock('#lib/platform/clock.ts', () => ({
  ...jest.requireActual('#lib/platform/clock.ts'),
  withTimeout: (work: Promise<unknown>) => work,
}))

const operatorToken = 'a-token-of-these-tests'
const none = { waiting: 0, dead: 0, unknown: 0, oldestSeconds: 0, datedAhead: 0 }
const quiet: Health = {
  status: 'ok',
  // A build beside the tests names it.
  version: expect.any(String),
  store: 'ok',
  storeFailure: null,
  camps: 'embedded',
  mail: { configured: false, ...none },
  quarantine: 0,
  webhooks: { refused: 0, lastRefusedAt: null, lastReason: null, lastAcceptedAt: null },
  comparison: null,
  troubles: [],
  upkeep: expect.objectContaining({ lastBackup: null }),
  warnings: [
    'NOTHING IS BEING DELIVERED: EMAILJS_SERVICE_ID is not set. Enquiries and receipts are kept; 0 wait for it.',
  ],
}

const at = (hours: number) => utcNow(-hours * hourMs)
const mails = (changes: Partial<typeof none>) => ({ mail: { ...none, ...changes } })
const comparisonOf = (changes: Partial<Comparison>): Comparison => ({
  ...{ at: at(47), since: at(72), done: null, compared: 5, recorded: 0, types: [], newest: null, failed: 0 },
  ...changes,
})
const compared = (changes: Partial<Comparison>) => ({ comparison: comparisonOf(changes) })

afterEach(() => resetProcessState('health'))

describe.each([
  ['/api/health', healthy],
  ['/api/health/ready', ready],
])('GET %s', (path, GET) => {
  const ask = (authorization?: string) =>
    GET(new Request(`http://localhost:3000${path}`, { headers: authorization ? { authorization } : {} }))
  const details = async () => (await (await ask(`Bearer ${operatorToken}`)).json()) as Health

  useFreshStore()

  test('returns only the status to the public, and details to the operator', async () => {
    setEnvironment({ OPERATOR_TOKEN: operatorToken })
    const response = await ask()
    expect([response.status, response.headers.get('cache-control')]).toEqual([200, 'no-store'])
    expect(await response.json()).toEqual({ status: 'ok', version: expect.any(String) })
    expect(await details()).toEqual(quiet)
  })

  test('answers 503 while the store cannot be opened', async () => {
    await breakStore()
    expect((await ask()).status).toBe(503)
  })

  test('is computed once a second, however often the public asks, and each time for the operator', async () => {
    setEnvironment({ OPERATOR_TOKEN: operatorToken })
    passTime(0)
    const queries = jest.spyOn(StatementSync.prototype, 'all')
    const counts = () => queries.mock.contexts.filter(({ sourceSQL }) => sourceSQL.includes('"outbox"')).length
    await Promise.all([ask(), ask()])
    await ask()
    const once = counts()
    expect(once).toBeGreaterThan(0)
    await details()
    expect(counts()).toBe(2 * once)
    passTime(999)
    await ask()
    expect(counts()).toBe(2 * once)
    passTime(1)
    await ask()
    expect(counts()).toBe(3 * once)
    queries.mockRestore()
  })

  const wrong = [undefined, 'Bearer wrong-operator-token', `Basic ${operatorToken}`, 'Bearer', 'Bearer null']
  test.each([
    ...wrong.map((header) => [header, operatorToken]),
    ...['Bearer null', 'Bearer undefined'].map((header) => [header, undefined]),
  ])('shows no details to a request that carries %s, where OPERATOR_TOKEN is %s', async (header, token) => {
    setEnvironment({ OPERATOR_TOKEN: token })
    expect(await (await ask(header)).json()).toEqual({ status: 'ok', version: expect.any(String) })
  })

  test('lists warnings of other modules until they end', async () => {
    setEnvironment({ ...mailKeys, OPERATOR_TOKEN: operatorToken })
    reportWarning('limit-reached', 'The first sentence.', { of: 'one' })
    reportWarning('limit-reached', 'The second sentence.', { of: 'two' })
    reportWarning('limit-reached', 'The first sentence, again.', { of: 'one' })
    reportWarning('kept-assets', 'The third sentence.')
    reportWarning('node-env', 'Long ago.', { seconds: 0 })
    expect((await details()).warnings).toEqual([
      'The first sentence, again.',
      'The second sentence.',
      'The third sentence.',
    ])
    clearWarning('limit-reached')
    clearWarning('kept-assets')
    expect((await details()).warnings).toEqual([])
  })

  test('shows what fails besides the database, since when, until it works again', async () => {
    setEnvironment({ ...mailKeys, OPERATOR_TOKEN: operatorToken })
    const before = Date.now()
    for (const trouble of ['stripe', 'camps', 'webhooks'] as const) noteOutcome(trouble, false)
    const { status, troubles, warnings } = await details()
    expect([status, troubles.map(({ trouble }) => trouble)]).toEqual(['ok', ['stripe', 'camps', 'webhooks']])
    for (const { since } of troubles) expect(Date.parse(since)).toBeGreaterThanOrEqual(before)
    expect(warnings).toEqual([
      expect.stringMatching(/^Requests to Stripe fail.* cannot give by card\. Since 2\d{3}-/),
      expect.stringMatching(/^The camp API/),
      expect.stringMatching(/^Gifts are recorded late\. .*cannot be recorded\./),
    ])
    for (const trouble of ['stripe', 'camps', 'webhooks'] as const) noteOutcome(trouble, true)
    expect(await details()).toMatchObject({ troubles: [], warnings: [] })
  })
})

describe('The last comparison of gifts', () => {
  useFreshStore()

  test('is in the details once there was one', async () => {
    setEnvironment(mailKeys)
    const last = comparisonOf({ recorded: 1, types: ['charge.refunded'] })
    await writeSetting('gift-comparison', JSON.stringify(last))
    expect(await health()).toMatchObject({
      comparison: last,
      warnings: [expect.stringMatching(/^1 .*charge\.refunded/)],
    })
  })
})

describe('A server that was asked to stop', () => {
  useFreshStore()
  afterEach(() => resetProcessState('stopping'))

  test('is not ready any more, but healthy', async () => {
    const ask = (path: string) => new Request(`http://localhost:3000${path}`)
    beginStopping()
    const response = await ready(ask('/api/health/ready'))
    expect([response.status, await response.json()]).toEqual([503, { status: 'stopping' }])
    expect((await healthy(ask('/api/health'))).status).toBe(200)
  })
})

describe('From what on it is said', () => {
  keepEnvironment()

  // What each condition says otherwise is in tests/unit/jobs/conditions.test.tsx.
  test.each<[ConditionId, Parameters<typeof readOnce>[0], RegExp | null]>([
    ['mail-late', mails({ waiting: 3, oldestSeconds: 3600 }), null],
    [
      'mail-late',
      mails({ waiting: 3, oldestSeconds: 3601 }),
      /^3 mails wait .* more than an hour: .* --stage=waiting$/,
    ],
    ['mail-dead', mails({ dead: 1 }), /^1 mail could not be delivered; .* --stage=dead$/],
    ['mail-unknown', mails({ unknown: 2 }), /^2 mails may or may not have arrived; .* --stage=unknown$/],
    ['mail-dated-ahead', mails({ datedAhead: 1 }), /^1 .* clock ahead/],
    ['comparison-late', { comparison: null }, null],
    ['comparison-late', compared({}), null],
    ['comparison-late', compared({ at: at(49) }), /^The gifts were last compared .* 2\d{3}-/],
    ['comparison-recorded', compared({}), null],
    ['comparison-recorded', compared({ recorded: 2, types: ['a', 'b'] }), /^2 .*: a, b\..*webhooks/],
    ['comparison-failed', compared({ failed: 3 }), /^3 .* charity gifts resync$/],
    ['disk', { freeBytes: 2_100_000_000 }, null],
    ['disk', { freeBytes: 1_900_000_000 }, /^Only 1900 MB are free/],
    ['disk', { freeBytes: null }, null],
    ['backup-missing', { lastBackup: null }, /^There is no backup/],
    ['backup-late', { lastBackup: at(46) }, null],
    ['backup-late', { lastBackup: at(48) }, /^The last backup is from 2/],
  ])('%s, with %j: %s', async (id, known, sentence) => {
    setEnvironment({ ...mailKeys, ...stripeKeys, SITE_URL: 'https://example.org' })
    const said = (await findEach([id], readOnce(known))).map(inHealth)
    expect(said).toEqual(sentence ? [expect.stringMatching(sentence)] : [])
  })

  test('a site that is tried on this machine may have no backup, but no old one', async () => {
    setEnvironment({ SITE_URL: 'http://localhost:3000' })
    const found = await Promise.all(
      [null, at(48)].map((lastBackup) => findEach(['backup-missing', 'backup-late'], readOnce({ lastBackup }))),
    )
    expect(found.map((each) => each.map(({ id }) => id))).toEqual([[], ['backup-late']])
  })
})

describe('The start of the server', () => {
  useFreshStore()

  test('refuses the store of another charity, but not that of one with a new name', async () => {
    expect(await otherOwner()).toBeNull()
    const { names, founded } = site()
    await writeSetting('charity', `Street Dogs\n${founded.date}`)
    expect(await otherOwner()).toBeNull()
    await writeSetting('charity', 'Street Dogs\n2019-04-01')
    expect(await otherOwner()).toBe(
      `The database is that of Street Dogs, and the content that of ${names.organisation}: each charity needs a DATA_DIR or DATABASE_URL of its own.`,
    )
  })

  test('the last update is part of the health, once there was one', async () => {
    const ask = async () => (await healthy(new Request('http://localhost:3000/api/health'))).json()
    expect(await ask()).not.toHaveProperty('update')
    writeFileSync(path.join(env().dataDir, 'update.json'), '{"result":"live","content":"1c77573"}')
    expect(await ask()).toMatchObject({ status: 'ok', update: { result: 'live', content: '1c77573' } })
  })
  afterEach(() => {
    stopStoreChecks()
    stopCampRefresh()
    for (const state of ['store', 'camps', 'live-versions']) resetProcessState(state)
    return stopOutboxWorker()
  })

  test('opens the store and knows its camp figures before a page is served, or goes on without one', async () => {
    await writeSetting('camp-summary', JSON.stringify({ ...(await campSummary()), totalSurgeryCount: 3500 }))
    await start()
    expect(liveVersions()('camps')).toContain('3500')
    expect((await health()).status).toBe('ok')
    await breakStore()
    await expect(start()).resolves.toBeUndefined()
  })

  test('fails with an invalid environment', async () => {
    process.env.PORT = 'x'
    await expect(start()).rejects.toThrow('PORT must be a whole number')
  })
})

const askForMetrics = (authorization?: string) =>
  measured(new Request('http://localhost:3000/api/metrics', { headers: authorization ? { authorization } : {} }))

/** The lines of our own metrics, without those that have no samples. */
async function scrape(): Promise<string[]> {
  const response = await askForMetrics(`Bearer ${operatorToken}`)
  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/)
  expect(response.headers.get('cache-control')).toBe('no-store')
  return (await response.text()).split('\n').filter((line) => line.startsWith('charity_'))
}

describe('GET /api/metrics', () => {
  beforeEach(() => {
    resetProcessState('metrics')
    resetProcessState('gift-metrics')
  })
  afterEach(() => resetProcessState('failure-streaks'))
  useFreshStore()

  test('reports what waits to Prometheus', async () => {
    setEnvironment({ ...mailKeys, OPERATOR_TOKEN: operatorToken })
    await send()
    await postForm({ ...amina, website2: 'x' })
    noteOutcome('stripe', false)
    const lastBackup = '2026-11-22T03:15:00.000Z'
    await writeSetting(lastBackupKey, lastBackup)
    expect(await scrape()).toEqual(
      expect.arrayContaining([
        'charity_store_up 1',
        'charity_outbox_mails{state="waiting"} 1',
        'charity_outbox_mails{state="dead"} 0',
        'charity_outbox_mails{state="unknown"} 0',
        'charity_quarantined_enquiries 1',
        'charity_trouble{trouble="stripe"} 1',
        'charity_trouble{trouble="camps"} 0',
        `charity_last_backup_timestamp_seconds ${Date.parse(lastBackup) / 1000}`,
        expect.stringMatching(/^charity_disk_free_bytes /),
        `charity_build_info{version="${env().version}"} 1`,
      ]),
    )
  })

  test('reports no counts while the store fails', async () => {
    setEnvironment({ OPERATOR_TOKEN: operatorToken })
    await scrape()
    await breakStore()
    const lines = await scrape()
    expect(lines).toEqual(expect.arrayContaining(['charity_store_up 0', 'charity_outbox_oldest_seconds Nan']))
    expect(lines.filter((line) => line.startsWith('charity_outbox_mails'))).toEqual([])
  })

  test('is for the operator: 401 for others, and 404 without OPERATOR_TOKEN', async () => {
    setEnvironment({ OPERATOR_TOKEN: operatorToken })
    const response = await askForMetrics('Bearer wrong-operator-token')
    expect([response.status, response.headers.get('www-authenticate')]).toEqual([401, 'Bearer'])
    setEnvironment({ OPERATOR_TOKEN: undefined })
    expect((await askForMetrics('Bearer undefined')).status).toBe(404)
  })
})

describe('What health says about other services: only what is true, with its cause, and no longer than a minute', () => {
  useFreshStore()
  const service = sharedUpstream(answersJson({}))
  beforeEach(() => {
    stopClock(new Date())
    for (const state of ['failure-streaks', 'warnings', 'camps']) resetProcessState(state)
    setEnvironment({
      CAMPS_API_URL: service.url,
      IPINFO_TOKEN: 'token',
      IPINFO_API_BASE: service.url,
      TURNSTILE_SITE_KEY: 'site',
      TURNSTILE_SECRET_KEY: 'secret',
      TURNSTILE_API_BASE: service.url,
      ANALYTICS_ID: 'G-TEST0000',
      ANALYTICS_API_SECRET: 'secret',
      ANALYTICS_API_BASE: service.url,
      ...mailKeys,
      EMAILJS_API_BASE: service.url,
    })
  })
  afterEach(() => stopClock(undefined))

  /** Service and cause of each. */
  const troubles = async () => (await health()).troubles.map(({ trouble, why }) => [trouble, why])
  const given = <Value>(value: Value | null) => {
    if (value === null) throw new Error('It is not configured')
    return value
  }
  const calls = {
    camps: () => refreshCampSummary(),
    ipinfo: () => fetchCountry('8.8.8.8', given(env().ipinfo)),
    turnstile: () => checkToken(given(env().turnstile), 'token', 'attempt'),
    emailjs: () =>
      sendMail(given(env().emailjs), { to: 'a@example.org', replyTo: '', subject: '', text: '', html: '' }),
  }

  describe.each(['camps', 'ipinfo', 'turnstile', 'emailjs'] as const)('%s', (name) => {
    test.each(badDays)('is a trouble with its cause after %s', async (_, behaviour) => {
      service.behave(behaviour)
      await calls[name]()
      expect(await troubles()).toEqual([
        [name, expect.stringMatching(/^(?:The camp API|ipinfo|Turnstile|The mail service) /)],
      ])
      const [, cause = ''] = (await troubles())[0] ?? []
      expect((await health()).warnings).toContainEqual(expect.stringContaining(` ${cause}. Since `))
    })
  })

  test.each<[keyof typeof calls, ReturnType<typeof answersJson>]>([
    ['turnstile', answersJson({ success: false, 'error-codes': ['invalid-input-response'] }, 400)],
    ['emailjs', answersText('The recipients address is corrupted', 422)],
  ])('what somebody typed is no trouble with %s', async (name, behaviour) => {
    service.behave(behaviour)
    await calls[name]()
    expect(await troubles()).toEqual([])
  })

  test.each(['ipinfo', 'turnstile'] as const)(
    'a trouble with %s, which only visitors ask, is one for a minute after the last failure',
    async (name) => {
      service.behave(answersText('', 503))
      await calls[name]()
      stopClock(utcNow(40_000))
      await calls[name]()
      stopClock(utcNow(59_000))
      expect(await troubles()).toHaveLength(1)
      stopClock(utcNow(1000))
      expect(await troubles()).toEqual([])
    },
  )

  test('no warning about visitors who were turned away, or events that were lost, outlasts a minute', async () => {
    service.behave(answersText('', 503))
    recordRejection('pages')
    const report = { visitor: 'v', session: 1, page: '/', from: undefined, event: { name: 'page' } } as const
    recordEvent(report as never)
    await eventually(() => warningsOf('turned-away').length + warningsOf('analytics').length === 2)
    passTime(60_000)
    expect([...warningsOf('turned-away'), ...warningsOf('analytics')]).toEqual([])
  })
})

describe('A table that cannot be read', () => {
  useFreshStore()

  test('fails the health, which still responds', async () => {
    setEnvironment({ LOG_LEVEL: 'silent' })
    const { db } = await store()
    await db.schema.alterTable('enquiries').renameTo('lost').execute()
    expect(await health()).toMatchObject({ status: 'failing', quarantine: 0 })
  })
})

describe('A failure that lasts', () => {
  useFreshStore()
  const upstream = sharedUpstream(answersJson({}))
  let lines: string[]
  let clock: jest.SpyInstance<number>
  beforeEach(() => {
    lines = []
    for (const state of ['failure-streaks', 'logged-failures', 'warnings', 'camps']) resetProcessState(state)
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
  const count = () =>
    Object.fromEntries(
      Object.entries(Object.groupBy(lines.splice(0), (line) => line)).map(([line, same]) => [line, same?.length]),
    )

  test('of the database and the camp API is one line of each part that notices it, and one more after an hour', async () => {
    await breakStore()
    upstream.behave(dropsTheConnection)
    const failing = async () => {
      for (let times = 0; times < 5; times += 1) {
        await health()
        await limitRequest(new Headers({ 'x-client-address': '203.0.113.7' }), enquiryLimit)
        await refreshCampSummary()
      }
    }
    // The watch of campaigns, which an earlier test started, may notice it as well.
    const once = expect.objectContaining({
      'Requests cannot be counted, so they are allowed': 1,
      'The camp API returned no usable figures; keeping the last good ones': 1,
      'The camp summary could not be read from the store': 1,
      'The store did not respond': 1,
    })
    await failing()
    expect(count()).toEqual(once)
    passHours(1)
    await failing()
    expect(count()).toEqual(once)
  })

  test('is a warning that is logged again after an hour', () => {
    for (const hours of [0, 0.5, 0.5, 0.5]) {
      passHours(hours)
      reportWarning('node-env', 'The lamp is out.')
    }
    clearWarning('node-env')
    expect(lines).toEqual(['The lamp is out.', 'The lamp is out.', 'A warning was resolved'])
  })
})
