/** Search over the whole site, on the server: the index is built with the first question of a process, and loads nothing in a browser. */
import 'server-only'
import { formPages, indiaGiving, pages, posts, stories } from '#lib/content/index.ts'
import { codePages } from '#lib/routes/index.ts'
import { buildIndex, type Found, type Index, search } from './build.ts'
import { textsOf } from './texts.ts'

/** Letters of a question; what is longer is cut. */
export const longestQuestion = 100

let built: { from: ReturnType<typeof pages>; index: Index } | undefined

/** Built once, and again when content was read again (while developing). */
function index(): Index {
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
    built = {
      from,
      index: buildIndex(textsOf({ pages: [...from, ...formPages()], stories: stories(), posts: posts(), others })),
    }
  }
  return built.index
}

/** The best first; none for a question without a word. */
export const searchSite = (question: string): Found[] => search(index(), question.slice(0, longestQuestion))
