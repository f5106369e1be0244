import { GET as ready } from '#app/api/health/ready/route.ts'
import { GET as healthy } from '#app/api/health/route.ts'
import { stopCampRefresh } from '#lib/camps/index.ts'
import { stopOutboxWorker } from '#lib/outbox/worker.ts'
import { start } from '#lib/start.ts'
import { closeStore, store } from '#lib/store/index.ts'
import manifest from '#package.json' with { type: 'json' }
import { postgresMissing, startPostgres } from '#tests/support/postgres.ts'
import { breakStore, keepEnvironment, onBothDatabases, setEnvironment, useFreshStore } from '#tests/support/store.ts'

const mail = {
  EMAILJS_SERVICE_ID: 'service',
  EMAILJS_PUBLIC_KEY: 'public',
  EMAILJS_TEMPLATE_ENQUIRY: 'enquiry',
  EMAILJS_TEMPLATE_NEWSLETTER: 'newsletter',
}

describe.each([
  ['GET /api/health', healthy],
  ['GET /api/health/ready', ready],
])('%s', (_, GET) => {
  onBothDatabases(() => {
    test('answers 200 with what works', async () => {
      const answer = await GET()
      expect(answer.status).toBe(200)
      expect(answer.headers.get('cache-control')).toBe('no-store')
      expect(await answer.json()).toEqual({
        status: 'ok',
        version: manifest.version,
        store: 'ok',
        camps: 'embedded',
        mail: {
          configured: false,
          waiting: 0,
          dead: 0,
          oldestSeconds: 0,
          receiptsKept: 0,
          quarantined: 0,
          problem:
            'NOTHING IS BEING DELIVERED: EMAILJS_SERVICE_ID is not set. Enquiries and receipts are kept; 0 wait for it.',
        },
      })
    })
  })

  keepEnvironment()

  const onPostgres = postgresMissing ? test.skip : test
  onPostgres(
    'answers 503 once PostgreSQL stops, and tells nobody why',
    async () => {
      const server = await startPostgres()
      setEnvironment({ DATABASE_URL: await server.createDatabase() })
      expect((await GET()).status).toBe(200)
      await server.stop()
      const answer = await GET()
      expect(answer.status).toBe(503)
      expect(await answer.json()).toEqual({
        status: 'failing',
        version: manifest.version,
        store: 'failing',
        camps: 'embedded',
        mail: {
          configured: false,
          waiting: 0,
          dead: 0,
          oldestSeconds: 0,
          receiptsKept: 0,
          quarantined: 0,
          problem: 'Not known while the store fails.',
        },
      })
      await closeStore()
    },
    60_000,
  )

  describe('whatever the database', () => {
    useFreshStore()

    test('answers 503 while the store cannot be opened', async () => {
      await breakStore()
      expect((await GET()).status).toBe(503)
    })

    test('says whether mail is set up', async () => {
      setEnvironment(mail)
      expect(await (await GET()).json()).toMatchObject({ mail: { configured: true, problem: null } })
    })
  })
})

describe('The start of the server', () => {
  useFreshStore()
  afterEach(() => {
    stopCampRefresh()
    return stopOutboxWorker()
  })

  test('opens the store', async () => {
    await start()
    expect((await healthy()).status).toBe(200)
  })

  test('goes on without a store: it may come back', async () => {
    await breakStore()
    await expect(start()).resolves.toBeUndefined()
  })

  test('stops at a wrong environment', async () => {
    process.env.PORT = 'x'
    await expect(start()).rejects.toThrow('PORT must be a whole number')
  })

  test('opens nothing while the site is built', async () => {
    setEnvironment({ NEXT_PHASE: 'phase-production-build' })
    await start()
    await expect(store()).rejects.toThrow()
  })
})
