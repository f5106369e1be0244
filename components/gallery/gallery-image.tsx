/** A picture of the gallery: a photograph of ours in its sizes, or one file. */
import { Photograph } from '#components/art/photograph.tsx'
import type { Photo } from '#lib/site/content/schema.ts'
import { photoFile } from '#lib/site/gallery/index.ts'

type Props = {
  photo: Photo
  className: string
  sizes: string
  /** Load it eagerly, because it is at the top of its page. */
  priority?: boolean
  /** It is the subject of the page, so the light version shows it too. */
  subject?: boolean
}

export function GalleryImage({ photo, className, sizes, priority = false, subject = false }: Props) {
  const { picture, alt } = photo
  if (picture.kind === 'photo')
    return <Photograph {...{ alt, className, sizes, priority, subject }} src={picture.src} />
  const { src, width, height } = photoFile(photo)
  return (
    <img
      src={src}
      alt={alt}
      width={width}
      height={height}
      loading={priority ? 'eager' : 'lazy'}
      fetchPriority={subject ? 'high' : 'auto'}
      decoding="async"
      className={className}
      {...(subject && { 'data-subject': '' })}
    />
  )
}
