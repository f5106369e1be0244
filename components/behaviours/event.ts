/**
 * Shows when an online event starts in the visitor's own time zone, and loads the block again once its state has changed, because
 * the page may have been rendered earlier. Without this module the event is shown in its own time zone.
 */
import { fetchPage } from './fetch-page.ts'

/** Longer waits overflow a timer, which then ends at once. */
const maxWaitMs = 2 ** 31 - 1
const tries = 3
const answerWithinMs = 20_000

/** `startWithin`: starts the behaviours of HTML that is inserted. */
export function start(root: HTMLElement, startWithin: (inserted: HTMLElement) => void): void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let tried = 0

  function follow() {
    clearTimeout(timer)
    tellOwnTimes(root)
    const changes = Date.parse(root.querySelector<HTMLElement>('[data-changes]')?.dataset.changes ?? '')
    if (Number.isNaN(changes)) return
    const wait = changes - Date.now()
    // With a wrong clock this would repeat for ever.
    if (wait <= 0 && tried++ >= tries) return
    timer = setTimeout(() => void renew(), Math.min(Math.max(wait, 1500), maxWaitMs))
  }

  async function renew() {
    const page = await fetchPage(location.pathname, { timeoutMs: answerWithinMs, fresh: true })
    const fresh = page?.getElementById(root.id)
    const changed = fresh?.querySelector<HTMLElement>('[data-changes]')?.dataset.changes
    const shown = root.querySelector<HTMLElement>('[data-changes]')?.dataset.changes
    // Without a change, leave what the visitor has opened or focused.
    if (fresh && changed !== shown) {
      tried = 0
      root.replaceChildren(...document.importNode(fresh, true).childNodes)
      startWithin(root)
    }
    follow()
  }

  follow()
  // A page from the back/forward cache may be hours old.
  addEventListener('pageshow', ({ persisted }) => persisted && follow())
}

/** In English the specification's `hh:mm a`, with the day, which may differ from the event's. */
function tellOwnTimes(root: HTMLElement) {
  for (const element of root.querySelectorAll<HTMLTimeElement>('time[data-own-time]')) {
    const starts = new Date(element.dateTime)
    const name = element.parentElement?.querySelector<HTMLElement>('[data-own-zone]')
    if (Number.isNaN(starts.getTime()) || !name) continue
    const { lang } = element
    const clock = lang.startsWith('en')
      ? new Intl.DateTimeFormat('en-US', { hour: '2-digit', minute: '2-digit', hour12: true })
      : new Intl.DateTimeFormat(lang, { timeStyle: 'short' })
    const time = clock.format(starts)
    const day = new Intl.DateTimeFormat(lang, { weekday: 'long', day: 'numeric', month: 'long' }).format(starts)
    const zone =
      new Intl.DateTimeFormat(lang, { timeZoneName: 'long' })
        .formatToParts(starts)
        .find(({ type }) => type === 'timeZoneName')?.value ?? ''
    element.textContent = time.replace(/\s/g, ' ')
    name.textContent = String(name.dataset.ownZone).replace('{zone}', zone).replace('{day}', day)
  }
}
