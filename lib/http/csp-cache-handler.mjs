/**
 * Next's own file-system cache, with one thing added: every prerendered page carries a Content-Security-Policy that allows
 * exactly the inline scripts and styles in its HTML, by hash. Holds for pages made at build and for those made again later.
 * https://nextjs.org/docs/app/api-reference/config/next-config-js/incrementalCacheHandlerPath
 */
import { createHash } from 'node:crypto'
import fileSystemCache from 'next/dist/server/lib/incremental-cache/file-system-cache.js'
import { filmOrigins, prerenderedPolicy } from './csp.ts'

const FileSystemCache = fileSystemCache.default ?? fileSystemCache

const script = /<script\b([^>]*)>([\s\S]*?)<\/script>/g
const style = /<style\b[^>]*>([\s\S]*?)<\/style>/g
const isData = (attributes) => /\btype="application\/(ld\+)?json"/.test(attributes)
const hash = (text) => `'sha256-${createHash('sha256').update(text, 'utf8').digest('base64')}'`

/** @param {string} html */
export function policyFor(html) {
  const inline = [...html.matchAll(script)].filter(
    ([, attributes]) => !/\ssrc=/.test(attributes) && !isData(attributes),
  )
  return prerenderedPolicy(
    [...new Set(inline.map(([, , text]) => hash(text)))],
    [...new Set([...html.matchAll(style)].map(([, text]) => hash(text)))],
    { frame: filmOrigins.filter((origin) => html.includes(`${origin}/`)) },
  )
}

const stamped = new WeakSet()

function stamp(value) {
  if (value?.kind !== 'APP_PAGE' || stamped.has(value)) return
  const html = typeof value.html === 'string' ? value.html : value.html?.toUnchunkedString?.()
  if (typeof html !== 'string') return
  value.headers = Object.assign(value.headers ?? {}, { 'content-security-policy': policyFor(html) })
  stamped.add(value)
}

export default class CspCache extends FileSystemCache {
  async get(...args) {
    const entry = await super.get(...args)
    stamp(entry?.value)
    return entry
  }

  async set(key, data, context) {
    stamp(data)
    return super.set(key, data, context)
  }
}
