/** Serves the built files in `.next/static`, and those of earlier builds, from memory, compressed. */

import { copyFileSync, existsSync, readdirSync, readFileSync, rmSync, statSync, utimesSync } from 'node:fs'
import path from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { workerName } from '#lib/platform/behaviours.ts'
import { dayMs } from '#lib/platform/clock.ts'
import { putFile } from '#lib/platform/put-file.ts'
import { type Handler, noteKind, pathOf, rawHeaders } from './handler.ts'
import { acceptedEncoding, type Encoding, etagOf, matchesEtag, weakEtag } from './representation.ts'

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

function readAsset(file: string, type: string, headers: Readonly<Record<string, string>>): Asset {
  const raw = readFileSync(file)
  const etag = etagOf(raw)
  // Its scope would be its own folder. https://www.w3.org/TR/service-workers/#service-worker-allowed
  const allowed = path.basename(file).startsWith(`${workerName}-`) && { 'service-worker-allowed': '/' }
  const common = {
    ...headers,
    ...allowed,
    'cache-control': 'public, max-age=31536000, immutable',
    vary: 'Accept-Encoding',
  }
  const body = (bytes: Buffer, encoding?: Encoding): Body => ({
    bytes,
    headers: rawHeaders({
      ...common,
      etag: encoding ? weakEtag(etag) : etag,
      'content-type': type,
      'content-length': String(bytes.length),
      ...(encoding && { 'content-encoding': encoding }),
    }),
  })
  const asset = { etag, identity: body(raw), unchanged: rawHeaders({ ...common, etag: weakEtag(etag) }) }
  if (type.startsWith('font/')) return asset
  return { ...asset, br: body(brotliCompressSync(raw), 'br'), gzip: body(gzipSync(raw, { level: 9 }), 'gzip') }
}

/** The files of a folder and those below it. */
const namesIn = (directory: string): string[] =>
  readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(directory, path.join(entry.parentPath, entry.name)))

const prefix = '/_next/static/'

/** Names that a build gives: no segment starts with a dot. */
const builtName = /^(?:[\w~-][\w.~-]*\/)*[\w~-][\w.~-]*$/
/** Characters. File systems refuse to look for a longer name. */
const maxNameLength = 255

/** The file of an address, if the folder has it now. */
function assetIn(directory: string, address: string, headers: Readonly<Record<string, string>>): Asset | null {
  const name = address.slice(prefix.length)
  const type = assetTypes[path.extname(name)]
  if (!type || name.length > maxNameLength || !builtName.test(name)) return null
  const file = path.join(directory, name)
  return statSync(file, { throwIfNoEntry: false })?.isFile() ? readAsset(file, type, headers) : null
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
  const assetAt = (address: string, directory: string | null) => {
    const known = assets.get(address)
    if (known || directory === null) return known
    const asset = assetIn(directory, address, headers)
    if (asset) assets.set(address, asset)
    return asset
  }
  for (const name of namesIn(built)) assetAt(prefix + name, built)
  return (request, response) => {
    const { method, url = '' } = request
    const reads = method === 'GET' || method === 'HEAD'
    const asset = reads && url.startsWith(prefix) && assetAt(pathOf(request), kept)
    if (!asset) return handler(request, response)
    noteKind(response, 'asset')
    if (matchesEtag(request.headers['if-none-match'], asset.etag)) return response.writeHead(304, asset.unchanged).end()
    const encoding = acceptedEncoding(request.headers['accept-encoding'])
    const { bytes, headers: own } = (encoding && asset[encoding]) ?? asset.identity
    return response.writeHead(200, own).end(bytes)
  }
}

const keptDays = 30
/** The time of a file that is part of the current build. */
const current = new Date(0)

/**
 * Keeps the built files of earlier builds: a page that was opened before a deployment still asks for its own scripts and styles, whose names
 * hold a hash of their content. Copies the files of `built` to `kept`, and deletes those that were replaced more than thirty days ago: the
 * time of a file is when a newer build replaced it. @throws when `kept` cannot be written. Returns the folder of the files.
 */
export function keepAssets(built: string, kept: string, now = Date.now()): string {
  const files = path.join(kept, 'static')
  const names = namesIn(built)
  for (const name of names) {
    const file = path.join(files, name)
    if (!existsSync(file)) putFile(file, (temporary) => copyFileSync(path.join(built, name), temporary))
    utimesSync(file, current, current)
  }
  for (const name of namesIn(files)) {
    if (names.includes(name)) continue
    const file = path.join(files, name)
    const replacedAt = statSync(file).mtimeMs
    if (replacedAt === current.getTime()) utimesSync(file, new Date(now), new Date(now))
    else if (now - replacedAt > keptDays * dayMs) rmSync(file, { force: true })
  }
  return files
}
