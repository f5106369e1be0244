/**
 * Serves prerendered pages from memory. Caches only complete anonymous pages that Next prerendered, for five seconds each, by path,
 * encoding and every request header in their `Vary` (RFC 9111 section 4.1). A prerendered page cannot depend on the query, so the
 * query is not part of the key.
 */
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http'
import { acceptedEncoding, onEnd } from './compression.ts'
import { matchesEtag } from './etag.ts'
import { type Handler, pathOf } from './handler.ts'

/** `headers` (for 200) and `unchanged` (for 304): alternating names and values, the fastest form for `writeHead`. */
type Page = { body: Buffer; etag: string | undefined; headers: string[]; unchanged: string[]; until: number }

/**
 * Selects among several responses for one URL. `of` returns null when the request must bypass the cache. `covers`: the `Vary` headers,
 * in lower case, that `of` already takes into account.
 */
export type Variant = { of: (request: IncomingMessage) => string | null; covers: ReadonlySet<string> }

/** One response per encoding. Requests with cookies or credentials bypass the cache. */
export const byEncoding: Variant = {
  covers: new Set(['accept-encoding']),
  of: ({ headers }) =>
    headers.cookie || headers.authorization ? null : (acceptedEncoding(headers['accept-encoding']) ?? 'identity'),
}

const keptBytes = 32 * 1024 * 1024

const cacheable = ({ method, headers }: IncomingMessage) => (method === 'GET' || method === 'HEAD') && !headers.range

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
    response.hasHeader('x-nextjs-cache') &&
    /^text\/html/.test(String(response.getHeader('content-type'))) &&
    /s-maxage/.test(String(response.getHeader('cache-control'))) &&
    !response.hasHeader('set-cookie')
  )
}

const inTurn = (headers: OutgoingHttpHeaders): string[] =>
  Object.entries(headers).flatMap(([name, value]) => [value ?? []].flat().flatMap((one) => [name, String(one)]))

function pageOf(body: Buffer, headers: OutgoingHttpHeaders, until: number): Page {
  const { etag, 'content-length': _, 'content-encoding': coding, 'content-type': type, ...common } = headers
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

/** When a page is older than `keepMs`, one request goes to `handler`; the others get the cached page meanwhile. */
export function pageCache(
  handler: Handler,
  { keepMs = 5000, variant = byEncoding }: { keepMs?: number; variant?: Variant } = {},
): Handler {
  const pages = pageStore(keptBytes)
  /** The `Vary` headers of each path that `variant` does not cover. */
  const selecting = new Map<string, string[]>()

  function cacheKey(request: IncomingMessage, path: string, chosen: string): string {
    const names = selecting.get(path)
    const key = `${chosen} ${path}`
    return names ? [key, ...names.map((name) => `${name}: ${request.headers[name] ?? ''}`)].join('\n') : key
  }

  return (request, response) => {
    const chosen = cacheable(request) ? variant.of(request) : null
    if (chosen === null) return handler(request, response)
    const path = pathOf(request)
    const key = cacheKey(request, path, chosen)
    const kept = pages.get(key)
    if (kept && Date.now() < kept.until) {
      if (matchesEtag(request.headers['if-none-match'], kept.etag)) return response.writeHead(304, kept.unchanged).end()
      return response.writeHead(200, kept.headers).end(kept.body)
    }
    if (request.method === 'HEAD') return handler(request, response)
    if (kept) kept.until = Date.now() + keepMs
    // Next would respond 304 without a body to cache: request the whole page, and compare the ETag here.
    const asked = request.headers['if-none-match']
    delete request.headers['if-none-match']
    onEnd(response, (body, end) => {
      // A page that is gone may no longer be shown. After a failure it may.
      if (response.statusCode >= 300 && response.statusCode < 500) pages.drop(key)
      if (!isPrerendered(response)) return end(body)
      for (const name of response.getHeaderNames()) if (name.startsWith('x-nextjs-')) response.removeHeader(name)
      const headers: OutgoingHttpHeaders = { ...response.getHeaders() }
      const vary = varyNames(headers.vary)
      if (vary.includes('*')) return end(body)
      const names = vary.filter((name) => !variant.covers.has(name))
      if (names.length > 0) selecting.set(path, names)
      else selecting.delete(path)
      const page = pageOf(body, headers, Date.now() + keepMs)
      pages.set(cacheKey(request, path, chosen), page)
      if (!matchesEtag(asked, page.etag)) return end(body)
      for (const name of ['content-length', 'content-encoding', 'content-type']) response.removeHeader(name)
      response.statusCode = 304
      return end()
    })
    return handler(request, response)
  }
}

/** Routes by path: to `yes` for one of `paths`, else to `no`. */
export function byPath(paths: ReadonlySet<string>, yes: Handler, no: Handler): Handler {
  return (request, response) => (paths.has(pathOf(request)) ? yes : no)(request, response)
}
