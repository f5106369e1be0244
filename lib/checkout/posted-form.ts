/** What the forms with a payment have in common when they are shown again. */
import 'server-only'
import { site } from '#lib/content/index.ts'
import { env } from '#lib/env.ts'
import type { PostedForm } from '#lib/forms/send-back.ts'
import { stripeOrigins } from '#lib/http/csp.ts'

export function postedToCheckout(form: Omit<PostedForm, 'organisation' | 'leadsTo'>): PostedForm {
  const standIn = env().stripe?.apiBase
  return {
    ...form,
    organisation: site().names.organisation,
    hidden: { ...form.hidden, paymentMethod: 'card' },
    leadsTo: standIn ? [standIn] : (stripeOrigins.form ?? []),
  }
}
