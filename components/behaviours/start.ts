/**
 * Behaviours: what moves on a page. The server draws every block whole and names in `data-behaviour` what may be added to
 * it, several names with spaces between them. Only modules that a page names are loaded, and each only adds to what stands
 * there: when it never arrives, the page still works.
 */

/** Adds to `root`. The answer takes everything back. */
// biome-ignore lint/suspicious/noConfusingVoidType: a behaviour that has nothing to take back returns nothing
export type Start = (root: HTMLElement) => (() => void) | void

const behaviours: Readonly<Record<string, () => Promise<{ start: Start }>>> = {
  carousel: () => import('./carousel.ts'),
  counters: () => import('./counters.ts'),
  enquiry: () => import('./enquiry.ts'),
  event: () => import('./event.ts'),
  film: () => import('./film.ts'),
  lightbox: () => import('./lightbox.ts'),
  newsletter: () => import('./newsletter.ts'),
  'quick-exit': () => import('./quick-exit.ts'),
  timeline: () => import('./timeline.ts'),
}

/** Every name that an element may carry. */
export const behaviourNames: readonly string[] = Object.keys(behaviours)

/**
 * Starts what the elements within `root` ask for; for HTML that arrives later (a story over its page) as well. The answer
 * stops all of it, and what has not arrived by then never starts.
 */
export function startWithin(root: ParentNode): () => void {
  const stops: (() => void)[] = []
  let stopped = false
  for (const element of root.querySelectorAll<HTMLElement>('[data-behaviour]'))
    for (const name of element.dataset.behaviour?.split(' ') ?? [])
      behaviours[name]?.().then(
        ({ start }) => {
          const stop = stopped ? undefined : start(element)
          if (stop) stops.push(stop)
        },
        () => {
          // Offline, or a new version was published: the element stays as the server drew it.
        },
      )
  return () => {
    stopped = true
    for (const stop of stops) stop()
  }
}
