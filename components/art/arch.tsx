/** The arch: the frame of a hero's picture. Round above, straight below; the caller gives the size. */
import type { ReactNode } from 'react'

/** `edge` draws the light rim that lifts the arch from a cloth. */
export function Arch({
  children,
  className = '',
  edge = false,
}: {
  children: ReactNode
  className?: string
  edge?: boolean
}) {
  return (
    <div
      className={`overflow-hidden rounded-t-full rounded-b-card ${edge ? 'border-8 border-b-0 border-cream rounded-b-none' : ''} ${className}`}
    >
      {children}
    </div>
  )
}
