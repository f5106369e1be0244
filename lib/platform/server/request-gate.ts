/**
 * Checks every request before Next sees it: invalid requests are rejected without reading their body, and valid ones have a target
 * in origin form (RFC 9112 section 3.2) on one of our hosts.
 */
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { apiMethods, pageMethods } from './api-routes.ts'
import { isPrivate } from './client-ip.ts'
import { type Handler, hasSeveralHosts } from './handler.ts'
import { refuse } from './refusal.ts'
import { noteKind } from './request-metrics.ts'

export type Verdict =
  | { pass: true; url: string }
  /** `host`: the unknown one, for status 421. */
  | { pass: false; status: number; allow?: readonly string[]; host?: string }

/** Bytes of a request target. Ours are far shorter; RFC 9110 section 4.1 recommends at least 8,000. */
const maxTargetBytes = 8192

/** No address of ours is as long. Next would repeat a longer one in `Location`, where it takes more than a proxy's buffer. */
const longestPath = 1000

/** Next's page for unknown addresses. */
const notFoundPath = '/_not-found'

/** Load balancers request these by IP address, so any host is accepted. */
const isHealthCheck = (path: string) => path === '/api/health' || path.startsWith('/api/health/')

/** Localhost and private addresses, used by proxies and by phones during development. Not reachable through a foreign host name. */
function isNearby(host: string): boolean {
  return host === 'localhost' || isPrivate(host.replace(/^\[|\]$/g, ''))
}

/** Without port and in lower case. The port in front of a proxy often differs. */
function hostname(authority: string): string {
  return authority.replace(/:\d*$/, '').toLowerCase()
}

/** `authority`: the host of an absolute target, which takes precedence over the `Host` header (RFC 9112 section 3.2.2). */
function originForm(target: string): { url: string; authority?: string } | null {
  if (target.startsWith('/')) return { url: target }
  const absolute = /^https?:\/\/([^/?#\\@]+)([/?#].*)?$/i.exec(target)
  if (!absolute?.[1]) return null
  const rest = absolute[2] ?? '/'
  return { authority: absolute[1], url: rest.startsWith('/') ? rest : `/${rest}` }
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
const unsafe = /[\u0000-\u001f\u007f-\u009f\\]|\/\.\.?(\/|$)/

/**
 * Internal addresses of Next: /_global-error, /_next/image, /India.rsc, /India.segments/_tree, /index for the home page, and route
 * patterns: Next rewrites /[country]/ to itself until it gives up with status 500.
 */
const internal = /^\/(_(?!next\/static\/)|index(\/|$))|\.(rsc|segments)(\/|$)|\/\[/i

/** Letters, digits, `-`, `.`, `_` and `~` are equivalent with and without percent-encoding (RFC 3986 section 6.2.2.2). */
function withoutNeedlessEscapes(path: string): string {
  return path.replace(/%[2-7][\da-f]/gi, (escaped) => {
    const plain = decodeURIComponent(escaped)
    return /[\w.~-]/.test(plain) ? plain : escaped
  })
}

/** Most targets: letters, digits and `-` between single slashes, not the names in `internal`. Nothing in them can be normalised or rejected. */
const plainTarget = /^\/(?!index(?:\/|$))(?:[a-z\d-]+\/)*[a-z\d-]*$/i

/** Normalises `url`, or returns `notFoundPath`. Next responds 500 to /%61pi/health and /api%2fhealth. */
function normalise(url: string): string {
  if (url.length <= longestPath && plainTarget.test(url)) return url
  const [withoutFragment = ''] = url.split('#', 1)
  const [path = ''] = withoutFragment.split('?', 1)
  const plain = decoded(path)
  if (path.length > longestPath || plain === null || unsafe.test(plain) || internal.test(plain) || /%2f/i.test(path))
    return notFoundPath
  return withoutNeedlessEscapes(path) + withoutFragment.slice(path.length)
}

function allowedMethods(path: string): readonly string[] | null {
  if (!/^\/api(\/|$)/.test(path)) return pageMethods
  return Object.hasOwn(apiMethods, path) ? (apiMethods[path] ?? null) : null
}

/** `siteHost`: the host name of this site; null accepts any. `host`: the one requested. */
function checkRequest(
  {
    method = '',
    url: target = '',
    headers,
    httpVersion,
  }: Pick<IncomingMessage, 'method' | 'url' | 'headers' | 'httpVersion'>,
  host: string | undefined,
  siteHost: string | null,
): Verdict {
  const reads = method === 'GET' || method === 'HEAD'
  if (target.length > maxTargetBytes) return { pass: false, status: 414 }
  const form = originForm(target)
  // RFC 9112 section 3.2: HTTP/1.1 requires Host.
  if (form === null || (headers.host === undefined && httpVersion !== '1.0')) return { pass: false, status: 400 }
  const url = normalise(form.url)
  const path = url.split('?', 1)[0] ?? ''
  const asked = hostname(form.authority ?? host ?? '')
  if (siteHost !== null && asked !== siteHost && !isNearby(asked) && !isHealthCheck(path))
    return { pass: false, status: 421, host: asked }
  const allowed = allowedMethods(path)
  // For an unknown address under /api, Next responds 404 to GET and HEAD.
  if (allowed === null && !reads) return { pass: false, status: 404 }
  if (allowed !== null && !allowed.includes(method)) return { pass: false, status: 405, allow: allowed }
  // A body on GET has no meaning (RFC 9110 section 9.3.1), and Next would buffer it.
  const hasBody = headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
  return reads && hasBody ? { pass: false, status: 400 } : { pass: true, url }
}

/**
 * Internal request headers of Next and its client router. No page here uses that router, and a client that sends them could select
 * another variant of a page, skip the proxy or trigger a revalidation. The list follows next/dist/lib/constants.js,
 * client/components/app-router-headers.js and server/lib/server-ipc/utils.js. Next copies the nonce from
 * `content-security-policy` into the page; only proxy.ts may set it.
 */
const internalHeader =
  /^(rsc$|next-|x-nextjs-|x-next-|x-middleware-|x-now-|x-matched-path$|x-invo|x-prerender-|x-action-|content-security-policy)/

function removeInternalHeaders(headers: IncomingHttpHeaders): void {
  for (const name in headers) if (internalHeader.test(name)) delete headers[name]
}

/** The requested host. `X-Forwarded-Host` counts only from a trusted proxy. */
function requestedHost(
  { headers, socket }: IncomingMessage,
  isTrusted: (address: string) => boolean,
): string | undefined {
  const forwarded = headers['x-forwarded-host']
  if (forwarded === undefined || !isTrusted(socket.remoteAddress ?? '')) return headers.host
  return (Array.isArray(forwarded) ? forwarded[0] : forwarded)?.split(',', 1)[0]?.trim() || headers.host
}

type GateOptions = {
  siteHost: string | null
  /** Whether an address belongs to one of our proxies. */
  isTrusted: (address: string) => boolean
  /** Called with the host of every request rejected with 421. */
  onUnknownHost?: (host: string) => void
}

export function requestGate(handler: Handler, { siteHost, isTrusted, onUnknownHost }: GateOptions): Handler {
  return (request, response) => {
    const verdict: Verdict = hasSeveralHosts(request)
      ? { pass: false, status: 400 }
      : checkRequest(request, requestedHost(request, isTrusted), siteHost)
    if (!verdict.pass) {
      noteKind(response, 'refused')
      if (verdict.host !== undefined) onUnknownHost?.(verdict.host)
      return refuse(request, response, verdict.status, { allow: verdict.allow })
    }
    request.url = verdict.url
    // The client waits for this before it sends its body (RFC 9110 section 10.1.1).
    if (request.headers.expect) response.writeContinue()
    removeInternalHeaders(request.headers)
    return handler(request, response)
  }
}
