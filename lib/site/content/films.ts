/** The films that a block shows, and the check that films and figures named by pages and playlists exist. */
import type { Block } from './block-schema.ts'
import type { Figures } from './figures-schema.ts'
import type { Film, Playlist } from './film-schema.ts'
import type { Source } from './parse.ts'
import { didYouMean, type Path, type Problem } from './problem.ts'
import type { Page } from './schema.ts'

type Films = { films: readonly Film[]; playlists: readonly Playlist[] }

/** In the order in which visitors see them. Unknown films are skipped; the loader has reported them. */
export function filmsOfBlocks(blocks: readonly Block[], { films, playlists }: Films): Film[] {
  return blocks.flatMap((block) => {
    const { film: single, playlist } = namedIn(block)
    const ids = playlists.find(({ id }) => id === playlist)?.films ?? (single === undefined ? [] : [single])
    return ids.flatMap((id) => films.find((film) => film.id === id) ?? [])
  })
}

export function playlistsOfBlocks(blocks: readonly Block[], playlists: readonly Playlist[]): Playlist[] {
  return blocks.flatMap((block) => playlists.find(({ id }) => id === namedIn(block).playlist) ?? [])
}

function namedIn(block: Block): { film?: string; playlist?: string } {
  if (block.kind === 'videos') return { playlist: block.playlist }
  return block.kind === 'prose' && block.beside?.kind === 'film' ? { film: block.beside.film } : {}
}

/**
 * Films and figures that the blocks of a page name but that do not exist; such a page fails to load. `figures`: undefined if their file
 * has errors.
 */
export function unknownNames(
  { blocks }: Page,
  source: Source,
  { films, playlists }: Films,
  figures?: Figures,
): Problem[] {
  const { live = [], fixed = [], milestones = [] } = figures ?? {}
  return blocks.flatMap((block, index) => {
    const path: Path = ['blocks', index]
    const { film, playlist } = namedIn(block)
    const named = [
      ...missing(source, 'films', film, films, [...path, 'beside', 'film']),
      ...missing(source, 'playlists', playlist, playlists, [...path, 'playlist']),
    ]
    const unknown = (place: Path, what: string, id: string | undefined, entries: readonly { id: string }[]) => {
      const ids = entries.map((entry) => entry.id)
      if (figures && id !== undefined && !ids.includes(id))
        named.push(
          source.problem([...path, ...place], `content/figures.yaml has no ${what} "${id}"${didYouMean(id, ids)}`),
        )
    }
    if (block.kind === 'call-to-give') unknown(['next'], 'live figure', block.next, live)
    if (block.kind === 'figures')
      for (const [index, { figure, milestone }] of block.figures.entries()) {
        unknown(['figures', index, 'figure'], 'figure', figure, [...live, ...fixed])
        unknown(['figures', index, 'milestone'], 'milestone', milestone, milestones)
      }
    return named
  })
}

export function unknownFilmsOfPlaylist(playlist: Playlist, films: readonly Film[], source: Source): Problem[] {
  return playlist.films.flatMap((id, index) =>
    playlist.films.indexOf(id) < index
      ? source.problem(['films', index], `the playlist has the film ${id} already`)
      : missing(source, 'films', id, films, ['films', index]),
  )
}

function missing(
  source: Source,
  folder: string,
  named: string | undefined,
  existing: readonly { id: string }[],
  path: Path,
): Problem[] {
  const ids = existing.map(({ id }) => id)
  if (named === undefined || ids.includes(named)) return []
  return [source.problem(path, `content/${folder}/${named}.yaml does not exist${didYouMean(named, ids)}`)]
}
