/** Additional origins that a page may load, frame or redirect to, depending on the configuration. */
import 'server-only'
import { env } from '#lib/platform/env.ts'
import {
  filmOrigins,
  type Origins,
  portalOrigins,
  standInOrigins,
  stripeOrigins,
  turnstileOrigins,
} from '#lib/platform/http/csp.ts'

/** For a page that takes cards: Stripe, Turnstile, and the origins of `framed` (addresses of frames on the page). */
export function paymentOrigins(framed: readonly string[]): Origins {
  const { stripe, turnstile } = env()
  const origins: Origins = stripe ? (stripe.apiBase ? standInOrigins(stripe.apiBase) : stripeOrigins) : {}
  const { script = [], frame = [] }: Origins = turnstile ? turnstileOrigins(turnstile.apiBase) : {}
  return {
    ...origins,
    script: [...(origins.script ?? []), ...script],
    frame: [...(origins.frame ?? []), ...frame, ...framed.map((href) => new URL(href).origin)],
  }
}

/** Only pages with a form need Turnstile. */
const hasForm = (html: string) => html.includes(' data-posted="')

/** The form of this route handler redirects to Stripe's customer portal. */
const leadsToPortal = (html: string) => html.includes(' action="/api/change-gift"')

/** For any other page: film players, Turnstile if it has a form, and the customer portal from the page that redirects to it. */
export function contentOrigins(html: string): Origins {
  const { stripe, turnstile } = env()
  const widget = turnstile && hasForm(html) ? turnstileOrigins(turnstile.apiBase) : {}
  const origins = { ...widget, frame: [...filmOrigins, ...(widget.frame ?? [])] }
  if (!stripe?.portal || !leadsToPortal(html)) return origins
  return { ...origins, form: stripe.apiBase ? [stripe.apiBase] : (portalOrigins.form ?? []) }
}
