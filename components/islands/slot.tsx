/**
 * A part of an island that only the server renders, such as a picture: its code and text are not sent to the browser. In the browser it
 * has no children, and React leaves the server's HTML as it is.
 */
import type { ReactNode } from 'react'

export function Slot({ children }: { children?: ReactNode }) {
  if (children !== undefined) return <div className="contents">{children}</div>
  return (
    <div
      className="contents"
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: an empty string, which keeps React from looking inside while it hydrates
      dangerouslySetInnerHTML={{ __html: '' }}
    />
  )
}
