/**
 * Decides how the address of a page is answered: redirects all spellings of an address to the canonical one, and rewrites it to its route
 * in app/[language]. instrumentation.ts passes this to proxy.ts, which Next bundles separately, so that the content is not loaded twice.
 */
import 'server-only'
import { recentPaymentCookie } from '#lib/giving/checkout/recent-payment.ts'
import {
  giftsAddress,
  giftsField,
  readGiftsToken,
  readStopToken,
  stopAddress,
  stopField,
} from '#lib/giving/receipts/links.ts'
import { limitPage } from '#lib/platform/http/limits/index.ts'
import type { RouteRequest } from '#lib/platform/http/routing.ts'
import { addressIn, splitAddress } from '#lib/platform/languages/index.ts'
import { formPageOf, isGivingPage } from '#lib/site/content/giving-pages.ts'
import { page as findPage, pages } from '#lib/site/content/index.ts'
import { canonical, codePage } from '#lib/site/routes/index.ts'

export const routeRequest: RouteRequest = ({ pathname, query, headers }) => {
  const target = canonical(pathname)
  if (target.kind === 'redirect') return { kind: 'redirect', to: target.to }
  const { language, address } = splitAddress(pathname)
  const routed = (route: string) => ({ kind: 'route', path: `/${language}${route === '/' ? '' : route}` }) as const
  // A page that is rendered on request would show a 404 only with scripts; no route has this address.
  // The routes giving/ and thank-you/ have no addresses of their own: requests are rewritten to them below.
  if (target.kind === 'unknown') return { kind: 'unknown' }
  // A truncated or forged link gets a prerendered page with instructions, and must not be cached for another link.
  const isBroken =
    (address === stopAddress && !readStopToken(query.get(stopField))) ||
    (address === giftsAddress && query.has(giftsField) && !readGiftsToken(query.get(giftsField)))
  if (isBroken) return { ...routed(`${stopAddress}/broken-link`), status: 404, headers: neverKept }
  if (address === '/search' && query.has('q')) {
    const within = limitPage(headers, 'search')
    // 429 with the search page, which explains it and keeps the query in its field (RFC 6585, section 4).
    if (!within.ok)
      return {
        ...routed(address),
        query: { limited: '1' },
        status: 429,
        headers: { ...neverKept, 'retry-after': String(within.retryAfter) },
      }
  }
  if (codePage(address)?.keptForBack) return { ...routed(address), headers: keptForBack }
  const formPage = formPageOf(pages(), address)
  if (formPage) {
    const cookie = recentPaymentCookie(query.get('session_id'), addressIn(language, formPage.address))
    return { ...routed(`/thank-you${formPage.address}`), ...(cookie && { headers: { 'set-cookie': cookie } }) }
  }
  const page = findPage(address)
  return routed(page && isGivingPage(page) ? `/giving${address}` : address)
}

const neverKept = { 'cache-control': 'private, no-store' }
/** Next's default is `no-store`, which disables the back/forward cache. */
const keptForBack = { 'cache-control': 'private, no-cache' }
