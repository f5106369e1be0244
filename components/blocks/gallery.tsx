/** One page of the gallery: 24 photos, each with a link to its own page and a download. A behaviour shows them large. */
import { GalleryImage } from '#components/gallery/gallery-image.tsx'
import { Lightbox } from '#components/gallery/lightbox.tsx'
import { NumberedPages } from '#components/layout/page-steps.tsx'
import { Icon } from '#components/ui/icon.tsx'
import { SampleNote } from '#components/ui/sample-note.tsx'
import { Section } from '#components/ui/section.tsx'
import { messages } from '#lib/platform/messages/index.ts'
import { photos } from '#lib/site/content/index.ts'
import { entriesOn, pageAddress, pageCount, partOf, perPage } from '#lib/site/content/pagination.ts'
import { type PhotoFile, photoFile } from '#lib/site/gallery/files.ts'
import type { BlockProps } from './block.ts'

/** Photos visible on a desktop when the page opens. */
const atOnce = 4

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
        <ul className="grid grid-cols-2 gap-x-3 gap-y-4 min-[560px]:grid-cols-3 lg:grid-cols-4 lg:gap-x-5 lg:gap-y-6">
          {entriesOn(all, part.page, perPage.photos).map((photo, place) => {
            const file = photoFile(photo)
            const name = t('gallery.photoOf', { place: from + place + 1, total: all.length })
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
                    priority={place < atOnce}
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
      <Icon name="download" className="size-4.5" />
      {messages()('gallery.download')}
      <span className="sr-only"> {name}</span>
    </a>
  )
}
