/**
 * A form with a payment between two requests, for browsers without JavaScript: what was typed, what is wrong with it, and what
 * its page shows of that. Holds no card data, because none ever reaches this site.
 */
import 'server-only'
import { randomUUID } from 'node:crypto'
import { carryDraft, draftToShow, readDraft } from '#lib/forms/drafts.ts'
import type { FieldError } from '#lib/http/problem.ts'

/** What a form comes back with. */
export type Shown<Field extends string = string> = {
  errors: readonly { field: Field; message: string }[]
  /** What went wrong with the form as a whole, such as a payment service that is unavailable. */
  formError?: string | undefined
  /** The key under which it was sent: a payment that may have been started is not started twice. */
  attemptKey?: string | null | undefined
  /** The step to show, of a form that has several. */
  step?: 1 | 2 | undefined
}

export type FormDraft<Values, Field extends string = string> = Shown<Field> & { values: Values }

/** `fragment`: what the page scrolls to when nothing is wrong. Gives the address that shows the draft, and the cookie that carries it; null when no cookie can. */
export async function carryFormDraft(
  { form, address, fragment = '' }: { form: string; address: string; fragment?: string },
  { values, errors, formError, attemptKey, step }: FormDraft<Record<string, unknown>>,
): Promise<{ address: string; cookie: string } | null> {
  const carried = await carryDraft(form, {
    values,
    errors,
    ...(step && { step }),
    ...(formError && { formError }),
    ...(attemptKey && { attemptKey }),
  })
  if (!carried) return null
  const { id, cookie } = carried
  const isWrong = errors.length > 0 || formError !== undefined
  return {
    address: `${address}?draft=${id}${isWrong ? '#error-summary' : `${step ? `&step=${step}` : ''}${fragment}`}`,
    cookie,
  }
}

/** Null when there is none: over, another browser's, another form's, or made up. Errors of unknown fields are left out. */
export async function readFormDraft<Field extends string>(
  form: string,
  id: string,
  cookieHeader: string | null,
  fields: readonly Field[],
): Promise<FormDraft<Record<string, unknown>, Field> | null> {
  const draft = readDraft(form, id, cookieHeader)
  if (!draft) return null
  const isKnown = (error: FieldError): error is { field: Field; message: string } =>
    (fields as readonly string[]).includes(error.field)
  const { values, errors, step, formError, attemptKey } = draft
  return {
    values,
    errors: errors.filter(isKnown),
    ...(step && { step: step === 2 ? 2 : 1 }),
    ...(formError && { formError }),
    ...(attemptKey && { attemptKey }),
  }
}

type Query = Record<string, string | string[] | undefined>

/** What a form's page begins with: an earlier try of this browser's, or nothing. `read` opens a draft by its id. */
export async function formStart<Values, Field extends string>(
  query: Query,
  cookieHeader: string,
  read: (id: string) => Promise<FormDraft<Values, Field> | null>,
) {
  const { id, cancelled } = draftToShow(query, cookieHeader)
  const draft = id ? await read(id) : null
  return {
    values: draft?.values ?? null,
    step: draft?.step,
    ...shownFault(draft),
    attemptKey: draft?.attemptKey ?? randomUUID(),
    cancelled,
  }
}

function shownFault<Field extends string>(draft: Shown<Field> | null) {
  if (draft?.formError) return { fault: { sentence: draft.formError } }
  return { fault: draft && draft.errors.length > 0 ? { errors: draft.errors } : null }
}
