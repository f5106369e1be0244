/** What a form gets when somebody first touches it: the time stamp of its beginning, and Turnstile's widget. */
import type { Widget, WidgetOffer } from '#components/behaviours/turnstile.ts'

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

/** `offer`: known to a page that takes cards; others ask the server, which stamps the form too. Null without Turnstile's keys, or if it is blocked. */
export async function prepare(form: HTMLFormElement, offer?: WidgetOffer): Promise<Widget | null> {
  const offered = offer ?? (await addStartedAt(form))?.turnstile
  return offered ? (await import('#components/behaviours/turnstile.ts')).showWidget(form, offered) : null
}
