import { GET as ready } from '#app/api/health/ready/route.ts'
import { GET as healthy } from '#app/api/health/route.ts'
import { stopCampRefresh } from '#lib/camps/index.ts'
import { type Health, health } from '#lib/jobs/health.ts'
import { start } from '#lib/jobs/start.ts'
import { stopOutboxWorker } from '#lib/outbox/worker.ts'
import { stopStoreChecks } from '#lib/store/check.ts'
import { closeStore, store } from '#lib/store/index.ts'
import { clearWarning, reportWarning } from '#lib/warnings.ts'
import manifest from '#package.json' with { type: 'json' }
import { postgresMissing, startPostgres } from '#tests/support/postgres.ts'
import { breakStore, keepEnvironment, onBothDatabases, setEnvironment, useFreshStore } from '#tests/support/store.ts'

const operatorToken = 'a token of these tests'.replaceAll(' ', '-')
const mail = {
  EMAILJS_SERVICE_ID: 'service',
  EMAILJS_PUBLIC_KEY: 'public',
  EMAILJS_TEMPLATE_ENQUIRY: 'enquiry',
  EMAILJS_TEMPLATE_NEWSLETTER: 'newsletter',
}

const warning = {
  noMail: 'NOTHING IS BEING DELIVERED: EMAILJS_SERVICE_ID is not set. Enquiries and receipts are kept; 0 wait for it.',
}

describe.each([
  ['/api/health', healthy],
  ['/api/health/ready', ready],
])('GET %s', (path, GET) => {
  const ask = (authorization?: string) =>
    GET(new Request(`http://localhost:3000${path}`, { headers: authorization ? { authorization } : {} }))
  const details = async () => (await (await ask(`Bearer ${operatorToken}`)).json()) as Health

  onBothDatabases(() => {
    test('returns 200 and only the status to the public', async () => {
      const answer = await ask()
      expect(answer.status).toBe(200)
      expect(answer.headers.get('cache-control')).toBe('no-store')
      expect(await answer.json()).toEqual({ status: 'ok' })
    })

    test('shows details to the operator', async () => {
      setEnvironment({ OPERATOR_TOKEN: operatorToken })
      const answer = await ask(`Bearer ${operatorToken}`)
      expect(answer.status).toBe(200)
      expect(await answer.json()).toEqual({
        status: 'ok',
        version: manifest.version,
        store: 'ok',
        camps: 'embedded',
        mail: { configured: false, waiting: 0, dead: 0, unknown: 0, oldestSeconds: 0, datedAhead: 0, receiptsKept: 0 },
        quarantine: 0,
        webhooks: { refused: 0, lastRefusedAt: null, lastReason: null, lastAcceptedAt: null },
        warnings: [warning.noMail],
      })
    })
  })

  keepEnvironment()

  const onPostgres = postgresMissing ? test.skip : test
  onPostgres(
    'answers 503 once PostgreSQL stops, and tells nobody why',
    async () => {
      const server = await startPostgres()
      setEnvironment({ DATABASE_URL: await server.createDatabase(), OPERATOR_TOKEN: operatorToken })
      expect((await ask()).status).toBe(200)
      await server.stop()
      const answer = await ask()
      expect(answer.status).toBe(503)
      expect(await answer.json()).toEqual({ status: 'failing' })
      expect(await details()).toEqual({
        status: 'failing',
        version: manifest.version,
        store: 'failing',
        camps: 'embedded',
        mail: { configured: false, waiting: 0, dead: 0, unknown: 0, oldestSeconds: 0, datedAhead: 0, receiptsKept: 0 },
        quarantine: 0,
        webhooks: { refused: 0, lastRefusedAt: null, lastReason: null, lastAcceptedAt: null },
        warnings: ['The store is failing: nothing that visitors send can be saved.'],
      })
      await closeStore()
    },
    60_000,
  )

  describe('whatever the database', () => {
    useFreshStore()

    test('answers 503 while the store cannot be opened', async () => {
      await breakStore()
      expect((await ask()).status).toBe(503)
    })

    test.each([undefined, 'Bearer wrong-operator-token', `Basic ${operatorToken}`, 'Bearer', 'Bearer null'])(
      'keeps the details from a request that carries %s',
      async (authorization) => {
        setEnvironment({ OPERATOR_TOKEN: operatorToken })
        expect(await (await ask(authorization)).json()).toEqual({ status: 'ok' })
      },
    )

    test('shows no details while OPERATOR_TOKEN is not set', async () => {
      setEnvironment({ OPERATOR_TOKEN: undefined })
      expect(await (await ask('Bearer null')).json()).toEqual({ status: 'ok' })
      expect(await (await ask('Bearer undefined')).json()).toEqual({ status: 'ok' })
    })

    test('shows whether mail is configured', async () => {
      setEnvironment({ ...mail, OPERATOR_TOKEN: operatorToken })
      expect(await details()).toMatchObject({ mail: { configured: true }, warnings: [] })
    })

    test('lists warnings of other modules until they end', async () => {
      setEnvironment({ ...mail, OPERATOR_TOKEN: operatorToken })
      reportWarning('one', 'The first sentence.')
      reportWarning('two', 'The second sentence.')
      reportWarning('one', 'The first sentence, again.')
      reportWarning('short', 'Long ago.', { seconds: 0 })
      expect((await details()).warnings).toEqual(['The first sentence, again.', 'The second sentence.'])
      clearWarning('one')
      clearWarning('two')
      expect((await details()).warnings).toEqual([])
    })
  })
})

describe('The start of the server', () => {
  useFreshStore()
  afterEach(() => {
    stopStoreChecks()
    stopCampRefresh()
    return stopOutboxWorker()
  })

  test('opens the store', async () => {
    await start()
    expect((await health()).status).toBe('ok')
  })

  test('continues without a store, which may come back', async () => {
    await breakStore()
    await expect(start()).resolves.toBeUndefined()
  })

  test('fails with an invalid environment', async () => {
    process.env.PORT = 'x'
    await expect(start()).rejects.toThrow('PORT must be a whole number')
  })

  test('opens nothing during the build', async () => {
    setEnvironment({ NEXT_PHASE: 'phase-production-build' })
    await start()
    await expect(store()).rejects.toThrow()
  })
})
