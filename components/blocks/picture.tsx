/** A picture of its own, and films. */
import { Photograph } from '#components/art/photograph.tsx'
import { Picture } from '#components/art/picture.tsx'
import { Section } from '#components/ui/section.tsx'
import { Film } from '#components/video/film.tsx'
import { film, playlist } from '#lib/site/content/index.ts'
import type { BlockProps } from './block.ts'

const sizes = '(width < 64rem) 94vw, 60rem'

export function PictureBlock({ block: { picture, caption, ...words }, id }: BlockProps<'picture'>) {
  return (
    <Section id={id} words={words}>
      <figure className="max-w-[60rem] break-inside-avoid">
        {picture.kind === 'photo' ? (
          <Photograph
            src={picture.src}
            alt={picture.alt}
            sizes={sizes}
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
