/**
 * Checks every request before anything else sees it: invalid requests are rejected without reading their body, and valid ones have a
 * target in origin form (RFC 9112 section 3.2) on one of our hosts.
 */
import type { IncomingMessage } from 'node:http'
import { isPrivate } from '#lib/platform/http/client-address.ts'
import type { Router } from '#lib/platform/http/routing.ts'
import { type ApiRoutes, methodsOf, pageMethods } from './api-routes.ts'
import { type Handler, noteKind } from './handler.ts'
import { refuse } from './refusal.ts'

type Verdict =
  | { pass: true; url: string }
  /** `host`: the unknown one, for status 421. */
  | { pass: false; status: number; allow?: readonly string[]; host?: string }

/** Bytes of a request target. Ours are far shorter; RFC 9110 section 4.1 recommends at least 8,000. */
const maxTargetBytes = 8192

/** No address of ours is as long. Next would repeat a longer one in `Location`, where it takes more than a proxy's buffer. */
const maxPathLength = 1000

/** No page has this address. */
const notFoundPath = '/_not-found'

/** Load balancers request these by IP address, so any host is accepted. */
const isHealthCheck = (path: string) => path === '/api/health' || path.startsWith('/api/health/')

/** Localhost and private addresses, used by proxies and by phones during development. Not reachable through a foreign host name. */
function isNearby(host: string): boolean {
  return host === 'localhost' || isPrivate(host.replace(/^\[|\]$/g, ''))
}

/** `host`: that of an absolute target, which takes precedence over the `Host` header (RFC 9112 section 3.2.2). */
function originForm(target: string): { url: string; host?: string } | null {
  if (target.startsWith('/')) return { url: target }
  const absolute = /^https?:/i.test(target) ? URL.parse(target) : null
  return absolute && { url: absolute.pathname + absolute.search, host: absolute.host }
}

/** Null when the percent-encoding is not valid text: /%E0%A */
function decoded(path: string): string | null {
  try {
    return decodeURIComponent(path)
  } catch {
    return null
  }
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to reject
const unsafe = /[\u0000-\u001f\u007f-\u009f\\#]|\/\.\.?(\/|$)/

/** Next's own addresses: /_next/image, /India.rsc, /India.segments/_tree. */
const internal = /^\/_(?!next\/static\/)|\.(rsc|segments)(\/|$)/i

/** Percent-encoded letters, digits, `-`, `.`, `_` and `~`, which mean the same as the plain ones (RFC 3986 section 6.2.2.2). */
const needlesslyEncoded = /%(?:2d|2e|3\d|4[1-9a-f]|5[\da]|5f|6[1-9a-f]|7[\da]|7e)/gi

/** In normal form, so that a rule for a path cannot be avoided by another spelling of it. The query stays as it is. */
const normalForm = (url: string) =>
  url.replace(/^[^?]*/, (path) => path.replace(needlesslyEncoded, (code) => decodeURIComponent(code)))

function isMalformed(path: string): boolean {
  const plain = decoded(path)
  return (
    path.length > maxPathLength || plain === null || unsafe.test(plain) || internal.test(plain) || /%2f/i.test(path)
  )
}

/** `posted`: the route under /api that takes what is posted to this page. */
function allowedMethods(path: string, posted: string | null, apiRoutes: ApiRoutes): readonly string[] | null {
  if (!/^\/api(\/|$)/.test(path)) return posted ? [...pageMethods, 'POST'] : pageMethods
  const route = apiRoutes.get(path)
  return route ? methodsOf(route) : null
}

/**
 * Whether the number of `Host` lines is wrong (RFC 9112 section 3.2). Of two, a proxy may route by the one and we by the other; `headers`
 * has only the first.
 */
function hasWrongHosts({ rawHeaders, httpVersion }: IncomingMessage): boolean {
  const lines = rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'host').length
  return lines > 1 || (lines === 0 && httpVersion === '1.1')
}

/** Whether the browser fetches or renders ahead of a visit that may never come: Chrome and Safari, WebKit's and Firefox's older words. */
const isAhead = (headers: IncomingMessage['headers']) =>
  ['sec-purpose', 'purpose', 'x-purpose', 'x-moz'].some((name) =>
    /prefetch|prerender|preview/i.test(String(headers[name])),
  )

/** `requested`: the host in the headers. */
function checkRequest(
  request: IncomingMessage,
  requested: string | undefined,
  { siteHost, apart, apiRoutes, postsTo = () => null }: GateOptions,
): Verdict {
  const { method = '', url: target = '', headers } = request
  const reads = method === 'GET' || method === 'HEAD'
  if (target.length > maxTargetBytes) return { pass: false, status: 414 }
  const form = originForm(target)
  if (form === null || hasWrongHosts(request)) return { pass: false, status: 400 }
  if (headers.expect && !/^100-continue$/i.test(headers.expect)) return { pass: false, status: 417 }
  const normal = normalForm(form.url)
  // Without port: the one in front of a proxy often differs.
  const host = (form.host ?? requested ?? '').replace(/:\d*$/, '').toLowerCase()
  const asked = normal.split('?', 1)[0] ?? ''
  const isApart = apart !== undefined && isUnder(asked, apart.paths)
  const isElsewhere = isApart && apart.host !== null && host !== apart.host
  const url = isMalformed(asked) || isElsewhere ? notFoundPath : normal
  const path = url.split('?', 1)[0] ?? ''
  const isOnOwn = host === apart?.host && (isApart || path.startsWith('/_next/static/'))
  if (isApart && !isElsewhere && isAhead(headers)) return { pass: false, status: 403 }
  if (siteHost !== null && host !== siteHost && !isOnOwn && !isNearby(host) && !isHealthCheck(path))
    return { pass: false, status: 421, host }
  const posted = reads ? null : postsTo(url)
  const allowed = allowedMethods(path, posted, apiRoutes)
  if (allowed === null && !reads) return { pass: false, status: 404 }
  if (allowed !== null && !allowed.includes(method)) return { pass: false, status: 405, allow: allowed }
  // A body on GET has no meaning (RFC 9110 section 9.3.1), and would be kept in memory.
  const hasBody = headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
  if (reads && hasBody) return { pass: false, status: 400 }
  return { pass: true, url: posted ?? url }
}

/** The requested host. A proxy that does not send `X-Forwarded-Host` itself may pass on what a visitor wrote there. */
function requestedHost({ headers, socket }: IncomingMessage, { isTrusted, forwardedHost }: GateOptions) {
  const forwarded = headers['x-forwarded-host']
  if (!forwardedHost || forwarded === undefined || !isTrusted(socket.remoteAddress ?? '')) return headers.host
  return String(forwarded).split(',', 1)[0]?.trim() || headers.host
}

const isUnder = (path: string, prefixes: readonly string[]) =>
  prefixes.some((prefix) => path === prefix || path.startsWith(`${prefix}/`))

type GateOptions = {
  /** The host name of this site; null accepts any. */
  siteHost: string | null
  /** Paths of which each visit counts: none is fetched ahead. With a `host`, it alone answers them, and nothing more but built files. */
  apart?: { host: string | null; paths: readonly string[] } | undefined
  apiRoutes: ApiRoutes
  /** As in lib/platform/http/routing.ts. */
  postsTo?: Router['postsTo'] | undefined
  /** Whether an address belongs to one of our proxies. */
  isTrusted: (address: string) => boolean
  /** Whether our proxies replace `Host` and send the requested one in `X-Forwarded-Host`. */
  forwardedHost: boolean
  /** Called with the host of every request rejected with 421. */
  onUnknownHost: (host: string) => void
}

export function requestGate(handler: Handler, options: GateOptions): Handler {
  return (request, response) => {
    const verdict = checkRequest(request, requestedHost(request, options), options)
    if (!verdict.pass) {
      noteKind(response, 'refused')
      if (verdict.host !== undefined) options.onUnknownHost(verdict.host)
      return refuse(request, response, verdict.status, { allow: verdict.allow })
    }
    request.url = verdict.url
    // The client waits for this before it sends its body (RFC 9110 section 10.1.1).
    if (request.headers.expect) response.writeContinue()
    return handler(request, response)
  }
}
