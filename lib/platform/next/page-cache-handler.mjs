/**
 * Next's file-system cache without pages: lib/platform/server/pages.ts stores them, and asks Next only for a page that must be rendered.
 * https://nextjs.org/docs/app/api-reference/config/next-config-js/incrementalCacheHandlerPath
 */
import fileSystemCache from 'next/dist/server/lib/incremental-cache/file-system-cache.js'

const FileSystemCache = fileSystemCache.default ?? fileSystemCache

/** Set by scripts/serve.ts before Next starts. A build needs its cache. */
const serving = Symbol.for('charity.serving')

export default class PageCacheHandler extends FileSystemCache {
  async get(key, context) {
    return globalThis[serving] && context?.kind === 'APP_PAGE' ? null : super.get(key, context)
  }

  async set(key, data, context) {
    if (!globalThis[serving] || data?.kind !== 'APP_PAGE') await super.set(key, data, context)
  }
}
