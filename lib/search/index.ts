/** Search over the whole site, on the server. There is an index for each language, made once in a process. */
import 'server-only'
import { setImmediate, setTimeout } from 'node:timers/promises'
import { filmsOf, pages, playlistsOf, posts, stories } from '#lib/content/index.ts'
import type { Page } from '#lib/content/schema.ts'
import { inLanguage } from '#lib/languages/current.ts'
import { defaultLanguage } from '#lib/languages/index.ts'
import { log } from '#lib/log.ts'
import { messages } from '#lib/messages/index.ts'
import { processState } from '#lib/process-state.ts'
import { type Found, type Search, searchOver } from './search.ts'
import { textsOf } from './texts.ts'

/** Longer queries are cut to this many characters. */
export const maxQueryLength = 100

/** `isAwaited`: whether a visitor waits for it. */
type Index = { search: Promise<Search>; isAwaited: boolean }

/** By the pages that it is about: others in each language, and after a date in the content has passed. */
const indexes = processState('search', () => new WeakMap<readonly Page[], Index>())

/** The best match first; none for a query without a word. */
export async function searchSite(query: string): Promise<Found[]> {
  const index = currentIndex()
  index.isAwaited = true
  return (await index.search)(query.slice(0, maxQueryLength))
}

/** Starts making the index in English, so that the first visitor who searches does not wait for it: with thousands of stories that takes seconds. */
export function prepareSearch(): void {
  setTimeout(startMs, undefined, { ref: false })
    .then(() => inLanguage(defaultLanguage, () => currentIndex().search))
    .catch((error: unknown) => log.error('The search index could not be made in advance', { error }))
}

/** Milliseconds after the start, when the first requests are answered. */
const startMs = 1000
/** Milliseconds between two steps of a few, while nobody waits. */
const pauseMs = 5

function currentIndex(): Index {
  const about = pages()
  const made = indexes.get().get(about)
  if (made) return made
  const filmed = (page: Page) => [...playlistsOf(page), ...filmsOf(page)]
  const t = messages()
  const kinds = {
    page: t('search.page'),
    post: t('blog.post'),
    storyFrom: (country: string) => t('search.storyFrom', { country }),
  }
  const texts = textsOf({ pages: about, stories: stories(), posts: posts(), filmed, kinds })
  const waiting = { isAwaited: false }
  const pause = () => (waiting.isAwaited ? setImmediate() : setTimeout(pauseMs, undefined, { ref: false }))
  const index: Index = Object.assign(waiting, { search: searchOver(texts, pause) })
  indexes.get().set(about, index)
  return index
}
