/** The stand-in for Stripe's customer portal: makes a session for a customer and shows a page with the way back. Changes nothing: what a donor would do there is done with the controls. */
import { type Call, htmlPage, type Reply, type Route } from '../http.ts'
import { noSuch } from './errors.ts'
import { type Ledger, nowSeconds } from './ledger.ts'
import type { PortalSession } from './objects.ts'
import { messagePage } from './pages.ts'
import { allNotActed, expansion, notActed, object, oneOf, optional, text, webAddress } from './parameters.ts'

/** https://docs.stripe.com/api/customer_portal/sessions/create */
export const portalParameters = object({
  customer: text(),
  return_url: optional(webAddress()),
  locale: optional(oneOf(['auto', 'en', 'en-GB'])),
  expand: expansion,
  flow_data: notActed(),
  ...allNotActed(['configuration', 'customer_account', 'on_behalf_of']),
})

/** `origin`: of this service, which shows the page too. */
export function openPortal(
  ledger: Ledger,
  given: { customer: string; return_url?: string | undefined; locale?: 'auto' | 'en' | 'en-GB' | undefined },
  origin: string,
): PortalSession {
  if (!ledger.customers.has(given.customer)) throw noSuch('customer', given.customer, 'customer')
  const id = ledger.nextId('bps')
  const session: PortalSession = {
    id,
    object: 'billing_portal.session',
    configuration: 'bpc_sandbox',
    created: nowSeconds(),
    customer: given.customer,
    customer_account: null,
    flow: null,
    livemode: false,
    locale: given.locale ?? null,
    on_behalf_of: null,
    return_url: given.return_url ?? null,
    url: `${origin}/portal/${id}`,
  }
  ledger.portals.set(id, session)
  return session
}

export function portalPage(ledger: Ledger): Route {
  return {
    method: 'GET',
    path: '/portal/:session',
    kind: 'page',
    about: 'The customer portal.',
    handle(call: Call): Reply {
      const session = ledger.portals.get(call.params.session ?? '')
      if (!session) return htmlPage(404, messagePage('Page not found', 'There is no such portal session.', null))
      const back = session.return_url ? { href: session.return_url, text: 'Go back' } : null
      return htmlPage(200, messagePage('Your billing', 'Here a donor changes the amount or the card.', back))
    },
  }
}
