'use client'
/**
 * The link to a story. On its country's page it opens the story over the page; anywhere else, and without a script, it is a link.
 * Written on the router rather than on next/link, which would cost every content page 3.7 KB for this one place.
 */
import { useRouter } from 'next/navigation'
import type { MouseEvent, ReactNode } from 'react'

export function StoryLink({ href, className, children }: { href: string; className: string; children: ReactNode }) {
  const router = useRouter()

  function open(event: MouseEvent) {
    const elsewhere = event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey
    if (elsewhere || !href.startsWith(`${location.pathname}/stories/`)) return
    event.preventDefault()
    router.push(href, { scroll: false })
  }

  return (
    <a href={href} onClick={open} className={className}>
      {children}
    </a>
  )
}
