/** A picture of the gallery: large on its own page, with its actions and links to its neighbours. */
import { Photograph } from '#components/art/picture.tsx'
import { Breadcrumb, trailBelow } from '#components/layout/breadcrumb.tsx'
import { PageSteps } from '#components/layout/page-steps.tsx'
import { Share } from '#components/share/share.tsx'
import { ButtonRow, buttonClass } from '#components/ui/button-link.tsx'
import { Icon } from '#components/ui/icon.tsx'
import { messages } from '#lib/platform/messages/index.ts'
import type { Photo } from '#lib/site/content/schema.ts'
import type { PlacedPhoto } from '#lib/site/gallery/index.ts'
import { photoFile } from '#lib/site/gallery/index.ts'
import { absoluteUrl } from '#lib/site/routes/index.ts'

export function PhotoPage({ photo, place, total, gallery, inGallery, previous, next }: PlacedPhoto) {
  const file = photoFile(photo)
  const t = messages()
  return (
    <div className="page pt-8 pb-14 lg:pt-10 lg:pb-20">
      <div className="mx-auto max-w-[56rem]">
        <Breadcrumb title={t('gallery.photo', { place })} trail={trailBelow(gallery)} className="mb-4" />
        <h1 className="text-h2">
          {t.rich('gallery.heading', { place, total, of: (chunks) => <span className="text-soft">{chunks}</span> })}
        </h1>
        <figure className="mt-6">
          <GalleryImage
            photo={photo}
            sizes="(width < 60rem) 94vw, 56rem"
            priority
            subject
            className="mx-auto block h-auto max-h-[80dvh] w-full rounded-card bg-sand object-contain"
          />
          <figcaption aria-hidden="true" className="mt-3 text-soft">
            {photo.alt}
          </figcaption>
        </figure>
        <div className="mt-6 flex flex-wrap items-center justify-between gap-x-6 gap-y-4 print:hidden">
          <PageSteps
            label={t('gallery.photos')}
            previous={{ label: t('frame.previous'), href: previous?.address }}
            next={{ label: t('frame.next'), href: next?.address }}
            place={t('carousel.place', { number: place, count: total })}
          />
          <ButtonRow>
            <a href={file.src} download={file.saveAs} className={buttonClass('ink')}>
              <Icon name="download" />
              {t('gallery.download')}
            </a>
            <Share url={absoluteUrl(photo.address)} title={t('gallery.shared', { place, gallery: gallery.title })} />
          </ButtonRow>
        </div>
        <p className="mt-6 print:hidden">
          <a
            href={inGallery}
            className="inline-flex min-h-12 items-center gap-2 font-semibold underline underline-offset-4 hover:text-coral"
          >
            <Icon name="back" className="size-4" /> {t('gallery.all')}
          </a>
        </p>
      </div>
    </div>
  )
}

type GalleryImageProps = {
  photo: Photo
  className: string
  sizes: string
  /** Load it eagerly, because it is at the top of its page. */
  priority?: boolean
  /** It is the subject of the page, so the light version shows it too. */
  subject?: boolean
}

/** A photograph of ours in its sizes, or one file. */
export function GalleryImage({ photo, className, sizes, priority = false, subject = false }: GalleryImageProps) {
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
