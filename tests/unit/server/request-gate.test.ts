import { globSync } from 'node:fs'
import { connect } from 'node:net'
import { staticHeaders } from '#lib/platform/http/security-headers.ts'
import { log } from '#lib/platform/log.ts'
import { textsIn } from '#lib/platform/messages/index.ts'
import { apiMethods } from '#lib/platform/server/api-routes.ts'
import type { Handler } from '#lib/platform/server/handler.ts'
import { eventually } from '#tests/support/eventually.ts'
import { ask, parseResponse, send } from '#tests/support/raw-http.ts'
import { startGateSite } from './support.ts'

type Site = Awaited<ReturnType<typeof startGateSite>>
let site: Site
afterEach(() => jest.restoreAllMocks())

const redirecting: Handler = (_, response) => response.writeHead(308, { location: '/Donate' }).end()

/** `{8000 letters}` in a target stands for as many letters. */
const spelledOut = (line: string) => line.replace(/\{(\d+) letters\}/, (_, count) => 'a'.repeat(Number(count)))

describe('A valid request', () => {
  beforeEach(async () => {
    site = await startGateSite()
  })

  test.each([
    ['GET /', 'GET /'],
    ['GET /India?from=poster', 'GET /India?from=poster'],
    ['GET /caf%C3%A9', 'GET /caf%C3%A9'],
    ['GET /?{8000 letters}', 'GET /?{8000 letters}'],
    ['GET /{1001 letters}', 'GET /_not-found'],
    ['GET /%61pi/%68ealth?q=%61', 'GET /api/health?q=%61'],
    ['GET /robots%2Etxt', 'GET /robots.txt'],
    ['GET /a%20b%2561', 'GET /a%20b%2561'],
    ['POST /api/%65nquiries', 'POST /api/enquiries'],
    ['GET http://example.org/India?a=b', 'GET /India?a=b'],
    ['GET HTTP://example.org', 'GET /'],
    ['GET http://example.org?a=b', 'GET /?a=b'],
    ['GET /_next/static/chunks/a.js', 'GET /_next/static/chunks/a.js'],
    ['GET /search?q=%E0%A4', 'GET /search?q=%E0%A4'],
    ['GET /api/enquiries/start', 'GET /api/enquiries/start'],
    ['GET /api/no-such-route', 'GET /api/no-such-route'],
  ])('%s reaches Next as %s', async (line, reached) => {
    const response = await ask(site.port, spelledOut(line))
    expect(response.status).toBe(200)
    expect(response.body).toContain(`<h1>${spelledOut(reached)}</h1>`)
  })

  test.each(
    String.raw`/_global-error /_not-found /_next/image?url=%2Ficon.svg&w=64&q=75 /_next/data/build/India.json /%5fnext/image
      /index /index/ /India.rsc /India.segments/_tree.segment.rsc /[country]/ /%5Bcountry%5D/stories/[slug]/
      /FatherDaughterDanceGallery/photo/[id]/ /[[...path]] /api%2fhealth /stop-gift%2Fbroken-link /India%2ersc
      /Donate%0d%0aX:1 /%00 /%7F /India%C2%85 /\evil.example /%5cevil.example /../../etc/passwd /%2e%2e/etc/passwd
      /India/%2E /% /%E0%A4%A`.split(/\s+/),
  )('GET %s reaches Next as the address of no page', async (target) => {
    expect((await ask(site.port, `GET ${target}`)).body).toBe('<h1>GET /_not-found</h1>')
  })
})

describe('An invalid request', () => {
  beforeEach(async () => {
    site = await startGateSite(() => {
      throw new Error('This must not reach Next.')
    })
  })

  test.each([
    ...['TRACE /', 'OPTIONS /India', 'PUT /India', 'PROPFIND /India', 'DELETE /Donate'].map(
      (line) => [line, 405] as const,
    ),
    ...['POST /Donate', 'POST /India.rsc', 'POST /_next/static/a.js'].map((line) => [line, 405] as const),
    ...['OPTIONS *', 'GET *', 'GET ftp://example.org/', 'GET http:///India'].map((line) => [line, 400] as const),
    ['GET http://user@example.org/India', 400] as const,
    ['GET /{9000 letters}', 414] as const,
  ])('%s is answered %i with a page that people can read', async (line, status) => {
    const response = await ask(site.port, spelledOut(line))
    expect(response.status).toBe(status)
    expect(response.headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'content-length': String(Buffer.byteLength(response.body)),
      connection: 'close',
      'cache-control': 'no-store',
      'content-security-policy': expect.stringMatching(/^default-src 'none'; style-src 'sha256-[\w+/]{43}='; /),
    })
    expect(response.headers.allow).toBe(status === 405 ? 'GET, HEAD' : undefined)
    expect(response.body).toMatch(/<h1>[^<]{10,}<\/h1>/)
    expect(response.body).toContain('<a href="/">')
    expect(response.body).not.toMatch(/<script|\bat .*:\d+:\d+/)
  })

  test.each([
    ['PUT /api/enquiries', 405, 'POST'],
    ['GET /api/stripe/webhook', 405, 'POST'],
    ['POST /api/health', 405, 'GET, HEAD'],
    ['OPTIONS /api/enquiries', 405, 'POST'],
    ['POST /api/no-such-route', 404, undefined],
    ['POST /api/toString', 404, undefined],
    ['POST /api', 404, undefined],
  ])('%s is answered %i as problem details', async (line, status, allow) => {
    const response = await ask(site.port, line)
    expect(response.status).toBe(status)
    expect(response.headers['content-type']).toBe('application/problem+json')
    expect(response.headers.allow).toBe(allow)
    expect(JSON.parse(response.body)).toMatchObject({ status })
  })

  test('HEAD gets the headers of the page alone', async () => {
    const response = await ask(site.port, `HEAD /${'a'.repeat(9000)}`)
    expect(response.status).toBe(414)
    expect(Number(response.headers['content-length'])).toBeGreaterThan(100)
    expect(response.body).toBe('')
  })

  test.each<[string, string, Record<string, string>, number]>([
    ['a body on GET', 'GET /India', { 'content-length': '5' }, 400],
    ['a chunked body on GET', 'GET /India', { 'transfer-encoding': 'chunked' }, 400],
    ['a long body for a page', 'POST /Donate', { 'content-length': '10000000', expect: '100-continue' }, 405],
    ['an unknown expectation', 'GET /India', { expect: 'tea' }, 417],
  ])('%s is refused before it is sent', async (_, line, headers, status) => {
    const response = await ask(site.port, line, headers)
    expect(response.status).toBe(status)
    expect(response.text).not.toContain('100 Continue')
  })

  test.each([
    ['DELETE /hi/India', {}, 405, 'hi', 'hi-IN'],
    ['DELETE /api/enquiries', { referer: 'http://localhost:3000/sw/ContactUs' }, 405, null, 'sw-KE'],
    ['DELETE /India', { referer: 'not an address' }, 405, 'en', 'en-GB'],
  ] as const)('%s is refused in the language of the visitor', async (line, headers, status, lang, locale) => {
    const response = await ask(site.port, line, headers)
    expect(response.status).toBe(status)
    const body = Buffer.from(response.body, 'latin1').toString()
    expect(body).toContain(textsIn(locale).gate.method)
    if (lang) expect(body).toContain(`<html lang="${lang}">`)
  })

  test.each([
    ['a line without a target', 'rubbish\r\n\r\n', 400],
    ['a relative target', 'GET India HTTP/1.1\r\nHost: a\r\n\r\n', 400],
    ['a name with a space', 'GET / HTTP/1.1\r\nHost: a\r\nBad Header: b\r\n\r\n', 400],
    ['two lengths', 'GET / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n', 400],
    ['a tunnel', 'CONNECT example.org:443 HTTP/1.1\r\nHost: example.org\r\n\r\n', 400],
    ['no host', 'GET / HTTP/1.1\r\n\r\n', 400],
    ['two hosts', 'GET / HTTP/1.1\r\nHost: a\r\nhost: b\r\n\r\n', 400],
    ['a cookie of 17 KB', `GET / HTTP/1.1\r\nHost: a\r\nCookie: ${'a'.repeat(17_000)}\r\n\r\n`, 431],
  ])('malformed HTTP, such as %s, is closed with an answer in words', async (_, text, status) => {
    const response = await send(site.port, text)
    expect(response.status).toBe(status)
    expect(response.headers).toMatchObject({ connection: 'close', 'x-content-type-options': 'nosniff' })
    expect(response.body.length).toBeGreaterThan(20)
  })
})

describe('With SITE_URL', () => {
  beforeEach(async () => {
    site = await startGateSite(undefined, { siteUrl: 'https://charity.example' })
  })

  test.each<[number, string, string[]]>([
    [200, 'GET /India', ['charity.example', 'Charity.Example:8443', 'localhost:3000', '127.0.0.1', '[::1]:3000']],
    [200, 'GET /India', ['192.168.1.4:3000', '[fd00::1]']],
    [421, 'GET /India', ['evil.example', 'charity.example.evil.example', 'www.charity.example', '8.8.8.8', '']],
    [421, 'GET http://evil.example/India', ['charity.example']],
    [200, 'GET https://charity.example/India', ['evil.example']],
    [200, 'GET /api/health', ['8.8.8.8']],
    [200, 'GET /api/health/ready', ['']],
    [200, 'GET /api/health/serving', ['site-a:3000']],
    [421, 'GET /api/healthy', ['8.8.8.8']],
  ])(
    'only our own and private hosts are served, except for health checks: %i for %s from %j',
    async (status, line, hosts) => {
      for (const host of hosts) expect([host, (await ask(site.port, line, { host })).status]).toEqual([host, status])
    },
  )

  test('a rejected host is logged once, and in a hundred characters', async () => {
    const warn = jest.spyOn(log, 'warn').mockImplementation(() => undefined)
    for (const name of ['a', 'b']) await ask(site.port, 'GET /India', { host: `${name.repeat(5000)}.example` })
    expect(warn.mock.calls.map(([, fields]) => fields?.host)).toEqual(['a'.repeat(100)])
  })

  test('a trusted proxy may name the host, and nobody else', async () => {
    const forwarded = { host: 'app:3000', 'x-forwarded-host': 'charity.example' }
    expect((await ask(site.port, 'GET /India', forwarded)).status).toBe(421)
    site = await startGateSite(undefined, { siteUrl: 'https://charity.example', trustedProxies: ['127.0.0.1'] })
    expect((await ask(site.port, 'GET /India', forwarded)).status).toBe(200)
  })
})

test('an idle connection is kept longer than a proxy keeps its own, a slow request is not', async () => {
  site = await startGateSite()
  const proxyKeeps = 60_000
  expect(site.server.keepAliveTimeout).toBeGreaterThan(proxyKeeps)
  expect(site.server.headersTimeout).toBeLessThan(proxyKeeps)
  expect(site.server.requestTimeout).toBeLessThan(proxyKeeps)
})

test('upgrade requests get answers and leave no socket behind', async () => {
  site = await startGateSite(redirecting)
  // Next listens for upgrades in this way, and does nothing with them.
  site.server.on('upgrade', () => undefined)
  const answers = await Promise.all(
    Array.from({ length: 50 }, () =>
      ask(site.port, 'GET /donate', { connection: 'Upgrade, close', upgrade: 'websocket' }),
    ),
  )
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([308]))
  expect(await site.openConnections()).toBe(0)
})

test('every answer carries the static security headers', async () => {
  const answersOf: Record<string, Handler> = {
    redirect: redirecting,
    'not modified': (_, response) => response.writeHead(304).end(),
    file: (_, response) => response.writeHead(200, { 'content-type': 'text/css' }).end('a{}'),
    failure: () => {
      throw new Error('A bug.')
    },
  }
  for (const [name, handler] of Object.entries(answersOf)) {
    site = await startGateSite(handler)
    const response = await ask(site.port, 'GET /India')
    const refused = await ask(site.port, 'TRACE /India')
    for (const { key, value } of staticHeaders) {
      expect([name, response.headers[key.toLowerCase()]]).toEqual([name, value])
      expect(refused.headers[key.toLowerCase()]).toBe(value)
    }
  }
})

test.each([
  ['/media/a.svg', 'image/svg+xml'],
  ['/elsewhere.svg', 'image/svg+xml'],
  ['/media/a.pdf', 'application/pdf'],
  ['/media/a.html', 'text/html'],
])('%s, which an editor may have uploaded, runs nothing on this origin', async (address, type) => {
  const site = await startGateSite((_, response) => {
    response.writeHead(200, { 'content-type': type }).end('<script>1</script>')
  })
  const { headers } = await ask(site.port, `GET ${address}`)
  expect(headers['content-security-policy']).toMatch(/^default-src 'none'; sandbox/)
})

test('HTML without a policy gets one that runs nothing; HTML with a policy keeps it', async () => {
  site = await startGateSite((request, response) => {
    response.setHeader('content-type', 'text/html')
    if (request.url === '/own') response.setHeader('content-security-policy', "default-src 'self'")
    response.end('<p>All hands</p>')
  })
  expect((await ask(site.port, 'GET /')).headers['content-security-policy']).toContain("default-src 'none'")
  expect((await ask(site.port, 'GET /own')).headers['content-security-policy']).toBe("default-src 'self'")
})

test('a handler that fails is answered 500 without its message', async () => {
  site = await startGateSite(() => Promise.reject(new Error('the password is 1234')))
  const response = await ask(site.port, 'GET /India')
  expect(response.status).toBe(500)
  expect(response.body).not.toContain('1234')
})

test('the internal headers of Next are removed from requests', async () => {
  site = await startGateSite((request, response) => response.end(JSON.stringify(request.headers)))
  const { body } = await ask(site.port, 'GET /India', {
    'x-middleware-subrequest': 'proxy',
    'x-nextjs-data': '1',
    'next-action': 'a',
    'next-resume': '1',
    'x-prerender-revalidate': 'a',
    'x-matched-path': '/_not-found',
    'content-security-policy': "script-src 'nonce-chosen'",
    rsc: '1',
    'next-url': '/India',
    'next-router-state-tree': '[]',
    'next-router-prefetch': '1',
    'accept-language': 'en',
  })
  expect(Object.keys(JSON.parse(body)).sort()).toEqual(['accept-language', 'connection', 'host', 'x-client-address'])
})

test('a client that still sends can read its answer, and is disconnected soon afterwards', async () => {
  site = await startGateSite()
  const socket = connect({ port: site.port, host: '127.0.0.1', allowHalfOpen: true })
  let reset: Error | undefined
  socket.on('error', (error) => {
    reset = error
  })
  socket.write('POST /Donate HTTP/1.1\r\nHost: a\r\nContent-Length: 100000000\r\n\r\n')
  let text = ''
  for await (const chunk of socket.iterator({ destroyOnReturn: false })) text += chunk
  expect(parseResponse(text).status).toBe(405)
  for (let part = 0; part < 3; part++) {
    socket.write('a'.repeat(1000))
    await ask(site.port, 'GET /India')
  }
  expect(reset).toBeUndefined()
  await eventually(async () => (await site.openConnections()) === 0)
  socket.destroy()
})

test('an answer that comes before the whole request closes the connection', async () => {
  site = await startGateSite((_, response) => response.writeHead(413, { 'content-type': 'text/plain' }).end('too long'))
  const answer = await send(site.port, 'POST /api/enquiries HTTP/1.1\r\nHost: a\r\nContent-Length: 100000000\r\n\r\n')
  expect(answer.status).toBe(413)
  expect(answer.headers.connection).toBe('close')
})

test('a client that asks before it sends its body is told to go on', async () => {
  site = await startGateSite((request, response) => {
    request.on('data', () => undefined)
    request.on('end', () => response.end('thanks'))
  })
  const answer = await send(
    site.port,
    'POST /api/enquiries HTTP/1.1\r\nHost: a\r\nConnection: close\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\nab',
  )
  expect(answer.text).toMatch(/^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 200 OK/)
})

test('a route under /api takes the methods whose handler it exports, and no others', async () => {
  const routes = Object.entries(apiMethods)
  expect(routes).toHaveLength(globSync('app/api/**/route.ts').length)
  for (const [address, methods] of routes) {
    const exported = Object.keys(await import(`#app${address}/route.ts`)).filter((name) => /^[A-Z]+$/.test(name))
    expect([address, exported]).toEqual([address, methods.filter((method) => method !== 'HEAD')])
  }
})
