/**
 * Serves pages. Next renders a page; here it is finished once (runtime removed, light version made, headers set, compressed), and requests
 * are answered with the finished bytes. A page for one visitor is finished in the same way and not stored.
 */

import { readFile, stat } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import path from 'node:path'
import { gunzipSync } from 'node:zlib'
import { behavioursAddress } from '#lib/platform/behaviours.ts'
import { now } from '#lib/platform/clock.ts'
import { clientHeaders } from '#lib/platform/http/client-address.ts'
import { contentPolicy, reportingEndpoints, uploadPolicy } from '#lib/platform/http/csp.ts'
import { referenceHeader, referencePlaceholder } from '#lib/platform/http/failure.ts'
import { type PageRecord, readPageRecord } from '#lib/platform/http/page-record.ts'
import type { Route, Router, SharedPage } from '#lib/platform/http/routing.ts'
import { defaultLanguage, type Language, languageCodes, splitAddress } from '#lib/platform/languages/index.ts'
import { liveVersions } from '#lib/platform/live.ts'
import { log } from '#lib/platform/log.ts'
import { markEnglish } from '#lib/platform/messages/mark-english.ts'
import type { Render, Rendered } from '#lib/platform/next/render.ts'
import { stripRuntime } from '#lib/platform/next/strip-runtime.ts'
import { type Result, success } from '#lib/platform/result.ts'
import { headersOf } from './api-routes.ts'
import { type Handler, pathOf, rawHeaders, securityHeaders } from './handler.ts'
import { type Dependencies, isCurrent, type PublicationClock, pageStore, type StoredPage } from './page-store.ts'
import { lightPage, type PageVersion, pageVersion, savesData, versionHeaders } from './page-version.ts'
import { recordRejection, refusalPage, refuse } from './refusal.ts'
import { acceptedEncoding, compressBest, compressFast, etagOf, matchesEtag, weakEtag } from './representation.ts'

type Options = {
  render: Render
  router: Pick<Router, 'resolve' | 'limit'>
  /** Next's output folder. */
  distDir: string
  /** How pages are rendered now. One that was built for another configuration is rendered again. */
  site: { url: string; asksAboutAnalytics: boolean }
  clock: PublicationClock
  /** Whether the visitor may have another page rendered; otherwise the seconds until then. */
  allows?: (request: Pick<IncomingMessage, 'headers'>) => Result<null, { retryAfter: number }>
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
const maxBriefBytes = 4 * 1024 * 1024

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
const pageHeaders = (record: PageRecord): SentHeaders => ({
  ...securityHeaders,
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': contentPolicy(record),
  'reporting-endpoints': reportingEndpoints,
  vary: [...versionHeaders, 'Accept-Encoding'].join(', '),
})

/** Only with a full page that is the same for everybody: a browser that saves data prefetches nothing. */
const prefetches = (status: number, version: PageVersion, headers: IncomingMessage['headers']) =>
  status === 200 && version === 'full' && !savesData(headers)

const isStored = (page: StoredPage | Rendered | 'busy'): page is StoredPage => page !== 'busy' && 'etag' in page

const reported = new Set<string>()

/** `record`: what it is made of. */
type PlainPage = { html: string; record: PageRecord }

/** Without the runtime, and with the language of each text. A page that cannot be parsed stays whole, and its policy blocks the runtime. */
function plainPage(rendered: string, address: string): PlainPage {
  const { html, record } = readPageRecord(rendered)
  const hasIsland = record.needs.includes('card-form')
  const page = stripRuntime(html, behavioursAddress, { hasIsland })
  if (page.ok) return { html: markEnglish(page.value, record.site?.language ?? defaultLanguage, { hasIsland }), record }
  if (!reported.has(address) && reported.size < 1000) {
    reported.add(address)
    log.error('A page contains something unexpected; its policy blocks the scripts', {
      path: address,
      why: page.failure,
    })
  }
  return { html, record }
}

export function servePages({ render, router, distDir, site, clock, allows = () => success(null) }: Options) {
  const store = pageStore()
  /** Stored separately, so that they evict no other page. */
  const brief = pageStore(maxBriefBytes)
  /** Paths whose page depends on the query or the cookies. */
  const exact = new Set<string>()
  const beingMade = new Map<string, Promise<StoredPage | Rendered | 'busy'>>()
  const builtFile = (name: string) => path.join(distDir, 'server', 'app', `${name}.html`)

  /** The same for every visitor; prerendered in each language, and shown in place of another page. */
  async function standIn(name: string): Promise<(language: Language) => PlainPage> {
    const read = async (language: Language) =>
      plainPage(await readFile(builtFile(`${language}/${name}`), 'utf8'), `/${name}`)
    const english = await read(defaultLanguage)
    const pages = new Map(await Promise.all(languageCodes.map(async (code) => [code, await read(code)] as const)))
    return (language) => pages.get(language) ?? english
  }
  const standIns = Promise.all([standIn('page-not-found'), standIn('server-error')])

  /** Finishes a page and stores it, and compresses it better afterwards. */
  function keep(key: string, { html, record }: PlainPage, status: number, dependsOn: Dependencies): StoredPage {
    const bytes = Buffer.from(html)
    const etag = weakEtag(etagOf(bytes))
    const bodies = { br: compressFast('br', bytes), gzip: compressFast('gzip', bytes) }
    const page = { status, etag, headers: rawHeaders({ ...pageHeaders(record), etag }), bodies, record, dependsOn }
    if (dependsOn.until) {
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
  async function built({ address, file }: SharedPage): Promise<{ page: PlainPage; dependsOn: Dependencies } | null> {
    if (file === null) return null
    try {
      const [html, { mtime }] = await Promise.all([readFile(builtFile(file), 'utf8'), stat(builtFile(file))])
      const page = plainPage(html, address)
      const { record } = page
      const isOurs = record.site?.url === site.url && record.site.asksAboutAnalytics === site.asksAboutAnalytics
      const dependsOn = { published: clock.passedAt(mtime.getTime()), live: record.live }
      return isOurs && isCurrent(dependsOn, clock) ? { page, dependsOn } : null
    } catch {
      return null
    }
  }

  async function rendered(
    { path: route }: Route,
    { address, seconds }: SharedPage,
  ): Promise<{ page: PlainPage; dependsOn: Dependencies } | Rendered | 'busy'> {
    // A change during the rendering makes the page render again.
    const [published, versionOf] = [clock.passed(), liveVersions()]
    const until = seconds && now().getTime() + seconds * 1000
    // No header of a visitor may decide what is kept for all.
    const result = await render(route, { accept: 'text/html' })
    if (result === 'busy' || result.status !== 200 || !isHtml(result)) return result
    const page = plainPage(result.body.toString(), address)
    const live = Object.fromEntries(Object.keys(page.record.live).map((name) => [name, versionOf(name)]))
    return { page, dependsOn: { published, live, until } }
  }

  /** One at a time for each page and version. */
  function make(route: Route, shared: SharedPage, version: PageVersion): Promise<StoredPage | Rendered | 'busy'> {
    const key = `${version} ${shared.address}`
    const making = beingMade.get(key) ?? makeNow().finally(() => beingMade.delete(key))
    beingMade.set(key, making)
    return making

    async function makeNow() {
      if (version === 'light') {
        const full = fresh(shared.address, 'full') ?? (await make(route, shared, 'full'))
        if (!isStored(full)) return full
        const html = lightPage(gunzipSync(full.bodies.gzip).toString())
        return keep(key, { html, record: full.record }, 200, full.dependsOn)
      }
      const made = (await built(shared)) ?? (await rendered(route, shared))
      if (made !== 'busy' && 'page' in made) {
        if (shared.isExact) exact.add(shared.address.replace(/\?.*/s, ''))
        return keep(key, made.page, 200, made.dependsOn)
      }
      // While the site cannot render the page, visitors get the last one.
      return ((made === 'busy' || made.status >= 500) && store.get(key)) || made
    }
  }

  /** From memory, if visitors may still see it. */
  function fresh(address: string, version: PageVersion): StoredPage | undefined {
    const key = `${version} ${address}`
    const page = store.get(key) ?? brief.get(key)
    return page && isCurrent(page.dependsOn, clock) ? page : undefined
  }

  async function sendNotFound(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { version } = pageVersion(request.headers)
    const { language } = splitAddress(pathOf(request))
    const key = `${version} 404 ${language}`
    const known = store.get(key)
    if (known) return send(request, response, known)
    const page = (await standIns)[0](language)
    const html = version === 'light' ? lightPage(page.html) : page.html
    send(request, response, keep(key, { ...page, html }, 404, { published: clock.passed(), live: {} }))
  }

  /** A page rendered for one request only. `requestHeaders`: the headers of that request. `route`: the status and headers that it is sent with. */
  async function finish(
    page: Rendered,
    address: string,
    requestHeaders: IncomingMessage['headers'],
    route: Pick<Route, 'status' | 'headers'> = {},
  ) {
    const { headers, reference } = page
    const { version } = pageVersion(requestHeaders)
    const status = page.status === 200 ? (route.status ?? 200) : page.status
    const [, error] = await standIns
    let { body } = page
    let sent: SentHeaders = { ...securityHeaders, ...passedHeaders(page), ...route.headers }
    // What editors upload, among others.
    if (address.startsWith('/media/') || String(sent['content-type']).startsWith('image/svg'))
      sent['content-security-policy'] = uploadPolicy
    if (isHtml(page) || page.status >= 500) {
      const { html, record } =
        page.status >= 500 ? error(splitAddress(address).language) : plainPage(body.toString(), address)
      const numbered = page.status >= 500 ? html.replaceAll(referencePlaceholder, reference) : html
      body = Buffer.from(version === 'light' ? lightPage(numbered) : numbered)
      sent = { 'cache-control': 'private, no-store', ...sent, ...pageHeaders(record), ...route.headers }
    }
    // With it Next preloads the fonts.
    if (headers.link !== undefined && status === 200 && version === 'full') sent.link = headers.link
    const encoding = acceptedEncoding(requestHeaders['accept-encoding'])
    if (encoding && status !== 206 && body.length > 0 && compressible.test(String(sent['content-type']))) {
      body = compressFast(encoding, body)
      sent = { ...sent, 'content-encoding': encoding, vary: sent.vary ?? 'Accept-Encoding' }
      if (sent.etag !== undefined) sent.etag = weakEtag(String(sent.etag))
    }
    return { status, headers: { ...sent, 'content-length': String(body.length) }, body }
  }

  /** A page that ended in notFound(), which stays empty until Next's scripts run, or that Next does not know and has in English. */
  const isNotFound = (page: Rendered, address: string) =>
    page.status === 404 &&
    isHtml(page) &&
    readPageRecord(page.body.toString()).record.site?.language !== splitAddress(address).language

  async function sendRendered(
    request: IncomingMessage,
    response: ServerResponse,
    page: Rendered,
    route?: Route,
  ): Promise<void> {
    const address = pathOf(request)
    if (isNotFound(page, address)) return sendNotFound(request, response)
    const { status, headers, body } = await finish(page, address, request.headers, route)
    response.writeHead(status, rawHeaders(headers)).end(body)
  }

  /** The route to a page of ours, with the whole query, which is for one visitor. */
  function routeTo(address: string): string {
    const [, query = ''] = address.split('?', 2)
    const resolved = router.resolve({ url: address, cookie: '' })
    return resolved.kind === 'route' ? `${resolved.path.replace(/\?.*/s, '')}?${query}` : address
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
      const resolved = router.resolve({ url, cookie: headers.cookie ?? '' })
      if (resolved.kind === 'unknown') return sendNotFound(request, response)
      if (resolved.kind === 'redirect')
        return void response.writeHead(308, rawHeaders({ ...securityHeaders, location: resolved.to })).end()
      const { version } = pageVersion(headers)
      const shared = resolved.kind === 'route' ? resolved.shared : null
      const known = shared && fresh(shared.address, version)
      if (known) return send(request, response, known)
      const allowed = allows(request)
      if (!allowed.ok) {
        recordRejection('pages of one address')
        return refuse(request, response, 429, { retryAfter: allowed.failure.retryAfter })
      }
      const route = resolved.kind === 'route' ? router.limit(resolved, headersOf(headers)) : undefined
      const page = route?.shared
        ? await make(route, route.shared, version)
        : await render(route?.path ?? url, pick(headers, passedToNext), () => !response.destroyed)
      if (page === 'busy') {
        recordRejection('pages')
        return refuse(request, response, 503, { retryAfter: 5 })
      }
      return isStored(page) ? send(request, response, page) : sendRendered(request, response, page, route)
    },

    /** A page for one visitor as the response to another request, with its own status. Never stored. */
    async renderOnce(address: string, asked: Headers, status: number): Promise<Response> {
      const requestHeaders = Object.fromEntries(asked)
      const allowed = allows({ headers: requestHeaders })
      const headers = pick(requestHeaders, ['accept', 'cookie', referenceHeader])
      const page = allowed.ok ? await render(routeTo(address), headers) : 'busy'
      if (page === 'busy') {
        recordRejection(allowed.ok ? 'pages' : 'pages of one address')
        const [refused, retryAfter] = allowed.ok ? [503, 5] : [429, allowed.failure.retryAfter]
        const { body, headers } = refusalPage(refused)
        return new Response(body, { status: refused, headers: { ...headers, 'retry-after': String(retryAfter) } })
      }
      const finished = await finish(page, address.replace(/\?.*/s, ''), requestHeaders, { status })
      const response = new Response(new Uint8Array(finished.body), { status: finished.status })
      for (const [name, value] of Object.entries(finished.headers))
        for (const item of [value].flat()) response.headers.append(name, item)
      return response
    },
  }
}
