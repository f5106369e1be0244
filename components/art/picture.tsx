/** Every picture on the site, drawn or photographed. It fills its box and covers it; the parent decides the size. */
import type { ReactNode } from 'react'
import type { Picture as PictureContent } from '#lib/content/fields.ts'
import { PatternFill } from './patterns.tsx'
import { Portrait } from './portrait/portrait.tsx'

type Props = {
  picture: PictureContent
  className?: string
  /** Load a photograph at once: it is at the top of its page. */
  priority?: boolean
  /** The text beside it already says what it shows. */
  decorative?: boolean
  /** For a frame of 16 by 9 with a caption along its foot. */
  wide?: boolean
  /** Which of its colours a cloth is drawn in; see ClothPaint. */
  dye?: number
}

export function Picture({
  picture,
  className = '',
  priority = false,
  decorative = false,
  wide = false,
  dye = 0,
}: Props) {
  switch (picture.kind) {
    case 'portrait':
      return <Portrait {...picture} alt={decorative ? '' : picture.alt} className={className} wide={wide} dye={dye} />
    case 'pattern':
      return <PatternFill name={picture.pattern} className={className} dye={dye} />
    case 'photo':
      return (
        <img
          className={`block size-full object-cover ${className}`}
          src={picture.src}
          alt={decorative ? '' : picture.alt}
          loading={priority ? 'eager' : 'lazy'}
          fetchPriority={priority ? 'high' : 'auto'}
          decoding="async"
        />
      )
  }
}

/** The arch that frames a picture: round above, straight below. The caller sizes it; `edge` adds a light rim against a cloth. */
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
      // A full radius above would leave nothing of the one below: browsers shrink both alike. 38 % of the height is half the width.
      className={`overflow-hidden ${edge ? 'rounded-t-full border-8 border-b-0 border-cream' : '[border-radius:50%_50%_22px_22px/38%_38%_22px_22px]'} ${className}`}
    >
      {children}
    </div>
  )
}
