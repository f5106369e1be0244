/**
 * Sends content pages without Next's client runtime, with their Content-Security-Policy, an ETag of the final bytes, and a complete
 * error page where Next would leave the error to the browser. A page that already has a policy is hydrated (proxy.ts sets its nonce)
 * and is left unchanged.
 */
import { readFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import { behavioursAddress } from '#lib/platform/behaviours.ts'
import { contentPolicy, hashPolicy, reportingEndpoints } from '#lib/platform/http/csp.ts'
import { referenceHeader, referencePlaceholder } from '#lib/platform/http/failure.ts'
import { contentOrigins } from '#lib/platform/http/page-origins.ts'
import { type PageVersion, pageVersion, savesData, versionHeaders } from '#lib/platform/http/page-version.ts'
import { type Language, splitAddress } from '#lib/platform/languages/index.ts'
import { log } from '#lib/platform/log.ts'
import { etagOf, matchesEtag } from './etag.ts'
import { type Handler, override, pathOf } from './handler.ts'
import { lightPage } from './light-page.ts'
import { stripRuntime } from './strip-runtime.ts'

/** HTML in each language. */
type PageByLanguage = Readonly<Record<Language, string>>

type Options = {
  /** False keeps the runtime on every page (KEEP_CLIENT_RUNTIME). */
  strip: boolean
  /** For status 500 (app/[language]/server-error). */
  errorPages: PageByLanguage
  /** For status 404 (app/[language]/page-not-found). */
  notFoundPages: PageByLanguage
}

/** Where the rules of lib/site/routes/prefetch-rules.ts are: a list of quoted addresses (app/speculation-rules.json). */
const prefetchRulesHeader = ['speculation-rules', '"/speculation-rules.json"'] as const

const reported = new Set<string>()

function report(path: string, why: string) {
  if (reported.has(path) || reported.size > 1000) return
  reported.add(path)
  log.error('A page could not be parsed and is sent with the client runtime', { path, why })
}

/** A prerendered page without the runtime. `distDir`: Next's output folder. `name`: such as en/server-error. @throws when it was not built. */
export function readPlainPage(distDir: string, name: string): string {
  const html = readFileSync(join(distDir, 'server', 'app', `${name}.html`), 'utf8')
  const page = stripRuntime(html, behavioursAddress)
  if (page.ok) return page.html
  // The page is complete in any case, and its policy blocks the scripts.
  report(`/${name}`, page.why)
  return html
}

/** `reference`: of the request, as in the log. */
type Page = { path: string; status: number; reference: string; version: PageVersion }

/** A dynamic page that ends in notFound(): its body is empty until Next's scripts run. */
const needsScript = /^<!doctype html><html id="__next_error__"/i

/** The page that Next keeps for unknown addresses (app/global-not-found.tsx) is in English. */
const isIn = (language: Language, html: string) => html.startsWith(`<!DOCTYPE html><html lang="${language}"`)

/** The HTML to send for a page that Next rendered, and its policy. */
function finish(
  rendered: string,
  { path, status, reference, version }: Page,
  { strip, errorPages, notFoundPages }: Options,
) {
  const { language } = splitAddress(path)
  const plain = (html: string) => ({
    html: version === 'light' ? lightPage(html) : html,
    policy: contentPolicy(contentOrigins(html)),
  })
  if (status >= 500) return plain(errorPages[language].replaceAll(referencePlaceholder, reference))
  if (status === 404 && (needsScript.test(rendered) || !isIn(language, rendered))) return plain(notFoundPages[language])
  const stripped = strip ? stripRuntime(rendered, behavioursAddress) : null
  if (stripped?.ok) return plain(stripped.html)
  if (stripped) report(path, stripped.why)
  return { html: rendered, policy: hashPolicy(rendered, contentOrigins(rendered)) }
}

const isHtml = (response: ServerResponse) => String(response.getHeader('content-type') ?? '').startsWith('text/html')

/** Calls `act` with the whole body instead of sending it, if `wanted` returns true when the first part is written. */
function collectBody(
  response: ServerResponse,
  wanted: () => boolean,
  act: (body: Buffer, end: (body?: Buffer) => ServerResponse) => ServerResponse,
) {
  const { write, end, flushHeaders } = response
  const parts: Buffer[] = []
  let collecting: boolean | undefined
  const decide = () => {
    collecting ??= !response.headersSent && wanted()
    return collecting
  }
  const isEncoding = (value: unknown): value is BufferEncoding => Buffer.isEncoding(String(value))
  const isPart = (part: unknown) => typeof part === 'string' || part instanceof Uint8Array
  const keep = ([part, encoding]: unknown[]) => {
    if (part instanceof Uint8Array) parts.push(Buffer.from(part))
    else parts.push(Buffer.from(String(part), isEncoding(encoding) ? encoding : 'utf8'))
  }
  const callbackIn = (args: unknown[]) => args.find((arg): arg is () => void => typeof arg === 'function')

  override(response, {
    flushHeaders() {
      if (!decide()) flushHeaders.call(response)
    },
    write(...args) {
      if (!decide()) return Reflect.apply(write, response, args)
      keep(args)
      const callback = callbackIn(args)
      if (callback) process.nextTick(callback)
      return true
    },
    end(...args) {
      const hasBody = isPart(args[0])
      const acts = (hasBody || parts.length > 0) && decide()
      Object.assign(response, { write, end, flushHeaders })
      if (!acts) return Reflect.apply(end, response, args)
      if (hasBody) keep(args)
      const callback = callbackIn(args)
      if (callback) response.once('finish', callback)
      return act(Buffer.concat(parts), (body) => response.end(body))
    },
  })
}

/** Next's router selects variants of a page by these headers; the pages here have none. */
const routerHeader = /^(rsc|next-url|next-router-[\w-]+)$/

/** `Vary` without the headers above, and with those that select the version of a page. */
function varyOf(vary: unknown): string {
  const names = String(vary ?? '')
    .split(',')
    .map((name) => name.trim().toLowerCase())
    .filter((name) => name && !routerHeader.test(name))
  return [...new Set([...names, ...versionHeaders])].join(', ')
}

/** Whether the address can be a page: only then is HEAD handled as GET, and is there a light version. */
const canBePage = (path: string) => !/^\/(_next|api)(\/|$)/.test(path)

/** Wraps Next's handler. Put compression and the page cache around it, because they need the final bytes. */
export function plainPages(handler: Handler, options: Options): Handler {
  return (request: IncomingMessage, response: ServerResponse) => {
    const path = pathOf(request)
    const isPage = canBePage(path)
    const { method } = request
    // Next answers HEAD without a body, from which length and ETag are computed. Node drops the body again.
    if (isPage && method === 'HEAD') request.method = 'GET'
    const { version, chosen } =
      options.strip && isPage ? pageVersion(request.headers) : ({ version: 'full', chosen: false } as const)
    const isPlain = () => !response.hasHeader('content-security-policy') || response.statusCode >= 500
    collectBody(
      response,
      // Below /api/ and /_next/ only the page that Next shows for an unknown address is changed.
      () => isHtml(response) && (isPage || response.statusCode === 404) && (isPlain() || version === 'light'),
      (body, end) => {
        if (method) request.method = method
        const { statusCode: status } = response
        const reference = String(request.headers[referenceHeader] ?? '')
        const { html, policy } = finish(body.toString(), { path, status, reference, version }, options)
        if (isPlain()) {
          response.setHeader('content-security-policy', policy)
          response.setHeader('reporting-endpoints', reportingEndpoints)
          if (version === 'full' && status === 200 && !savesData(request.headers))
            response.setHeader(...prefetchRulesHeader)
        }
        // Next preloads the fonts in this header.
        if (version === 'light') response.removeHeader('link')
        if (options.strip) {
          response.setHeader('vary', varyOf(response.getHeader('vary')))
          const caching = String(response.getHeader('cache-control'))
          // Shared caches that ignore cookies must not store a version chosen by cookie. Next would let them show any page for a year
          // after it is no longer published.
          if (/s-maxage/.test(caching))
            response.setHeader(
              'cache-control',
              chosen ? 'private, no-cache' : caching.replace(/,\s*stale-while-revalidate(=\d+)?/, ''),
            )
        }
        const sent = Buffer.from(html)
        response.setHeader('content-length', sent.length)
        if (!response.hasHeader('etag')) return end(sent)
        const etag = etagOf(sent)
        response.setHeader('etag', etag)
        if (response.statusCode !== 200 || !matchesEtag(request.headers['if-none-match'], etag)) return end(sent)
        for (const name of ['content-length', 'content-type']) response.removeHeader(name)
        response.statusCode = 304
        return end()
      },
    )
    return handler(request, response)
  }
}
