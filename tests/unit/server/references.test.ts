import { referenceHeader, referencePlaceholder } from '#lib/http/failure.ts'
import { compressOnce, compressStreams } from '#lib/server/compression.ts'
import type { Handler } from '#lib/server/handler.ts'
import { plainPages } from '#lib/server/plain-pages.ts'
import { withReferences } from '#lib/server/references.ts'
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
const withPages = (handler: Handler) => plainPages(handler, { strip: true, errorPage, notFoundPage: '' })

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
