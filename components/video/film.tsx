/**
 * A film behind its poster, loaded only when the visitor plays it. Without JavaScript our own files play in the browser's
 * player, which covers the poster, and a provider's film is a link to the provider.
 */
import { Picture } from '#components/art/picture.tsx'
import { Markdown } from '#components/ui/markdown.tsx'
import { SampleNote } from '#components/ui/notes.tsx'
import { mainLanguage } from '#lib/platform/languages/current.ts'
import { defaultLanguage } from '#lib/platform/languages/index.ts'
import { messages } from '#lib/platform/messages/index.ts'
import { captionsOf, type Film as FilmContent, filmEmbed, filmPage } from '#lib/site/content/film-schema.ts'
import { isSample } from '#lib/site/content/state.ts'

/** A transparent pixel as the player's poster, so that the drawn one behind it shows. */
const transparent = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7'

/** `id`: unique on the page. */
export function Film({ id, film }: { id: string; film: FilmContent }) {
  const { title, source, poster, transcript } = film
  const elsewhere = filmPage(source)
  // Over a portrait or a photograph the sign is at the side, so that no face is covered.
  const central = poster.kind === 'pattern'
  const sign = <Sign title={title} length={lengthInWords(film.length)} central={central} />
  const cover = 'group absolute inset-0 size-full rounded-card'
  return (
    <div className="min-w-0">
      <div
        id={id}
        data-behaviour="film"
        className="relative isolate aspect-video overflow-hidden rounded-card bg-night"
      >
        <div className="absolute inset-0 -z-10">
          <Picture picture={poster} decorative wide />
        </div>
        {source.kind === 'file' ? (
          <>
            <video className={cover} controls preload="none" playsInline poster={transparent} aria-label={title}>
              <source src={source.src} />
              <track kind="captions" srcLang={defaultLanguage} label={mainLanguage()} src={captionsOf(source.src)} />
            </video>
            <button type="button" hidden data-play className={`${cover} cursor-pointer`}>
              {sign}
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
              className={cover}
            >
              {sign}
              <span className="sr-only"> {messages()('film.from', { provider: elsewhere.provider })}</span>
            </a>
          )
        )}
      </div>
      <p lang={film.lang} aria-hidden="true" className="mt-3 font-semibold leading-snug">
        {title}
      </p>
      {isSample(film) && <SampleNote of="film" className="mt-3" />}
      <details className="mt-1">
        <summary className="inline-flex min-h-11 cursor-pointer items-center font-semibold text-coral underline underline-offset-4">
          {messages()('film.transcript')}
        </summary>
        <div lang={film.lang}>
          <Markdown source={transcript} headings={4} className="pb-2 text-small" />
        </div>
      </details>
    </div>
  )
}

/** The play sign with the length. The title is below the film, so here it is only in the accessible name. */
function Sign({ title, length, central }: { title: string; length: string; central: boolean }) {
  return (
    <span className="absolute inset-0 flex items-end gap-3 p-3.5 lg:p-4">
      <span className="sr-only">{messages()('film.play')} </span>
      <span
        className={`grid shrink-0 place-items-center rounded-full border-2 border-night bg-cream transition-transform group-hover:scale-108 ${central ? 'absolute inset-0 m-auto size-18 lg:size-20' : 'size-14 lg:size-16'}`}
      >
        <svg viewBox="0 0 30 34" aria-hidden="true" className="ms-2 w-[36%] fill-drawn-coral">
          <path d="M2 3.8v26.4a1.5 1.5 0 0 0 2.3 1.3l21.6-13.2a1.5 1.5 0 0 0 0-2.6L4.3 2.5A1.5 1.5 0 0 0 2 3.8z" />
        </svg>
      </span>
      {/* Light with a dark border, to show on dark and light cloths. */}
      <span
        className={`min-w-0 rounded-card border-2 border-night bg-cream px-3 py-0.5 text-start text-small leading-snug font-semibold text-night ${central ? '' : 'mb-3'}`}
      >
        <span className="sr-only">{title} · </span>
        <span className="whitespace-nowrap">{length}</span>
      </span>
    </span>
  )
}

/** `length` in minutes and seconds such as 2:40, as `2 min 40 s`, `45 s` or `3 min`. */
export function lengthInWords(length: string): string {
  const [minutes = 0, seconds = 0] = length.split(':').map(Number)
  const t = messages()
  const parts = [
    minutes > 0 && t('film.minutes', { minutes }),
    (seconds > 0 || minutes === 0) && t('film.seconds', { seconds }),
  ]
  return parts.filter(Boolean).join(' ')
}
