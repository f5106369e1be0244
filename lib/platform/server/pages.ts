/**
 * Serves pages. Next renders a page; here it is finished once (finish-page.ts), and requests are answered with the finished bytes. A page for
 * one visitor is finished in the same way and not stored.
 */

import { readFile, stat } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { gunzipSync } from 'node:zlib'
import { now } from '#lib/platform/clock.ts'
import { clientHeaders } from '#lib/platform/http/client-address.ts'
import { referenceHeader } from '#lib/platform/http/failure.ts'
import { readPageRecord } from '#lib/platform/http/page-record.ts'
import type { Route, Router, SharedPage } from '#lib/platform/http/routing.ts'
import { splitAddress } from '#lib/platform/languages/index.ts'
import { liveVersions } from '#lib/platform/live.ts'
import type { Render, Rendered } from '#lib/platform/next/render.ts'
import { type Result, success } from '#lib/platform/result.ts'
import { headersOf } from './api-routes.ts'
import {
  builtFile,
  finish,
  isHtml,
  type PlainPage,
  pageHeaders,
  plainPage,
  type StandIn,
  standIn,
} from './finish-page.ts'
import { type Handler, pathOf, rawHeaders, securityHeaders } from './handler.ts'
import { type Dependencies, isCurrent, type PublicationClock, pageStore, type StoredPage } from './page-store.ts'
import { lightPage, type PageVersion, pageVersion, savesData } from './page-version.ts'
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

/** The value of the header that names app/speculation-rules.json: a list of quoted addresses. */
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

/** Room for some hundred pages that are kept for seconds. */
const maxBriefBytes = 4 * 1024 * 1024

/** Shared caches that ignore cookies must not store a version chosen by cookie. */
const cacheControl = (chosen: boolean) => (chosen ? 'private, no-cache' : 's-maxage=60')

/** Only with a full page that is the same for everybody: a browser that saves data prefetches nothing. */
const prefetches = (status: number, version: PageVersion, headers: IncomingMessage['headers']) =>
  status === 200 && version === 'full' && !savesData(headers)

/** What has been made, or could not be. */
type Answer = StoredPage | Rendered | 'busy'
type Made = { page: PlainPage; dependsOn: Dependencies }

type Pages = Required<Options> & {
  store: ReturnType<typeof pageStore>
  /** Those kept for seconds, separately, so that they evict no other page. */
  brief: ReturnType<typeof pageStore>
  /** Paths whose page depends on the query or the cookies. */
  exact: Set<string>
  beingMade: Map<string, Promise<Answer>>
  notFound: Promise<StandIn>
  serverError: Promise<StandIn>
}

export function servePages(options: Options) {
  const pages: Pages = {
    allows: () => success(null),
    ...options,
    store: pageStore(),
    brief: pageStore(maxBriefBytes),
    exact: new Set(),
    beingMade: new Map(),
    notFound: standIn(options.distDir, 'page-not-found'),
    serverError: standIn(options.distDir, 'server-error'),
  }
  return {
    fromMemory: fromMemory.bind(null, pages),
    respond: respond.bind(null, pages),
    renderOnce: renderOnce.bind(null, pages),
  }
}

const isStored = (page: Answer): page is StoredPage => page !== 'busy' && 'etag' in page

/** Finishes a page and stores it, and compresses it better afterwards. */
function keep(
  { store, brief }: Pages,
  key: string,
  { html, record }: PlainPage,
  status: number,
  dependsOn: Dependencies,
): StoredPage {
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
async function built({ distDir, site, clock }: Pages, { address, file }: SharedPage): Promise<Made | null> {
  if (file === null) return null
  try {
    const name = builtFile(distDir, file)
    const [html, { mtime }] = await Promise.all([readFile(name, 'utf8'), stat(name)])
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
  { render, clock }: Pages,
  { path: route }: Route,
  { address, seconds }: SharedPage,
): Promise<Made | Rendered | 'busy'> {
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
function make(pages: Pages, route: Route, shared: SharedPage, version: PageVersion): Promise<Answer> {
  const key = `${version} ${shared.address}`
  const { beingMade } = pages
  const making = beingMade.get(key) ?? makeNow(pages, key, route, shared, version).finally(() => beingMade.delete(key))
  beingMade.set(key, making)
  return making
}

async function makeNow(
  pages: Pages,
  key: string,
  route: Route,
  shared: SharedPage,
  version: PageVersion,
): Promise<Answer> {
  if (version === 'light') {
    const full = fresh(pages, shared.address, 'full') ?? (await make(pages, route, shared, 'full'))
    if (!isStored(full)) return full
    const html = lightPage(gunzipSync(full.bodies.gzip).toString())
    return keep(pages, key, { html, record: full.record }, 200, full.dependsOn)
  }
  const made = (await built(pages, shared)) ?? (await rendered(pages, route, shared))
  if (made !== 'busy' && 'page' in made) {
    if (shared.isExact) pages.exact.add(shared.address.replace(/\?.*/s, ''))
    return keep(pages, key, made.page, 200, made.dependsOn)
  }
  // While the site cannot render the page, visitors get the last one.
  return ((made === 'busy' || made.status >= 500) && pages.store.get(key)) || made
}

/** From memory, if visitors may still see it. */
function fresh({ store, brief, clock }: Pages, address: string, version: PageVersion): StoredPage | undefined {
  const key = `${version} ${address}`
  const page = store.get(key) ?? brief.get(key)
  return page && isCurrent(page.dependsOn, clock) ? page : undefined
}

async function sendNotFound(pages: Pages, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { version } = pageVersion(request.headers)
  const { language } = splitAddress(pathOf(request))
  const key = `${version} 404 ${language}`
  const known = pages.store.get(key)
  if (known) return send(request, response, known)
  const page = (await pages.notFound)(language)
  const html = version === 'light' ? lightPage(page.html) : page.html
  const dependsOn = { published: pages.clock.passed(), live: {} }
  send(request, response, keep(pages, key, { ...page, html }, 404, dependsOn))
}

/** A page that ended in notFound(), which stays empty until Next's scripts run, or that Next does not know and has in English. */
const isNotFound = (page: Rendered, address: string) =>
  page.status === 404 &&
  isHtml(page) &&
  readPageRecord(page.body.toString()).record.site?.language !== splitAddress(address).language

async function sendRendered(
  pages: Pages,
  request: IncomingMessage,
  response: ServerResponse,
  page: Rendered,
  route?: Route,
): Promise<void> {
  const address = pathOf(request)
  if (isNotFound(page, address)) return sendNotFound(pages, request, response)
  const { status, headers, body } = finish(page, address, request.headers, await pages.serverError, route)
  response.writeHead(status, rawHeaders(headers)).end(body)
}

/** The route to a page of ours, with the whole query, which is for one visitor. */
function routeTo({ router }: Pages, address: string): string {
  const [, query = ''] = address.split('?', 2)
  const resolved = router.resolve({ url: address, cookie: '' })
  return resolved.kind === 'route' ? `${resolved.path.replace(/\?.*/s, '')}?${query}` : address
}

/** Responds from memory, which needs nothing but the address, the version and the encoding; else calls `handler`. */
const fromMemory =
  (pages: Pages, handler: Handler): Handler =>
  (request, response) => {
    const { method, headers } = request
    const { version } = pageVersion(headers)
    const address = pathOf(request)
    const reads = method === 'GET' || method === 'HEAD'
    // Without a query and cookies the address alone decides.
    const isPlain = !pages.exact.has(address) || (request.url === address && !headers.cookie)
    const page = reads && isPlain ? fresh(pages, address, version) : undefined
    return page ? send(request, response, page) : handler(request, response)
  }

/** Responds to every request that is not for an API route. */
async function respond(pages: Pages, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { router, render } = pages
  const { url = '', headers } = request
  const resolved = router.resolve({ url, cookie: headers.cookie ?? '' })
  if (resolved.kind === 'unknown') return sendNotFound(pages, request, response)
  if (resolved.kind === 'redirect')
    return void response.writeHead(308, rawHeaders({ ...securityHeaders, location: resolved.to })).end()
  const { version } = pageVersion(headers)
  const shared = resolved.kind === 'route' ? resolved.shared : null
  const known = shared && fresh(pages, shared.address, version)
  if (known) return send(request, response, known)
  const allowed = pages.allows(request)
  if (!allowed.ok) {
    recordRejection('pages of one address')
    return refuse(request, response, 429, { retryAfter: allowed.failure.retryAfter })
  }
  const route = resolved.kind === 'route' ? router.limit(resolved, headersOf(headers)) : undefined
  const page = route?.shared
    ? await make(pages, route, route.shared, version)
    : await render(route?.path ?? url, pick(headers, passedToNext), () => !response.destroyed)
  if (page === 'busy') {
    recordRejection('pages')
    return refuse(request, response, 503, { retryAfter: 5 })
  }
  return isStored(page) ? send(request, response, page) : sendRendered(pages, request, response, page, route)
}

/** A page for one visitor as the response to another request, with its own status. Never stored. */
async function renderOnce(pages: Pages, address: string, asked: Headers, status: number): Promise<Response> {
  const requestHeaders = Object.fromEntries(asked)
  const allowed = pages.allows({ headers: requestHeaders })
  const headers = pick(requestHeaders, ['accept', 'cookie', referenceHeader])
  const page = allowed.ok ? await pages.render(routeTo(pages, address), headers) : 'busy'
  if (page === 'busy') {
    recordRejection(allowed.ok ? 'pages' : 'pages of one address')
    const [refused, retryAfter] = allowed.ok ? [503, 5] : [429, allowed.failure.retryAfter]
    const { body, headers } = refusalPage(refused)
    return new Response(body, { status: refused, headers: { ...headers, 'retry-after': String(retryAfter) } })
  }
  const finished = finish(page, address.replace(/\?.*/s, ''), requestHeaders, await pages.serverError, { status })
  const response = new Response(new Uint8Array(finished.body), { status: finished.status })
  for (const [name, value] of Object.entries(finished.headers))
    for (const item of [value].flat()) response.headers.append(name, item)
  return response
}
