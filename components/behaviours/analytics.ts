/**
 * Asks once whether visits may be counted, and counts only with consent: one event for each page load, for each element with
 * `data-analytics` when the visitor first sees it, and for each with `data-analytics-press` when it is pressed. Before consent nothing is
 * stored or sent. Global Privacy Control counts as a refusal. https://www.w3.org/TR/gpc/
 */
import type { AnalyticsEvent, AnalyticsReport } from '#lib/site/analytics/events.ts'

/** In localStorage: the random number of a visitor who agreed, or this. */
const refused = 'no'
const choiceKey = 'analytics'
/** In sessionStorage: when the visit began, in seconds. */
const sessionKey = 'analytics-session'

/** The server accepts no other page; the "not found" page may have any address. */
const countedPath = /^\/[\w./-]{0,199}$/

export function start(root: HTMLElement): void {
  const reopen = document.querySelector<HTMLElement>('[data-analytics-choice]')
  // Not on plain http, nor where the answer cannot be stored, because every page would ask again.
  if (!crypto.randomUUID || ('globalPrivacyControl' in navigator && navigator.globalPrivacyControl)) return
  let choice: string | null
  try {
    choice = localStorage.getItem(choiceKey)
  } catch {
    return
  }
  if (choice === null) root.hidden = false
  else if (choice !== refused) count(choice)

  root.addEventListener('click', ({ target }) => {
    const answer = target instanceof Element && target.closest('button')?.value
    if (!answer) return
    root.hidden = true
    if (answer === refused) {
      stop?.()
      sessionStorage.removeItem(sessionKey)
      choice = refused
    } else if (choice === null || choice === refused) {
      choice = crypto.randomUUID()
      count(choice)
    }
    localStorage.setItem(choiceKey, choice ?? refused)
  })
  if (!reopen) return
  reopen.hidden = false
  reopen.addEventListener('click', () => {
    root.hidden = false
    root.querySelector('button')?.focus()
  })
}

let stop: (() => void) | undefined

function count(visitor: string) {
  const { pathname } = location
  if (!countedPath.test(pathname)) return
  const began = sessionStorage.getItem(sessionKey) ?? String(Math.floor(Date.now() / 1000))
  sessionStorage.setItem(sessionKey, began)

  function report(event: AnalyticsEvent, from = '') {
    const body: AnalyticsReport = { visitor, session: Number(began), page: pathname, from, event }
    const headers = { 'content-type': 'application/json' }
    fetch('/api/analytics', { method: 'POST', keepalive: true, headers, body: JSON.stringify(body) }).catch(() => {
      // Offline: this event is not counted.
    })
  }

  const seen = new Set<Element>()
  function countSeen() {
    for (const element of document.querySelectorAll<HTMLElement>('[data-analytics]')) {
      if (seen.has(element) || element.closest('dialog:not([open])')) continue
      seen.add(element)
      report(JSON.parse(element.dataset.analytics ?? ''))
    }
  }

  report({ name: 'page' }, origin(document.referrer))
  const observer = new MutationObserver(countSeen)
  observer.observe(document.body, { subtree: true, childList: true, attributeFilter: ['open'] })
  const press = ({ target }: Event) => {
    const pressed = target instanceof Element && target.closest<HTMLElement>('[data-analytics-press]')
    if (pressed) report(JSON.parse(pressed.dataset.analyticsPress ?? ''))
  }
  document.addEventListener('click', press)
  stop = () => {
    observer.disconnect()
    document.removeEventListener('click', press)
  }
  // A reload shows the same gift again.
  const [navigation] = performance.getEntriesByType('navigation')
  if (navigation instanceof PerformanceNavigationTiming && navigation.type === 'navigate') countSeen()
  else for (const element of document.querySelectorAll('[data-analytics]')) seen.add(element)
}

/** '' for none, and for our own. */
function origin(referrer: string): string {
  const from = URL.canParse(referrer) ? new URL(referrer).origin : ''
  return from === location.origin ? '' : from
}
