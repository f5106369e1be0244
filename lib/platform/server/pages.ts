/**
 * Serves pages. Next renders a page; here it is finished once (runtime removed, light version made, headers set, compressed), and requests
 * are answered with the finished bytes. A page for one visitor is finished in the same way and not stored.
 */

import { readFile, stat } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import path from 'node:path'
import { gunzipSync } from 'node:zlib'
import { behavioursAddress } from '#lib/platform/behaviours.ts'
import { clientHeaders } from '#lib/platform/http/client-address.ts'
import { contentPolicy, reportingEndpoints, uploadPolicy } from '#lib/platform/http/csp.ts'
import { referenceHeader, referencePlaceholder } from '#lib/platform/http/failure.ts'
import { type Language, languageCodes, splitAddress } from '#lib/platform/languages/index.ts'
import { builtVersions, liveVersions } from '#lib/platform/live.ts'
import { log } from '#lib/platform/log.ts'
import { type Handler, inTurn, pathOf, securityHeaders } from './handler.ts'
import { lightPage, type PageVersion, pageVersion, savesData, stripRuntime, versionHeaders } from './page-html.ts'
import { isCurrent, liveIn, type PublicationClock, pageStore, type Shown, type StoredPage } from './page-store.ts'
import { noteTurnedAway, refusalPage, refuse } from './refusal.ts'
import type { Render, Rendered } from './render.ts'
import { acceptedEncoding, compressBest, compressFast, etagOf, matchesEtag, weakEtag } from './representation.ts'

/** The request: path and query, and cookies. */
export type Asked = { url: string; cookie: string }

/**
 * `page`: the same for every visitor. `url` is what Next is asked for. `file`: where a build puts it below `.next/server/app`, such as
 * `en/India`; null if it does not. `isExact`: the page of a longer query, or for a visitor with cookies, may be another one. `seconds`: how
 * long one of countless pages is kept, such as the results of a search. `isLimited`: the page itself refuses visitors who ask too often.
 */
export type Target =
  | { kind: 'page'; url: string; file: string | null; isExact?: true; seconds?: number; isLimited?: true }
  | { kind: 'unknown' }
  | { kind: 'other' }

type Options = {
  render: Render
  target: (asked: Asked) => Target
  /** Next's output folder. */
  distDir: string
  /** False for a page that was built for another configuration. */
  isOurs: (html: string) => boolean
  clock: PublicationClock
  /** Whether the visitor may have another page rendered; otherwise the seconds until then. */
  allows?: (request: Pick<IncomingMessage, 'headers'>) => { ok: true } | { ok: false; retryAfter: number }
}

/** Where the rules of lib/site/routes/prefetch-rules.ts are: a list of quoted addresses (app/speculation-rules.json). */
const prefetchRules = '"/speculation-rules.json"'

/**
 * The headers of a visitor that Next gets with the request for a page of one visitor, or a file. With its own headers a client could select
 * another variant of a page or skip the proxy.
 */
const passedToNext = [
  'accept',
  'cookie',
  'if-modified-since',
  'if-none-match',
  'range',
  referenceHeader,
  ...clientHeaders,
]

const pick = (headers: IncomingMessage['headers'], names: readonly string[]): IncomingMessage['headers'] =>
  Object.fromEntries(names.flatMap((name) => (headers[name] === undefined ? [] : [[name, headers[name]]])))

/** The headers of Next's responses that are sent. The others are internal; some contain the visitor's query. */
const passedOn = ['cache-control', 'content-disposition', 'content-type', 'location', 'retry-after', 'set-cookie']
/** Sent with files only, because a page is changed after Next has made these. */
const passedOnWithFiles = [...passedOn, 'accept-ranges', 'content-range', 'etag', 'last-modified']

const compressible = /^(text\/|application\/(javascript|json|ld\+json|manifest\+json|xml|rss\+xml)|image\/svg)/

/** Room for some hundred pages that are kept for seconds. */
const briefBytes = 4 * 1024 * 1024

type PageTarget = Extract<Target, { kind: 'page' }>

type SentHeaders = Record<string, string | readonly string[]>

function passedHeaders(page: Rendered): SentHeaders {
  const { headers } = page
  const passed = (isHtml(page) ? passedOn : passedOnWithFiles).flatMap((name) =>
    headers[name] === undefined ? [] : [[name, headers[name]]],
  )
  return Object.fromEntries(passed)
}

const isHtml = ({ headers }: Rendered) => String(headers['content-type'] ?? '').startsWith('text/html')

/** Shared caches that ignore cookies must not store a version chosen by cookie. */
const cacheControl = (chosen: boolean) => (chosen ? 'private, no-cache' : 's-maxage=60')

/** Headers that depend only on the page. */
const pageHeaders = (html: string): SentHeaders => ({
  ...securityHeaders,
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': contentPolicy(html),
  'reporting-endpoints': reportingEndpoints,
  vary: [...versionHeaders, 'Accept-Encoding'].join(', '),
})

/** Only with a full page: a browser that saves data prefetches nothing. */
const prefetches = (status: number, version: PageVersion, headers: IncomingMessage['headers']) =>
  status === 200 && version === 'full' && !savesData(headers)

/** A dynamic page that ends in notFound(), which stays empty until Next's scripts run, or the page for unknown addresses, which is in English. */
const isNotFound = (html: string, language: Language) =>
  /^<!doctype html><html id="__next_error__"/i.test(html) || !html.startsWith(`<!DOCTYPE html><html lang="${language}"`)

const isStored = (page: StoredPage | Rendered | 'busy'): page is StoredPage => page !== 'busy' && 'etag' in page

const reported = new Set<string>()

/** Without the runtime. A page that cannot be parsed stays whole, and its policy blocks the runtime. */
function plainHtml(html: string, address: string): string {
  const page = stripRuntime(html, behavioursAddress)
  if (page.ok) return page.html
  if (!reported.has(address) && reported.size < 1000) {
    reported.add(address)
    log.error('A page contains something unexpected; its policy blocks the scripts', { path: address, why: page.why })
  }
  return html
}

const canonicalOrigin = /<link rel="canonical" href="(https?:\/\/[^/"]+)/

/** Whether a page would look the same if rendered now: its origin, and the question about analytics. */
export function isBuiltFor(html: string, { origin, analytics }: { origin: string; analytics: boolean }): boolean {
  const builtFor = canonicalOrigin.exec(html)?.[1]
  return (!builtFor || builtFor === origin) && html.includes(' data-behaviour="analytics"') === analytics
}

export function servePages({ render, target, distDir, isOurs, clock, allows = () => ({ ok: true }) }: Options) {
  const store = pageStore()
  /** Stored separately, so that they evict no other page. */
  const brief = pageStore(briefBytes)
  /** Paths whose page depends on the query or the cookies. */
  const exact = new Set<string>()
  const beingMade = new Map<string, Promise<StoredPage | Rendered | 'busy'>>()
  const builtFile = (name: string) => path.join(distDir, 'server', 'app', `${name}.html`)

  /** The same for every visitor; prerendered in each language, and shown in place of another page. */
  function standIn(name: string): Promise<Readonly<Record<Language, string>>> {
    const read = async (language: Language) =>
      [language, plainHtml(await readFile(builtFile(`${language}/${name}`), 'utf8'), `/${name}`)] as const
    return Promise.all(languageCodes.map(read)).then(Object.fromEntries)
  }
  const standIns = Promise.all([standIn('page-not-found'), standIn('server-error')])

  /** Finishes a page and stores it, and compresses it better afterwards. */
  function keep(key: string, html: string, status: number, shows: Shown): StoredPage {
    const bytes = Buffer.from(html)
    const etag = weakEtag(etagOf(bytes))
    const bodies = { br: compressFast('br', bytes), gzip: compressFast('gzip', bytes) }
    const page = { status, etag, headers: inTurn({ ...pageHeaders(html), etag }), bodies, shows }
    if (shows.until) {
      brief.set(key, page)
      return page
    }
    store.set(key, page)
    void Promise.all([compressBest.br(bytes), compressBest.gzip(bytes)])
      .then(([br, gzip]) => store.shrink(key, page, { br, gzip }))
      .catch(() => undefined)
    return page
  }

  function send(request: IncomingMessage, response: ServerResponse, page: StoredPage): void {
    const { status, etag, bodies } = page
    const { version, chosen } = pageVersion(request.headers)
    const headers = [...page.headers, 'cache-control', cacheControl(chosen)]
    if (prefetches(status, version, request.headers)) headers.push('speculation-rules', prefetchRules)
    if (status === 200 && matchesEtag(request.headers['if-none-match'], etag))
      return void response.writeHead(304, headers).end()
    const encoding = acceptedEncoding(request.headers['accept-encoding'])
    const bytes = encoding ? bodies[encoding] : gunzipSync(bodies.gzip)
    headers.push('content-length', String(bytes.length))
    if (encoding) headers.push('content-encoding', encoding)
    response.writeHead(status, headers).end(bytes)
  }

  /** The page of the build, if it would look the same today. */
  async function built(file: string | null): Promise<{ html: string; shows: Shown } | null> {
    if (file === null) return null
    try {
      const [html, { mtime }] = await Promise.all([readFile(builtFile(file), 'utf8'), stat(builtFile(file))])
      const shows = { published: clock.passedAt(mtime.getTime()), live: liveIn(html, builtVersions(mtime)) }
      return isOurs(html) && isCurrent(shows, clock) ? { html, shows } : null
    } catch {
      return null
    }
  }

  async function rendered(
    { url, seconds, isLimited }: PageTarget,
    headers: IncomingMessage['headers'],
  ): Promise<{ html: string; shows: Shown } | Rendered | 'busy'> {
    // A change during the rendering makes the page render again.
    const [published, versions] = [clock.passed(), liveVersions()]
    const until = seconds && Date.now() + seconds * 1000
    // No other header may decide what is kept for all.
    const result = await render(url, { accept: 'text/html', ...pick(headers, isLimited ? clientHeaders : []) })
    if (result === 'busy' || result.status !== 200 || !isHtml(result)) return result
    const html = result.body.toString()
    return { html, shows: { published, live: liveIn(html, versions), until } }
  }

  /** One at a time for each page and version. What one visitor is refused must not be the response to another. */
  function make(
    page: PageTarget,
    version: PageVersion,
    headers: IncomingMessage['headers'],
  ): Promise<StoredPage | Rendered | 'busy'> {
    const key = `${version} ${page.url}`
    if (page.isLimited) return makeNow()
    const making = beingMade.get(key) ?? makeNow().finally(() => beingMade.delete(key))
    beingMade.set(key, making)
    return making

    async function makeNow() {
      if (version === 'light') {
        const full = fresh(page.url, 'full') ?? (await make(page, 'full', headers))
        if (!isStored(full)) return full
        return keep(key, lightPage(gunzipSync(full.bodies.gzip).toString()), 200, full.shows)
      }
      const made = (await built(page.file)) ?? (await rendered(page, headers))
      if (made !== 'busy' && 'html' in made) {
        if (page.isExact) exact.add(page.url.replace(/\?.*/s, ''))
        return keep(key, plainHtml(made.html, page.url), 200, made.shows)
      }
      // While the site cannot render the page, visitors get the last one.
      return ((made === 'busy' || made.status >= 500) && store.get(key)) || made
    }
  }

  /** From memory, if visitors may still see it. */
  function fresh(url: string, version: PageVersion): StoredPage | undefined {
    const key = `${version} ${url}`
    const page = store.get(key) ?? brief.get(key)
    return page && isCurrent(page.shows, clock) ? page : undefined
  }

  async function sendNotFound(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { version } = pageVersion(request.headers)
    const { language } = splitAddress(pathOf(request))
    const key = `${version} 404 ${language}`
    const known = store.get(key)
    if (known) return send(request, response, known)
    const [{ [language]: html }] = await standIns
    const shows = { published: clock.passed(), live: new Map() }
    send(request, response, keep(key, version === 'light' ? lightPage(html) : html, 404, shows))
  }

  /** A page rendered for one request only. `given`: the headers of that request. `wanted`: the status instead of 200. */
  async function finish(page: Rendered, address: string, given: IncomingMessage['headers'], wanted = page.status) {
    const { headers, reference } = page
    const { version } = pageVersion(given)
    const status = page.status === 200 ? wanted : page.status
    const [, error] = await standIns
    let { body } = page
    let sent: SentHeaders = { ...securityHeaders, ...passedHeaders(page) }
    // What editors upload, among others.
    if (address.startsWith('/media/') || String(sent['content-type']).startsWith('image/svg'))
      sent['content-security-policy'] = uploadPolicy
    if (isHtml(page) || page.status >= 500) {
      const html =
        page.status >= 500
          ? error[splitAddress(address).language].replaceAll(referencePlaceholder, reference)
          : plainHtml(body.toString(), address)
      body = Buffer.from(version === 'light' ? lightPage(html) : html)
      sent = { 'cache-control': 'private, no-store', ...sent, ...pageHeaders(html) }
      if (prefetches(status, version, given)) sent['speculation-rules'] = prefetchRules
    }
    // With it Next preloads the fonts.
    if (headers.link !== undefined && status === 200 && version === 'full') sent.link = headers.link
    const encoding = acceptedEncoding(given['accept-encoding'])
    if (encoding && status !== 206 && body.length > 0 && compressible.test(String(sent['content-type']))) {
      body = compressFast(encoding, body)
      sent = { ...sent, 'content-encoding': encoding, vary: sent.vary ?? 'Accept-Encoding' }
      if (sent.etag !== undefined) sent.etag = weakEtag(String(sent.etag))
    }
    return { status, headers: { ...sent, 'content-length': String(body.length) }, body }
  }

  async function sendRendered(request: IncomingMessage, response: ServerResponse, page: Rendered): Promise<void> {
    const address = pathOf(request)
    if (page.status === 404 && isHtml(page) && isNotFound(page.body.toString(), splitAddress(address).language))
      return sendNotFound(request, response)
    const { status, headers, body } = await finish(page, address, request.headers)
    response.writeHead(status, inTurn(headers)).end(body)
  }

  return {
    /** Responds from memory, which needs nothing but the address, the version and the encoding; else calls `handler`. */
    fromMemory(handler: Handler): Handler {
      return (request, response) => {
        const { method, headers } = request
        const { version } = pageVersion(headers)
        const address = pathOf(request)
        const reads = method === 'GET' || method === 'HEAD'
        // Without a query and cookies the address alone decides.
        const isPlain = !exact.has(address) || (request.url === address && !headers.cookie)
        const page = reads && isPlain ? fresh(address, version) : undefined
        return page ? send(request, response, page) : handler(request, response)
      }
    },

    /** Responds to every request that is not for an API route. */
    async respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
      const { url = '', headers } = request
      const found = target({ url, cookie: headers.cookie ?? '' })
      if (found.kind === 'unknown') return sendNotFound(request, response)
      const { version } = pageVersion(headers)
      const known = found.kind === 'page' ? fresh(found.url, version) : undefined
      if (known) return send(request, response, known)
      const allowed = allows(request)
      if (!allowed.ok) {
        noteTurnedAway('pages of one address')
        return refuse(request, response, 429, { retryAfter: allowed.retryAfter })
      }
      const page =
        found.kind === 'page'
          ? await make(found, version, headers)
          : await render(url, pick(headers, passedToNext), () => !response.destroyed)
      if (page === 'busy') {
        noteTurnedAway('pages')
        return refuse(request, response, 503, { retryAfter: 5 })
      }
      return isStored(page) ? send(request, response, page) : sendRendered(request, response, page)
    },

    /** A page for one visitor as the response to another request, with its own status. Never stored. */
    async renderOnce(address: string, asked: Headers, status: number): Promise<Response> {
      const given = Object.fromEntries(asked)
      const allowed = allows({ headers: given })
      const headers = pick(given, ['accept', 'cookie', referenceHeader])
      const page = allowed.ok ? await render(address, headers) : 'busy'
      if (page === 'busy') {
        noteTurnedAway(allowed.ok ? 'pages' : 'pages of one address')
        const [refused, retryAfter] = allowed.ok ? [503, 5] : [429, allowed.retryAfter]
        const { body, headers } = refusalPage(refused)
        return new Response(body, { status: refused, headers: { ...headers, 'retry-after': String(retryAfter) } })
      }
      const finished = await finish(page, address.replace(/\?.*/s, ''), given, status)
      const response = new Response(new Uint8Array(finished.body), { status: finished.status })
      for (const [name, value] of Object.entries(finished.headers))
        for (const one of [value].flat()) response.headers.append(name, one)
      return response
    },
  }
}
