/** A photograph of content/photos: a browser takes the smallest file that is sharp in the photograph's place. */

import { fileAddress, sourceSet } from '#lib/site/photos/files.ts'
import { photograph } from '#lib/site/photos/index.ts'

type Props = {
  /** As content names it: /photos/team.jpg */
  src: string
  alt: string
  /** Of the image, for its place in the page: without one it is as wide as its place, and as high as it is. */
  className?: string
  /** How wide it is shown, as in HTML. What covers a higher frame is wider than the frame. */
  sizes?: string | undefined
  /** Load it at once: it is at the top of its page. */
  priority?: boolean
  /** The page is about it, so the light version shows it too. */
  subject?: boolean
}

export function Photograph({
  src,
  alt,
  className = 'block h-auto w-full',
  sizes = '(width < 820px) 94vw, 40rem',
  priority = false,
  subject = false,
}: Props) {
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
  // Only while somebody writes the page: a build refuses it.
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
