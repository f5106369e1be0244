/**
 * Cloudflare's widget in a form: writes its token into a hidden field, and is visible only when it needs an interaction. When it is
 * blocked or fails, the form is sent without it. https://developers.cloudflare.com/turnstile/get-started/client-side-rendering/
 */

/** Settings for getting a token; `field`: the hidden field that holds it. */
export type WidgetOffer = { script: string; siteKey: string; field: string }

export type Widget = { renew(): void }

type Turnstile = {
  render(place: HTMLElement, options: Record<string, unknown>): string | null | undefined
  reset(id: string): void
}

declare global {
  interface Window {
    turnstile?: Turnstile
  }
}

/** Pixels: the minimum width of the widget unless it is compact. */
const fullWidth = 300

let loading: Promise<Turnstile | null> | undefined

/** Loaded once per page; null if it is blocked. */
function load(script: string): Promise<Turnstile | null> {
  loading ??= new Promise((resolve) => {
    const element = document.createElement('script')
    element.src = script
    element.onload = () => resolve(window.turnstile ?? null)
    element.onerror = () => resolve(null)
    document.head.append(element)
  })
  return loading
}

/** The form's element for the widget, with its action; otherwise a new one above its button. */
function placeIn(form: HTMLFormElement): { place: HTMLElement; action: string; leave: () => void } | null {
  const own = form.querySelector<HTMLElement>('[data-challenge]')
  if (own) return { place: own, action: own.dataset.challenge ?? '', leave: () => own.replaceChildren() }
  const button = form.querySelector<HTMLElement>('button[type=submit]')?.closest<HTMLElement>('form > div')
  if (!button) return null
  const place = document.createElement('div')
  place.className = 'empty:hidden'
  button.before(place)
  return { place, action: String(new FormData(form).get('form') ?? 'newsletter'), leave: () => place.remove() }
}

/** Null if there is none: the form works without it. */
export async function showWidget(
  form: HTMLFormElement,
  { script, siteKey, field }: WidgetOffer,
): Promise<Widget | null> {
  const turnstile = await load(script)
  const found = turnstile && placeIn(form)
  if (!turnstile || !found) return null
  const { place, action, leave } = found
  const id = turnstile.render(place, {
    sitekey: siteKey,
    action,
    appearance: 'interaction-only',
    language: document.documentElement.lang || 'auto',
    size: form.clientWidth < fullWidth ? 'compact' : 'flexible',
    'response-field-name': field,
    // True: the error is handled, and nothing is written to the console.
    'error-callback': () => true,
  })
  if (!id) {
    leave()
    return null
  }
  return { renew: () => turnstile.reset(id) }
}
