/** A photograph of content/photos: browsers load the smallest file that is sharp at its size. */

import { fileAddress, sourceSet } from '#lib/site/photos/files.ts'
import { photograph } from '#lib/site/photos/index.ts'

type Props = {
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
