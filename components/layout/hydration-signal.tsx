'use client'
/** Signals to behaviours that React has hydrated the page (components/behaviours/hydrated.ts). */
import { useEffect } from 'react'
import { hydratedMark } from '#components/behaviours/hydrated.ts'

export function HydrationSignal() {
  useEffect(() => {
    document.documentElement.dataset[hydratedMark] = ''
    dispatchEvent(new Event(hydratedMark))
  }, [])
  return null
}
