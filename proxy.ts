/** The router for `next dev` and `next start`, which have no server of ours in front: carries out what app/routing.ts decides. */
import { type NextRequest, NextResponse } from 'next/server'
import { router } from '#lib/platform/http/routing.ts'

export const config = {
  matcher: [
    {
      source: '/((?!_next/|api/|(?:apple-)?icon$|.*\\.\\w+$).*)',
      // Our server has resolved the address (lib/platform/next/render.ts).
      missing: [{ type: 'header', key: 'x-resolved' }],
    },
  ],
}

export function proxy({ method, nextUrl, headers }: NextRequest): NextResponse {
  const { pathname, search, href } = nextUrl
  const { resolve, limit, postsTo } = router.get() ?? {}
  const posted = method === 'POST' && postsTo?.(pathname + search)
  if (posted) return NextResponse.rewrite(new URL(posted, href))
  const resolved = resolve?.({ url: pathname + search, cookie: headers.get('cookie') ?? '' })
  // Plain URLs: NextURL would add a trailing slash again and cause a redirect loop.
  if (resolved?.kind === 'redirect') return NextResponse.redirect(new URL(resolved.to, href), 308)
  // No route has this address.
  if (resolved?.kind !== 'route' || !limit) return NextResponse.rewrite(new URL('/api/not-found', href))
  const { path, ...init } = limit(resolved, headers)
  return NextResponse.rewrite(new URL(path, href), init)
}
