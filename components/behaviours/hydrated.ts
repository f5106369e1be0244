/**
 * When React takes over a page (payment pages, and every page of the development server), it expects the HTML as the server
 * sent it: nothing may touch the page before it has. components/layout/hydration-signal.tsx says when.
 */

/** On the document's element, once React has taken over; and the event that says so. */
export const hydratedMark = 'hydrated'

/** Calls `act` at once on a page without React's runtime, else when React has taken over; never when it fails to. */
export function whenHydrated(act: () => void): void {
  const byReact = '__next_f' in globalThis
  if (!byReact || hydratedMark in document.documentElement.dataset) act()
  else addEventListener(hydratedMark, act, { once: true })
}
