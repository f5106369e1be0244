/**
 * Lets this page be read without a network after one visit: registers the worker (components/behaviours/offline-worker.ts), and tells it
 * which files the page loaded. Here and on the "not found" page, which the worker shows in place of others, a note and the title say that there
 * is no network. The "not found" page is reloaded as soon as the server answers.
 */
import type { KeptFiles } from './offline-worker.ts'

declare global {
  interface Window {
    trustedTypes?: {
      createPolicy(
        name: string,
        rules: { createScriptURL(url: string): string },
      ): { createScriptURL(url: string): string }
    }
  }
}

const retryMs = 3000

export function start(root: HTMLElement): void {
  const { worker, lost, title } = root.dataset
  const ownTitle = document.title
  const show = () => {
    const { onLine } = navigator
    root.hidden = onLine
    document.title = onLine ? ownTitle : `${title}${lost ? `: ${ownTitle}` : ''}`
  }
  show()
  // A kept page is not reloaded, because something may have been typed there. The "not found" page is, but only once the server has the
  // page that was asked for: a reload breaks off a navigation that the visitor has just begun.
  const back = async () => {
    const response = navigator.onLine && (await fetch('').catch(() => null))
    if (!response) setTimeout(back, retryMs)
    else if (response.status !== 404) location.reload()
  }
  addEventListener('offline', show)
  addEventListener('online', show)
  // The worker shows it also where a request fails although the browser has a network.
  if (!lost && navigator.serviceWorker?.controller) void back()
  if (!worker || !navigator.onLine) return
  const keep = async () => {
    // The one address that the policy named in the page's Content-Security-Policy lets through.
    const policy = window.trustedTypes?.createPolicy('offline', { createScriptURL: (url) => url })
    await navigator.serviceWorker.register(policy?.createScriptURL(worker) ?? worker, { scope: '/' })
    const { active } = await navigator.serviceWorker.ready
    // Again for files that a script loads later: without one of its modules a script does not start.
    let notFound = lost
    new PerformanceObserver((list) => {
      const files = list
        .getEntries()
        .flatMap(({ name }) => (name.startsWith(`${location.origin}/_next/static/`) ? name : []))
      active?.postMessage({ page: location.pathname, notFound, files } satisfies KeptFiles)
      notFound = undefined
    }).observe({ type: 'resource', buffered: true })
  }
  // Fails where there are no service workers, and without a network; the next visit tries again.
  const keepQuietly = () => void keep().catch(() => {})
  // After all that the page itself needs.
  if (document.readyState === 'complete') keepQuietly()
  else addEventListener('load', keepQuietly)
}
