import { globSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import path from 'node:path'
import { Readable } from 'node:stream'
import { promisify } from 'node:util'
import { apiRoutes } from '#app/api/routes.ts'
import { siteRouter } from '#app/routing.ts'
import { readBody, readText } from '#lib/platform/http/body.ts'
import { referenceHeader } from '#lib/platform/http/failure.ts'
import { staticHeaders } from '#lib/platform/http/security-headers.ts'
import { log, logWriter } from '#lib/platform/log.ts'
import { textsIn } from '#lib/platform/messages/index.ts'
import { metrics } from '#lib/platform/metrics.ts'
import { resetProcessState } from '#lib/platform/process-state.ts'
import { answerApi, methodsOf } from '#lib/platform/server/api-routes.ts'
import { type Handler, withReferences } from '#lib/platform/server/handler.ts'
import { createSiteServer, type SiteServerOptions } from '#lib/platform/server/site-server.ts'
import { warningsOf } from '#lib/platform/warnings.ts'
import { eventually } from '#tests/support/eventually.ts'
import { ask, exchange, open, parseResponse, send } from '#tests/support/raw-http.ts'
import { keepEnvironment, setEnvironment } from '#tests/support/store.ts'
import { rejections, start } from './support.ts'

/** A page that says which method and URL reached it. */
const echo: Handler = (request, response) => {
  response.setHeader('content-type', 'text/html; charset=utf-8')
  response.end(`<h1>${request.method} ${request.url}</h1>`)
}

/** The site's server in front of a fake Next. */
async function startGateSite(next: Handler = echo, options: Partial<SiteServerOptions> = {}) {
  const server = createSiteServer(next, { apiRoutes, siteUrl: null, trustedProxies: [], ...options })
  const port = await start(server)
  return { port, server, openConnections: promisify(server.getConnections.bind(server)) }
}
type Site = Awaited<ReturnType<typeof startGateSite>>
let site: Site
afterEach(() => jest.restoreAllMocks())

/** `{8000 letters}` in a target stands for as many letters. */
const spelledOut = (line: string) => line.replace(/\{(\d+) letters\}/, (_, count) => 'a'.repeat(Number(count)))

describe('What is posted to a page', () => {
  // Content is loaded before the server listens.
  beforeAll(() => siteRouter.postsTo('/Donate'))
  beforeEach(async () => {
    site = await startGateSite(undefined, { postsTo: siteRouter.postsTo })
  })

  test.each([
    ['/DonateIndia?reason=2', 'create-checkout-session'],
    ['/hi/Donate', 'create-checkout-session'],
    ['/Event5kSponsorship', 'create-checkout-session-usa'],
    ['/Event5kSponsorship?invoice=1', 'sponsorship-invoice'],
    ['/forms/contact', 'enquiries'],
    ['/forms/newsletter', 'newsletter'],
  ])('%s reaches /api/%s, if the page has a form', async (address, route) => {
    expect((await ask(site.port, `POST ${address}`)).body).toBe(`<h1>POST /api/${route}</h1>`)
  })

  test.each([
    ['POST /India', 'GET, HEAD'],
    ['POST /forms/constructor', 'GET, HEAD'],
    ['PUT /Donate', 'GET, HEAD, POST'],
  ])('%s is refused, and the answer says what is allowed', async (line, allow) => {
    const { status, headers } = await ask(site.port, line)
    expect([status, headers.allow]).toEqual([405, allow])
  })
})

describe('A valid request', () => {
  beforeEach(async () => {
    site = await startGateSite()
  })

  test.each([
    ['GET /', 'GET /'],
    ['GET /India?from=poster', 'GET /India?from=poster'],
    ['GET /caf%C3%A9', 'GET /caf%C3%A9'],
    ['GET /%6dedia/%61%2Ejpg?q=%61%20', 'GET /media/a.jpg?q=%61%20'],
    ['POST /%61pi/enquiries', 'POST /api/enquiries'],
    ['GET /a%20b%7e%2541', 'GET /a%20b~%2541'],
    ['GET /?{8000 letters}', 'GET /?{8000 letters}'],
    ['GET /{1001 letters}', 'GET /_not-found'],
    ['POST /api/enquiries', 'POST /api/enquiries'],
    ['GET http://example.org/India?a=b', 'GET /India?a=b'],
    ['GET HTTP://example.org', 'GET /'],
    ['GET /_next/static/chunks/a.js', 'GET /_next/static/chunks/a.js'],
    ['GET /search?q=%E0%A4', 'GET /search?q=%E0%A4'],
    ['GET /api/no-such-route', 'GET /api/no-such-route'],
  ])('%s reaches the site as %s', async (line, reached) => {
    const response = await ask(site.port, spelledOut(line))
    expect(response.status).toBe(200)
    expect(response.body).toContain(`<h1>${spelledOut(reached)}</h1>`)
  })

  test.each(
    String.raw`/_global-error /_not-found /_next/image?url=%2Ficon.svg&w=64&q=75 /%5fnext/image /India.rsc /India%2ersc
      /India.segments/_tree.segment.rsc /api%2fhealth /stop-gift%2Fbroken-link /Donate%0d%0aX:1 /%00 /India%C2%85
      /\evil.example /%5cevil.example /../../etc/passwd /%2e%2e/etc/passwd /India/%2E /% /%E0%A4%A`.split(/\s+/),
  )('GET %s reaches the site as the address of no page', async (target) => {
    expect((await ask(site.port, `GET ${target}`)).body).toBe('<h1>GET /_not-found</h1>')
  })
})

describe('An invalid request', () => {
  beforeEach(async () => {
    site = await startGateSite(() => {
      throw new Error('This must not reach the site.')
    })
  })

  test.each<[string, number, string | undefined]>([
    ['TRACE /', 405, 'GET, HEAD'],
    ['OPTIONS /India', 405, 'GET, HEAD'],
    ['POST /Donate', 405, 'GET, HEAD'],
    ['OPTIONS *', 400, undefined],
    ['GET ftp://example.org/', 400, undefined],
    ['GET /{9000 letters}', 414, undefined],
  ])('%s is answered %i with a page that people can read', async (line, status, allow) => {
    const response = await ask(site.port, spelledOut(line))
    expect(response.status).toBe(status)
    expect(response.headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      connection: 'close',
      'cache-control': 'no-store',
      'content-security-policy': expect.stringMatching(/^default-src 'none'; style-src 'sha256-[\w+/]{43}='; /),
    })
    for (const { key, value } of staticHeaders) expect(response.headers[key.toLowerCase()]).toBe(value)
    expect(response.headers.allow).toBe(allow)
    expect(response.body).toMatch(/<h1>[^<]{10,}<\/h1>[\s\S]*<a href="\/">/)
    expect(response.body).not.toMatch(/<script|\bat .*:\d+:\d+/)
  })

  test.each([
    ['PUT /api/enquiries', 405, 'POST'],
    ['POST /api/health', 405, 'GET, HEAD'],
    ['POST /api/no-such-route', 404, undefined],
    ['POST /api/toString', 404, undefined],
  ])('%s is answered %i as problem details', async (line, status, allow) => {
    const response = await ask(site.port, line)
    expect(response.status).toBe(status)
    expect(response.headers['content-type']).toBe('application/problem+json')
    expect(response.headers.allow).toBe(allow)
    expect(JSON.parse(response.body)).toMatchObject({ status })
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
    ['DELETE /hi/India', {}, 'hi', 'hi-IN'],
    ['DELETE /api/enquiries', { referer: 'http://localhost:3000/sw/ContactUs' }, null, 'sw-KE'],
    ['DELETE /India', { referer: 'not an address' }, 'en', 'en-GB'],
  ] as const)('%s is refused in the language of the visitor', async (line, headers, lang, locale) => {
    const response = await ask(site.port, line, headers)
    const body = Buffer.from(response.body, 'latin1').toString()
    expect(body).toContain(textsIn(locale).gate.unreadable)
    if (lang) expect(body).toContain(`<html lang="${lang}">`)
  })

  test.each([
    ['a line without a target', 'rubbish\r\n\r\n', 400],
    ['two lengths', 'GET / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n', 400],
    ['two hosts', 'GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n', 400],
    ['the same host twice', 'GET / HTTP/1.1\r\nHost: a\r\nhost: a\r\n\r\n', 400],
    ['no host', 'GET / HTTP/1.1\r\n\r\n', 400],
    ['a tunnel', 'CONNECT example.org:443 HTTP/1.1\r\nHost: example.org\r\n\r\n', 400],
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
    [200, 'GET /api/health', ['8.8.8.8']],
    [200, 'GET /api/health/serving', ['site-a:3000', '']],
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

  test('a proxy that is trusted and configured to forward the host may name it, and nobody else', async () => {
    const forwarded = { host: 'app:3000', 'x-forwarded-host': 'charity.example' }
    const statusWith = async (options: Partial<SiteServerOptions>) => {
      site = await startGateSite(undefined, { siteUrl: 'https://charity.example', ...options })
      return (await ask(site.port, 'GET /India', forwarded)).status
    }
    expect(await statusWith({})).toBe(421)
    expect(await statusWith({ forwardedHost: true })).toBe(421)
    expect(await statusWith({ trustedProxies: ['127.0.0.1'] })).toBe(421)
    expect(await statusWith({ trustedProxies: ['127.0.0.1'], forwardedHost: true })).toBe(200)
  })

  test('a visitor cannot name a host by way of a proxy that passes the header on', async () => {
    site = await startGateSite(undefined, { siteUrl: 'https://charity.example', trustedProxies: ['127.0.0.1'] })
    const headers = { host: 'charity.example', 'x-forwarded-host': 'evil.example' }
    expect((await ask(site.port, 'GET /India', headers)).status).toBe(200)
  })
})

describe('A connection', () => {
  const get = 'GET / HTTP/1.1\r\nHost: a\r\n\r\n'

  /** Responds on command. */
  function onCommand() {
    const pending: (() => void)[] = []
    const handler: Handler = (incoming, response) => {
      pending.push(() => response.end(incoming.url))
    }
    return { handler, pending }
  }

  test('is kept longer than a proxy keeps it while it is idle, and closed when it makes no progress', async () => {
    site = await startGateSite()
    const proxyKeeps = 60_000
    expect(site.server.keepAliveTimeout).toBeGreaterThan(proxyKeeps)
    for (const limit of ['headersTimeout', 'requestTimeout', 'timeout'] as const)
      expect(site.server[limit]).toBeLessThan(proxyKeeps)
  })

  test.each([
    ['sends nothing', ''],
    ['sends line ends', '\r\n'],
  ])(
    'is closed when its client reads nothing and %s; Node looks twice, each time after half of the limit',
    async (_, sent) => {
      site = await startGateSite((_, response) => response.writeHead(200).end(Buffer.alloc(20_000_000)))
      site.server.timeout = 400
      const connected = Promise.withResolvers<Socket>()
      site.server.once('connection', connected.resolve)
      const socket = open(site.port)
      socket.pause()
      socket.write(get)
      const served = await connected.promise
      await eventually(() => served.timeout === 200)
      await eventually(() => {
        if (!socket.destroyed) socket.write(sent)
        return served.destroyed
      })
      socket.destroy()
    },
  )

  test('stays open while a long list is made, whose client has read what there is', async () => {
    const list = Promise.withResolvers<void>()
    site = await startGateSite(async (_, response) => {
      response.writeHead(200).write('heading')
      await list.promise
      response.end('rows')
    })
    site.server.timeout = 20
    const timedOut = jest.fn()
    site.server.on('timeout', timedOut)
    const socket = open(site.port)
    let text = ''
    socket.on('data', (chunk) => {
      text += chunk
    })
    socket.write(get)
    await eventually(() => timedOut.mock.calls.length > 3)
    list.resolve()
    await eventually(() => text.includes('rows'))
    socket.destroy()
  })

  test('on which a request is sent before the last response is closed: its client may never read', async () => {
    const { handler, pending } = onCommand()
    site = await startGateSite(handler)
    const socket = open(site.port)
    socket.write(get.repeat(1000))
    await eventually(() => socket.closed)
    expect(pending).toHaveLength(1)
  })

  test('is used for one request after another', async () => {
    site = await startGateSite()
    const socket = open(site.port)
    let text = ''
    socket.on('data', (chunk) => {
      text += chunk
    })
    for (let count = 1; count <= 3; count += 1) {
      socket.write(get)
      await eventually(() => text.split('<h1>GET /</h1>').length > count)
    }
    socket.destroy()
  })

  test('beyond the limit is closed and counted', async () => {
    jest.spyOn(log, 'warn').mockImplementation(() => undefined)
    site = await startGateSite()
    site.server.maxConnections = 1
    const socket = open(site.port)
    await eventually(async () => (await site.openConnections()) === 1)
    const before = await rejections('connections')
    expect((await ask(site.port, 'GET /')).status).toBe(0)
    expect(await rejections('connections')).toBe(before + 1)
    expect(warningsOf('turned-away')).toContainEqual(expect.stringContaining('Connections were refused'))
    socket.destroy()
  })

  test('ends with its response once the server is stopping, and without one right before the port is closed', async () => {
    const stopping = await startGateSite(undefined, { stopping: AbortSignal.abort() })
    expect((await send(stopping.port, get)).headers.connection).toBe('close')
    const closing = await startGateSite(undefined, { closing: AbortSignal.abort() })
    expect((await send(closing.port, get)).text).toBe('')
  })

  test('whose client still sends stays open until it has its answer, and is closed soon afterwards', async () => {
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
})

describe('The headers of a response', () => {
  const headOf = async (path: string) => (await ask(site.port, `GET ${path}`)).text.split('\r\n\r\n')[0] ?? ''

  beforeEach(async () => {
    jest.spyOn(log, 'error').mockImplementation(() => undefined)
    const long = 'a'.repeat(5000)
    const responses: Record<string, Handler> = {
      '/head': (_, response) => response.writeHead(308, { location: `/India?q=${long}`, vary: 'cookie' }).end(),
      '/list': (_, response) => response.writeHead(308, ['location', `/India#${long}`, 'vary', 'cookie']).end(),
      '/set': (_, response) => response.setHeader('location', `/India?q=${long}`).end(),
      '/fits': (_, response) => response.writeHead(303, { location: `/India?q=${long.slice(0, 2000)}` }).end(),
      '/path': (_, response) => response.writeHead(308, { location: `/${long}` }).end(),
      '/elsewhere': (_, response) => response.writeHead(303, { location: `https://pay.example/?a#${long}` }).end(),
      '/cookies': (_, response) => {
        for (const name of ['a', 'b', 'c']) response.appendHeader('set-cookie', `${name}=${long.slice(0, 2000)}`)
        response.end()
      },
    }
    site = await startGateSite((request, response) => responses[request.url ?? '']?.(request, response))
  })

  test.each(['/head', '/list', '/set'])('lose the query of a redirect if they exceed 4 KB: %s', async (path) => {
    const head = await headOf(path)
    expect(head).toMatch(/\r\nlocation: \/India\r\n/i)
    expect(head.length).toBeLessThanOrEqual(4096)
    expect(log.error).not.toHaveBeenCalled()
  })

  test('keep a query that fits', async () => {
    expect(await headOf('/fits')).toMatch(/\/India\?q=a{2000}\r\n/)
  })

  test.each(['/path', '/elsewhere', '/cookies'])('are replaced by those of a failure otherwise: %s', async (path) => {
    const head = await headOf(path)
    expect(head).toMatch(/^HTTP\/1\.1 500 /)
    expect(head).not.toMatch(/aaaa/)
    expect(log.error).toHaveBeenCalledTimes(1)
  })
})

test('a handler that fails is answered 500 without its message', async () => {
  site = await startGateSite(() => Promise.reject(new Error('the password is 1234')))
  const response = await ask(site.port, 'GET /India')
  expect(response.status).toBe(500)
  expect(response.body).not.toContain('1234')
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
  const files = globSync('app/api/**/route.ts').map((file) => `/${path.dirname(path.relative('app', file))}`)
  expect([...apiRoutes.keys()].sort()).toEqual(files.sort())
  for (const [address, route] of apiRoutes) {
    expect(route).toBe(await import(`#app${address}/route.ts`))
    const exported = Object.keys(route).filter((name) => /^[A-Z]+$/.test(name))
    expect([address, exported]).toEqual([address, methodsOf(route).filter((method) => method !== 'HEAD')])
  }
})

test('a proxy that nobody named is reported once', async () => {
  jest.spyOn(log, 'warn').mockImplementation(() => undefined)
  site = await startGateSite()
  for (let times = 0; times < 2; times += 1) await ask(site.port, 'GET /', { 'x-forwarded-for': '198.51.100.1' })
  expect(warningsOf('unnamed-proxy')).toContainEqual(expect.stringMatching(/127\.0\.0\.1.*TRUSTED_PROXIES/))
  expect(log.warn).toHaveBeenCalledTimes(1)
})

test('responses are counted by kind, which a stranger cannot choose, and status', async () => {
  resetProcessState('metrics')
  const left = new AbortController()
  site = await startGateSite(
    (request, response) => {
      response.statusCode = request.url === '/api/enquiries/start' ? 500 : 200
      if (request.url === '/slow') left.abort()
      else response.end()
    },
    {
      fromMemory: (handler) => (request, response) =>
        request.url === '/India' ? response.end() : handler(request, response),
    },
  )
  const targets = ['/India', '/search?q=x', '/api/x', '/__proto__', '/api/health?x=1', '/api/enquiries/start']
  for (const target of [...targets, '/api/newsletter', '/India HTTP/3.1 x']) await ask(site.port, `GET ${target}`)
  await fetch(`http://127.0.0.1:${site.port}/slow`, { signal: left.signal }).catch(() => undefined)
  const counted = async () => {
    const { values } = await metrics().requests.get()
    const counts = values.filter(({ metricName }) => metricName?.endsWith('_count'))
    return Object.fromEntries(counts.map(({ labels, value }) => [Object.values(labels).join(' '), value]))
  }
  await eventually(async () => (await counted())['rendered aborted'] === 1)
  expect(await counted()).toEqual({
    'memory 2xx': 1,
    'rendered 2xx': 3,
    '/api/health 2xx': 1,
    '/api/enquiries/start 5xx': 1,
    'refused 4xx': 2,
    'rendered aborted': 1,
  })
})

describe('Each log line', () => {
  keepEnvironment()

  test('that is written while a request is handled names its reference, which the client cannot choose', async () => {
    setEnvironment({ LOG_LEVEL: 'info' })
    const write = logWriter.get()
    const lines: { message: string; request?: string }[] = []
    logWriter.set((line) => lines.push(JSON.parse(line)))
    let given: unknown
    site = await startGateSite(
      withReferences(async (request, response) => {
        given = request.headers[referenceHeader]
        log.info('before')
        await new Promise(setImmediate)
        log.info('after')
        response.end()
      }),
    )
    await ask(site.port, 'GET /search', { [referenceHeader]: 'F-MINE' })
    log.info('later')
    logWriter.set(write)
    expect(given).toMatch(/^F-[0-9A-Z]{4}-[0-9A-Z]{4}$/)
    expect(lines.map(({ message, request }) => [message, request])).toEqual([
      ['before', given],
      ['after', given],
      ['later', undefined],
    ])
  })
})

describe('A handler of app/api', () => {
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

  test('a file is sent piece by piece, no further than it is read, and is no longer made once its reader has left', async () => {
    const made: number[] = []
    let hasEnded = false
    async function* pieces() {
      try {
        for (let piece = 0; piece < 10_000; piece++) {
          made.push(piece)
          yield Buffer.alloc(100_000, 'x')
        }
      } finally {
        hasEnded = true
      }
    }
    const headers = { 'content-disposition': 'attachment; filename="list.csv"' }
    const { url } = await siteWith(
      async () => new Response(Readable.toWeb(Readable.from(pieces())) as ReadableStream, { headers }),
    )
    const leaving = new AbortController()
    const response = await fetch(`${url}/api/office`, { method: 'POST', signal: leaving.signal })
    expect((await response.body?.getReader().read())?.value?.length).toBeGreaterThan(0)
    expect(made.length).toBeLessThan(1000)
    leaving.abort()
    await eventually(() => hasEnded)
    expect(made.length).toBeLessThan(1000)
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
})
