import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { stopClock } from '#lib/platform/clock.ts'
import { type PageRecord, recordAttribute } from '#lib/platform/http/page-record.ts'
import type { Asked, Resolved, Route, SharedPage } from '#lib/platform/http/routing.ts'
import { type Language, languageCodes } from '#lib/platform/languages/index.ts'
import { setLiveVersion } from '#lib/platform/live.ts'
import { log } from '#lib/platform/log.ts'
import type { Render, Rendered } from '#lib/platform/next/render.ts'
import { resetProcessState } from '#lib/platform/process-state.ts'
import { failure, success } from '#lib/platform/result.ts'
import { pageStore, publicationClock } from '#lib/platform/server/page-store.ts'
import { servePages } from '#lib/platform/server/pages.ts'
import { acceptedEncoding } from '#lib/platform/server/representation.ts'
import { warningsOf } from '#lib/platform/warnings.ts'
import { rejections, serve } from './support.ts'

const distDir = mkdtempSync(path.join(tmpdir(), 'charity-pages-'))
const hour = 3_600_000

/** Writes what a build made of a page, an hour ago. */
function build(name: string, html: string) {
  const file = path.join(distDir, 'server/app', `${name}.html`)
  mkdirSync(path.dirname(file), { recursive: true })
  writeFileSync(file, html)
  utimesSync(file, new Date(Date.now() - hour), new Date(Date.now() - hour))
}
const configured = { url: 'http://localhost:3000', asksAboutAnalytics: false }
/** As React writes it. */
const recordOf = (entry: Partial<PageRecord>) =>
  Object.entries(recordAttribute(entry))
    .map(([name, json]) => `<template ${name}="${json.replaceAll('"', '&quot;')}"></template>`)
    .join('')
const document = (language: Language, words: string, entry: Partial<PageRecord> = {}) =>
  `<!DOCTYPE html><html lang="${language}" class="fonts"><body>${recordOf({ site: { language, ...configured } })}<p>${words}</p>${recordOf(entry)}${runtime}</body></html>`
const runtime = '<script src="/_next/static/chunks/a.js" async=""></script><script>self.__next_f.push([1])</script>'
const plain = (language: Language, words: string) =>
  document(language, words)
    .replace(runtime, '')
    .replace(/<template.*?<\/template>/g, '')
const light = (language: Language, words: string) =>
  plain(language, words).replace(' class="fonts"', ' data-version="light"')

const entries = (words: Record<string, string>) =>
  languageCodes.map((language) => [language, words[language] ?? ''] as const)
const notFound = { en: 'Nothing here', hi: 'यहाँ कुछ नहीं', sw: 'Hakuna kitu' }
const failed = { en: 'Try again: F-0000-0000', hi: 'फिर कोशिश करें', sw: 'Jaribu tena' }
for (const [language, words] of entries(notFound)) build(`${language}/page-not-found`, document(language, words))
for (const [language, words] of entries(failed)) build(`${language}/server-error`, document(language, words))

afterAll(() => rmSync(distDir, { recursive: true }))
afterEach(() => {
  jest.restoreAllMocks()
  resetProcessState('live-versions')
})

type Next = (Partial<Omit<Rendered, 'body'>> & { body?: string }) | 'busy'

/** A site in front of a fake Next, which notes what it is asked for. `next`: what it renders now. */
async function site({ changes = [] as readonly number[], now = configured, retryAfter = 0 } = {}) {
  const asked: { url: string; headers: object }[] = []
  const next: { now: Next } = { now: {} }
  const render: Render = async (url, headers) => {
    asked.push({ url, headers })
    if (next.now === 'busy') return 'busy'
    const { body = document('en', 'All hands'), ...rest } = next.now
    const html = { 'content-type': 'text/html; charset=utf-8' }
    return { status: 200, headers: html, reference: 'F-1234-5678', ...rest, body: Buffer.from(body) }
  }
  const route = (path: string, shared: SharedPage | null): Resolved => ({ kind: 'route', path: `/en${path}`, shared })
  const resolve = ({ url, cookie }: Asked): Resolved => {
    const [address = '', query] = url.split('?')
    if (address.endsWith('/unknown')) return { kind: 'unknown' }
    if (address === '/india') return { kind: 'redirect', to: '/India?utm_source=poster' }
    if (/^\/(robots|media)/.test(address)) return { kind: 'file' }
    if (/\/search/.test(address) || cookie.includes('paid=')) return route(url, null)
    if (address === '/results' || query?.startsWith('amount='))
      return route(url, { address: url, file: null, isExact: true, seconds: 60 })
    if (address !== '/Donate') return route(address, { address, file: `en${address}` })
    const exact = query === 'reason=2' ? url : address
    return route(exact, { address: exact, file: null, isExact: true })
  }
  const limit = (given: Route, headers: Headers): Route =>
    headers.get('x-client-address') === '192.0.2.9'
      ? { ...given, path: '/en/limited', status: 429, headers: { 'retry-after': '9' }, shared: null }
      : given
  const clock = publicationClock(() => changes)
  const allows = () => (retryAfter > 0 ? failure({ retryAfter }) : success(null))
  const pages = servePages({ render, router: { resolve, limit }, distDir, site: now, clock, allows })
  return { asked, next, renderOnce: pages.renderOnce, get: await serve(pages.fromMemory(pages.respond)) }
}

const scripts = (headers: object) =>
  /script-src ([^;]*)/.exec(String(Reflect.get(headers, 'content-security-policy')))?.[1]

test.each([
  ['gzip, deflate, br', 'br'],
  ['gzip', 'gzip'],
  ['br;q=0, gzip', 'gzip'],
  [undefined, null],
])('a client that accepts %s gets %s', (header, encoding) => expect(acceptedEncoding(header)).toBe(encoding))

describe('The results of a search', () => {
  test('are kept for a minute, for those who type the same', async () => {
    const { get, asked } = await site()
    const start = Date.now()
    for (const query of ['a', 'b', 'a', 'b']) expect((await get(`/results?q=${query}`)).status).toBe(200)
    expect(asked.map(({ url }) => url)).toEqual(['/en/results?q=a', '/en/results?q=b'])
    expect((await get('/results?q=a', { 'save-data': 'on' })).body).toBe(light('en', 'All hands'))
    stopClock(new Date(start + 59_000))
    await get('/results?q=a')
    expect(asked).toHaveLength(2)
    stopClock(new Date(start + 61_000))
    await get('/results?q=a')
    expect(asked).toHaveLength(3)
  })

  test('are rendered with no header of a visitor, and refused to one over the limit, which is not kept', async () => {
    const { get, asked } = await site()
    const refused = await get('/results?q=a', { 'x-client-address': '192.0.2.9', cookie: 'a=b', rsc: '1' })
    expect([refused.status, refused.headers['retry-after']]).toEqual([429, '9'])
    expect((await get('/results?q=a', { 'x-client-address': '192.0.2.1', cookie: 'a=b', rsc: '1' })).status).toBe(200)
    expect((await get('/results?q=a', { 'x-client-address': '192.0.2.9' })).status).toBe(200)
    expect(asked).toMatchObject([{ url: '/en/limited' }, { url: '/en/results?q=a', headers: { accept: 'text/html' } }])
  })
})

test('a form with an amount that is not offered is rendered once for all who ask for it within a minute', async () => {
  const { get, asked } = await site()
  const amounts = Array.from({ length: 40 }, (_, index) => `/Donate?amount=${index % 2}`)
  const statuses = await Promise.all(
    amounts.map(async (url) => (await get(url, { 'x-client-address': '192.0.2.1' })).status),
  )
  expect(new Set(statuses)).toEqual(new Set([200]))
  expect(asked).toEqual(
    ['0', '1'].map((amount) => ({ url: `/en/Donate?amount=${amount}`, headers: { accept: 'text/html' } })),
  )
})

describe('A page that is the same for everybody', () => {
  test('is rendered once, and sent in every encoding without the runtime', async () => {
    const { get, asked } = await site()
    for (const address of ['/India', '/India?utm_email=victim@example.org', '/India']) {
      expect((await get(address)).body).toBe(plain('en', 'All hands'))
      expect(brotliDecompressSync((await get(address, { 'accept-encoding': 'br' })).bytes).toString()).toBe(
        plain('en', 'All hands'),
      )
      expect(gunzipSync((await get(address, { 'accept-encoding': 'gzip' })).bytes).toString()).toBe(
        plain('en', 'All hands'),
      )
    }
    expect(asked).toEqual([{ url: '/en/India', headers: { accept: 'text/html' } }])
  })

  test('that the build made is not rendered again', async () => {
    build('en/Kenya', document('en', 'Built'))
    const { get, asked } = await site()
    expect((await get('/Kenya')).body).toBe(plain('en', 'Built'))
    expect(asked).toEqual([])
  })

  test('is rendered again when a date in the content passes, and only then', async () => {
    build('en/Uganda', document('en', 'Built'))
    const start = Date.now()
    const { get, asked } = await site({ changes: [start - 2 * hour, start + hour] })
    await get('/Uganda')
    stopClock(new Date(start + hour - 1))
    await get('/Uganda')
    expect(asked).toHaveLength(0)
    stopClock(new Date(start + hour))
    expect((await get('/Uganda')).body).toBe(plain('en', 'All hands'))
    stopClock(new Date(start + 5 * 365 * 24 * hour))
    await get('/Uganda')
    expect(asked).toHaveLength(1)
  })

  test('is rendered again when a figure that it shows changes, and no other', async () => {
    const { get, next, asked } = await site()
    const withFigure = (count: number) => document('en', `<b>${count}</b>`, { live: { camps: '', gifts: '' } })
    setLiveVersion('camps', 1)
    next.now = { body: withFigure(1) }
    await get('/India')
    next.now = { body: withFigure(2) }
    setLiveVersion('else', 1)
    expect((await get('/India')).body).toContain('>1<')
    setLiveVersion('gifts', 1)
    expect((await get('/India')).body).toContain('>2<')
    expect((await get('/India', { 'save-data': 'on' })).body).toContain('>2<')
    expect(asked).toHaveLength(2)
  })

  test('that was built shows the figures of the store from the first request on', async () => {
    build('en/Kenya', document('en', '<b>1248</b>', { live: { camps: '' } }))
    const before = await site()
    await before.get('/Kenya')
    expect(before.asked).toEqual([])
    setLiveVersion('camps', 1261)
    expect((await before.get('/Kenya')).body).toBe(plain('en', 'All hands'))
  })

  test('stays the last good one while it cannot be rendered again', async () => {
    const { get, next } = await site()
    next.now = { body: document('en', '<b>1</b>', { live: { camps: '' } }) }
    const good = await get('/India')
    setLiveVersion('camps', 2)
    next.now = { status: 500, body: '' }
    expect(await get('/India')).toMatchObject({ status: 200, body: good.body })
    expect((await get('/Zimbabwe')).status).toBe(500)
  })

  test('matches If-None-Match in every encoding, and HEAD has the headers of GET', async () => {
    const { get } = await site()
    const [whole, head] = [await get('/India'), await get('/India', {}, 'HEAD')]
    const etag = String(whole.headers.etag)
    expect([head.body, head.headers.etag, head.headers['content-length']]).toEqual([
      '',
      etag,
      whole.headers['content-length'],
    ])
    for (const held of [etag, `"other", ${etag}`, '*'])
      expect(await get('/India', { 'if-none-match': held, 'accept-encoding': 'br' })).toMatchObject({
        status: 304,
        body: '',
      })
    expect((await get('/India', { 'if-none-match': '"other"' })).status).toBe(200)
  })
})

describe('A page with presets in its address', () => {
  test('is rendered once for each of them, and other parameters count for nothing', async () => {
    const { get, asked } = await site()
    for (const url of ['/Donate', '/Donate?reason=2', '/Donate?utm_source=poster', '/Donate?reason=2', '/Donate'])
      expect((await get(url)).status).toBe(200)
    expect(asked.map(({ url }) => url)).toEqual(['/en/Donate', '/en/Donate?reason=2'])
  })
})

describe('The light version', () => {
  const saving = { 'save-data': 'on' }

  test('is sent to a browser that saves data, with an ETag of its own and nothing to prefetch', async () => {
    const { get, asked } = await site()
    const [asksForLess, other] = [await get('/India', saving), await get('/India')]
    expect([asksForLess.body, other.body]).toEqual([light('en', 'All hands'), plain('en', 'All hands')])
    expect(asksForLess.headers.etag).not.toBe(other.headers.etag)
    expect(asksForLess.headers['speculation-rules']).toBeUndefined()
    expect(asked).toHaveLength(1)
  })

  test.each(['/India', '/unknown'])(
    'is told to caches by Vary, and kept by none once it was chosen: %s',
    async (address) => {
      const { get } = await site()
      for (const asked of [{}, saving, { cookie: 'version=light' }]) {
        const { headers, body } = await get(address, asked)
        expect(headers.vary).toMatch(/(?=.*\bsave-data\b)(?=.*\bcookie\b)/i)
        expect(body.includes('data-version="light"')).toBe(Object.keys(asked).length > 0)
        if ('cookie' in asked) expect(headers['cache-control']).toMatch(/private|no-store/)
      }
    },
  )

  test.each([
    ['light', {}, light('en', 'All hands')],
    ['full', saving, plain('en', 'All hands')],
  ])('or the full one is chosen by cookie, and no shared cache keeps it: %s', async (version, more, body) => {
    const { headers, body: sent } = await (await site()).get('/India', { cookie: `version=${version}`, ...more })
    expect([sent, headers['cache-control'], headers['speculation-rules']]).toEqual([
      body,
      'private, no-cache',
      undefined,
    ])
  })
})

describe('What is not the same for everybody', () => {
  test('is rendered for each request, with its query and headers', async () => {
    const { get, asked, next } = await site()
    next.now = {
      headers: {
        'content-type': 'text/html',
        'cache-control': 'private, no-cache',
        'set-cookie': ['a=1', 'b=2'],
        'x-middleware-rewrite': '/en',
      },
    }
    const response = await get('/search?q=a', { cookie: 'c=3', 'accept-encoding': 'br' })
    await get('/search?q=a')
    expect(brotliDecompressSync(response.bytes).toString()).toBe(plain('en', 'All hands'))
    expect(response.headers).toMatchObject({ 'cache-control': 'private, no-cache', 'set-cookie': ['a=1', 'b=2'] })
    expect(response.headers['x-middleware-rewrite']).toBeUndefined()
    expect(asked).toMatchObject([{ url: '/en/search?q=a', headers: { cookie: 'c=3' } }, {}])
  })

  test('a file is passed on, compressed if it is text', async () => {
    const { get, next } = await site()
    next.now = {
      headers: { 'content-type': 'text/plain', 'cache-control': 'public, max-age=60' },
      body: 'User-agent: *',
    }
    const response = await get('/robots.txt', { 'accept-encoding': 'gzip' })
    expect(gunzipSync(response.bytes).toString()).toBe('User-agent: *')
    expect(response.headers).toMatchObject({ 'cache-control': 'public, max-age=60', vary: 'Accept-Encoding' })
  })

  test('what an editor uploaded runs nothing, and no client sends Next its own headers', async () => {
    const { get, next, asked } = await site()
    next.now = { headers: { 'content-type': 'image/svg+xml' }, body: '<svg><script>1</script></svg>' }
    const { headers } = await get('/media/a.svg', { rsc: '1', 'next-action': 'a', 'x-middleware-subrequest': 'proxy' })
    expect(headers['content-security-policy']).toMatch(/^default-src 'none'; sandbox/)
    next.now = { headers: { 'content-type': 'application/pdf' }, body: '%PDF' }
    expect((await get('/media/a.pdf')).headers['content-security-policy']).toMatch(/^default-src 'none'; sandbox/)
    expect(asked.map(({ headers: given }) => given)).toEqual([{}, {}])
  })

  test('another spelling is redirected without asking Next', async () => {
    const { get, asked } = await site()
    const response = await get('/india?utm_source=poster')
    expect([response.status, response.headers.location]).toEqual([308, '/India?utm_source=poster'])
    expect(response.headers['x-content-type-options']).toBe('nosniff')
    expect(asked).toEqual([])
  })
})

describe('While the site is busy', () => {
  beforeEach(() => jest.spyOn(log, 'warn').mockImplementation(() => undefined))

  test('a page that would have to wait too long says so with 503 and Retry-After', async () => {
    const { get, next } = await site()
    next.now = 'busy'
    const before = await rejections('pages')
    for (const address of ['/India', '/search']) {
      const response = await get(address)
      expect([response.status, response.headers['retry-after']]).toEqual([503, '5'])
      expect(response.body).toContain('The site is busy')
    }
    expect((await rejections('pages')) - before).toBe(2)
    expect(warningsOf('turned-away')).toContainEqual(expect.stringContaining('Pages were answered 503'))
  })

  test('an address that asks for too many pages gets 429, and when to come again', async () => {
    const { get } = await site({ retryAfter: 42 })
    const response = await get('/India')
    expect([response.status, response.headers['retry-after']]).toEqual([429, '42'])
  })
})

describe('What fails', () => {
  test('an unknown address gets a page in its language, without asking Next', async () => {
    const { get, asked } = await site()
    expect(await get('/unknown')).toMatchObject({ status: 404, body: plain('en', notFound.en) })
    expect(await get('/sw/unknown')).toMatchObject({ status: 404, body: plain('sw', notFound.sw) })
    expect((await get('/unknown')).headers['speculation-rules']).toBeUndefined()
    expect(asked).toEqual([])
  })

  test('an error is answered with a page that runs only our own files, with its reference', async () => {
    const { get, next } = await site()
    next.now = { status: 500, body: '<html id="__next_error__"></html>' }
    const response = await get('/search')
    expect([response.status, response.body]).toEqual([500, plain('en', 'Try again: F-1234-5678')])
    expect([scripts(response.headers), response.headers['cache-control']]).toEqual(["'self'", 'private, no-store'])
    expect((await get('/hi/search')).status).toBe(500)
  })

  test('a page that is not understood is sent whole, its policy blocks the runtime, and that is logged once', async () => {
    const error = jest.spyOn(log, 'error').mockImplementation(() => undefined)
    const { get, next } = await site()
    const body = '<!DOCTYPE html><html lang="en"><body><template id="B:0"></template></body></html>'
    next.now = { body }
    for (let visit = 0; visit < 2; visit++) {
      const response = await get('/search/open-boundary')
      expect([response.body, scripts(response.headers)]).toEqual([body, "'self'"])
    }
    expect(error.mock.calls.map(([, fields]) => fields)).toEqual([
      { path: '/search/open-boundary', why: '<template id="B:' },
    ])
  })
})

test('stored pages stay below the limit: the oldest is dropped', () => {
  const pages = pageStore(100)
  const page = (size: number) => ({
    status: 200,
    etag: '',
    headers: [],
    bodies: { br: Buffer.alloc(size), gzip: Buffer.alloc(size) },
    record: { live: {}, frames: [], needs: [] },
    dependsOn: { published: 0, live: {} },
  })
  const [first, second, third] = [page(20), page(20), page(20)]
  pages.set('a', first)
  pages.set('b', second)
  pages.shrink('a', first, page(5).bodies)
  pages.set('c', third)
  expect(['a', 'b', 'c'].map((key) => pages.get(key) !== undefined)).toEqual([true, true, true])
  pages.set('d', page(20))
  expect(['a', 'b', 'c', 'd'].map((key) => pages.get(key) !== undefined)).toEqual([false, false, true, true])
})

test.each([
  ['for this configuration is sent as it was built', configured, 'Built'],
  ['for another address is rendered again', { ...configured, url: 'https://example.org' }, 'All hands'],
  ['without the question about analytics is rendered again', { ...configured, asksAboutAnalytics: true }, 'All hands'],
])('a page that was built %s', async (_, now, words) => {
  build('en/Nepal', document('en', 'Built'))
  const { get } = await site({ now })
  expect((await get('/Nepal')).body).toBe(plain('en', words))
})

describe('A page as the response to something else', () => {
  const ask = {
    accept: 'text/html,*/*',
    'accept-encoding': 'identity',
    'content-length': '900',
    cookie: 'version=light',
  }

  test('is finished as every page is, has the wanted status, and is not stored', async () => {
    const { get, asked, renderOnce } = await site()
    const page = await renderOnce('/India?returned=1', new Headers(ask), 503)
    expect(page.status).toBe(503)
    const html = await page.text()
    expect(html).toContain('data-version="light"')
    expect(html).not.toContain('<script')
    expect(scripts(Object.fromEntries(page.headers))).toBe("'self'")
    expect(asked).toMatchObject([{ url: '/en/India?returned=1', headers: { cookie: 'version=light' } }])
    await get('/India?returned=1')
    expect(asked).toHaveLength(2)
  })
})
