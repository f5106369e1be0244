/**
 * React hydrates payment pages, and every page of the development server. Nothing may change their HTML before that.
 * components/layout/hydration-signal.tsx signals it.
 */

/** A data attribute of `<html>` after hydration, and the name of the event. */
export const hydratedMark = 'hydrated'

/** Calls `act` at once on a page without React's runtime, else after hydration; never when hydration fails. */
export function whenHydrated(act: () => void): void {
  const byReact = '__next_f' in globalThis
  if (!byReact || hydratedMark in document.documentElement.dataset) act()
  else addEventListener(hydratedMark, act, { once: true })
}
