/**
 * What every form does in a browser, with React or without: reads its answers, sends them, and gets a time stamp, a token and a look at the
 * e-mail address once somebody fills it in. A form that gets none of it is sent without.
 */
import type { Widget, WidgetOffer } from '#components/behaviours/turnstile.ts'
import type { FieldError } from '#lib/platform/http/problem.ts'
import type { Money } from '#lib/platform/money.ts'
import { isRecord } from '#lib/platform/narrow.ts'

export type SubmitResult =
  | { kind: 'accepted'; body: Readonly<Record<string, unknown>> }
  /** Problem details (RFC 9457). `total`: the correct one, if a different one was claimed. */
  | { kind: 'refused'; status: number; sentence: string; errors: readonly FieldError[]; total?: Money }
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
  const { title, detail, errors, amount, currency } = body
  const sentence = [detail, title].find((each) => typeof each === 'string' && each !== '')
  if (typeof sentence !== 'string') return { kind: 'unreadable' }
  return {
    kind: 'refused',
    status,
    sentence,
    errors: Array.isArray(errors) ? errors.filter(isFieldError) : [],
    ...(typeof amount === 'number' && typeof currency === 'string' && { total: { amount, currency } }),
  }
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

/** `prefix`: what the page's title begins with while a form has errors, "Error: ". */
export function markTitle(prefix: string, hasErrors: boolean): void {
  const title = document.title.replace(prefix, '')
  document.title = hasErrors ? prefix + title : title
}

type Start = { startedAt: string; turnstile: WidgetOffer | null }

/** The field of the time stamp, also present in forms rendered for a request. */
const startedAtField = 'startedAt'

/** Null, and no stamp, if the server cannot be reached. */
export async function addStartedAt(form: HTMLFormElement): Promise<Start | null> {
  try {
    const response = await fetch('/api/enquiries/start', { headers: { Accept: 'application/json' } })
    if (!response.ok) return null
    const start: Start = await response.json()
    if (!form.elements.namedItem(startedAtField)) addHidden(form, startedAtField, start.startedAt)
    return start
  } catch {
    return null
  }
}

function addHidden(form: HTMLFormElement, name: string, value: string) {
  const field = document.createElement('input')
  field.type = 'hidden'
  field.name = name
  // As an attribute: it stays when the form is reset.
  field.setAttribute('value', value)
  form.append(field)
}

/**
 * Shows Turnstile's widget at the first focus in the form or the first input: autofill changes fields that nobody focused. If it is blocked
 * or fails, the form is sent without a token. Call the returned function after each response: a token is valid once.
 */
export function challengeOnTouch(
  form: HTMLFormElement,
  offered: () => Promise<WidgetOffer | null | undefined>,
): () => void {
  let widget: Widget | null = null
  let isTouched = false
  const show = async () => {
    if (isTouched) return
    isTouched = true
    const offer = await offered()
    if (offer) widget = await (await import('#components/behaviours/turnstile.ts')).showWidget(form, offer)
  }
  const touch = () => void show().catch(() => undefined)
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
