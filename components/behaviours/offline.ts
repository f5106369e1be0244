/**
 * Lets this page be read without a network after one visit: registers the worker (components/behaviours/offline-worker.ts), and tells it
 * which files the page loaded. Says so while there is no network, here and on the "not found" page that the worker shows in place of others.
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

export function start(root: HTMLElement): void {
  root.hidden = navigator.onLine
  const { worker, lost } = root.dataset
  if (!worker || !navigator.serviceWorker || !navigator.onLine) return
  const own = (name: string) => name.startsWith(`${location.origin}/_next/static/`)
  const keep = async () => {
    // The one address that the policy named in the page's Content-Security-Policy lets through.
    const policy = window.trustedTypes?.createPolicy('offline', { createScriptURL: (url) => url })
    await navigator.serviceWorker.register(policy?.createScriptURL(worker) ?? worker, { scope: '/' })
    const { active } = await navigator.serviceWorker.ready
    // Again for files that a script loads later: without one of its modules a script does not start.
    let notFound = lost
    new PerformanceObserver((list) => {
      const files = list.getEntries().flatMap(({ name }) => (own(name) ? name : []))
      if (notFound || files.length)
        active?.postMessage({ page: location.pathname, notFound, files } satisfies KeptFiles)
      notFound = undefined
    }).observe({ type: 'resource', buffered: true })
  }
  // The next visit keeps what the network did not bring this time.
  const keepQuietly = () => void keep().catch(() => {})
  // After all that the page itself needs.
  if (document.readyState === 'complete') keepQuietly()
  else addEventListener('load', keepQuietly)
}
