/**
 * Answers prerendered pages from memory. Only whole anonymous pages that Next prerendered are kept, for a second each, under
 * their URL, their coding and every request header that their `Vary` names (RFC 9111 section 4.1).
 */
import type { IncomingMessage, OutgoingHttpHeaders } from 'node:http'
import { acceptedEncoding, type Handler, onEnd } from './compression.ts'
import { hasInternalHeader } from './next-headers.ts'

type Page = { body: Buffer; etag: string | undefined; headers: OutgoingHttpHeaders; until: number }

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

function cacheable({ method, url = '', headers }: IncomingMessage): boolean {
  const wanted = method === 'GET' || method === 'HEAD'
  return wanted && !url.includes('?') && !headers.range && !hasInternalHeader(headers)
}

/** The names in a `Vary` header, in lower case. */
function varyNames(vary: unknown): string[] {
  const names = String(vary ?? '')
    .toLowerCase()
    .split(',')
  return names.map((name) => name.trim()).filter(Boolean)
}

function isPrerendered(status: number, headers: OutgoingHttpHeaders): boolean {
  return (
    status === 200 &&
    Boolean(headers['x-nextjs-cache']) &&
    /^text\/html/.test(String(headers['content-type'])) &&
    /s-maxage/.test(String(headers['cache-control'])) &&
    !headers['set-cookie']
  )
}

const withoutBody = (headers: OutgoingHttpHeaders) =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !/^content-(length|encoding|type)$/.test(name)))

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
  /** The request headers that select an answer of a URL, beyond those that `variant` covers. */
  const selecting = new Map<string, string[]>()

  function keyOf(request: IncomingMessage, chosen: string): string {
    const { url = '', headers } = request
    const values = (selecting.get(url) ?? []).map((name) => `${name}: ${headers[name] ?? ''}`)
    return [chosen, url, ...values].join('\n')
  }

  return (request, response) => {
    const chosen = cacheable(request) ? variant.of(request) : null
    if (chosen === null) return handler(request, response)
    const key = keyOf(request, chosen)
    const kept = pages.get(key)
    if (kept && Date.now() < kept.until) {
      if (kept.etag && request.headers['if-none-match'] === kept.etag)
        return response.writeHead(304, withoutBody(kept.headers)).end()
      return response.writeHead(200, kept.headers).end(kept.body)
    }
    if (request.method === 'HEAD') return handler(request, response)
    if (kept) kept.until = Date.now() + keepMs
    // Next would answer 304 without a body to keep: ask for the whole page, and compare here.
    const asked = request.headers['if-none-match']
    delete request.headers['if-none-match']
    onEnd(response, (body, end) => {
      const headers: OutgoingHttpHeaders = { ...response.getHeaders() }
      const vary = varyNames(headers.vary)
      if (!isPrerendered(response.statusCode, headers) || vary.includes('*')) return end(body)
      const names = vary.filter((name) => !variant.covers.has(name))
      if (names.length > 0) selecting.set(request.url ?? '', names)
      else selecting.delete(request.url ?? '')
      const etag = headers.etag === undefined ? undefined : String(headers.etag)
      pages.set(keyOf(request, chosen), {
        body,
        etag,
        headers: { ...headers, 'content-length': body.length },
        until: Date.now() + keepMs,
      })
      if (!asked || asked !== etag) return end(body)
      for (const name of ['content-length', 'content-encoding', 'content-type']) response.removeHeader(name)
      response.statusCode = 304
      return end()
    })
    return handler(request, response)
  }
}

/** Sends a request to `yes` when its path is one of `paths`, else to `no`. */
export function byPath(paths: ReadonlySet<string>, yes: Handler, no: Handler): Handler {
  return (request, response) => (paths.has((request.url ?? '').split('?', 1)[0] ?? '') ? yes : no)(request, response)
}
