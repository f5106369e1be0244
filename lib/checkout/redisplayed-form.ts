/** The forms with a payment as the whole answer to their own POST, each on one page (lib/forms/redisplayed-form.ts). */
import 'server-only'
import { randomUUID } from 'node:crypto'
import type { Shown } from '#lib/checkout/form-drafts.ts'
import { site } from '#lib/content/index.ts'
import { env } from '#lib/env.ts'
import { idempotencyField } from '#lib/forms/idempotency.ts'
import { type FieldAgain, type FormAgain, formAgain } from '#lib/forms/redisplayed-form.ts'
import { stripeOrigins } from '#lib/http/csp.ts'

/** What one form puts on the page. */
export type GivingForm = Pick<FormAgain, 'title' | 'action' | 'fields' | 'hidden' | 'submit'>

const nothingWrong = 'Your browser could not keep this form from one step to the next, so all of it is on this page.'

export function givingAgain(
  { hidden, ...form }: GivingForm,
  { errors, formError, attemptKey }: Shown,
  { status, retryAfter }: Pick<FormAgain, 'status' | 'retryAfter'>,
): Response {
  const standIn = env().stripe?.apiBase
  return formAgain({
    ...form,
    status,
    retryAfter,
    organisation: site().names.organisation,
    sentence: formError ?? (errors.length > 0 ? 'Please correct the fields that are named.' : nothingWrong),
    errors,
    hidden: { ...hidden, [idempotencyField]: attemptKey ?? randomUUID() },
    leadsTo: standIn ? [standIn] : (stripeOrigins.form ?? []),
  })
}

/** Options of a {@link chooseOne}. */
export const optionsOf = (options: readonly { code: string | number; label: string }[]) =>
  options.map(({ code, label }) => ({ value: String(code), label }))
/** A question answered on one line. */
export const line = (name: string, label: string, value = ''): FieldAgain => ({ name, label, kind: 'line', value })
/** A question with one answer out of several. */
export const chooseOne = (
  name: string,
  label: string,
  value: string | undefined,
  options: ReturnType<typeof optionsOf>,
): FieldAgain => ({
  name,
  label,
  kind: 'one',
  value: value ? [value] : [],
  options,
})
