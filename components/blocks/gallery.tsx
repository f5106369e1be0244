/** Pictures and films: a picture of its own, the films of a playlist, and the gallery. */
import { Photograph, Picture } from '#components/art/picture.tsx'
import { GalleryImage } from '#components/gallery/photo-page.tsx'
import { NumberedPages } from '#components/layout/page-steps.tsx'
import { buttonClass } from '#components/ui/button-link.tsx'
import { Icon } from '#components/ui/icon.tsx'
import { SampleNote } from '#components/ui/notes.tsx'
import { Section } from '#components/ui/section.tsx'
import { Film } from '#components/video/film.tsx'
import { messages } from '#lib/platform/messages/index.ts'
import { film, photos, playlist } from '#lib/site/content/index.ts'
import { entriesOn, pageAddress, pageCount, partOf, perPage } from '#lib/site/content/pagination.ts'
import { type PhotoFile, photoFile } from '#lib/site/gallery/index.ts'
import type { BlockProps } from './block.tsx'

export function PictureBlock({ block: { picture, caption, ...texts }, id }: BlockProps<'picture'>) {
  return (
    <Section id={id} words={texts}>
      <figure className="max-w-[60rem] break-inside-avoid">
        {picture.kind === 'photo' ? (
          <Photograph
            src={picture.src}
            alt={picture.alt}
            sizes="(width < 64rem) 94vw, 60rem"
            className="block h-auto max-h-[85vh] w-auto max-w-full rounded-card"
          />
        ) : (
          <div className="aspect-[3/2] overflow-hidden rounded-card">
            <Picture picture={picture} wide />
          </div>
        )}
        {caption && <figcaption className="mt-3 max-w-measure text-soft">{caption}</figcaption>}
      </figure>
    </Section>
  )
}

/** The films of a playlist: a single one is wide, more are in two columns. */
export function Videos({ block, id }: BlockProps<'videos'>) {
  const { title, films } = playlist(block.playlist)
  const alone = films.length === 1
  return (
    <Section id={id} words={{ ...block, heading: block.heading ?? title }}>
      <ul className={`grid gap-x-6 gap-y-8 ${alone ? 'max-w-4xl' : 'lg:grid-cols-2'}`}>
        {films.map((name, index) => (
          <li key={name} className="min-w-0">
            <Film id={`${id}-film-${index + 1}`} film={film(name)} />
          </li>
        ))}
      </ul>
    </Section>
  )
}

/** Round; dashed at either end of the gallery. */
const step = buttonClass(
  'cream',
  'size-12 aria-disabled:cursor-not-allowed aria-disabled:border-dashed aria-disabled:border-band-field aria-disabled:bg-transparent aria-disabled:text-band-field',
)
const link =
  'inline-flex min-h-12 items-center gap-2 px-2.5 font-bold underline-offset-[0.2em] hover:text-gold hover:underline'

/** `address`: of the gallery's page, for the links until a photo is shown. */
function Lightbox({ id, address }: { id: string; address: string }) {
  const t = messages()
  return (
    <dialog
      data-lightbox
      aria-labelledby={`${id}-caption`}
      className="lightbox m-0 h-dvh max-h-none w-dvw max-w-none grid-rows-[minmax(0,1fr)_auto] gap-4 border-0 bg-night p-3 lg:p-6 text-cream open:grid print:hidden"
    >
      <div data-frame className="lightbox-frame grid min-h-0 touch-pan-y touch-pinch-zoom place-items-center" />
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <p id={`${id}-caption`} data-caption aria-live="polite" className="min-w-[min(18rem,100%)] grow basis-0" />
        <div className="flex flex-wrap items-center gap-2">
          <button type="button" data-step="-1" aria-label={t('gallery.previous')} className={step}>
            <Icon name="back" />
          </button>
          <button type="button" data-step="1" aria-label={t('gallery.next')} className={step}>
            <Icon name="forward" />
          </button>
          <a href={address} data-save className={link}>
            <Icon name="download" className="size-5" />
            {t('gallery.download')}
          </a>
          <a href={address} data-page className={link}>
            <Icon name="link" className="size-5" />
            {t('gallery.itsPage')}
          </a>
        </div>
      </div>
      <form method="dialog" className="absolute end-3 lg:end-6 top-3 lg:top-6">
        <button type="submit" aria-label={t('frame.close')} className={step}>
          <Icon name="close" />
        </button>
      </form>
    </dialog>
  )
}

/** Photos visible on a desktop when the page opens. */
const atOnce = 4

/** One page of the gallery: 24 photos, each with a link to its own page and a download. A behaviour shows them large. */
export function GalleryBlock({ block, page, id }: BlockProps<'gallery'>) {
  const t = messages()
  const all = photos()
  const part = partOf(page.address)
  const from = (part.page - 1) * perPage.photos.later
  const last = pageCount(all.length, perPage.photos)
  const address = (number: number) => (number >= 1 && number <= last ? pageAddress(part.first, number) : undefined)
  const [before, after] = [address(part.page - 1), address(part.page + 1)]
  return (
    <Section id={id} words={block}>
      {all.some(({ picture }) => picture.kind === 'drawn') && <SampleNote of="drawings" className="mb-6" />}
      <div id={`${id}-photos`} data-behaviour="lightbox" data-previous-page={before} data-next-page={after}>
        <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,7.8rem),1fr))] gap-x-3 gap-y-4 sm:grid-cols-3 lg:grid-cols-4 lg:gap-x-5 lg:gap-y-6">
          {entriesOn(all, part.page, perPage.photos).map((photo, index) => {
            const file = photoFile(photo)
            const name = t('gallery.photoOf', { place: from + index + 1, total: all.length })
            return (
              <li key={photo.id} id={`photo-${photo.id}`} className="min-w-0 scroll-mt-6 break-inside-avoid">
                <a
                  href={photo.address}
                  data-photo={name}
                  data-full={file.src}
                  data-width={file.width}
                  data-height={file.height}
                  data-save={file.saveAs}
                  className="group block overflow-hidden rounded-card bg-sand"
                >
                  <GalleryImage
                    photo={photo}
                    sizes="(width < 560px) 46vw, (width < 820px) 31vw, 18rem"
                    priority={index < atOnce}
                    className="block aspect-[4/3] h-auto w-full object-cover transition-transform duration-300 group-hover:scale-[1.03]"
                  />
                </a>
                <DownloadLink file={file} name={name} className="print:hidden" />
              </li>
            )
          })}
        </ul>
        <Lightbox id={id} address={page.address} />
      </div>
      <NumberedPages
        list="gallery"
        page={part.page}
        last={last}
        address={(number) => pageAddress(part.first, number)}
      />
    </Section>
  )
}

/** Saves a photo as a file named `image`. Only for files on our own origin: browsers open others. */
function DownloadLink({ file, name, className = '' }: { file: PhotoFile; name: string; className?: string }) {
  return (
    <a
      href={file.src}
      download={file.saveAs}
      className={`inline-flex min-h-11 items-center gap-2 font-semibold underline-offset-4 no-underline hover:text-coral hover:underline ${className}`}
    >
      <Icon name="download" className="size-5" />
      {messages()('gallery.download')}
      <span className="sr-only"> {name}</span>
    </a>
  )
}
