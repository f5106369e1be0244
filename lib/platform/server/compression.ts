/** Response compression (RFC 9110 section 8.4): complete bodies once per ETag, streams on the fly. */
import type { ServerResponse } from 'node:http'
import { promisify } from 'node:util'
import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from 'node:zlib'
import compression from 'compression'
import { weakEtag } from './etag.ts'
import { type Handler, override } from './handler.ts'

export type Encoding = 'br' | 'gzip'
type Variants = Partial<Record<Encoding, Buffer>>

const compressible = /^(text\/|application\/(javascript|json|ld\+json|manifest\+json|xml|rss\+xml)|image\/svg)/

const codings = (['br', 'gzip'] as const).map((coding) => ({
  coding,
  named: new RegExp(`\\b${coding}\\b`),
  refused: new RegExp(`\\b${coding}\\s*;\\s*q=0(\\.0*)?\\s*(,|$)`),
}))

/** The best encoding that the client accepts (RFC 9110 section 12.5.3), or null. */
export function acceptedEncoding(header = ''): Encoding | null {
  return codings.find(({ named, refused }) => named.test(header) && !refused.test(header))?.coding ?? null
}

const compressFast = (encoding: Encoding, body: Buffer) =>
  encoding === 'br'
    ? brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } })
    : gzipSync(body, { level: 5 })

const compressBest: Record<Encoding, (body: Buffer) => Promise<Buffer>> = {
  br: (body) => promisify(brotliCompress)(body, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: body.length } }),
  gzip: (body) => promisify(gzip)(body, { level: 9 }),
}

/**
 * Compressed bodies by key, at most `limit` bytes in total: the oldest are dropped. The first request gets a fast compression; the
 * best one replaces it in the background.
 */
function compressedBodies(limit: number) {
  const kept = new Map<string, Variants>()
  let bytes = 0

  async function prepare(key: string, body: Buffer) {
    const variants: Variants = {}
    kept.set(key, variants)
    for (const encoding of ['br', 'gzip'] as const) {
      const compressed = await compressBest[encoding](body)
      variants[encoding] = compressed
      bytes += compressed.length
    }
    for (const [oldest, variant] of kept) {
      if (bytes <= limit) break
      kept.delete(oldest)
      bytes -= (variant.br?.length ?? 0) + (variant.gzip?.length ?? 0)
    }
  }

  return (key: string, encoding: Encoding, body: Buffer): Buffer => {
    const known = kept.get(key)
    if (!known) void prepare(key, body).catch(() => kept.delete(key))
    return known?.[encoding] ?? compressFast(encoding, body)
  }
}

/** Intercepts the first `response.end`, so that `act` sees a complete body before it is sent. */
export function onEnd(
  response: ServerResponse,
  act: (body: Buffer, end: (body?: Buffer) => ServerResponse) => ServerResponse,
) {
  const original = response.end
  override(response, {
    end(...args) {
      response.end = original
      const [body] = args
      const isBody = (typeof body === 'string' && body !== '') || body instanceof Uint8Array
      if (!isBody || response.headersSent) return Reflect.apply(original, response, args)
      return act(Buffer.isBuffer(body) ? body : Buffer.from(body), (changed) => response.end(changed))
    },
  })
}

/** Compresses every complete text response that has an ETag, once per ETag. Keeps at most `keptBytes` of compressed bodies. */
export function compressOnce(handler: Handler, { keptBytes = 32 * 1024 * 1024 } = {}): Handler {
  const compressed = compressedBodies(keptBytes)
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
      response.setHeader('etag', weakEtag(String(etag)))
      if (!/accept-encoding/i.test(String(response.getHeader('vary') ?? '')))
        response.appendHeader('vary', 'Accept-Encoding')
      return end(smaller)
    })
    return handler(request, response)
  }
}

/** Compresses streamed responses: pages rendered for one visitor. */
export function compressStreams(handler: Handler): Handler {
  // The library is typed for Express, but it uses only Node's own request and response.
  const compress: (...args: never) => void = compression()
  return (request, response) =>
    Reflect.apply(compress, null, [request, response, () => void handler(request, response)])
}
