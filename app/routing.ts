/**
 * Resolves the address of a request: other spellings are redirected to the canonical one, and a page leads to its route in app/[language].
 * The only place that decides this.
 */
import { signUpField } from '#lib/contact/enquiries/newsletter.ts'
import { recentPaymentCookie } from '#lib/giving/orders/recent-payment.ts'
import {
  giftsAddress,
  giftsField,
  readGiftsToken,
  readReportsToken,
  readStopToken,
  reportsField,
  stopAddress,
  stopField,
} from '#lib/giving/receipts/links.ts'
import { invoiceField } from '#lib/giving/sponsorship/form.ts'
import { isOffice, linkField, officeHeaders } from '#lib/office/access/headers.ts'
import type { Limit } from '#lib/platform/http/limit.ts'
import { limitPage } from '#lib/platform/http/limits.ts'
import type { Asked, Resolved, Route, Router, SharedPage } from '#lib/platform/http/routing.ts'
import { addressIn, splitAddress } from '#lib/platform/languages/index.ts'
import { success } from '#lib/platform/result.ts'
import { linkToken, withoutLinkEnd } from '#lib/platform/typed-text.ts'
import { codeRoutes } from '#lib/site/content/addresses.ts'
import { isEnquiryForm, newsletterForm } from '#lib/site/content/form-ids.ts'
import { formPageOf, isGivingPage, paymentForm, paymentForms, presetQuery } from '#lib/site/content/giving-pages.ts'
import { campaigns, page as findPage, pages, reasons } from '#lib/site/content/index.ts'
import { canonical, codePage } from '#lib/site/routes/index.ts'

/** Files, `/_next` and `/api`, and the icons without a dot in their address. */
const isFile = (pathname: string) => /^\/(_next|api)(\/|$)|\.\w+$|^\/(apple-)?icon$/.test(pathname)

/** The cookie of a recent payment (recent-payment.ts), which the form's page mentions. */
const hasPaid = (cookie: string) => /(?:^|;\s*)(?:__Secure-)?paid=/.test(cookie)

/** How long a page of which there are countless is kept: results of a search, a form with an amount that the page does not offer. */
const briefSeconds = 60

const neverKept = { 'cache-control': 'private, no-store' }
/** Next's default is `no-store`, which disables the back/forward cache. */
const keptForBack = { 'cache-control': 'private, no-cache' }

const searchAddress = '/search'

/** Query parameters with the token of a mailed link. */
const tokenFields = new Set([stopField, giftsField, reportsField, signUpField, linkField, invoiceField, 'session_id'])

/** Tokens as this site wrote them, so that the page and its forms have them so too. */
function withPlainTokens(search: string): string {
  const query = new URLSearchParams(search)
  const held = [...query].filter(([name, value]) => tokenFields.has(name) && value !== linkToken(value))
  for (const [name, value] of held) query.set(name, linkToken(value))
  return held.length > 0 ? String(query) : search
}

/** A page of the office that mails name: a desk, or an entry by its reference. */
const mailedDesk = /^\/office(?:\/[a-z-]+(?:\/[A-Z]-[\dA-Z]{4}-[\dA-Z]{4})?)?$/

function resolve({ url, cookie }: Asked): Resolved {
  const [typed = '', rest = ''] = url.split(/\?(.*)/s, 2)
  const bare = withoutLinkEnd(typed)
  const pathname = mailedDesk.test(bare) ? bare : typed
  const search = withPlainTokens(rest)
  if (isFile(pathname)) return { kind: 'file' }
  if (isOffice(pathname))
    return { kind: 'route', path: pathname + (search && `?${search}`), headers: officeHeaders, shared: null }
  const found = canonical(pathname)
  if (found.kind === 'unknown') return found
  if (found.kind === 'redirect') return { kind: 'redirect', to: encodeURI(found.to) + (search && `?${search}`) }
  const { language, address } = splitAddress(pathname)
  const query = new URLSearchParams(search)
  const routed = (route: string, search: string, shared: Omit<SharedPage, 'address'> | null = null): Route => ({
    kind: 'route',
    path: `/${language}${route === '/' ? '' : route}${search && `?${search}`}`,
    shared: shared && { address: pathname + (search && `?${search}`), ...shared },
  })

  // A truncated or forged link gets a prerendered page with instructions, and must not be cached for another link.
  const isBroken =
    (address === stopAddress && !readStopToken(query.get(stopField))) ||
    (address === giftsAddress && query.has(giftsField) && !readGiftsToken(query.get(giftsField))) ||
    (address === giftsAddress && query.has(reportsField) && !readReportsToken(query.get(reportsField)))
  if (isBroken) return { ...routed(`${stopAddress}/broken-link`, ''), status: 404, headers: neverKept }

  const question = address === searchAddress && query.get('q')?.trim()
  if (question) {
    const later = /^[1-9]\d{0,4}$/.exec(query.get('page') ?? '')?.[0]
    const asked = new URLSearchParams({ q: question, ...(later && { page: later }) })
    return { ...routed(address, String(asked), { file: null, seconds: briefSeconds }), headers: keptForBack }
  }
  if (codePage(address)?.keptForBack) return { ...routed(address, search), headers: keptForBack }

  const formPage = formPageOf(pages(), address)
  if (formPage) {
    const paid = recentPaymentCookie(query.get('session_id'), addressIn(language, formPage.address))
    return { ...routed(`/thank-you${formPage.address}`, search), ...(paid && { headers: { 'set-cookie': paid } }) }
  }
  if (codePage(address) || codeRoutes.includes(address)) return routed(address, search)

  const page = findPage(address)
  if (!page || !isGivingPage(page)) return routed(address, '', { file: language + (address === '/' ? '' : address) })
  const presets = hasPaid(cookie) ? null : presetQuery(page, query, campaigns(), reasons())
  if (presets === null) return routed(`/giving${address}`, search)
  return routed(`/giving${address}`, presets.query, {
    file: null,
    isExact: true,
    ...(!presets.isOffered && { seconds: briefSeconds }),
  })
}

/** The form of a page, which stays at the page's address without JavaScript, also with errors or at its second step. */
function postsTo(url: string): string | null {
  const [pathname = '', search] = url.split('?', 2)
  const { address } = splitAddress(pathname)
  const [, form] = /^\/forms\/([^/]+)$/.exec(address) ?? []
  if (form === newsletterForm) return '/api/newsletter'
  if (isEnquiryForm(form)) return '/api/enquiries'
  const page = findPage(address)
  const kind = page && paymentForm(page)?.kind
  if (kind === 'sponsorship-form' && new URLSearchParams(search).has(invoiceField)) return '/api/sponsorship-invoice'
  return kind ? paymentForms[kind].post : null
}

/** Each search takes a few milliseconds of the processor. */
export const searchLimit: Limit<'in-process'> = {
  name: 'search',
  address: 120,
  network: 480,
  unknownAddress: 1200,
  site: 6000,
  counted: 'in-process',
}

/** 429 with the search page, which explains it and keeps the query in its field (RFC 6585, section 4). */
function limit(route: Route, headers: Headers): Route {
  const [pathname = '', search = ''] = route.path.split('?', 2)
  const isSearch = splitAddress(pathname).address === searchAddress && route.shared !== null
  const within = isSearch ? limitPage(headers, searchLimit) : success(null)
  if (within.ok) return route
  return {
    kind: 'route',
    path: `${pathname}?${search}&limited=1`,
    status: 429,
    headers: { ...neverKept, 'retry-after': String(within.failure.retryAfter) },
    shared: null,
  }
}

export const siteRouter: Router = { resolve, limit, postsTo }
