/**
 * Refuses a posted form, the same way for every form: problem details for JSON; without JavaScript the form's own page, filled in as it
 * was sent. The answers stay in memory under a random id only while that page is rendered in this process, so they may have any length,
 * need neither a cookie nor the store, and no other server needs them.
 */
import { randomUUID } from 'node:crypto'
import type { FormFault, FormValues } from '#lib/contact/forms/form.ts'
import { ownPage } from '#lib/platform/http/page-response.ts'
import { type FieldError, problem } from '#lib/platform/http/problem.ts'
import type { Money } from '#lib/platform/money.ts'
import { processState } from '#lib/platform/process-state.ts'

/** What a form's page shows instead of an empty form. */
export type ReturnedForm<Values = FormValues> = {
  values: Values
  /** Null if the visitor only moved to another step. */
  fault: FormFault | null
  /** The current step of a form with two. */
  step?: 1 | 2
  /** The posted time stamp of when the form was begun. */
  startedAt?: string
}

/** A posted form. `address`: that of its page. `show`: which part of a fault is shown, for a form with two steps. */
export type FormToReturn = Omit<ReturnedForm, 'fault' | 'step'> & {
  address: string
  show?: (fault: FormFault) => Pick<ReturnedForm, 'fault' | 'step'>
}

/** Far more than the number of pages that can wait to be rendered. Each is at most as long as a body may be (lib/platform/http/body.ts). */
const maxWaiting = 500
const waiting = processState('returned-forms', () => new Map<string, ReturnedForm>())

/** `id`: the query parameter `returned`; null if unknown. `Values`: those of the page's only form. */
export function readReturned<Values = FormValues>(id: unknown): ReturnedForm<Values> | null {
  return typeof id === 'string' ? ((waiting.get().get(id) as ReturnedForm<Values> | undefined) ?? null) : null
}

/** The page at `address`, which may have a query, with this form in it. */
export async function showForm(
  request: Request,
  address: string,
  form: ReturnedForm,
  { status, retryAfter }: { status: number; retryAfter?: number | undefined },
): Promise<Response> {
  const forms = waiting.get()
  const [oldest] = forms.keys()
  if (oldest && forms.size >= maxWaiting) forms.delete(oldest)
  const id = randomUUID()
  forms.set(id, form)
  try {
    const page = await ownPage(request, `${address}${address.includes('?') ? '&' : '?'}returned=${id}`, status)
    if (retryAfter !== undefined) page.headers.set('retry-after', String(retryAfter))
    return page
  } finally {
    forms.delete(id)
  }
}

export type Refusal = {
  status: number
  title: string
  /** What to do, if the title does not say it. */
  detail?: string
  errors?: readonly FieldError[]
  /** Whole seconds. */
  retryAfter?: number
  /** The correct total, if the page showed another one. */
  total?: Money
}

export async function refuse(
  request: Request,
  kind: 'json' | 'form',
  { status, title, detail, errors = [], retryAfter, total }: Refusal,
  { address, show = (fault) => ({ fault }), ...form }: FormToReturn,
): Promise<Response> {
  if (kind === 'form')
    return showForm(
      request,
      address,
      { ...form, ...show({ sentence: detail ?? title, errors }) },
      { status, retryAfter },
    )
  return problem(status, {
    title,
    ...(detail && { detail }),
    ...(errors.length > 0 && { errors }),
    ...(retryAfter !== undefined && { headers: { 'retry-after': String(retryAfter) } }),
    // Extension members (RFC 9457, section 3.2), named as in the answer that starts a payment.
    ...(total && { extra: total }),
  })
}
