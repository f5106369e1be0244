/**
 * Behaviours: what moves on a page. The server draws every block whole and names in `data-behaviour` what may be added to
 * it, several names with spaces between them. Only modules that a page names are loaded, and each only adds to what stands
 * there: when it never arrives, the page still works.
 */

import { start as menu } from './menu.ts'
import { start as visitorOffice } from './visitor-office.ts'

/** Adds to `root`. */
export type Start = (root: HTMLElement) => void

/** Part of every page. */
const always: Readonly<Record<string, Start>> = { menu, 'visitor-office': visitorOffice }

const loaded: Readonly<Record<string, () => Promise<{ start: Start }>>> = {
  analytics: () => import('./analytics.ts'),
  carousel: () => import('./carousel.ts'),
  counters: () => import('./counters.ts'),
  enquiry: () => import('./enquiry.ts'),
  event: () => import('./event.ts'),
  film: () => import('./film.ts'),
  lightbox: () => import('./lightbox.ts'),
  newsletter: () => import('./newsletter.ts'),
  'quick-exit': () => import('./quick-exit.ts'),
  share: () => import('./share.ts'),
  'story-dialog': () => import('./story-dialog.ts'),
  timeline: () => import('./timeline.ts'),
}

/** Every name that an element may carry, and which of them are files of their own. */
export const loadedNames: readonly string[] = Object.keys(loaded)
export const behaviourNames: readonly string[] = [...Object.keys(always), ...loadedNames]

/** Starts what the elements within `root` ask for; for HTML that arrives later (a story over its page) as well. */
export function startWithin(root: ParentNode): void {
  for (const element of root.querySelectorAll<HTMLElement>('[data-behaviour]'))
    for (const name of element.dataset.behaviour?.split(' ') ?? []) {
      always[name]?.(element)
      loaded[name]?.().then(
        ({ start }) => start(element),
        () => {
          // Offline, or a new version was published: the element stays as the server drew it.
        },
      )
    }
}
