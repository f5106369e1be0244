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

/** For the forms that take cards. */
function paymentOrigins(): Origins {
  const { stripe } = env()
  if (!stripe) return {}
  return stripe.apiBase ? standInOrigins(stripe.apiBase) : stripeOrigins
}

/** Only pages with a form need Turnstile. */
const hasForm = (html: string) => / data-(posted|island)="/.test(html)

/** The form of this route handler redirects to Stripe's customer portal. */
const leadsToPortal = (html: string) => html.includes(' action="/api/your-gifts"')

/** The address of a form that a dialog frames (components/donation/partner-form.tsx). */
const framed = (html: string) => / data-behaviour="partner-form" data-href="(https?:\/\/[^"/]+)/.exec(html)?.[1]

/** Film players on every page; Turnstile, Stripe, its customer portal and the giving partner where the page has a form of theirs. */
export function contentOrigins(html: string): Origins {
  const { stripe, turnstile } = env()
  const parts: Origins[] = [
    turnstile && hasForm(html) ? turnstileOrigins(turnstile.apiBase) : {},
    html.includes(' data-island="') ? paymentOrigins() : {},
    { frame: [...filmOrigins, ...[framed(html) ?? []].flat()] },
    stripe?.portal && leadsToPortal(html)
      ? { form: stripe.apiBase ? [stripe.apiBase] : (portalOrigins.form ?? []) }
      : {},
  ]
  const all = (kind: keyof Origins) => parts.flatMap((part) => part[kind] ?? [])
  return { script: all('script'), frame: all('frame'), connect: all('connect'), image: all('image'), form: all('form') }
}
