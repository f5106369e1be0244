/**
 * Answers prerendered pages from memory. Only whole anonymous pages that Next prerendered are kept, for a second each, under
 * their path, their coding and every request header that their `Vary` names (RFC 9111 section 4.1). A prerendered page cannot
 * depend on the query, so the query is no part of the key.
 */
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http'
import { acceptedEncoding, onEnd } from './compression.ts'
import { matchesEtag } from './etag.ts'
import { type Handler, pathOf } from './handler.ts'

/** `headers` (for 200) and `unchanged` (for 304): names and values in turn, the form that `writeHead` sends fastest. */
type Page = { body: Buffer; etag: string | undefined; headers: string[]; unchanged: string[]; until: number }

/**
 * Which of several answers for one URL a request gets. `of` returns null when the request must neither read nor fill the
 * cache. `covers`: the names in `Vary`, in lower case, whose effect is part of what `of` returns.
 */
export type Variant = { of: (request: IncomingMessage) => string | null; covers: ReadonlySet<string> }

/** One answer for each coding. Cookies and credentials make a request personal. */
export const byEncoding: Variant = {
  covers: new Set(['accept-encoding']),
  of: ({ headers }) =>
    headers.cookie || headers.authorization ? null : (acceptedEncoding(headers['accept-encoding']) ?? 'identity'),
}

const keptBytes = 64 * 1024 * 1024

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

/** Pages by key, the oldest dropped when together they exceed `limit` bytes. */
function pageStore(limit: number) {
  const pages = new Map<string, Page>()
  let bytes = 0
  const drop = (key: string) => {
    bytes -= pages.get(key)?.body.length ?? 0
    pages.delete(key)
  }
  return {
    get: (key: string) => pages.get(key),
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

/** After `keepMs` one request goes through to `handler` while the others get the last good page. */
export function pageCache(
  handler: Handler,
  { keepMs = 1000, variant = byEncoding }: { keepMs?: number; variant?: Variant } = {},
): Handler {
  const pages = pageStore(keptBytes)
  /** The request headers that select an answer for a path, beyond those that `variant` covers. */
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
    // Next would answer 304 without a body to keep: ask for the whole page, and compare here.
    const asked = request.headers['if-none-match']
    delete request.headers['if-none-match']
    onEnd(response, (body, end) => {
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

/** Sends a request to `yes` when its path is one of `paths`, else to `no`. */
export function byPath(paths: ReadonlySet<string>, yes: Handler, no: Handler): Handler {
  return (request, response) => (paths.has(pathOf(request)) ? yes : no)(request, response)
}
