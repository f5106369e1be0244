/** The built files in `.next/static`, compressed at the start and answered from memory. */
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import type { OutgoingHttpHeaders } from 'node:http'
import { extname, join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { acceptedEncoding, type Handler, type Variants } from './compression.ts'

type Asset = { type: string; etag: string; raw: Buffer } & Variants

const assetTypes: Record<string, string> = {
  '.js': 'application/javascript; charset=UTF-8',
  '.css': 'text/css; charset=UTF-8',
  '.svg': 'image/svg+xml',
  '.json': 'application/json; charset=UTF-8',
  '.woff2': 'font/woff2',
}

function readAssets(directory: string): Map<string, Asset> {
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
  return assets
}

/** Answers GET and HEAD for the files of `directory` under /_next/static, with `headers` and a year of caching. */
export function serveAssets(handler: Handler, directory: string, headers: OutgoingHttpHeaders): Handler {
  const assets = readAssets(directory)
  return (request, response) => {
    const { method, url = '' } = request
    const asset =
      (method === 'GET' || method === 'HEAD') &&
      url.startsWith('/_next/static/') &&
      assets.get(url.split('?', 1)[0] ?? '')
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
