/** One page of the gallery: 24 photos, each with a link to its own page and a download. A behaviour shows them large. */
import { Lightbox } from '#components/gallery/lightbox.tsx'
import { PageSteps } from '#components/layout/page-steps.tsx'
import { Icon } from '#components/ui/icon.tsx'
import { Section } from '#components/ui/section.tsx'
import { photos } from '#lib/content/index.ts'
import { pageAddress, partOf, photosPerPage } from '#lib/content/pagination.ts'
import { type PhotoFile, photoFile } from '#lib/gallery/files.ts'
import type { BlockProps } from './block.ts'

/** Photos visible on a desktop when the page opens. */
const atOnce = 4

export function GalleryBlock({ block, page, id }: BlockProps<'gallery'>) {
  const all = photos()
  const part = partOf(page.address)
  const from = (part.page - 1) * photosPerPage
  const last = Math.ceil(all.length / photosPerPage)
  const address = (number: number) => (number >= 1 && number <= last ? pageAddress(part.first, number) : undefined)
  const [before, after] = [address(part.page - 1), address(part.page + 1)]
  return (
    <Section id={id} words={block}>
      <div id={`${id}-photos`} data-behaviour="lightbox" data-previous-page={before} data-next-page={after}>
        <ul className="grid grid-cols-2 gap-x-3 gap-y-4 min-[560px]:grid-cols-3 desk:grid-cols-4 desk:gap-x-5 desk:gap-y-6">
          {all.slice(from, from + photosPerPage).map((photo, place) => {
            const file = photoFile(photo)
            const name = `Photo ${from + place + 1} of ${all.length}`
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
                  <img
                    src={file.small ?? file.src}
                    srcSet={file.small && `${file.small} 600w, ${file.src} ${file.width}w`}
                    sizes={file.small && '(width < 560px) 46vw, (width < 820px) 31vw, 18rem'}
                    alt={photo.alt}
                    width={file.width}
                    height={file.height}
                    loading={place < atOnce ? 'eager' : 'lazy'}
                    decoding="async"
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
      <div className="mt-8 print:hidden">
        <PageSteps
          label="Pages of the gallery"
          previous={{ label: 'Previous', href: before }}
          next={{ label: 'Next', href: after }}
          place={`Page ${part.page} of ${last}`}
        />
        <ul className="mt-5 flex flex-wrap gap-2">
          {Array.from({ length: last }, (_, place) => place + 1).map((number) => (
            <li key={number}>
              <a
                href={address(number)}
                aria-label={`Page ${number} of the gallery`}
                aria-current={number === part.page ? 'page' : undefined}
                className="grid size-11 place-items-center rounded-full border border-field font-semibold no-underline hover:border-ink aria-[current]:border-ink aria-[current]:bg-ink aria-[current]:text-paper"
              >
                {number}
              </a>
            </li>
          ))}
        </ul>
      </div>
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
      Download<span className="sr-only"> {name}</span>
    </a>
  )
}
