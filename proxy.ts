/**
 * Before any page: every spelling of an address goes to its one canonical form, and pages that take cards get a policy with a
 * nonce. Never touches files, /api or /_next; the policy of every other page is set by lib/server/plain-pages.ts.
 */
import { randomBytes } from 'node:crypto'
import { type NextRequest, NextResponse } from 'next/server'
import { site } from '#lib/content/index.ts'
import { noncePolicy, reportingEndpoints } from '#lib/http/csp.ts'
import { limitPage } from '#lib/http/limits/index.ts'
import { paymentOrigins } from '#lib/http/page-origins.ts'
import { changeAddress, changeField, readChangeToken } from '#lib/receipts/change-link.ts'
import { readStopToken, stopAddress, stopField } from '#lib/receipts/stop-link.ts'
import { canonical, codePage } from '#lib/routes/index.ts'

export const config = { matcher: ['/((?!_next/|api/|.*\\.\\w+$).*)'] }

// React's error overlay needs eval, which no policy of ours allows.
// biome-ignore lint/style/noProcessEnv: said by the program that bundles this, not by an operator
const developing = process.env.NODE_ENV === 'development'

export function proxy(request: NextRequest): NextResponse {
  const { pathname, searchParams, href } = request.nextUrl
  const target = canonical(pathname)
  if (target.kind === 'redirect') {
    // A plain URL: Next's own would put a closing slash back, and the redirect would never end.
    const url = new URL(href)
    url.pathname = target.to
    // Next makes the Location relative, so it holds behind any host; the query stays.
    return NextResponse.redirect(url, 308)
  }
  // A page that is rendered per request can answer 404 with nothing but a script: a form that does not exist goes where no page is.
  if (target.kind === 'unknown' && pathname.startsWith('/forms/'))
    return NextResponse.rewrite(new URL('/not-found', href))
  // The same for a link that was cut off or made up: its page is prerendered, and says what to do. No cache may show it for another link.
  const isBroken =
    (pathname === stopAddress && !readStopToken(searchParams.get(stopField))) ||
    (pathname === changeAddress && !readChangeToken(searchParams.get(changeField)))
  if (isBroken) return NextResponse.rewrite(new URL(`${stopAddress}/broken-link`, href), { headers: neverKept })
  if (pathname === '/search' && searchParams.has('q')) {
    const within = limitPage(request.headers, 'search')
    if (!within.ok) return tooManySearches(request.nextUrl, within.retryAfter)
  }
  const page = codePage(pathname)
  // A draft is what somebody has typed.
  if (page?.keptForBack && !searchParams.has('draft')) return NextResponse.next({ headers: keptForBack })
  if (!page?.hydrated || developing) return NextResponse.next()
  const framed = (page.frames ?? []).flatMap((name) => site().external[name]?.href ?? [])
  return withPolicy(request, noncePolicy(randomBytes(16).toString('base64'), paymentOrigins(framed)))
}

/** 429 with the page, which says so and leaves the question in its field (RFC 6585, section 4). */
function tooManySearches({ href }: { href: string }, retryAfter: number): NextResponse {
  const url = new URL(href)
  url.searchParams.set('limited', '1')
  return NextResponse.rewrite(url, { status: 429, headers: { ...neverKept, 'retry-after': String(retryAfter) } })
}

const neverKept = { 'cache-control': 'private, no-store' }
/** Next's own is `no-store`, with which browsers let a page go when it is left. */
const keptForBack = { 'cache-control': 'private, no-cache' }

/** Next reads the nonce from the policy of the request, and puts it on the scripts that it writes. */
function withPolicy(request: NextRequest, policy: string): NextResponse {
  const headers = new Headers(request.headers)
  headers.set('content-security-policy', policy)
  const response = NextResponse.next({ request: { headers } })
  response.headers.set('content-security-policy', policy)
  response.headers.set('reporting-endpoints', reportingEndpoints)
  return response
}
