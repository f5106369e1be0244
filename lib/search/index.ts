/** Search over the whole site, on the server. The index is built on the first query of a process. */
import 'server-only'
import { filmsOf, pages, playlistsOf, posts, stories } from '#lib/content/index.ts'
import type { Page } from '#lib/content/schema.ts'
import { type Found, type Search, searchOver } from './search.ts'
import { textsOf } from './texts.ts'

/** Longer queries are cut to this many characters. */
export const maxQueryLength = 100

let built: { from: ReturnType<typeof pages>; search: Promise<Search> } | undefined

/** The best match first; none for a query without a word. */
export const searchSite = async (query: string): Promise<Found[]> =>
  (await currentSearch())(query.slice(0, maxQueryLength))

/** Built once, and again when the content was reloaded (in development). */
function currentSearch(): Promise<Search> {
  const from = pages()
  if (built?.from !== from) {
    const filmed = (page: Page) => [...playlistsOf(page), ...filmsOf(page)]
    const texts = textsOf({ pages: from, stories: stories(), posts: posts(), filmed })
    built = { from, search: searchOver(texts) }
  }
  return built.search
}
