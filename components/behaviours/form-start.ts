/**
 * Adds the time stamp and the Turnstile widget to a form of a prerendered page when somebody first touches it. A form that gets
 * neither is sent without.
 */
import type { Widget, WidgetOffer } from './turnstile.ts'

type Start = { startedAt: string; turnstile: WidgetOffer | null }

/** Its field in the forms of pages that are rendered for each request. */
const startedAtField = 'startedAt'

/** Call the returned function after each response to the form: a token is valid once. */
export function prepareOnTouch(form: HTMLFormElement): () => void {
  let widget: Widget | null = null

  async function prepare() {
    const start = await askForStart()
    if (!start) return
    if (!form.elements.namedItem(startedAtField)) addHidden(form, startedAtField, start.startedAt)
    if (!start.turnstile) return
    const { showWidget } = await import('./turnstile.ts')
    widget = await showWidget(form, start.turnstile)
  }

  const begin = () => {
    touched.abort()
    // Offline, or a new version was deployed: the other spam signals decide.
    prepare().catch(() => undefined)
  }
  const touched = new AbortController()
  const once = { signal: touched.signal }
  // Autofill changes fields that nobody focused.
  form.addEventListener('focusin', begin, once)
  form.addEventListener('input', begin, once)
  return () => widget?.renew()
}

async function askForStart(): Promise<Start | null> {
  const answer = await fetch('/api/enquiries/start', { headers: { Accept: 'application/json' } })
  return answer.ok ? answer.json() : null
}

function addHidden(form: HTMLFormElement, name: string, value: string) {
  const field = document.createElement('input')
  field.type = 'hidden'
  field.name = name
  // As an attribute: it stays when the form is reset.
  field.setAttribute('value', value)
  form.append(field)
}
