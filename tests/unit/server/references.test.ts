import { referenceHeader } from '#lib/platform/http/failure.ts'
import { problem } from '#lib/platform/http/problem.ts'
import { log, logWriter } from '#lib/platform/log.ts'
import { startOutboxWorker, stopOutboxWorker, wakeOutboxWorker } from '#lib/platform/outbox/worker.ts'
import { type Handler, withReferences } from '#lib/platform/server/handler.ts'
import { keepEnvironment, setEnvironment } from '#tests/support/store.ts'
import { startGateSite } from './support.ts'

/** The reference that Next got for the request. */
let given: unknown

async function ask(next: Handler, { path = '/search', headers = {} } = {}) {
  const failing: Handler = (request, response) => {
    given = request.headers[referenceHeader]
    return next(request, response)
  }
  const site = await startGateSite(withReferences(failing))
  return fetch(`http://127.0.0.1:${site.port}${path}`, { headers })
}

test('a request cannot choose its reference', async () => {
  await ask((_, response) => response.end(), { headers: { [referenceHeader]: '<b>mine</b>' } })
  expect(given).toMatch(/^F-[0-9A-Z]{4}-[0-9A-Z]{4}$/)
})

describe('while a request is handled', () => {
  const write = logWriter.get()
  let lines: { message: string; request?: string }[] = []
  beforeEach(() => {
    lines = []
    setEnvironment({ LOG_LEVEL: 'info' })
    logWriter.set((line) => lines.push(JSON.parse(line)))
  })
  afterEach(() => logWriter.set(write))
  keepEnvironment()

  test.each([
    [503, 'does'],
    [422, 'does not'],
  ])('each log line names its reference; an answer with status %d %s', async (status, names) => {
    const answer = await ask(async (_, response) => {
      log.info('before')
      await new Promise(setImmediate)
      log.info('after')
      response.statusCode = status
      response.end(await problem(status).text())
    })
    const { reference } = (await answer.json()) as { reference?: string }
    log.info('later')
    expect(reference).toBe(names === 'does' ? given : undefined)
    expect(lines).toMatchObject([
      { message: 'before', request: given },
      { message: 'after', request: given },
      { message: 'later' },
    ])
    expect(lines[2]).not.toHaveProperty('request')
  })

  test('mail that it queues is delivered outside of it', async () => {
    const delivered = new Promise<void>((resolve) => {
      void ask((_, response) => {
        const daily = async () => {
          log.info('delivering')
          resolve()
        }
        startOutboxWorker({ kinds: {}, daily })
        wakeOutboxWorker()
        response.end()
      })
    })
    await delivered
    await stopOutboxWorker()
    expect(lines.find(({ message }) => message === 'delivering')).not.toHaveProperty('request')
  })
})
