/**
 * A film behind its poster. Nothing of it is loaded before the visitor asks for it. Without JavaScript a file of ours plays
 * in the browser's own player, which lies over the poster, and a provider's film is a link to the provider.
 */
import { Picture } from '#components/art/picture.tsx'
import { Behaviour } from '#components/blocks/leaves.tsx'
import { Markdown } from '#components/ui/markdown.tsx'
import { captionsOf, filmEmbed, filmPage } from '#lib/content/film-address.ts'
import type { Video } from '#lib/content/schema.ts'
import { lengthInWords } from './length.ts'

/** `id`: unique on the page. */
export function Film({ id, video }: { id: string; video: Video }) {
  const { title, source, poster, transcript } = video
  const length = lengthInWords(video.length)
  const elsewhere = filmPage(source)
  const cover = 'absolute inset-0 size-full rounded-card'
  const label = (
    <>
      <span className="sr-only">Play the film </span>
      <span className="absolute bottom-3 left-3 mr-3 rounded-[1.1rem] bg-night px-3.5 py-1 text-left text-[0.95rem] leading-snug text-cream">
        {title} · {length}
      </span>
      {elsewhere && <span className="sr-only"> (from {elsewhere.provider})</span>}
      <PlaySign />
    </>
  )
  return (
    <div className="min-w-0">
      <div id={id} className="film relative isolate aspect-video overflow-hidden rounded-card bg-night">
        <div data-poster className="absolute inset-0 -z-10">
          <Picture picture={poster} decorative />
        </div>
        {source.kind === 'file' ? (
          <>
            <video className={cover} controls preload="none" playsInline aria-label={title}>
              <source src={source.src} />
              <track kind="captions" srcLang="en" label="English" src={captionsOf(source.src)} />
            </video>
            <button type="button" hidden data-play className={`${cover} group cursor-pointer`}>
              {label}
            </button>
          </>
        ) : (
          elsewhere && (
            <a
              href={elsewhere.href}
              rel="noopener"
              data-play
              data-embed={filmEmbed(source)}
              data-title={title}
              className={`${cover} group`}
            >
              {label}
            </a>
          )
        )}
      </div>
      <details className="mt-3">
        <summary className="inline-flex min-h-11 cursor-pointer items-center font-semibold text-coral underline underline-offset-4">
          Read what is said in the film
        </summary>
        <div className="max-w-measure pb-2 text-[0.98rem]">
          <Markdown source={transcript} headings={4} />
        </div>
      </details>
      <Behaviour name="film" target={id} />
    </div>
  )
}

function PlaySign() {
  return (
    <span className="absolute inset-0 m-auto grid size-18 place-items-center rounded-full bg-cream transition-transform group-hover:scale-108 desk:size-20">
      <svg width="30" height="34" viewBox="0 0 30 34" aria-hidden="true" className="ml-1.5 fill-clay">
        <path d="M2 3.800v26.400a1.500 1.500 0 0 0 2.300 1.300l21.600-13.200a1.500 1.500 0 0 0 0-2.600L4.300 2.500A1.500 1.500 0 0 0 2 3.800z" />
      </svg>
    </span>
  )
}
