/**
 * What every form does in a browser, with React or without: reads its answers, sends them, and gets a time stamp, a token (first-touch.ts)
 * and a look at the e-mail address once somebody fills it in. A form that gets none of it is sent without.
 */
import type { Widget, WidgetOffer } from '#components/behaviours/turnstile.ts'
import type { FieldError } from '#lib/platform/http/problem.ts'
import { isRecord } from '#lib/platform/narrow.ts'

type Answer = Readonly<Record<string, unknown>>
export type SubmitResult =
  | { kind: 'accepted'; body: Answer }
  /** Problem details (RFC 9457), which are the `body`. */
  | { kind: 'refused'; status: number; sentence: string; errors: readonly FieldError[]; body: Answer }
  /** It is unknown whether the server acted. `lost`: no response came. `unreadable`: not one of ours, such as a proxy's page. */
  | { kind: 'lost' | 'unreadable' }

const timeoutMs = 30_000

/** `key` identifies this attempt: the same key is the same attempt (Idempotency-Key). Never throws. */
async function submit(address: string, body: object, key: string): Promise<SubmitResult> {
  let response: Response
  try {
    response = await fetch(address, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Accept: 'application/json', 'Idempotency-Key': key },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(timeoutMs),
    })
  } catch {
    return { kind: 'lost' }
  }
  return readResponse(response.ok, response.status, await response.json().catch(() => null))
}

/** `body`: the parsed JSON, whatever it is. */
export function readResponse(ok: boolean, status: number, body: unknown): SubmitResult {
  if (!isRecord(body)) return { kind: 'unreadable' }
  if (ok) return { kind: 'accepted', body }
  const { title, detail, errors } = body
  const sentence = detail || title
  if (!sentence || typeof sentence !== 'string') return { kind: 'unreadable' }
  return { kind: 'refused', status, sentence, errors: [errors].flat().filter(isFieldError), body }
}

const isFieldError = (value: unknown): value is FieldError =>
  isRecord(value) && typeof value.field === 'string' && typeof value.message === 'string'

/**
 * Sends one request at a time. The same answers are the same attempt until the server has refused them, so that neither a double click nor
 * a lost response nor a second press starts another.
 */
export function sender() {
  let attempt: { content: string; key: string } | null = null
  let isBusy = false
  return {
    isBusy: () => isBusy,
    /** `body`: of the request, which may hold more than the answers. */
    async send(address: string, answers: object, body: object): Promise<SubmitResult> {
      const content = JSON.stringify(answers)
      if (attempt?.content !== content) attempt = { content, key: crypto.randomUUID() }
      isBusy = true
      const result = await submit(address, body, attempt.key)
      isBusy = false
      if (result.kind === 'refused' && result.status !== 503) attempt = null
      return result
    },
  }
}

/** All answers, hidden fields too, as the server reads a form: a name that occurs twice is a list. */
export function readForm(form: HTMLFormElement): Record<string, string | string[]> {
  const data = new FormData(form)
  const names = [...new Set(data.keys())]
  return Object.fromEntries(
    names.map((name) => {
      const values = data.getAll(name).map(String)
      return [name, values.length > 1 ? values : (values[0] ?? '')]
    }),
  )
}

/** The name of the control that caused an event. */
export const nameOf = (target: EventTarget | null): string =>
  (target instanceof Element && target.getAttribute('name')) || ''

/** The page's title while it is marked: a translation may have changed the one that is shown. */
let unmarked: string | undefined

/** `prefix`: what the page's title begins with while a form has errors, "Error: ". */
export function markTitle(prefix: string, hasErrors: boolean): void {
  // The page may have come with it.
  unmarked ??= document.title.replace(prefix, '')
  document.title = hasErrors ? prefix + unmarked : unmarked
  if (!hasErrors) unmarked = undefined
}

/**
 * Prepares the form at its first focus or input: autofill changes fields that nobody focused. `offer`: of Turnstile's widget, if the page
 * has it. If this fails, the form is sent without a token. Call the returned function after each response: a token is valid once.
 */
export function prepareOnTouch(form: HTMLFormElement, offer?: WidgetOffer): () => void {
  let widget: Widget | null | undefined
  let isTouched = false
  const touch = () => {
    if (isTouched) return
    isTouched = true
    import('./first-touch.ts')
      .then(async ({ prepare }) => {
        widget = await prepare(form, offer)
      })
      .catch(() => undefined)
  }
  // The touch that loaded this script has passed.
  if (form.contains(document.activeElement)) touch()
  form.addEventListener('focusin', touch)
  form.addEventListener('input', touch)
  return () => widget?.renew()
}

/** Looks for slips in the e-mail address of a form each time its field is left. */
export function watchEmail(form: HTMLFormElement): void {
  const input = form.querySelector<HTMLInputElement>('[type=email]')
  const slot = form.querySelector('[data-suggestion]')
  if (!input || !slot) return
  const look = () => {
    // Offline, or a new version was published: nobody needs the suggestion.
    import('#components/forms/email-suggestion.ts')
      .then(({ offerSuggestion }) => offerSuggestion(input, slot))
      .catch(() => undefined)
  }
  input.addEventListener('change', look)
  if (input.value) look()
}
