/** Serves the built files in `.next/static`, and those of earlier builds, from memory, compressed. */

import { copyFileSync, existsSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import path, { extname, join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { z } from 'zod'
import { putFile } from '#lib/platform/put-file.ts'
import { type Handler, pathOf } from './handler.ts'
import { acceptedEncoding, type Encoding, etagOf, matchesEtag, weakEtag } from './representation.ts'
import { noteKind } from './request-metrics.ts'

/** `headers`: alternating names and values, the fastest form for `writeHead`. */
type Body = { bytes: Buffer; headers: string[] }
type Asset = { etag: string; identity: Body; unchanged: string[] } & Partial<Record<Encoding, Body>>

const assetTypes: Record<string, string> = {
  '.js': 'application/javascript; charset=UTF-8',
  '.css': 'text/css; charset=UTF-8',
  '.svg': 'image/svg+xml',
  '.json': 'application/json; charset=UTF-8',
  '.woff2': 'font/woff2',
}

const inTurn = (headers: Readonly<Record<string, string>>) => Object.entries(headers).flat()

function readAsset(file: string, type: string, headers: Readonly<Record<string, string>>): Asset {
  const raw = readFileSync(file)
  const etag = etagOf(raw)
  const common = { ...headers, 'cache-control': 'public, max-age=31536000, immutable', vary: 'Accept-Encoding' }
  const body = (bytes: Buffer, encoding?: Encoding): Body => ({
    bytes,
    headers: inTurn({
      ...common,
      etag: encoding ? weakEtag(etag) : etag,
      'content-type': type,
      'content-length': String(bytes.length),
      ...(encoding && { 'content-encoding': encoding }),
    }),
  })
  const asset = { etag, identity: body(raw), unchanged: inTurn({ ...common, etag: weakEtag(etag) }) }
  if (type.startsWith('font/')) return asset
  return { ...asset, br: body(brotliCompressSync(raw), 'br'), gzip: body(gzipSync(raw, { level: 9 }), 'gzip') }
}

/** The files of a folder, by address. */
function filesIn(directory: string): Map<string, { file: string; type: string }> {
  const files = new Map<string, { file: string; type: string }>()
  for (const entry of readdirSync(directory, { recursive: true, withFileTypes: true })) {
    const type = assetTypes[extname(entry.name)]
    if (!entry.isFile() || !type) continue
    const file = join(entry.parentPath, entry.name)
    files.set(`/_next/static${file.slice(directory.length)}`, { file, type })
  }
  return files
}

/** Names that a build gives: no segment starts with a dot. */
const builtName = /^(?:[\w~-][\w.~-]*\/)*[\w~-][\w.~-]*$/
/** Characters. File systems refuse to look for a longer name. */
const longestName = 255

/** The file of an address, if the folder has it now. */
function fileIn(directory: string, address: string): { file: string; type: string } | null {
  const name = address.slice('/_next/static/'.length)
  const type = assetTypes[extname(name)]
  if (!type || name.length > longestName || !builtName.test(name)) return null
  const file = join(directory, name)
  return statSync(file, { throwIfNoEntry: false })?.isFile() ? { file, type } : null
}

type Folders = {
  /** The files of this build. */
  built: string
  /**
   * Those of earlier builds (keepAssets), read at their first request, and of other servers that share the folder; null when they
   * are not kept.
   */
  kept: string | null
}

/** Serves GET and HEAD for the built files under /_next/static, with `headers` and a year of caching. */
export function serveAssets(
  handler: Handler,
  { built, kept }: Folders,
  headers: Readonly<Record<string, string>>,
): Handler {
  const assets = new Map<string, Asset>()
  for (const [address, { file, type }] of filesIn(built)) assets.set(address, readAsset(file, type, headers))
  const assetAt = (address: string) => {
    const known = assets.get(address)
    const entry = known || kept === null ? null : fileIn(kept, address)
    if (entry) assets.set(address, readAsset(entry.file, entry.type, headers))
    return known ?? assets.get(address)
  }
  return (request, response) => {
    const { method, url = '' } = request
    const reads = method === 'GET' || method === 'HEAD'
    const asset = reads && url.startsWith('/_next/static/') && assetAt(pathOf(request))
    if (!asset) return handler(request, response)
    noteKind(response, 'asset')
    if (matchesEtag(request.headers['if-none-match'], asset.etag)) return response.writeHead(304, asset.unchanged).end()
    const encoding = acceptedEncoding(request.headers['accept-encoding'])
    const { bytes, headers: own } = (encoding && asset[encoding]) ?? asset.identity
    return response.writeHead(200, own).end(bytes)
  }
}

/**
 * Keeps the built files of earlier builds in the data folder. A page that was opened before a deployment still asks for its own
 * scripts and styles, whose names hold a hash of their content.
 */
const keptDays = 30
const manifestName = 'manifest.json'

/** When each file was last replaced by a newer build, in milliseconds; null while it is part of the current one. */
const manifestSchema = z.record(z.string(), z.number().nullable())
type Manifest = z.output<typeof manifestSchema>

function readManifest(file: string): Manifest {
  try {
    return manifestSchema.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    return {}
  }
}

/**
 * Copies the files of `built` to `kept`, and deletes those that no build of the last thirty days contains. @throws when `kept` cannot be
 * written. Returns the folder of the files.
 */
export function keepAssets(built: string, kept: string, now = Date.now()): string {
  const files = path.join(kept, 'static')
  const before = readManifest(path.join(kept, manifestName))
  const current = readdirSync(built, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(built, path.join(entry.parentPath, entry.name)))
  for (const name of current) {
    const file = path.join(files, name)
    if (!existsSync(file)) putFile(file, (temporary) => copyFileSync(path.join(built, name), temporary))
  }
  const after: Manifest = Object.fromEntries(current.map((name) => [name, null]))
  for (const [name, replacedAt] of Object.entries(before)) {
    if (name in after) continue
    if (replacedAt !== null && now - replacedAt > keptDays * 24 * 60 * 60_000)
      rmSync(path.join(files, name), { force: true })
    else after[name] = replacedAt ?? now
  }
  putFile(path.join(kept, manifestName), JSON.stringify(after))
  return files
}
