import { request as ask, createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { log } from '#lib/log.ts'
import type { Handler } from '#lib/server/handler.ts'
import { plainPages } from '#lib/server/plain-pages.ts'

let server: Server | undefined
afterEach(() => {
  jest.restoreAllMocks()
  return new Promise<void>((resolve) => (server ? server.close(() => resolve()) : resolve()))
})

const runtime = '<script src="/_next/static/chunks/a.js" async=""></script><script>self.__next_f.push([1])</script>'
const rendered = `<html><body><p>All hands</p>${runtime}</body></html>`
const plain = '<html><body><p>All hands</p></body></html>'
const errorPage = '<html><body><p>Try again</p></body></html>'
const notFoundPage = '<html><body><p>Nothing here</p></body></html>'

type Rendered = { html?: string; status?: number; headers?: Record<string, string>; parts?: number }

/** Answers as Next answers: a prerendered page in one piece, one that is rendered per request in several. */
const next =
  ({ html = rendered, status = 200, headers = {}, parts = 1 }: Rendered, seen: IncomingMessage[] = []): Handler =>
  (request, response) => {
    seen.push(request)
    response.statusCode = status
    response.setHeader('content-type', 'text/html; charset=utf-8')
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value)
    if (parts === 1) {
      response.setHeader('content-length', Buffer.byteLength(html))
      return response.end(html)
    }
    response.flushHeaders()
    for (let part = 0; part < parts; part++)
      response.write(Buffer.from(html.slice((part * html.length) / parts, ((part + 1) * html.length) / parts)))
    return response.end()
  }

async function serve(handler: Handler, options = {}) {
  const pages = plainPages(handler, { strip: true, errorPage, notFoundPage, ...options })
  server = createServer((request, response) => void pages(request, response))
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return (path: string, { method = 'GET', headers = {} }: { method?: string; headers?: Record<string, string> } = {}) =>
    new Promise<{ status: number | undefined; headers: IncomingMessage['headers']; body: string }>(
      (resolve, reject) => {
        ask({ port, host: '127.0.0.1', path, method, headers, agent: false }, (response) => {
          const chunks: Buffer[] = []
          response.on('data', (chunk: Buffer) => chunks.push(chunk))
          response.on('end', () =>
            resolve({ status: response.statusCode, headers: response.headers, body: Buffer.concat(chunks).toString() }),
          )
        })
          .on('error', reject)
          .end()
      },
    )
}

const scripts = ({ headers }: { headers: IncomingMessage['headers'] }) =>
  /script-src ([^;]*)/.exec(String(headers['content-security-policy']))?.[1]

test.each([1, 4])(
  'a page that Next writes in %d parts leaves without the runtime, and with its policy',
  async (parts) => {
    const get = await serve(next({ parts }))
    const answer = await get('/India')
    expect(answer.body).toBe(plain)
    expect(answer.headers['content-length']).toBe(String(plain.length))
    expect(scripts(answer)).toBe("'self'")
    expect(answer.headers['reporting-endpoints']).toBe('reports="/api/reports"')
  },
)

test('an unknown address gets a complete page instead of one that needs scripts', async () => {
  const html = `<!DOCTYPE html><html id="__next_error__"><body>${runtime}</body></html>`
  for (const strip of [true, false]) {
    const get = await serve(next({ html, status: 404, parts: 2 }), { strip })
    const answer = await get('/forms/no.form')
    expect(answer.status).toBe(404)
    expect(answer.body).toBe(notFoundPage)
    await new Promise<void>((resolve) => server?.close(() => resolve()))
  }
  server = undefined
})

test('a page that already has a policy passes as it is', async () => {
  const policy = "script-src 'nonce-bm9uY2U='"
  const get = await serve(next({ headers: { 'content-security-policy': policy }, parts: 3 }))
  const answer = await get('/Donate')
  expect(answer.body).toBe(rendered)
  expect(answer.headers['content-security-policy']).toBe(policy)
})

test.each(['/_next/static/chunks/a.html', '/api/health'])('%s is no page, and passes as it is', async (path) => {
  const get = await serve(next({}))
  expect((await get(path)).body).toBe(rendered)
})

test('what is no HTML passes as it is', async () => {
  const get = await serve(next({ headers: { 'content-type': 'text/plain' } }))
  expect((await get('/robots.txt')).body).toBe(rendered)
})

test('the ETag is computed from the sent bytes, and matches If-None-Match', async () => {
  const get = await serve(next({ headers: { etag: '"of-the-whole-page"' } }))
  const { headers } = await get('/India')
  const etag = String(headers.etag)
  expect(etag).not.toBe('"of-the-whole-page"')
  for (const held of [etag, `"other", W/${etag}`]) {
    const again = await get('/India', { headers: { 'if-none-match': held } })
    expect([again.status, again.body, again.headers['content-length']]).toEqual([304, '', undefined])
  }
  expect((await get('/India', { headers: { 'if-none-match': '"of-the-whole-page"' } })).status).toBe(200)
})

test('HEAD answers with the headers of GET, and without a body', async () => {
  const get = await serve(next({ headers: { etag: '"x"' } }))
  const [head, whole] = [await get('/India', { method: 'HEAD' }), await get('/India')]
  expect(head.body).toBe('')
  for (const name of ['content-length', 'etag', 'content-security-policy'])
    expect(head.headers[name]).toBe(whole.headers[name])
})

test('the variants of Next’s router are not named in Vary', async () => {
  const seen: IncomingMessage[] = []
  const get = await serve(next({ headers: { vary: 'rsc, next-router-state-tree, Accept-Language' } }, seen))
  const answer = await get('/India', { headers: { rsc: '1', 'next-router-prefetch': '1', accept: 'text/html' } })
  expect(answer.headers.vary).toBe('accept-language, save-data, cookie')
  expect(seen[0]?.headers).toMatchObject({ accept: 'text/html' })
})

describe('the light version', () => {
  const withFonts = rendered.replace('<html>', '<html class="fonts">')
  const light = '<html lang="en" data-version="light"><body><p>All hands</p></body></html>'
  const full = plain.replace('<html>', '<html class="fonts">')
  const kept = { 'cache-control': 's-maxage=3600', etag: '"x"', link: '</a.woff2>; rel=preload; as="font"' }
  const saving = { 'save-data': 'on' }

  test('is sent to a browser that saves data, with Vary', async () => {
    const get = await serve(next({ html: withFonts, headers: kept }))
    const [asked, other] = [await get('/India', { headers: saving }), await get('/India')]
    expect([asked.body, other.body]).toEqual([light, full])
    for (const { headers } of [asked, other])
      expect(headers).toMatchObject({ vary: 'save-data, cookie', 'cache-control': 's-maxage=3600' })
    expect(asked.headers.etag).not.toBe(other.headers.etag)
    expect([asked.headers.link, other.headers.link]).toEqual([undefined, kept.link])
  })

  test.each([
    ['light', {}, light],
    ['full', saving, full],
  ])('a cookie that chooses the %s one decides, and no shared cache keeps the answer', async (version, more, body) => {
    const get = await serve(next({ html: withFonts, headers: kept }))
    const answer = await get('/India', { headers: { cookie: `version=${version}`, ...more } })
    expect(answer.body).toBe(body)
    expect(answer.headers['cache-control']).toBe('private, no-cache')
  })

  test('a page that takes cards works without scripts as well, under the policy that it has', async () => {
    const policy = "script-src 'nonce-bm9uY2U='; form-action https://checkout.stripe.com"
    const get = await serve(next({ html: withFonts, headers: { 'content-security-policy': policy }, parts: 3 }))
    const answer = await get('/Donate', { headers: saving })
    expect(answer.body).toBe(light)
    expect(answer.headers['content-security-policy']).toBe(policy)
  })

  test('there is none while every page keeps the runtime', async () => {
    const get = await serve(next({ html: withFonts, headers: kept }), { strip: false })
    expect((await get('/India', { headers: saving })).body).toBe(withFonts)
  })
})

test.each<[string, Rendered, Record<string, string>, string | undefined]>([
  ['a page', {}, {}, '"/speculation-rules.json"'],
  ['a light page', {}, { 'save-data': 'on' }, undefined],
  ['a full page, chosen on a browser that saves data', {}, { 'save-data': 'on', cookie: 'version=full' }, undefined],
  ['an address that leads nowhere', { status: 404 }, {}, undefined],
  ['an error', { status: 500 }, {}, undefined],
  ['a page that takes cards', { headers: { 'content-security-policy': 'x' } }, {}, undefined],
])(
  'prefetch rules are sent with a full page alone, and never to a browser that saves data: %s',
  async (_, page, headers, rules) => {
    const get = await serve(next(page))
    expect((await get('/India', { headers })).headers['speculation-rules']).toBe(rules)
  },
)

describe('a page that is not understood', () => {
  const html = `<html><body><!--$?--><template id="B:0"></template><!--/$--><script>$RC("B:0")</script></body></html>`

  test('is sent whole, with a policy that lets it work, and reported once', async () => {
    const error = jest.spyOn(log, 'error').mockImplementation(() => undefined)
    const get = await serve(next({ html }))
    const answer = await get('/open-boundary')
    await get('/open-boundary')
    expect(answer.body).toBe(html)
    expect(scripts(answer)).toMatch(/^'self' 'sha256-[^']+'$/)
    expect(error).toHaveBeenCalledTimes(1)
    expect(error.mock.calls[0]?.[1]).toEqual({ path: '/open-boundary', why: '<template id="B:' })
  })
})

test('where the runtime is kept, pages are sent whole, with the hashes of their scripts', async () => {
  const get = await serve(next({}), { strip: false })
  const answer = await get('/India')
  expect(answer.body).toBe(rendered)
  expect(scripts(answer)).toMatch(/^'self' 'sha256-[^']+'$/)
})

test.each([{}, { 'content-security-policy': "script-src 'nonce-bm9uY2U='" }])(
  'an error is answered with a complete page that runs nothing but our own files',
  async (headers) => {
    const get = await serve(next({ status: 500, html: '<html id="__next_error__"></html>', headers, parts: 2 }))
    const answer = await get('/Donate')
    expect([answer.status, answer.body]).toEqual([500, errorPage])
    expect(scripts(answer)).toBe("'self'")
  },
)

test('an answer without a body stays one', async () => {
  const get = await serve((_, response) => response.writeHead(308, { location: '/India' }).end())
  expect(await get('/india')).toMatchObject({ status: 308, body: '' })
})
