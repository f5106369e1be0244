/** The films of a playlist: a single one is wide, more are in two columns. */
import { Section } from '#components/ui/section.tsx'
import { Film } from '#components/video/film.tsx'
import { film, playlist } from '#lib/site/content/index.ts'
import type { BlockProps } from './block.ts'

export function Videos({ block, id }: BlockProps<'videos'>) {
  const { title, films } = playlist(block.playlist)
  const alone = films.length === 1
  return (
    <Section id={id} words={{ ...block, heading: block.heading ?? title }}>
      <ul className={`grid gap-x-6 gap-y-8 ${alone ? 'max-w-4xl' : 'lg:grid-cols-2'}`}>
        {films.map((name, place) => (
          <li key={name} className="min-w-0">
            <Film id={`${id}-film-${place + 1}`} film={film(name)} />
          </li>
        ))}
      </ul>
    </Section>
  )
}
