/** Films and playlists that no page shows. Those that do not exist are refused by the loader (../films.ts). */
import { filmsOfBlocks, playlistsOfBlocks } from '#lib/site/content/films.ts'
import type { Content } from '#lib/site/content/load.ts'
import { type Problem, warning } from '#lib/site/content/problem.ts'

export function unusedFilms(content: Content): Problem[] {
  const blocks = content.pages.flatMap((page) => page.blocks)
  const shown = [...filmsOfBlocks(blocks, content), ...playlistsOfBlocks(blocks, content.playlists)]
  return content.entries.flatMap(({ film, playlist, source }) => {
    const item = film ?? playlist
    if (!item || shown.includes(item)) return []
    return warning(source.problem(['title'], `no page shows this ${film ? 'film' : 'playlist'}`))
  })
}
