import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { log } from '#lib/platform/log.ts'
import type { Handler } from '#lib/platform/server/handler.ts'
import { plainPages } from '#lib/platform/server/plain-pages.ts'
import { serve } from './support.ts'

afterEach(() => jest.restoreAllMocks())

const runtime = '<script src="/_next/static/chunks/a.js" async=""></script><script>self.__next_f.push([1])</script>'
const rendered = `<html><body><p>All hands</p>${runtime}</body></html>`
const plain = '<html><body><p>All hands</p></body></html>'
const errorPages = { en: '<p>Try again</p>', hi: '<p>फिर कोशिश करें</p>', sw: '<p>Jaribu tena</p>' }
const notFoundPages = { en: '<p>Nothing here</p>', hi: '<p>यहाँ कुछ नहीं</p>', sw: '<p>Hakuna kitu</p>' }
const withNonce = { 'content-security-policy': "script-src 'nonce-bm9uY2U='; form-action https://checkout.stripe.com" }

type Rendered = { html?: string; status?: number; headers?: Record<string, string>; parts?: number }

/** Answers as Next answers: a prerendered page in one part, one that is rendered per request in several. */
const next =
  ({ html = rendered, status = 200, headers = {}, parts = 1 }: Rendered = {}, seen: IncomingMessage[] = []): Handler =>
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

const pagesOf = (handler: Handler, options = {}) =>
  serve(plainPages(handler, { strip: true, errorPages, notFoundPages, ...options }))

const scripts = ({ headers }: { headers: IncomingHttpHeaders }) =>
  /script-src ([^;]*)/.exec(String(headers['content-security-policy']))?.[1]

test.each([1, 4])('a page that Next writes in %d parts is sent without the runtime, with its policy', async (parts) => {
  const answer = await (await pagesOf(next({ parts })))('/India')
  expect(answer.body).toBe(plain)
  expect(answer.headers).toMatchObject({
    'content-length': String(plain.length),
    'reporting-endpoints': 'reports="/api/reports"',
  })
  expect(scripts(answer)).toBe("'self'")
})

test.each<[string, string, Rendered]>([
  ['a page that has a policy', '/Donate', { headers: withNonce, parts: 3 }],
  ['a built file', '/_next/static/chunks/a.html', {}],
  ['an answer of the API', '/api/health', {}],
  ['what is no HTML', '/robots.txt', { headers: { 'content-type': 'text/plain' } }],
])('%s is sent unchanged', async (_, path, page) => {
  const answer = await (await pagesOf(next(page)))(path)
  expect(answer.body).toBe(rendered)
  expect(answer.headers['content-security-policy']).toBe(page.headers?.['content-security-policy'])
})

test('a response without a body stays one', async () => {
  const get = await pagesOf((_, response) => response.writeHead(308, { location: '/India' }).end())
  expect(await get('/india')).toMatchObject({ status: 308, body: '' })
})

test.each([true, false])('an unknown address gets a page that needs no scripts (strip: %s)', async (strip) => {
  const html = `<!DOCTYPE html><html id="__next_error__"><body>${runtime}</body></html>`
  const get = await pagesOf(next({ html, status: 404, parts: 2 }), { strip })
  expect(await get('/forms/no.form')).toMatchObject({ status: 404, body: notFoundPages.en })
  expect((await get('/sw/nowhere')).body).toBe(notFoundPages.sw)
})

test.each([{}, withNonce])('an error is answered with a page that runs only our own files: %j', async (headers) => {
  const get = await pagesOf(next({ status: 500, html: '<html id="__next_error__"></html>', headers, parts: 2 }))
  const answer = await get('/Donate')
  expect([answer.status, answer.body]).toEqual([500, errorPages.en])
  expect((await get('/hi/Donate')).body).toBe(errorPages.hi)
  expect(scripts(answer)).toBe("'self'")
})

test('the ETag is computed from the sent bytes, and matches If-None-Match', async () => {
  const get = await pagesOf(next({ headers: { etag: '"of-the-whole-page"' } }))
  const etag = String((await get('/India')).headers.etag)
  for (const held of [etag, `"other", W/${etag}`]) {
    const again = await get('/India', { 'if-none-match': held })
    expect([again.status, again.body, again.headers['content-length']]).toEqual([304, '', undefined])
  }
  expect((await get('/India', { 'if-none-match': '"of-the-whole-page"' })).status).toBe(200)
})

test('HEAD answers with the headers of GET, and without a body', async () => {
  const get = await pagesOf(next({ headers: { etag: '"x"' } }))
  const [head, whole] = [await get('/India', {}, 'HEAD'), await get('/India')]
  expect(head.body).toBe('')
  for (const name of ['content-length', 'etag', 'content-security-policy'])
    expect(head.headers[name]).toBe(whole.headers[name])
})

test('Vary does not name the variants of Next’s router', async () => {
  const get = await pagesOf(next({ headers: { vary: 'rsc, next-router-state-tree, Accept-Language' } }))
  expect((await get('/India')).headers.vary).toBe('accept-language, save-data, cookie')
})

describe('The light version', () => {
  const withFonts = rendered.replace('<html>', '<html lang="en" class="fonts">')
  const light = '<html lang="en" data-version="light"><body><p>All hands</p></body></html>'
  const full = plain.replace('<html>', '<html lang="en" class="fonts">')
  const headers = {
    'cache-control': 's-maxage=3600, stale-while-revalidate=31532400',
    etag: '"x"',
    link: '</a.woff2>; rel=preload; as="font"',
  }
  const saving = { 'save-data': 'on' }
  const page = { html: withFonts, headers }

  test('is sent to a browser that saves data, with Vary and an ETag of its own', async () => {
    const get = await pagesOf(next(page))
    const [asked, other] = [await get('/India', saving), await get('/India')]
    expect([asked.body, other.body]).toEqual([light, full])
    for (const answer of [asked, other])
      expect(answer.headers).toMatchObject({ vary: 'save-data, cookie', 'cache-control': 's-maxage=3600' })
    expect(asked.headers.etag).not.toBe(other.headers.etag)
    expect([asked.headers.link, other.headers.link]).toEqual([undefined, headers.link])
  })

  test.each([
    ['light', {}, light],
    ['full', saving, full],
  ])('or the full one is chosen by cookie, and no shared cache keeps the answer: %s', async (version, more, body) => {
    const answer = await (await pagesOf(next(page)))('/India', { cookie: `version=${version}`, ...more })
    expect([answer.body, answer.headers['cache-control']]).toEqual([body, 'private, no-cache'])
  })

  test('of a page that takes cards has the policy of the page', async () => {
    const get = await pagesOf(next({ html: withFonts, headers: withNonce, parts: 3 }))
    const answer = await get('/Donate', saving)
    expect(answer.body).toBe(light)
    expect(answer.headers).toMatchObject(withNonce)
  })

  test('does not exist while every page keeps the runtime', async () => {
    expect((await (await pagesOf(next(page), { strip: false }))('/India', saving)).body).toBe(withFonts)
  })
})

test.each<[string, Rendered, Record<string, string>, string | undefined]>([
  ['a page', {}, {}, '"/speculation-rules.json"'],
  ['a light page', {}, { 'save-data': 'on' }, undefined],
  ['a full page, chosen on a browser that saves data', {}, { 'save-data': 'on', cookie: 'version=full' }, undefined],
  ['a page that does not exist', { status: 404 }, {}, undefined],
  ['an error', { status: 500 }, {}, undefined],
  ['a page that takes cards', { headers: { 'content-security-policy': 'x' } }, {}, undefined],
])('prefetch rules are sent only with a full page: %s', async (_, page, headers, rules) => {
  expect((await (await pagesOf(next(page)))('/India', headers)).headers['speculation-rules']).toBe(rules)
})

const unknown = `<html><body><!--$?--><template id="B:0"></template><!--/$--><script>$RC("B:0")</script></body></html>`

test.each<[string, Rendered, { strip?: boolean }]>([
  ['is not understood', { html: unknown }, {}],
  ['shall keep the runtime', {}, { strip: false }],
])('a page that %s is sent whole, with the hashes of its scripts', async (_, page, options) => {
  jest.spyOn(log, 'error').mockImplementation(() => undefined)
  const answer = await (await pagesOf(next(page), options))('/India')
  expect(answer.body).toBe(page.html ?? rendered)
  expect(scripts(answer)).toMatch(/^'self' 'sha256-[^']+'$/)
})

test('a page that is not understood is logged once', async () => {
  const error = jest.spyOn(log, 'error').mockImplementation(() => undefined)
  const get = await pagesOf(next({ html: unknown }))
  for (let visit = 0; visit < 2; visit++) await get('/open-boundary')
  expect(error.mock.calls.map(([, fields]) => fields)).toEqual([{ path: '/open-boundary', why: '<template id="B:' }])
})
