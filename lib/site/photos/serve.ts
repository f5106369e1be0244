/** Serves the files that a build made of photographs (lib/site/photos/make.ts) from the disk, because they may not fit into memory. */
import { open } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { type Handler, noteKind, pathOf } from '#lib/platform/server/handler.ts'
import { matchesEtag } from '#lib/platform/server/representation.ts'
import { partsOf, photosAddress } from '#lib/site/photos/files.ts'

/** Serves GET and HEAD with `headers` and a year of caching. `folder`: the absolute path of the made files. */
export function servePhotos(handler: Handler, folder: string, headers: Readonly<Record<string, string>>): Handler {
  return (request, response) => {
    const address = pathOf(request)
    const parts = (request.method === 'GET' || request.method === 'HEAD') && partsOf(address)
    return parts ? send(address.slice(photosAddress.length), parts) : handler(request, response)

    async function send(name: string, { hash, width, format }: NonNullable<ReturnType<typeof partsOf>>) {
      const file = await open(path.join(folder, name)).catch(() => null)
      if (!file) return handler(request, response)
      noteKind(response, 'asset')
      const etag = `"${hash}.${width}.${format}"`
      const common = { ...headers, etag, 'cache-control': 'public, max-age=31536000, immutable' }
      const { size } = await file.stat()
      if (matchesEtag(request.headers['if-none-match'], etag)) response.writeHead(304, common)
      else response.writeHead(200, { ...common, 'content-type': `image/${format}`, 'content-length': String(size) })
      if (response.statusCode === 304 || request.method === 'HEAD') {
        await file.close()
        return response.end()
      }
      // The stream closes the file. A closed connection is not a failure.
      return pipeline(file.createReadStream(), response).catch(() => undefined)
    }
  }
}
