/**
 * Serves what Next prerenders at the speed of a static file server, without taking any decision away from Next: bodies are
 * compressed once per ETag, whole anonymous pages are remembered for a second, built assets are answered from memory.
 * Knows nothing of the site. Measured with `npm run bench`.
 */
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http'
import { extname, join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from 'node:zlib'
import compression from 'compression'

export type Handler = (request: IncomingMessage, response: ServerResponse) => unknown
type Encoding = 'br' | 'gzip'
type Variants = Partial<Record<Encoding, Buffer>>

const compressible = /^(text\/|application\/(javascript|json|ld\+json|manifest\+json|xml|rss\+xml)|image\/svg)/
const keptBytes = 64 * 1024 * 1024
const keptPages = 5000

/** The best encoding that the browser takes (RFC 9110 section 12.5.3), or null. */
export function acceptedEncoding(header: string | undefined): Encoding | null {
  const refused = (coding: string) => new RegExp(`\\b${coding}\\s*;\\s*q=0(\\.0*)?\\s*(,|$)`).test(header ?? '')
  for (const coding of ['br', 'gzip'] as const)
    if (new RegExp(`\\b${coding}\\b`).test(header ?? '') && !refused(coding)) return coding
  return null
}

const quickly = (encoding: Encoding, body: Buffer) =>
  encoding === 'br'
    ? brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } })
    : gzipSync(body, { level: 5 })

const best: Record<Encoding, (body: Buffer) => Promise<Buffer>> = {
  br: (body) => promisify(brotliCompress)(body, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: body.length } }),
  gzip: (body) => promisify(gzip)(body, { level: 9 }),
}

/** Bodies by ETag and type. The first sight of a body is compressed at once and lightly; the best form follows in the background. */
function compressedBodies() {
  const kept = new Map<string, Variants>()
  let bytes = 0

  async function prepare(key: string, body: Buffer) {
    const variants: Variants = {}
    kept.set(key, variants)
    for (const encoding of ['br', 'gzip'] as const) {
      const compressed = await best[encoding](body)
      variants[encoding] = compressed
      bytes += compressed.length
    }
    for (const [oldest, variant] of kept) {
      if (bytes <= keptBytes) break
      kept.delete(oldest)
      bytes -= (variant.br?.length ?? 0) + (variant.gzip?.length ?? 0)
    }
  }

  return (key: string, encoding: Encoding, body: Buffer): Buffer => {
    const known = kept.get(key)
    if (!known) void prepare(key, body).catch(() => kept.delete(key))
    return known?.[encoding] ?? quickly(encoding, body)
  }
}

/** Replaces `response.end` once, so that a complete body can be looked at before it leaves. */
function onEnd(
  response: ServerResponse,
  act: (body: Buffer, end: (body?: Buffer) => ServerResponse) => ServerResponse,
) {
  const original = response.end
  const end = (body?: Buffer) => original.call(response, body as never, 'utf8') as ServerResponse
  response.end = function intercepted(this: ServerResponse, ...args: unknown[]) {
    response.end = original
    const [body] = args
    if (!body || typeof body === 'function' || response.headersSent) return original.apply(response, args as never)
    return act(Buffer.isBuffer(body) ? body : Buffer.from(body as string), end)
  } as typeof response.end
}

/** Compresses every complete text answer that has an ETag, once per ETag. */
export function compressOnce(handler: Handler): Handler {
  const compressed = compressedBodies()
  return (request, response) => {
    const encoding = acceptedEncoding(request.headers['accept-encoding'])
    if (!encoding || request.method !== 'GET') return handler(request, response)
    onEnd(response, (body, end) => {
      const etag = response.getHeader('etag')
      const type = String(response.getHeader('content-type') ?? '')
      if (!etag || response.statusCode >= 300 || response.getHeader('content-encoding') || !compressible.test(type))
        return end(body)
      const smaller = compressed(`${etag} ${type}`, encoding, body)
      response.setHeader('content-encoding', encoding)
      response.setHeader('content-length', smaller.length)
      if (!/accept-encoding/i.test(String(response.getHeader('vary') ?? '')))
        response.appendHeader('vary', 'Accept-Encoding')
      return end(smaller)
    })
    return handler(request, response)
  }
}

type Remembered = { body: Buffer; etag: string | undefined; headers: OutgoingHttpHeaders; until: number }

/** Only what every visitor gets alike: a plain GET without cookies or query, of a page. */
function pageKey(request: IncomingMessage): string | null {
  const { method, url = '', headers } = request
  const personal = headers.cookie || headers.authorization || headers.rsc || headers['next-action'] || headers.range
  if (method !== 'GET' || personal || url.startsWith('/_next/') || url.startsWith('/api/') || url.includes('?'))
    return null
  return `${acceptedEncoding(headers['accept-encoding']) ?? '-'} ${url}`
}

const withoutBody = (headers: OutgoingHttpHeaders) =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !/^content-(length|encoding|type)$/.test(name)))

/** Answers prerendered pages from memory for `keepMs`; then one request goes through to Next while the others keep the last good page. */
export function rememberPages(handler: Handler, keepMs = 1000): Handler {
  const pages = new Map<string, Remembered>()
  return (request, response) => {
    const key = pageKey(request)
    if (!key) return handler(request, response)
    const kept = pages.get(key)
    if (kept && Date.now() < kept.until) {
      if (kept.etag && request.headers['if-none-match'] === kept.etag)
        return response.writeHead(304, withoutBody(kept.headers)).end()
      return response.writeHead(200, kept.headers).end(kept.body)
    }
    if (kept) kept.until = Date.now() + keepMs
    // Next would answer 304 with no body to remember: ask for the whole page, and compare here.
    const asked = request.headers['if-none-match']
    delete request.headers['if-none-match']
    onEnd(response, (body, end) => {
      const headers: OutgoingHttpHeaders = { ...response.getHeaders() }
      const prerendered =
        response.statusCode === 200 &&
        headers['x-nextjs-cache'] &&
        /^text\/html/.test(String(headers['content-type'])) &&
        /s-maxage/.test(String(headers['cache-control'])) &&
        !headers['set-cookie']
      if (!prerendered) return end(body)
      const etag = headers.etag === undefined ? undefined : String(headers.etag)
      const oldest = pages.size >= keptPages ? pages.keys().next().value : undefined
      if (oldest !== undefined) pages.delete(oldest)
      pages.set(key, { body, etag, headers: { ...headers, 'content-length': body.length }, until: Date.now() + keepMs })
      if (!asked || asked !== etag) return end(body)
      for (const name of ['content-length', 'content-encoding', 'content-type']) response.removeHeader(name)
      response.statusCode = 304
      return end()
    })
    return handler(request, response)
  }
}

const assetTypes: Record<string, string> = {
  '.js': 'application/javascript; charset=UTF-8',
  '.css': 'text/css; charset=UTF-8',
  '.svg': 'image/svg+xml',
  '.json': 'application/json; charset=UTF-8',
  '.woff2': 'font/woff2',
}

/** Everything in `.next/static` that a page asks for, compressed at the start and answered from memory for a year. */
export function serveAssets(handler: Handler, directory: string, headers: OutgoingHttpHeaders): Handler {
  type Asset = { type: string; etag: string; raw: Buffer } & Variants
  const assets = new Map<string, Asset>()
  for (const entry of readdirSync(directory, { recursive: true, withFileTypes: true })) {
    const type = assetTypes[extname(entry.name)]
    if (!entry.isFile() || !type) continue
    const file = join(entry.parentPath, entry.name)
    const raw = readFileSync(file)
    const etag = `"${createHash('sha256').update(raw).digest('base64url').slice(0, 27)}"`
    const packed = type.startsWith('font/') ? {} : { br: brotliCompressSync(raw), gzip: gzipSync(raw, { level: 9 }) }
    assets.set(`/_next/static${file.slice(directory.length)}`, { type, etag, raw, ...packed })
  }
  return (request, response) => {
    const asset =
      request.method === 'GET' &&
      request.url?.startsWith('/_next/static/') &&
      assets.get(request.url.split('?')[0] ?? '')
    if (!asset) return handler(request, response)
    const common = {
      ...headers,
      'cache-control': 'public, max-age=31536000, immutable',
      etag: asset.etag,
      vary: 'Accept-Encoding',
    }
    if (request.headers['if-none-match'] === asset.etag) return response.writeHead(304, common).end()
    const encoding = acceptedEncoding(request.headers['accept-encoding'])
    const body = (encoding && asset[encoding]) ?? asset.raw
    return response
      .writeHead(200, {
        ...common,
        'content-type': asset.type,
        'content-length': body.length,
        ...(body === asset.raw ? {} : { 'content-encoding': encoding ?? undefined }),
      })
      .end(body)
  }
}

/** Compresses what is made for one visitor as it streams by: it has no ETag to remember it by. */
export function compressStreams(handler: Handler): Handler {
  // The library asks for Express's request and response but uses nothing beyond Node's own.
  const compress = compression() as unknown as (
    request: IncomingMessage,
    response: ServerResponse,
    next: () => void,
  ) => void
  return (request, response) => compress(request, response, () => void handler(request, response))
}

/** Sends a request to `yes` when its path is one of `paths`, else to `no`. */
export function byPath(paths: ReadonlySet<string>, yes: Handler, no: Handler): Handler {
  return (request, response) => (paths.has((request.url ?? '').split('?')[0] ?? '') ? yes : no)(request, response)
}

/** HTML that is about to leave without a Content-Security-Policy gets `policy`, which should let nothing run. */
export function failClosed(handler: Handler, policy: string): Handler {
  return (request, response) => {
    const writeHead = response.writeHead
    response.writeHead = function guarded(this: ServerResponse, ...args: unknown[]) {
      const html = /^text\/html/.test(String(response.getHeader('content-type') ?? ''))
      if (html && !response.hasHeader('content-security-policy')) response.setHeader('content-security-policy', policy)
      return writeHead.apply(response, args as never)
    } as typeof response.writeHead
    return handler(request, response)
  }
}
