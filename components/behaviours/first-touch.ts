/** Delays a form's network requests until somebody uses the form. */

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
