/** Every picture on the site: drawn or photographed, in the same frame. It fills its box and covers it; the parent decides the size. */
import type { Picture as PictureContent } from '#lib/content/fields.ts'
import { PatternFill } from './pattern-fill.tsx'
import { Portrait } from './portrait/portrait.tsx'

type Props = {
  picture: PictureContent
  className?: string
  /** The first thing that is seen on a page: a photograph is then fetched at once. */
  priority?: boolean
  /** The words beside it already say what it shows. */
  decorative?: boolean
  /** The frame is one of 16 by 9, with words along its foot. */
  wide?: boolean
  /** In which of its colours a cloth is drawn that has several; 0 is the one that it is known by. */
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
