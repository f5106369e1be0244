'use client'
/** Gives a behaviour to what React draws later: the way out of a story that is shown over its page. */
import { useEffect } from 'react'

const behaviours = { 'quick-exit': () => import('#components/behaviours/quick-exit.ts') }

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
        // Offline, or a new version was published: the element stays as the server drew it.
      },
    )
    return () => {
      gone = true
      stop?.()
    }
  }, [name, target])
  return null
}
