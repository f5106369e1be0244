/**
 * Next's own file-system cache, with two things added. A page that was built for another origin than the one it is served
 * from (its canonical address says so) counts as not there, so that Next renders it again: SITE_URL is not baked in. And a
 * page that stands in for one that is not there is answered 404, which no prerendered page can say of itself.
 * https://nextjs.org/docs/app/api-reference/config/next-config-js/incrementalCacheHandlerPath
 */
import fileSystemCache from 'next/dist/server/lib/incremental-cache/file-system-cache.js'

const FileSystemCache = fileSystemCache.default ?? fileSystemCache

const canonical = /<link rel="canonical" href="(https?:\/\/[^/"]+)/

/** Set by scripts/serve.ts before Next starts; elsewhere the origin of the build is the only one. */
export const servedOrigin = Symbol.for('charity.served-origin')

/** @param {string} html */
export function isOfAnotherOrigin(html, origin = globalThis[servedOrigin]) {
  const builtFor = canonical.exec(html)?.[1]
  return Boolean(origin && builtFor && builtFor !== origin)
}

function htmlOf(value) {
  if (value?.kind !== 'APP_PAGE') return undefined
  const html = typeof value.html === 'string' ? value.html : value.html?.toUnchunkedString?.()
  return typeof html === 'string' ? html : undefined
}

/** Prerendered pages that are only shown in place of another: by proxy.ts, and by lib/server/plain-pages.ts after an error. */
const standIns = ['/stop-gift/broken-link', '/server-error']

/** @param {string} key an address, with a name of Next's own in front of it */
export const isStandIn = (key) => standIns.some((address) => key.endsWith(address))

export default class PageCacheHandler extends FileSystemCache {
  async get(key, ...rest) {
    const entry = await super.get(key, ...rest)
    const html = htmlOf(entry?.value)
    if (html !== undefined && isOfAnotherOrigin(html)) return null
    if (html !== undefined && isStandIn(key)) entry.value.status = 404
    return entry
  }

  async set(key, data, context) {
    if (htmlOf(data) !== undefined && isStandIn(key)) data.status = 404
    return super.set(key, data, context)
  }
}
