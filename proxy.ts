/**
 * Runs before every page: redirects all spellings of an address to the canonical one, and sends it to its route in app/[language]. Skips
 * files, /api and /_next.
 */
import { type NextRequest, NextResponse } from 'next/server'
import { recentPaymentCookie } from '#lib/giving/checkout/recent-payment.ts'
import { changeAddress, changeField, readChangeToken } from '#lib/giving/receipts/change-link.ts'
import { readStopToken, stopAddress, stopField } from '#lib/giving/receipts/stop-link.ts'
import { limitPage } from '#lib/platform/http/limits/index.ts'
import { addressIn, splitAddress } from '#lib/platform/languages/index.ts'
import { formPageOf, givingRoute, isGivingPage } from '#lib/site/content/giving-pages.ts'
import { page as findPage, pages } from '#lib/site/content/index.ts'
import { canonical, codePage } from '#lib/site/routes/index.ts'

/** The one file without a dot in its address (app/apple-icon.tsx). */
const icon = '/apple-icon'

export const config = { matcher: ['/((?!_next/|api/|.*\\.\\w+$).*)'] }

export function proxy(request: NextRequest): NextResponse {
  const { pathname, searchParams, href } = request.nextUrl
  const target = canonical(pathname)
  if (target.kind === 'redirect') {
    // A plain URL: NextURL would add a trailing slash again and cause a redirect loop.
    const url = new URL(href)
    url.pathname = target.to
    // Next makes the Location relative, so it works behind any host; the query is kept.
    return NextResponse.redirect(url, 308)
  }
  if (pathname === icon) return NextResponse.next()
  const { language, address } = splitAddress(pathname)
  /** The same request, for another route of the language. */
  const routed = (route: string) => {
    const url = new URL(href)
    url.pathname = `/${language}${route === '/' ? '' : route}`
    return url
  }
  // A page that is rendered on request would show a 404 only with scripts; no route has this address.
  // The routes giving/ and thank-you/ have no addresses of their own: requests are rewritten to them below.
  if (target.kind === 'unknown') return NextResponse.rewrite(new URL('/api/not-found', href))
  // A truncated or forged link gets a prerendered page with instructions, and must not be cached for another link.
  const isBroken =
    (address === stopAddress && !readStopToken(searchParams.get(stopField))) ||
    (address === changeAddress && !readChangeToken(searchParams.get(changeField)))
  if (isBroken) return NextResponse.rewrite(routed(`${stopAddress}/broken-link`), { status: 404, headers: neverKept })
  if (address === '/search' && searchParams.has('q')) {
    const within = limitPage(request.headers, 'search')
    if (!within.ok) return tooManySearches(routed(address), within.retryAfter)
  }
  // A draft is personal.
  if (codePage(address)?.keptForBack && !searchParams.has('draft'))
    return NextResponse.rewrite(routed(address), { headers: keptForBack })
  const formPage = formPageOf(pages(), address)
  if (formPage) {
    const response = NextResponse.rewrite(routed(`/thank-you${formPage.address}`))
    const cookie = recentPaymentCookie(searchParams.get('session_id'), addressIn(language, formPage.address))
    if (cookie) response.headers.append('set-cookie', cookie)
    return response
  }
  const page = findPage(address)
  if (!page || !isGivingPage(page)) return NextResponse.rewrite(routed(address))
  return NextResponse.rewrite(routed(givingRoute(page)))
}

/** 429 with the search page, which explains it and keeps the query in its field (RFC 6585, section 4). */
function tooManySearches(url: URL, retryAfter: number): NextResponse {
  url.searchParams.set('limited', '1')
  return NextResponse.rewrite(url, { status: 429, headers: { ...neverKept, 'retry-after': String(retryAfter) } })
}

const neverKept = { 'cache-control': 'private, no-store' }
/** Next's default is `no-store`, which disables the back/forward cache. */
const keptForBack = { 'cache-control': 'private, no-cache' }
