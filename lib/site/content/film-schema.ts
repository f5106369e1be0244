/** Schemas of content/films/{id}.yaml and content/playlists/{id}.yaml. Pure zod. */
import { z } from 'zod'
import type { Language } from '#lib/platform/languages/index.ts'
import { day, group, line, markdown, picture, slug } from './fields.ts'

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
      src: z.string().regex(/^\/media\/[\w./-]+\.(mp4|webm)$/, 'must be a film such as /media/camp.mp4'),
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
  films: z.array(slug).min(1),
})
export type Playlist = z.output<typeof playlistSchema> & { /** The name of its file. */ id: string }
