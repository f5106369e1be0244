/** The one `<main>` of a page, where "Skip to content" arrives. Pages bring it themselves, since some give it a shape of their own. */
import type { ReactNode } from 'react'

/** The id that the skip link names. */
export const contentId = 'content'

export function Main({ children, className = '' }: { children: ReactNode; className?: string }) {
  return (
    <main id={contentId} tabIndex={-1} className={`outline-none ${className}`}>
      {children}
    </main>
  )
}
