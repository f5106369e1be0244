/**
 * Refuses what was posted from a form, the same way for every form: problem details for JSON; a plain form is sent back to its
 * page with everything that was typed, or is itself the response where no cookie can carry that.
 */
import 'server-only'
import { randomUUID } from 'node:crypto'
import { carryDraft, type Draft, draftFault } from '#lib/contact/forms/drafts.ts'
import { idempotencyField } from '#lib/contact/forms/idempotency.ts'
import { type RedisplayedForm, redisplayForm } from '#lib/contact/forms/redisplayed-form.ts'
import { type FieldError, problem } from '#lib/platform/http/problem.ts'
import { seeOther } from '#lib/platform/http/see-other.ts'
import { languageHidden } from '#lib/platform/languages/current.ts'
import { inWholeUnits, type Money } from '#lib/platform/money.ts'

/** A form as it was posted, and where its page is. */
export type PostedForm = RedisplayedForm & {
  draftName: string
  address: string
  /** Where on its page the form is, such as #card-form. */
  fragment?: string | undefined
  /** What the draft holds, where that is not simply what was typed. */
  toDraft?: (shown: ShownForm) => Draft
}

/** What a form is shown with besides what was typed. */
export type ShownForm = Omit<Draft, 'values'>

export type Refusal = {
  status: number
  title: string
  /** What to do, where the title does not say it. */
  detail?: string
  errors?: readonly FieldError[]
  /** Whole seconds. */
  retryAfter?: number
  /** The right total, where another was claimed. */
  total?: Money
}

/** `attemptKey`: the key under which the form was posted, where posting it again must be the same attempt. */
export async function refuse(
  { status, title, detail, errors, retryAfter, total }: Refusal,
  kind: 'json' | 'form',
  form: PostedForm,
  attemptKey?: string | null,
): Promise<Response> {
  if (kind === 'form') {
    const shown = { errors: errors ?? [], formError: detail ?? title, ...(attemptKey && { attemptKey }) }
    return sendBack(form, shown, { status, retryAfter })
  }
  return problem(status, {
    title,
    ...(detail && { detail }),
    ...(errors && { errors }),
    ...(retryAfter !== undefined && { headers: { 'retry-after': String(retryAfter) } }),
    // An extension member (RFC 9457, section 3.2), in whole units.
    ...(total && { extra: { total: inWholeUnits(total) } }),
  })
}

/** 303 to the form's page; else the form with `status`, or with 200 where nothing is wrong. */
export async function sendBack(
  form: PostedForm,
  shown: ShownForm,
  { status, retryAfter }: { status: number; retryAfter?: number | undefined },
): Promise<Response> {
  const draft = form.toDraft?.(shown) ?? { ...shown, values: form.values }
  const fault = draftFault(shown)
  const carried = await carryDraft(form.draftName, draft)
  if (carried) {
    const place = fault ? '#error-summary' : `${draft.step ? `&step=${draft.step}` : ''}${form.fragment ?? ''}`
    return seeOther(`${form.address}?draft=${carried.id}${place}`, { 'set-cookie': carried.cookie })
  }
  // Without the key of an attempt, other words than these are another one.
  const hidden = { ...form.hidden, ...languageHidden(), [idempotencyField]: shown.attemptKey ?? randomUUID() }
  return redisplayForm({ ...form, hidden }, fault, { status: fault ? status : 200, retryAfter })
}
