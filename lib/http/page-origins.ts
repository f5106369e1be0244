/** Which origins besides our own a page may load from, frame or lead to, by what is set up. */
import 'server-only'
import { codePage } from '#lib/content/code-pages.ts'
import { env } from '#lib/env.ts'
import {
  filmOrigins,
  type Origins,
  portalOrigins,
  standInOrigins,
  stripeOrigins,
  turnstileOrigins,
} from '#lib/http/csp.ts'

/** A page that takes cards: Stripe, Turnstile, and the origins of `framed`, addresses that the page shows in a frame. */
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

/** Only a page with a form that posts to us has a use for Turnstile. */
const hasForm = (html: string) => html.includes(' data-posted="')

/** Any other page: film players, Turnstile where there is a form, and the portal from the page that leads to it. */
export function contentOrigins(path: string, html: string): Origins {
  const { stripe, turnstile } = env()
  const widget = turnstile && hasForm(html) ? turnstileOrigins(turnstile.apiBase) : {}
  const origins = { ...widget, frame: [...filmOrigins, ...(widget.frame ?? [])] }
  if (!codePage(path)?.portal || !stripe?.portal) return origins
  return { ...origins, form: stripe.apiBase ? [stripe.apiBase] : (portalOrigins.form ?? []) }
}
