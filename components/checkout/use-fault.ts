'use client'
/** Reports form errors: in the page's title, and by moving the focus to the summary (WCAG 3.3.1). */
import { type RefObject, useEffect, useRef } from 'react'
import type { FormFault } from '#lib/contact/forms/form.ts'

/** `error`: what the title begins with, "Error:". */
export function useFault(fault: FormFault | null, summary: RefObject<HTMLElement | null>, error: string): void {
  const last = useRef<FormFault>(null)

  useEffect(() => {
    const start = `${error} `
    const title = document.title.startsWith(start) ? document.title.slice(start.length) : document.title
    document.title = fault ? start + title : title
    // A visitor who is correcting one answer after another keeps the focus.
    const isLess =
      fault && last.current?.sentence === fault.sentence && fault.errors.length < last.current.errors.length
    if (fault && !isLess) summary.current?.focus()
    last.current = fault
  }, [fault, summary, error])
}
