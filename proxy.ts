/** Runs before every page: carries out what app/routing.ts decides. Skips files, /api and /_next. */
import { type NextRequest, NextResponse } from 'next/server'
import { router } from '#lib/platform/http/routing.ts'

export const config = { matcher: ['/((?!_next/|api/|(?:apple-)?icon$|.*\\.\\w+$).*)'] }

export function proxy({ nextUrl, headers }: NextRequest): NextResponse {
  const { pathname, searchParams, href } = nextUrl
  const routed = router.get()?.({ pathname, query: searchParams, headers })
  // A plain URL: NextURL would add a trailing slash again and cause a redirect loop.
  const url = new URL(href)
  if (routed?.kind === 'redirect') {
    url.pathname = routed.to
    // Next makes the Location relative, so it works behind any host; the query is kept.
    return NextResponse.redirect(url, 308)
  }
  // No route has this address.
  if (routed?.kind !== 'route') return NextResponse.rewrite(new URL('/api/not-found', href))
  url.pathname = routed.path
  for (const [name, value] of Object.entries(routed.query ?? {})) url.searchParams.set(name, value)
  return NextResponse.rewrite(url, routed)
}
