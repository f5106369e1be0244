'use client'
/**
 * What moves on a page. The server draws every block whole; a behaviour is a plain module that the browser loads only on
 * the pages that show its block, and that only adds to what stands there: when it never arrives, the page still works.
 * A client component that a route imports is downloaded by all of its pages, and Suspense may leave what is in it out of
 * the HTML until a script runs: so the registry holds import(), and renders nothing.
 */
import { useEffect } from 'react'

/** Gives the block's element its behaviour; the answer takes it back. */
type Behave = { start(root: HTMLElement): () => void }

const behaviours = {
  carousel: () => import('./behaviours/carousel.ts'),
  counters: () => import('./behaviours/counters.ts'),
  enquiry: () => import('./behaviours/enquiry.ts'),
  event: () => import('./behaviours/event.ts'),
  film: () => import('./behaviours/film.ts'),
  lightbox: () => import('../gallery/lightbox.ts'),
  newsletter: () => import('./behaviours/newsletter.ts'),
  'quick-exit': () => import('./behaviours/quick-exit.ts'),
  timeline: () => import('./behaviours/timeline.ts'),
} satisfies Record<string, () => Promise<Behave>>

/** `target`: the id of the element that the behaviour is for. */
export function Behaviour({ name, target }: { name: keyof typeof behaviours; target: string }) {
  useEffect(() => {
    const root = document.getElementById(target)
    let stop: (() => void) | undefined
    let gone = false
    behaviours[name]().then(
      ({ start }) => {
        if (root && !gone) stop = start(root)
      },
      () => {
        // Offline, or a new version was published: the block goes on as the server drew it.
      },
    )
    return () => {
      gone = true
      stop?.()
    }
  }, [name, target])
  return null
}
