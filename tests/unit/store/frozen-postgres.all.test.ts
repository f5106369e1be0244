import { POST } from '#app/api/enquiries/route.ts'
import { closeStore, store } from '#lib/platform/store/index.ts'
import { type PrivatePostgres, postgresMissing, startPostgres } from '#tests/support/postgres.ts'
import { createStore, keepEnvironment, setEnvironment } from '#tests/support/store.ts'

const onPostgres = postgresMissing || process.platform !== 'linux' ? describe.skip : describe

onPostgres('A PostgreSQL that stops responding', () => {
  keepEnvironment()
  let server: PrivatePostgres
  beforeAll(async () => {
    server = await startPostgres({ durable: true })
  })
  afterAll(() => server.stop())
  afterEach(async () => {
    server.thaw()
    await closeStore()
  })

  const submit = async (message: string) => {
    const started = performance.now()
    const body = { form: 'contact', firstname: 'Amina', lastname: 'Otieno', email: 'amina@example.org', message }
    const { status } = await POST(
      new Request('http://localhost:3000/api/enquiries', {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'idempotency-key': `a-form-${message.replaceAll(' ', '-')}` },
        body: JSON.stringify(body),
      }),
    )
    return { status, seconds: (performance.now() - started) / 1000 }
  }
  const isUnavailable = ({ status }: { status: number }) => status === 503

  test('that is killed fails the transaction in progress, and is used again once it runs', async () => {
    setEnvironment({ DATABASE_URL: await server.createDatabase() })
    await createStore()
    const { db } = await store()
    const begun = db.transaction().execute(async (transaction) => {
      await transaction.selectFrom('enquiries').select('id').execute()
      // Nothing waits for an answer at that moment.
      await server.crash()
      await transaction.selectFrom('enquiries').select('id').execute()
    })
    await expect(begun).rejects.toThrow()
    expect((await submit('after the crash')).status).toBe(202)
  })

  test('costs each of many forms one timeout, and is used again as soon as it responds', async () => {
    setEnvironment({ DATABASE_URL: await server.createDatabase() })
    await createStore()
    const { db } = await store()
    expect((await submit('before')).status).toBe(202)

    server.freeze()
    // More than the pool has connections.
    const together = await Promise.all(Array.from({ length: 15 }, (_, number) => submit(`together ${number}`)))
    expect(together.every(isUnavailable)).toBe(true)
    // Each query of a form used to wait in turn: 24 seconds.
    expect(Math.max(...together.map(({ seconds }) => seconds))).toBeLessThan(8)
    expect(isUnavailable(await submit('directly afterwards'))).toBe(true)

    server.thaw()
    let response = await submit('after')
    while (isUnavailable(response)) response = await submit('after')
    expect(response.status).toBe(202)
    const { count } = await db
      .selectFrom('enquiries')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('fields', 'like', '%after"%')
      .executeTakeFirstOrThrow()
    expect(count).toBe(1)
  })
})
