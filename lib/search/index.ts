/** Search over the whole site, on the server. The index is built on the first query of a process. */
import 'server-only'
import { formPages, indiaGiving, pages, posts, stories } from '#lib/content/index.ts'
import { codePages } from '#lib/routes/index.ts'
import { type Found, type Search, searchOver } from './search.ts'
import { textsOf } from './texts.ts'

/** Longer queries are cut to this many characters. */
export const maxQueryLength = 100

let built: { from: ReturnType<typeof pages>; search: Search } | undefined

/** The best match first; none for a query without a word. */
export const searchSite = (query: string): Found[] => currentSearch()(query.slice(0, maxQueryLength))

/** Built once, and again when the content was reloaded (in development). */
function currentSearch(): Search {
  const from = pages()
  if (built?.from !== from) {
    const giving = indiaGiving()
    const others = codePages
      .filter(({ indexable }) => indexable)
      .map(({ address, title }) =>
        address === '/DonateIndia'
          ? { address, title: giving.title, description: giving.description }
          : { address, title, description: title },
      )
    const texts = textsOf({ pages: [...from, ...formPages()], stories: stories(), posts: posts(), others })
    built = { from, search: searchOver(texts) }
  }
  return built.search
}
