/** Schemas of content/films/{id}.yaml and content/playlists/{id}.yaml, and which of them a page shows. Pure. */
import { z } from 'zod'
import type { Language } from '#lib/platform/languages/index.ts'
import type { Block } from './block-schema.ts'
import { day, distinct, film, group, kind, line, markdown, picture } from './fields.ts'

/** Addresses of a provider's film: for the frame on our page, and on the provider's own page. Pure. */
type Source = Film['source']

/** For the frame: no cookies before playback (YouTube), no tracking (Vimeo), autoplay because the visitor has just asked for it. */
export function filmEmbed(source: Source): string | null {
  if (source.kind === 'youtube') return `https://www.youtube-nocookie.com/embed/${source.id}?autoplay=1`
  if (source.kind === 'youtube-playlist')
    return `https://www.youtube-nocookie.com/embed/videoseries?list=${source.id}&autoplay=1`
  if (source.kind === 'vimeo') return `https://player.vimeo.com/video/${source.id}?autoplay=1&dnt=1`
  return null
}

/** The provider's page, for visitors without JavaScript, and the provider's name. */
export function filmPage(source: Source): { href: string; provider: string } | null {
  if (source.kind === 'youtube') return { href: `https://www.youtube.com/watch?v=${source.id}`, provider: 'YouTube' }
  if (source.kind === 'youtube-playlist')
    return { href: `https://www.youtube.com/playlist?list=${source.id}`, provider: 'YouTube' }
  if (source.kind === 'vimeo') return { href: `https://vimeo.com/${source.id}`, provider: 'Vimeo' }
  return null
}

/** The id in the address of a film, as copied from a browser or share button. Anything else is returned unchanged. */
export function filmIdOf(kind: string, written: string): string {
  if (!/^https?:/.test(written) || !URL.canParse(written)) return written
  const { pathname, searchParams } = new URL(written)
  const parts = pathname.split('/').filter(Boolean)
  if (kind === 'youtube-playlist') return searchParams.get('list') ?? written
  if (kind === 'youtube') return searchParams.get('v') ?? parts.at(-1) ?? written
  if (kind === 'vimeo') return parts.find((part) => /^\d+$/.test(part)) ?? written
  return written
}

/** Captions are next to the film, with the same name: /media/film.mp4 has /media/film.vtt. */
export function captionsOf(file: string): string {
  return file.replace(/\.\w+$/, '.vtt')
}

export const filmSchema = group({
  title: line,
  /** Minutes and seconds, as 2:40. */
  length: z.string().regex(/^\d{1,3}:[0-5]\d$/, 'must be minutes and seconds such as 2:40'),
  uploaded: day.optional(),
  /** At YouTube or Vimeo, by its id there, or a file under /media. */
  source: z.discriminatedUnion('kind', [
    group({
      kind: z.literal('youtube'),
      id: z.string().regex(/^[\w-]{11}$/, 'must be the 11 characters of a YouTube id'),
    }),
    /** All films of a playlist at YouTube, one after the other in one player. */
    group({
      kind: z.literal('youtube-playlist'),
      id: z.string().regex(/^[A-Z]{2}[\w-]{10,40}$/, 'must be the id of a YouTube playlist, which starts with PL'),
    }),
    group({ kind: z.literal('vimeo'), id: z.string().regex(/^\d{6,12}$/, 'must be the digits of a Vimeo id') }),
    group({
      kind: z.literal('file'),
      src: kind(z.string().regex(/^\/media\/[\w./-]+\.(mp4|webm)$/, 'must be a film such as /media/camp.mp4'), {
        isFile: true,
      }),
    }),
  ]),
  poster: picture,
  /** A transcript of speech and pictures, for visitors who cannot watch or hear. */
  transcript: markdown,
})
export type Film = z.output<typeof filmSchema> & {
  /** The name of its file. */ id: string
  lang?: Language | undefined
}

export const playlistSchema = group({
  /** The heading of a block that shows it without its own. */
  title: line,
  /** Names of files in content/films, in the order in which they are shown. */
  films: z.array(film).min(1).superRefine(distinct()),
})
export type Playlist = z.output<typeof playlistSchema> & { /** The name of its file. */ id: string }

type Films = { films: readonly Film[]; playlists: readonly Playlist[] }

/** In the order in which visitors see them. Unknown films are skipped; the loader has reported them. */
export function filmsOfBlocks(blocks: readonly Block[], { films, playlists }: Films): Film[] {
  return blocks.flatMap((block) => {
    const { film: single, playlist } = namedIn(block)
    const ids = playlists.find(({ id }) => id === playlist)?.films ?? (single === undefined ? [] : [single])
    return ids.flatMap((id) => films.find((film) => film.id === id) ?? [])
  })
}

export function namedIn(block: Block): { film?: string; playlist?: string } {
  if (block.kind === 'videos') return { playlist: block.playlist }
  return block.kind === 'prose' && block.beside?.kind === 'film' ? { film: block.beside.film } : {}
}
