/**
 * Next's own file-system cache, with two things added. Every prerendered page carries a Content-Security-Policy that allows
 * exactly the inline scripts and styles in its HTML, by hash. And a page that was built for another origin than the one it is
 * served from (its canonical address says so) counts as not there, so that Next makes it anew: SITE_URL is not baked in.
 * https://nextjs.org/docs/app/api-reference/config/next-config-js/incrementalCacheHandlerPath
 */
import { createHash } from 'node:crypto'
import fileSystemCache from 'next/dist/server/lib/incremental-cache/file-system-cache.js'
import { filmOrigins, prerenderedPolicy, turnstileOrigins } from './csp.ts'

const FileSystemCache = fileSystemCache.default ?? fileSystemCache

const script = /<script\b([^>]*)>([\s\S]*?)<\/script>/g
const style = /<style\b[^>]*>([\s\S]*?)<\/style>/g
const isData = (attributes) => /\btype="application\/(ld\+)?json"/.test(attributes)
const hash = (text) => `'sha256-${createHash('sha256').update(text, 'utf8').digest('base64')}'`

/** Told by scripts/serve.ts before Next starts, like the origin below: nothing of it is baked in. */
export const turnstileOrigin = Symbol.for('charity.turnstile-origin')

/** Only a page with a form that posts to us has a use for the widget. */
const hasForm = (html) => html.includes(' data-posted="')

/** @param {string} html */
export function policyFor(html, turnstile = globalThis[turnstileOrigin]) {
  const inline = [...html.matchAll(script)].filter(
    ([, attributes]) => !/\ssrc=/.test(attributes) && !isData(attributes),
  )
  const { script: widget = [], frame = [] } = turnstile && hasForm(html) ? turnstileOrigins(turnstile) : {}
  return prerenderedPolicy(
    [...new Set(inline.map(([, , text]) => hash(text)))],
    [...new Set([...html.matchAll(style)].map(([, text]) => hash(text)))],
    { script: widget, frame: [...filmOrigins.filter((origin) => html.includes(`${origin}/`)), ...frame] },
  )
}

const canonical = /<link rel="canonical" href="(https?:\/\/[^/"]+)/

/** Told by scripts/serve.ts before Next starts; elsewhere the origin of the build is the only one. */
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

/** Pages that proxy.ts shows in place of one that is not there: prerendered like others, and answered 404, which no page can say of itself. */
const deadEnds = ['/stop-gift/broken-link']

/** @param {string} key an address, with a name of Next's own in front of it */
export const isDeadEnd = (key) => deadEnds.some((address) => key.endsWith(address))

const stamped = new WeakSet()

function stamp(key, value, html) {
  if (html === undefined || stamped.has(value)) return
  if (isDeadEnd(key)) value.status = 404
  value.headers = Object.assign(value.headers ?? {}, { 'content-security-policy': policyFor(html) })
  stamped.add(value)
}

export default class CspCache extends FileSystemCache {
  async get(key, ...rest) {
    const entry = await super.get(key, ...rest)
    const html = htmlOf(entry?.value)
    if (html !== undefined && isOfAnotherOrigin(html)) return null
    stamp(key, entry?.value, html)
    return entry
  }

  async set(key, data, context) {
    stamp(key, data, htmlOf(data))
    return super.set(key, data, context)
  }
}
