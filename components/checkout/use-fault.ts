'use client'
/** Tells of what is wrong with a form: in the page's title, and by moving the focus to the summary (WCAG 3.3.1). */
import { type RefObject, useEffect } from 'react'

export function useFault(fault: unknown, summary: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const title = document.title.replace(/^Error: /, '')
    document.title = fault ? `Error: ${title}` : title
    if (fault) summary.current?.focus()
  }, [fault, summary])
}
