import { apiRoutes } from '#app/api/routes.ts'
import { readBody, readText } from '#lib/platform/http/body.ts'
import { answerApi } from '#lib/platform/server/api-routes.ts'
import { exchange, send } from '#tests/support/raw-http.ts'
import { startGateSite } from './support.ts'

type Answer = (request: Request) => Promise<Response>

/** The site with `answer` in the place of every handler of app/api, in front of a Next that answers 418. */
async function siteWith(answer: Answer) {
  const routes = new Map([...apiRoutes.keys()].map((path) => [path, { GET: answer, POST: answer }]))
  const next = (_: unknown, response: { writeHead(status: number): { end(): void } }) => response.writeHead(418).end()
  const { port } = await startGateSite(answerApi(next, routes, 'https://example.org'), {
    trustedProxies: ['127.0.0.1'],
  })
  return { port, url: `http://127.0.0.1:${port}` }
}

const says: Answer = async (request) => {
  const { url, method, headers } = request
  return Response.json({ url, method, from: headers.get('x-client-address'), text: await request.text() })
}

test('a handler gets the method, address, headers and body of the request, and its response is sent', async () => {
  const { url } = await siteWith(says)
  const init = { method: 'POST', body: 'कृपया'.repeat(9000), headers: { 'x-forwarded-for': '8.8.8.8' } }
  const response = await fetch(`${url}/api/enquiries?a=%20b`, init)
  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toBe('application/json')
  expect(response.headers.get('x-content-type-options')).toBe('nosniff')
  expect(await response.json()).toEqual({
    url: 'https://example.org/api/enquiries?a=%20b',
    method: 'POST',
    from: '8.8.8.8',
    text: init.body,
  })
})

test('a redirect keeps its status and each of its cookies', async () => {
  const headers = new Headers({ location: '/forms/contact' })
  for (const cookie of ['a=1; Path=/', 'b=2; Path=/']) headers.append('set-cookie', cookie)
  const { url } = await siteWith(async () => new Response(null, { status: 303, headers }))
  const response = await fetch(`${url}/api/newsletter`, { method: 'POST', redirect: 'manual' })
  expect(response.status).toBe(303)
  expect(response.headers.get('location')).toBe('/forms/contact')
  expect(response.headers.getSetCookie()).toEqual(['a=1; Path=/', 'b=2; Path=/'])
})

test.each(['/api/unknown', '/India', '/api'])('%s goes to Next', async (path) => {
  const { url } = await siteWith(says)
  expect((await fetch(url + path)).status).toBe(418)
})

test('a body is read no further than its handler reads it', async () => {
  const { port } = await siteWith(async (request) => {
    const text = await readText(request, 10)
    return text.ok ? new Response(text.value) : text.failure
  })
  const head = 'POST /api/enquiries HTTP/1.1\r\nHost: a\r\n'
  // Neither client ever sends the rest.
  for (const rest of [
    'Content-Length: 90\r\n\r\nab',
    'Transfer-Encoding: chunked\r\n\r\n14\r\naaaaaaaaaaaaaaaaaaaa\r\n',
  ]) {
    const response = await send(port, head + rest)
    expect(response.status).toBe(413)
    expect(response.headers.connection).toBe('close')
  }
})

test('a client that leaves in the middle of its body ends its request', async () => {
  const read = Promise.withResolvers<boolean>()
  const { port } = await siteWith(async (request) => {
    const body = await readBody(request)
    read.resolve(body.ok)
    return new Response(null, { status: 204 })
  })
  const type = 'Content-Type: application/json'
  const half = `POST /api/enquiries HTTP/1.1\r\nHost: a\r\n${type}\r\nContent-Length: 90\r\n\r\n{"a":`
  await exchange(port, Buffer.from(half), { leaves: true })
  expect(await read.promise).toBe(false)
})

test('a handler that throws is answered 500 with a reference', async () => {
  const { url } = await siteWith(() => Promise.reject(new Error('It broke')))
  const response = await fetch(`${url}/api/enquiries`, { method: 'POST' })
  expect(response.status).toBe(500)
  expect(await response.json()).toMatchObject({ reference: expect.stringMatching(/^F-/) })
})
