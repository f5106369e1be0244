/** Every picture on the site, drawn or photographed. It fills its box and covers it; the parent decides the size. */
import type { ReactNode } from 'react'
import type { Picture as PictureContent } from '#lib/site/content/fields.ts'
import { fileAddress, sourceSet } from '#lib/site/photos/files.ts'
import { photograph } from '#lib/site/photos/index.ts'
import { ObjectArt, PatternFill } from './patterns.tsx'
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
  /** The dye of a cloth: see cloth() in patterns.tsx. */
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

type PhotographProps = {
  /** Its address in content: /photos/team.jpg */
  src: string
  alt: string
  /** Class of the image; by default it is as wide as its container, with its natural height. */
  className?: string
  /** The `sizes` attribute. An image that covers a taller frame is wider than the frame. */
  sizes?: string | undefined
  /** Load it eagerly, because it is at the top of its page. */
  priority?: boolean
  /** It is the subject of the page, so the light version shows it too. */
  subject?: boolean
}

/** A photograph of content/photos: browsers load the smallest file that is sharp at its size. */
export function Photograph({
  src,
  alt,
  className = 'block h-auto w-full',
  sizes = '(width < 820px) 94vw, 40rem',
  priority = false,
  subject = false,
}: PhotographProps) {
  const photo = photograph(src)
  const image = {
    alt,
    className,
    sizes,
    loading: priority ? ('eager' as const) : ('lazy' as const),
    fetchPriority: priority ? ('high' as const) : ('auto' as const),
    decoding: 'async' as const,
    ...(subject && { 'data-subject': '' }),
  }
  // Only while an editor is writing: a build rejects it.
  if (!photo) return <img {...image} src={src} alt={alt} />
  return (
    <picture className="contents">
      <source type="image/avif" srcSet={sourceSet(photo, 'avif')} sizes={sizes} />
      <img
        {...image}
        alt={alt}
        src={fileAddress(photo, Math.min(640, photo.width), 'webp')}
        srcSet={sourceSet(photo, 'webp')}
        width={photo.width}
        height={photo.height}
      />
    </picture>
  )
}
