/**
 * Before any page: every spelling of an address goes to its one canonical form, and pages rendered for each request get a
 * policy with a nonce. Never touches prerendered pages (their policy comes from the cache), files, /api or /_next.
 */
import { randomBytes } from 'node:crypto'
import { type NextRequest, NextResponse } from 'next/server'
import { site } from '#lib/content/index.ts'
import { env } from '#lib/env.ts'
import { readStopToken, stopAddress, stopField } from '#lib/giving/stop-link.ts'
import {
  dynamicPolicy,
  type Origins,
  portalOrigins,
  standInOrigins,
  stripeOrigins,
  turnstileOrigins,
} from '#lib/http/csp.ts'
import { type CodePage, canonical, codePage } from '#lib/routes/index.ts'

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
  if (pathname === stopAddress && !readStopToken(searchParams.get(stopField)))
    return NextResponse.rewrite(new URL(`${stopAddress}/broken-link`, href), { headers: neverKept })
  const page = codePage(pathname)
  return page?.dynamic && !developing ? withNonce(request, page) : NextResponse.next()
}

const neverKept = { 'cache-control': 'private, no-store' }

/** Next reads the nonce from the policy of the request, and puts it on the scripts that it writes. */
function withNonce(request: NextRequest, page: CodePage): NextResponse {
  const policy = dynamicPolicy(randomBytes(16).toString('base64'), originsOf(page))
  const headers = new Headers(request.headers)
  headers.set('content-security-policy', policy)
  const response = NextResponse.next({ request: { headers } })
  response.headers.set('content-security-policy', policy)
  return response
}

function originsOf({ address, dynamic, frames = [] }: CodePage): Origins {
  if (isForm(address)) return widgetOrigins()
  if (dynamic === 'portal') return leadsToPortal()
  const payment = dynamic === 'stripe' ? paymentOrigins() : {}
  const shown = frames.flatMap((name) => site().external[name]?.href ?? []).map((href) => new URL(href).origin)
  return shown.length > 0 ? { ...payment, frame: [...new Set([...(payment.frame ?? []), ...shown])] } : payment
}

const isForm = (address: string) => address.startsWith('/forms/') && !address.endsWith('/sent')

function widgetOrigins(): Origins {
  const { turnstile } = env()
  return turnstile ? turnstileOrigins(turnstile.apiBase) : {}
}

function leadsToPortal(): Origins {
  const { stripe } = env()
  if (!stripe?.portal) return {}
  return stripe.apiBase ? { form: [stripe.apiBase] } : portalOrigins
}

function paymentOrigins(): Origins {
  const { stripe } = env()
  if (!stripe) return {}
  return stripe.apiBase ? standInOrigins(stripe.apiBase) : stripeOrigins
}
