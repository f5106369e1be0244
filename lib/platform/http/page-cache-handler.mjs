/**
 * Next's file-system cache with six additions. A page that was built for another origin than the one it is served from (judged by
 * its canonical address), or with analytics on where it is now off, counts as a miss: Next renders it again, so that SITE_URL and
 * ANALYTICS_ID are not fixed at build time. A page of an old build counts as a miss too: what was rendered since was kept in
 * memory only (`isrFlushToDisk` in next.config.ts), and is lost with a restart. So does a page with camp figures that have changed, and all
 * that was rendered before a date in the content passed: Next would show it once more before it renders it anew. And a page shown in place of a missing one gets
 * status 404, which a prerendered page cannot set itself. What was not found is not kept: strangers can ask for any number of addresses.
 * https://nextjs.org/docs/app/api-reference/config/next-config-js/incrementalCacheHandlerPath
 */
import fileSystemCache from 'next/dist/server/lib/incremental-cache/file-system-cache.js'

const FileSystemCache = fileSystemCache.default ?? fileSystemCache

const canonical = /<link rel="canonical" href="(https?:\/\/[^/"]+)/

/** Set by scripts/serve.ts before Next starts: `{ origin, analytics }`. During the build it is undefined, and every page is current. */
const served = Symbol.for('charity.served')

/** @param {string} html */
export function isBuiltForOther(html, current = globalThis[served]) {
  if (!current) return false
  const builtFor = canonical.exec(html)?.[1]
  if (builtFor && builtFor !== current.origin) return true
  return html.includes(' data-behaviour="analytics"') !== current.analytics
}

const buildLastsMs = 60 * 60_000

/**
 * Whether a page was rendered by the build, and so long ago that its dates and figures may be wrong.
 * @param {number} renderedAt in milliseconds, as `now` and `startedAt`, the start of this process
 */
export function isFromOldBuild(renderedAt, { now = Date.now(), startedAt = performance.timeOrigin } = {}) {
  return renderedAt < startedAt && now - renderedAt > buildLastsMs
}

/** Set by lib/site/content/index.ts when it has read the content: the moments in milliseconds, in order. */
const publicationChanges = Symbol.for('charity.publication-changes')

/** Whether something was published, or ended, after this was rendered. */
export function isOutdated(renderedAt, { now = Date.now(), changes = globalThis[publicationChanges] } = {}) {
  return changes?.some((moment) => renderedAt < moment && moment <= now) ?? false
}

const shownTotals = / data-totals="([^"]*)"/

/** Set by lib/site/camps/index.ts once the store or the camp API gave figures. */
const campTotals = Symbol.for('charity.camp-totals')

/** Whether a page shows other camp figures than those of now. */
export function showsOldTotals(html, current = globalThis[campTotals]) {
  const shown = shownTotals.exec(html)?.[1]
  return Boolean(current) && shown !== undefined && shown !== current
}

function htmlOf(value) {
  if (value?.kind !== 'APP_PAGE') return undefined
  const html = typeof value.html === 'string' ? value.html : value.html?.toUnchunkedString?.()
  return typeof html === 'string' ? html : undefined
}

/** Prerendered pages shown only in place of another: by proxy.ts, and by lib/platform/server/plain-pages.ts after an error. */
const standIns = ['/stop-gift/broken-link', '/server-error', '/page-not-found']

/** @param {string} key a path, with a prefix added by Next */
export const isStandIn = (key) => standIns.some((address) => key.endsWith(address))

/** Whether this is the answer for an address that does not exist; not one of the pages that are shown instead, to which proxy.ts leads. */
export const isUnknown = (key, data) => data?.status === 404 && !isStandIn(key) && !/\/_?not-found$/.test(key)

export default class PageCacheHandler extends FileSystemCache {
  async get(key, ...rest) {
    const entry = await super.get(key, ...rest)
    const html = htmlOf(entry?.value)
    const renderedAt = entry?.lastModified ?? Date.now()
    const isMiss = html !== undefined && (isBuiltForOther(html) || showsOldTotals(html) || isFromOldBuild(renderedAt))
    if (isMiss || isOutdated(renderedAt)) return null
    if (html !== undefined && isStandIn(key)) entry.value.status = 404
    return entry
  }

  async set(key, data, context) {
    if (globalThis[served] && isUnknown(key, data)) return
    if (htmlOf(data) !== undefined && isStandIn(key)) data.status = 404
    return super.set(key, data, context)
  }
}
