/**
 * Search over the whole site, on the server. There is an index for each language, made once in a process. What has no translation is in
 * the English one only, because thousands of stories take much memory.
 */
import 'server-only'
import { setImmediate, setTimeout } from 'node:timers/promises'
import { currentLanguage, inLanguage } from '#lib/platform/languages/current.ts'
import { addressIn, defaultLanguage, type Language } from '#lib/platform/languages/index.ts'
import { log } from '#lib/platform/log.ts'
import { messages } from '#lib/platform/messages/index.ts'
import { processState } from '#lib/platform/process-state.ts'
import { filmsOf, pages, playlistsOf, posts, stories } from '#lib/site/content/index.ts'
import type { Page } from '#lib/site/content/schema.ts'
import { type Found, type Search, searchOver, type Text } from './search.ts'
import { textsOf } from './texts.ts'

/** Longer queries are cut to this many characters. */
export const maxQueryLength = 100

/** `isAwaited`: whether a visitor waits for it. `texts`: all of the language by their addresses, also those that only the English index has. */
type Index = { search: Promise<Search>; isAwaited: boolean; texts: ReadonlyMap<string, Text> }

/** By the pages that it is about: others in each language, and after a date in the content has passed. */
const indexes = processState('search', () => new WeakMap<readonly Page[], Index>())

/** The best match first, and what matches in the language of the page before what matches in English; none for a query without a word. */
export async function searchSite(query: string): Promise<Found[]> {
  const asked = query.slice(0, maxQueryLength)
  const language = currentLanguage()
  const own = indexIn(language)
  own.isAwaited = true
  if (language === defaultLanguage) return (await own.search)(asked)
  const english = indexIn(defaultLanguage)
  english.isAwaited = true
  const found = (await own.search)(asked)
  const known = new Set(found.map(({ text }) => text))
  const inEnglish = (await english.search)(asked).flatMap(({ text: { address }, hits }) => {
    const text = own.texts.get(addressIn(language, address))
    return text && !known.has(text) ? [{ text, hits }] : []
  })
  return [...found, ...inEnglish]
}

/** Starts making the index in English, so that the first visitor who searches does not wait for it: with thousands of stories that takes seconds. */
export function prepareSearch(): void {
  setTimeout(startMs, undefined, { ref: false })
    .then(() => indexIn(defaultLanguage).search)
    .catch((error: unknown) => log.error('The search index could not be made in advance', { error }))
}

/** Milliseconds after the start, when the first requests are answered. */
const startMs = 1000
/** Milliseconds between two steps of a few, while nobody waits. */
const pauseMs = 5

const indexIn = (language: Language): Index =>
  inLanguage(language, () => {
    const about = pages()
    const made = indexes.get().get(about)
    if (made) return made
    const filmed = (page: Page) => [...playlistsOf(page), ...filmsOf(page)]
    const t = messages()
    const kinds = {
      page: t('search.page'),
      post: t('blog.post'),
      sample: t('sample.short').toLocaleLowerCase(),
      storyFrom: (country: string) => t('search.storyFrom', { country }),
    }
    const texts = [...textsOf({ pages: about, stories: stories(), posts: posts(), filmed, kinds })]
    const own = texts.filter(({ lang = language }) => lang === language)
    const waiting = { isAwaited: false, texts: new Map(texts.map((text) => [text.address, text])) }
    const pause = () => (waiting.isAwaited ? setImmediate() : setTimeout(pauseMs, undefined, { ref: false }))
    const index: Index = Object.assign(waiting, { search: searchOver(own, pause) })
    indexes.get().set(about, index)
    return index
  })
