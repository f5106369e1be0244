/**
 * What a form needs once somebody fills it in: the time stamp, the Turnstile widget, and a look at the e-mail address. A form that gets
 * none of it is sent without.
 */
import type { Widget, WidgetOffer } from './turnstile.ts'

type Start = { startedAt: string; turnstile: WidgetOffer | null }

/** The field of the time stamp, also present in forms rendered for a request. */
const startedAtField = 'startedAt'

/** Call the returned function after each response to the form: a token is valid once. */
export function prepareOnTouch(form: HTMLFormElement): () => void {
  let widget: Widget | null = null

  onFirstTouch(form, async () => {
    const start = await addStartedAt(form)
    if (!start?.turnstile) return
    const { showWidget } = await import('./turnstile.ts')
    widget = await showWidget(form, start.turnstile)
  })
  return () => widget?.renew()
}

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
 * Calls `act` once, at the first focus in the form or the first input: autofill changes fields that nobody focused. A failure is
 * ignored, because the form works without. `ended`: stops waiting.
 */
export function onFirstTouch(form: HTMLFormElement, act: () => Promise<unknown>, ended?: AbortSignal): void {
  const touched = new AbortController()
  const signal = ended ? AbortSignal.any([ended, touched.signal]) : touched.signal
  const begin = () => {
    touched.abort()
    act().catch(() => undefined)
  }
  form.addEventListener('focusin', begin, { signal })
  form.addEventListener('input', begin, { signal })
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
