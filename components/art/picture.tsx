/** Every picture on the site, drawn or photographed. It fills its box and covers it; the parent decides the size. */
import type { ReactNode } from 'react'
import type { Picture as PictureContent } from '#lib/site/content/fields.ts'
import { ObjectArt, PatternFill } from './patterns.tsx'
import { Photograph } from './photograph.tsx'
import { Portrait } from './portrait.tsx'

type Props = {
  picture: PictureContent
  className?: string
  /** The `sizes` attribute of a photograph. */
  sizes?: string
  /** Load a photograph eagerly, because it is at the top of its page. */
  priority?: boolean
  /** The text beside it already says what it shows. */
  decorative?: boolean
  /** For a frame of 16 by 9 with a caption along its foot. */
  wide?: boolean
  /** The dye of a cloth; see ClothPaint. */
  dye?: number
}

export function Picture({
  picture,
  className = '',
  sizes,
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
    case 'object':
      return <ObjectArt name={picture.object} alt={decorative ? '' : picture.alt} className={className} />
    case 'photo':
      return (
        <Photograph
          src={picture.src}
          alt={decorative ? '' : picture.alt}
          sizes={sizes}
          priority={priority}
          // Faces are usually above the middle.
          className={`block size-full object-cover object-[50%_30%] ${className}`}
        />
      )
  }
}

/** The `sizes` of a photograph in an arch at the top of a page: it covers the arch, which is taller than wide. */
export const archSizes = '(width < 820px) 25rem, 35rem'

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
      className={`max-w-full overflow-hidden ${edge ? 'rounded-t-full border-8 border-b-0 border-cream' : '[border-radius:50%_50%_22px_22px/38%_38%_22px_22px]'} ${className}`}
    >
      {children}
    </div>
  )
}
