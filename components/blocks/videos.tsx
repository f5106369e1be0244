/** Films: a single one is wide, more are in two columns. */
import { Section } from '#components/ui/section.tsx'
import { Film } from '#components/video/film.tsx'
import type { BlockProps } from './block.ts'

export function Videos({ block, id }: BlockProps<'videos'>) {
  const alone = block.videos.length === 1
  return (
    <Section id={id} words={block}>
      <ul className={`grid gap-x-6 gap-y-8 ${alone ? 'max-w-4xl' : 'desk:grid-cols-2'}`}>
        {block.videos.map((video, place) => (
          <li key={`${video.title} ${JSON.stringify(video.source)}`} className="min-w-0">
            <Film id={`${id}-film-${place + 1}`} video={video} />
          </li>
        ))}
      </ul>
    </Section>
  )
}
