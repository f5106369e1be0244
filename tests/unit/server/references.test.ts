import { referenceHeader, referencePlaceholder } from '#lib/platform/http/failure.ts'
import { problem } from '#lib/platform/http/problem.ts'
import { log, logWriter } from '#lib/platform/log.ts'
import { startOutboxWorker, stopOutboxWorker, wakeOutboxWorker } from '#lib/platform/outbox/worker.ts'
import { compressOnce, compressStreams } from '#lib/platform/server/compression.ts'
import type { Handler } from '#lib/platform/server/handler.ts'
import { plainPages } from '#lib/platform/server/plain-pages.ts'
import { withReferences } from '#lib/platform/server/references.ts'
import { keepEnvironment, setEnvironment } from '#tests/support/store.ts'
import { startGateSite } from './support.ts'

/** The reference that Next got for the request. */
let given: unknown

async function ask(next: Handler, { path = '/search', wrap = (handler: Handler) => handler, headers = {} } = {}) {
  const failing: Handler = (request, response) => {
    given = request.headers[referenceHeader]
    return next(request, response)
  }
  const site = await startGateSite(wrap(withReferences(failing)))
  return fetch(`http://127.0.0.1:${site.port}${path}`, { headers })
}

const empty: Handler = (_, response) => {
  response.statusCode = 500
  response.end()
}
const scripted: Handler = (_, response) => {
  response.statusCode = 500
  response.setHeader('content-type', 'text/html; charset=utf-8')
  response.setHeader('content-security-policy', "default-src 'none'; script-src 'self' 'nonce-1'")
  response.flushHeaders()
  response.write('<!DOCTYPE html><html id="__next_error__">')
  response.end('<script src="/_next/static/x.js"></script></html>')
}
const errorPage = `<html><body><h1>Something went wrong on our side</h1><p>Reference: ${referencePlaceholder}</p></body></html>`
const withPages = (handler: Handler) =>
  plainPages(handler, {
    strip: true,
    errorPages: { en: errorPage, hi: '', sw: '' },
    notFoundPages: { en: '', hi: '', sw: '' },
  })

test.each<[string, (handler: Handler) => Handler]>([
  ['as it is', (handler) => handler],
  ['compressed as a whole', compressOnce],
  ['compressed as it streams', compressStreams],
])('an empty error response gets a page with the logged reference, %s', async (_, wrap) => {
  const answer = await ask(empty, { wrap: (handler) => wrap(withPages(handler)) })
  const text = await answer.text()
  expect(answer.status).toBe(500)
  expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8')
  expect(answer.headers.get('cache-control')).toBe('no-store')
  expect(text).toContain('<h1>Something went wrong on our side</h1>')
  expect(text).toContain(`Reference: <strong>${given}</strong>`)
})

test('a page that fails is replaced by our error page with the logged reference', async () => {
  const answer = await ask(scripted, { wrap: withPages })
  const text = await answer.text()
  expect(answer.status).toBe(500)
  expect(text).toContain(`Reference: ${given}<`)
  expect(text).not.toContain('<script')
})

test('an empty error response of the API gets problem details', async () => {
  const answer = await ask(empty, { path: '/api/health' })
  expect(answer.status).toBe(500)
  expect(await answer.json()).toMatchObject({ status: 500, reference: given })
})

test('a request cannot choose its reference', async () => {
  await ask(empty, { headers: { [referenceHeader]: '<b>mine</b>' } })
  expect(given).toMatch(/^F-[0-9A-Z]{4}-[0-9A-Z]{4}$/)
})

test.each<[string, number, string, string]>([
  ['a page', 200, 'text/html; charset=utf-8', '<h1>Here</h1>'],
  ['a page that does not exist', 404, 'text/html; charset=utf-8', '<h1>Not here</h1>'],
  ['an error of the API', 500, 'application/problem+json', '{"status":500}'],
])('%s is sent unchanged', async (_, status, type, body) => {
  const answer = await ask((_request, response) => {
    response.statusCode = status
    response.setHeader('content-type', type)
    response.write(body.slice(0, 3))
    response.end(body.slice(3))
  })
  expect(answer.status).toBe(status)
  expect(await answer.text()).toBe(body)
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
