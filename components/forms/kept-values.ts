/** Keeps the answers to a payment form in the browser's session storage, so that a reload or a look around loses nothing. Never card data, which we never have. */
import type { FormValues } from '#lib/contact/forms/form.ts'
import { isRecord } from '#lib/platform/narrow.ts'

/** Typed anew on every visit (specification section 3). */
const never = ['pan']
/** What is paid for belongs to one form: neither another form nor a link that presets another gift must meet the last one. */
const tribute = ['tribute', 'tributeName', 'cardTo', 'cardEmail', 'cardMessage', 'cardFrom']
const choice = ['paymenttype', 'money', 'otherMoney', 'citizen', 'levels', 'promotionalItems', ...tribute]

/** `place`: shared by forms that ask the same questions. `form`: tells those forms apart. */
export function keepValues(place: string, form: string, values: FormValues): void {
  try {
    const kept = Object.entries(values).filter(([name]) => !never.includes(name))
    sessionStorage.setItem(place, JSON.stringify({ form, values: Object.fromEntries(kept) }))
  } catch {
    // Storage that is full or forbidden: the form works without it.
  }
}

/** Keeps what was answered before this script arrived; nothing of a form that is as the server sent it. */
export function keepEarlyValues(place: string, form: string, element: HTMLFormElement, values: FormValues): void {
  const isAnswered = [...element.elements].some((control) =>
    control instanceof HTMLInputElement
      ? control.value !== control.defaultValue || control.checked !== control.defaultChecked
      : control instanceof HTMLTextAreaElement && control.value !== control.defaultValue,
  )
  if (isAnswered) keepValues(place, form, values)
}

/** After the form did its work. */
export function forgetValues(place: string): void {
  try {
    sessionStorage.removeItem(place)
  } catch {
    // Nothing was kept, then.
  }
}

/** What was answered about the person; `withChoice`, in the same `form`, what is paid for as well. */
export function keptValues(place: string, form: string, withChoice: boolean): Record<string, unknown> {
  try {
    const read: unknown = JSON.parse(sessionStorage.getItem(place) ?? '{}')
    if (!isRecord(read) || !isRecord(read.values)) return {}
    const isWhole = withChoice && read.form === form
    return Object.fromEntries(Object.entries(read.values).filter(([name]) => isWhole || !choice.includes(name)))
  } catch {
    return {}
  }
}

/** How the browser came to this page: 'navigate' by a link, 'reload', or 'back_forward'. */
function navigationType(): string | undefined {
  const [navigation] = performance.getEntriesByType('navigation')
  return (navigation as PerformanceNavigationTiming | undefined)?.type
}

/**
 * Writes them back into a form. What was typed before this script arrived stays. So does what the page's address presets, unless the
 * visitor came back to it.
 */
export function restoreValues(place: string, form: string, element: HTMLFormElement): void {
  const isBack = navigationType() !== 'navigate'
  const linked = new URLSearchParams(location.search)
  const values = keptValues(place, form, isBack || !location.search)
  for (const control of element.elements) {
    if (control instanceof HTMLSelectElement) {
      const value = values[control.name]
      if (typeof value === 'string' && value && (isBack || !linked.has(control.name))) control.value = value
    } else if (control instanceof HTMLInputElement || control instanceof HTMLTextAreaElement) {
      const value = values[control.name]
      if (value === undefined || control.type === 'hidden') continue
      if (control instanceof HTMLInputElement && /^(radio|checkbox)$/.test(control.type))
        control.checked = value === true || [value].flat().includes(control.value)
      else if (!control.value) control.value = String(value)
    }
  }
}
