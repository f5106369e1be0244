/**
 * Behaviours add client code to server-rendered blocks. An element names its behaviours in `data-behaviour`, separated by spaces;
 * only the named modules are loaded, and the page works without them.
 */

import { start as menu } from './menu.ts'
import { startCurrency, startOffice } from './visitor-country.ts'

/** A behaviour that inserts HTML starts what that names by `within`; imported, the function would make a circle. */
type Start = (root: HTMLElement, within: (inserted: HTMLElement) => void) => void

const always: Readonly<Record<string, Start>> = {
  menu,
  currency: startCurrency,
  'visitor-office': startOffice,
  // Every page has a search field, and few visitors use it.
  suggest: (root) =>
    root.addEventListener(
      'focusin',
      () => void import('./suggest.ts').then(({ start }) => start(root)).catch(() => {}),
      {
        once: true,
      },
    ),
}

const loaded: Readonly<Record<string, () => Promise<{ start: Start }>>> = {
  aftercare: () => import('./aftercare.ts'),
  aloud: () => import('./aloud.ts'),
  analytics: () => import('./analytics.ts'),
  carousel: () => import('./carousel.ts'),
  copy: () => import('./copy.ts'),
  counters: () => import('./counters.ts'),
  enquiry: () => import('./enquiry.ts'),
  event: () => import('./event.ts'),
  film: () => import('./film.ts'),
  'hydrate-island': () => import('./hydrate-island.ts'),
  lightbox: () => import('./lightbox.ts'),
  newsletter: () => import('./newsletter.ts'),
  offline: () => import('./offline.ts'),
  'partner-form': () => import('./partner-form.ts'),
  passkey: () => import('./passkey.ts'),
  'payment-status': () => import('./payment-status.ts'),
  print: () => import('./print.ts'),
  'quick-exit': () => import('./quick-exit.ts'),
  share: () => import('./share.ts'),
  'story-dialog': () => import('./story-dialog.ts'),
  timeline: () => import('./timeline.ts'),
}

/** All names for `data-behaviour`, and those in chunks of their own. */
export const loadedNames: readonly string[] = Object.keys(loaded)
export const behaviourNames: readonly string[] = [...Object.keys(always), ...loadedNames]

/** Starts the behaviours within `root`. Call it again for HTML that is inserted later. */
export function startWithin(root: ParentNode): void {
  for (const element of root.querySelectorAll<HTMLElement>('[data-behaviour]'))
    for (const name of element.dataset.behaviour?.split(' ') ?? []) {
      always[name]?.(element, startWithin)
      loaded[name]?.().then(
        ({ start }) => start(element, startWithin),
        () => {
          // Offline, or a new version was deployed: the element stays as the server rendered it.
        },
      )
    }
}
