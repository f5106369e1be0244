/**
 * Serves prerendered pages from memory. Caches only complete pages that Next prerendered, for five seconds each, by path, encoding,
 * version and every other request header in their `Vary` (RFC 9111 section 4.1). A prerendered page cannot depend on the query,
 * cookies or credentials, so they are not part of the key.
 */
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http'
import { pageVersion, versionHeaders } from '#lib/platform/http/page-version.ts'
import { acceptedEncoding, onEnd } from './compression.ts'
import { matchesEtag } from './etag.ts'
import { type Handler, pathOf } from './handler.ts'
import { securityHeaders } from './response-headers.ts'

/** `headers` (for 200) and `unchanged` (for 304): alternating names and values, the fastest form for `writeHead`. */
type Page = { body: Buffer; etag: string | undefined; headers: string[]; unchanged: string[]; until: number }

/** The request headers that `variantOf` reads. */
const covered: ReadonlySet<string> = new Set(['accept-encoding', ...versionHeaders])

/** One that was chosen by cookie has a `Cache-Control` of its own. */
function variantOf({ headers }: IncomingMessage): string {
  const { version, chosen } = pageVersion(headers)
  return `${acceptedEncoding(headers['accept-encoding'])} ${version}${chosen ? ' chosen' : ''}`
}

const keptBytes = 32 * 1024 * 1024

/** All that is stored: no other header can carry something of the request to the next visitor. */
const storedHeaders = new Set([
  ...Object.keys(securityHeaders),
  'cache-control',
  'content-encoding',
  'content-security-policy',
  'content-type',
  'etag',
  'link',
  'reporting-endpoints',
  'speculation-rules',
  'vary',
])

/** The names in a `Vary` header, in lower case. */
function varyNames(vary: unknown): string[] {
  const names = String(vary ?? '')
    .toLowerCase()
    .split(',')
  return names.map((name) => name.trim()).filter(Boolean)
}

function isPrerendered(response: ServerResponse): boolean {
  return (
    response.statusCode === 200 &&
    /^text\/html/.test(String(response.getHeader('content-type'))) &&
    /s-maxage|^private, no-cache$/.test(String(response.getHeader('cache-control'))) &&
    !response.hasHeader('set-cookie')
  )
}

const inTurn = (headers: OutgoingHttpHeaders): string[] =>
  Object.entries(headers).flatMap(([name, value]) => [value ?? []].flat().flatMap((one) => [name, String(one)]))

function pageOf(body: Buffer, headers: OutgoingHttpHeaders, until: number): Page {
  const { etag, 'content-encoding': coding, 'content-type': type, ...common } = headers
  const tag = etag === undefined ? undefined : String(etag)
  const unchanged = inTurn({ ...common, etag })
  const described = inTurn({ 'content-type': type, 'content-encoding': coding, 'content-length': body.length })
  return { body, etag: tag, headers: [...unchanged, ...described], unchanged, until }
}

/** Pages by key; the oldest are dropped when the total exceeds `limit` bytes. */
function pageStore(limit: number) {
  const pages = new Map<string, Page>()
  let bytes = 0
  const drop = (key: string) => {
    bytes -= pages.get(key)?.body.length ?? 0
    pages.delete(key)
  }
  return {
    get: (key: string) => pages.get(key),
    drop,
    set(key: string, page: Page) {
      drop(key)
      pages.set(key, page)
      bytes += page.body.length
      for (const oldest of pages.keys()) {
        if (bytes <= limit) break
        drop(oldest)
      }
    },
  }
}

type Options = {
  keepMs?: number
  /** Whether pages wait to be rendered. Then older pages are served meanwhile. */
  isBusy?: () => boolean
}

/** When a page is older than `keepMs`, one request goes to `handler`; the others get the cached page meanwhile, or wait for the first one. */
export function pageCache(handler: Handler, { keepMs = 5000, isBusy = () => false }: Options = {}): Handler {
  const pages = pageStore(keptBytes)
  /** The `Vary` headers of each path that `variantOf` does not cover. */
  const selecting = new Map<string, string[]>()
  /** By key, the requests that wait for the first one. */
  const waiting = new Map<string, (() => void)[]>()

  function cacheKey(request: IncomingMessage, path: string): string {
    const names = selecting.get(path)
    const key = `${variantOf(request)} ${path}`
    return names ? [key, ...names.map((name) => `${name}: ${request.headers[name] ?? ''}`)].join('\n') : key
  }

  function answerWaiting(key: string): void {
    const requests = waiting.get(key) ?? []
    waiting.delete(key)
    for (const answer of requests) answer()
  }

  function answer(request: IncomingMessage, response: ServerResponse, mayWait: boolean): unknown {
    const { method } = request
    if (method !== 'GET' && method !== 'HEAD') return handler(request, response)
    const path = pathOf(request)
    const key = cacheKey(request, path)
    const kept = pages.get(key)
    if (kept && (Date.now() < kept.until || isBusy())) {
      if (matchesEtag(request.headers['if-none-match'], kept.etag)) return response.writeHead(304, kept.unchanged).end()
      return response.writeHead(200, kept.headers).end(kept.body)
    }
    if (method === 'HEAD') return handler(request, response)
    if (kept) kept.until = Date.now() + keepMs
    else if (mayWait) {
      const others = waiting.get(key)
      if (others) return void others.push(() => answer(request, response, false))
      waiting.set(key, [])
      response.once('close', () => answerWaiting(key))
    }
    // Next would respond 304 without a body to cache: request the whole page, and compare the ETag here.
    const asked = request.headers['if-none-match']
    delete request.headers['if-none-match']
    onEnd(response, (body, end) => {
      // A page that is gone may no longer be shown. After a failure it may.
      if (response.statusCode >= 300 && response.statusCode < 500) pages.drop(key)
      const page = keepPage(request, response, path, body)
      // Before a client that may read slowly.
      if (mayWait) answerWaiting(key)
      if (!page || !matchesEtag(asked, page.etag)) return end(body)
      for (const name of ['content-length', 'content-encoding', 'content-type']) response.removeHeader(name)
      response.statusCode = 304
      return end()
    })
    return handler(request, response)
  }

  /** Null for what must not be kept. */
  function keepPage(request: IncomingMessage, response: ServerResponse, path: string, body: Buffer): Page | null {
    const vary = varyNames(response.getHeader('vary'))
    if (!isPrerendered(response) || vary.includes('*')) return null
    for (const name of response.getHeaderNames()) if (!storedHeaders.has(name)) response.removeHeader(name)
    const names = vary.filter((name) => !covered.has(name))
    if (names.length > 0) selecting.set(path, names)
    else selecting.delete(path)
    const page = pageOf(body, response.getHeaders(), Date.now() + keepMs)
    pages.set(cacheKey(request, path), page)
    return page
  }

  return (request, response) => answer(request, response, true)
}

/** Routes by path: to `yes` for one of `paths`, else to `no`. */
export function byPath(paths: ReadonlySet<string>, yes: Handler, no: Handler): Handler {
  return (request, response) => (paths.has(pathOf(request)) ? yes : no)(request, response)
}
