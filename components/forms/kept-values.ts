/**
 * Keeps the answers to a payment form in the browser's session storage, so that a reload or a visit to another page loses nothing. Never
 * card data, which we never have.
 */
import type { FormValues } from '#lib/contact/forms/form.ts'
import { isRecord } from '#lib/platform/narrow.ts'

/** Not kept: a PAN is typed again on every visit (specification section 3), and consent is given again. */
const never = ['pan', 'remind']
/** What is paid for belongs to one form: it must not appear in another form, nor behind a link that presets another gift. */
const tribute = ['tribute', 'tributeName', 'cardTo', 'cardEmail', 'cardMessage', 'cardFrom']
const choice = ['paymenttype', 'money', 'otherMoney', 'citizen', 'levels', 'promotionalItems', ...tribute]

/** `place`: shared by forms that ask the same questions. `form`: distinguishes those forms. */
export function keepValues(place: string, form: string, values: FormValues): void {
  try {
    const kept = Object.entries(values).filter(([name]) => !never.includes(name))
    sessionStorage.setItem(place, JSON.stringify({ form, values: Object.fromEntries(kept) }))
  } catch {
    // Storage is full or blocked: the form works without it.
  }
}

/** Keeps what was answered before this script arrived; nothing if the form is as the server sent it. */
export function keepEarlyValues(place: string, form: string, element: HTMLFormElement, values: FormValues): void {
  const isAnswered = [...element.elements].some((control) =>
    control instanceof HTMLInputElement
      ? control.value !== control.defaultValue || control.checked !== control.defaultChecked
      : control instanceof HTMLTextAreaElement && control.value !== control.defaultValue,
  )
  if (isAnswered) keepValues(place, form, values)
}

/** Called once the form has been completed. */
export function forgetValues(place: string): void {
  try {
    sessionStorage.removeItem(place)
  } catch {
    // Nothing was kept, then.
  }
}

/** The answers about the person; with `withChoice`, in the same `form`, also what is paid for. */
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
 * Restores them into a form. What was typed before this script arrived stays. So do the presets in the address, unless the visitor
 * returned to the page.
 */
export function restoreValues(place: string, form: string, element: HTMLFormElement): void {
  const isBack = navigationType() !== 'navigate'
  const linked = new URLSearchParams(location.search)
  fillForm(element, keptValues(place, form, isBack || !location.search), (control, value) =>
    control instanceof HTMLSelectElement ? value !== '' && (isBack || !linked.has(control.name)) : !control.value,
  )
}

/**
 * Answers every question that `values` names, but for hidden fields. `mayReplace`: whether the text of a field, or the choice of a list,
 * gives way.
 */
export function fillForm(
  form: HTMLFormElement,
  values: Readonly<Record<string, unknown>>,
  mayReplace: (control: HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement, value: unknown) => boolean = () =>
    true,
): void {
  for (const control of form.elements) {
    const isLine = control instanceof HTMLInputElement
    if (!isLine && !(control instanceof HTMLSelectElement || control instanceof HTMLTextAreaElement)) continue
    const value = values[control.name]
    if (value === undefined || control.type === 'hidden') continue
    if (isLine && /^(radio|checkbox)$/.test(control.type))
      control.checked = value === true || [value].flat().includes(control.value)
    else if (mayReplace(control, value)) control.value = String(value)
  }
}
