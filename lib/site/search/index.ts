/**
 * Search over the whole site, on the server. There is an index for each language, made once in a process. Untranslated texts are in the
 * index of the main language only, because thousands of stories take much memory.
 */
import { setImmediate, setTimeout } from 'node:timers/promises'
import { now } from '#lib/platform/clock.ts'
import { dayInWords, monthInWords } from '#lib/platform/dates.ts'
import { currentLanguage, currentLocale, inLanguage } from '#lib/platform/languages/current.ts'
import { addressIn, defaultLanguage, type Language, languageCodes } from '#lib/platform/languages/index.ts'
import { log } from '#lib/platform/log.ts'
import { messages } from '#lib/platform/messages/index.ts'
import { formatMoney } from '#lib/platform/money.ts'
import { processState } from '#lib/platform/process-state.ts'
import { campSummary } from '#lib/site/camps/index.ts'
import { block } from '#lib/site/content/block-schema.ts'
import type { CharityEvent } from '#lib/site/content/event-schema.ts'
import { kindOf } from '#lib/site/content/fields.ts'
import { type Film, filmSchema, type Playlist, playlistSchema } from '#lib/site/content/film-schema.ts'
import {
  answers,
  campDefaults,
  charityEvent,
  charityEvents,
  countries,
  figure,
  filmsOf,
  pages,
  playlistsOf,
  posts,
  stories,
} from '#lib/site/content/index.ts'
import { partOf } from '#lib/site/content/pagination.ts'
import { labelAfter, withLabel } from '#lib/site/content/sample-label.ts'
import type { Page, Post, Story } from '#lib/site/content/schema.ts'
import { isSample } from '#lib/site/content/state.ts'
import { type Schema, stringsIn, walk } from '#lib/site/content/walk.ts'
import { comingDay, expectedMonth, placeInWords, timesInWords } from '#lib/site/events/occurrence.ts'
import { datedFigure } from '#lib/site/figures/index.ts'
import { type Search, type SearchHit, type SearchWords, searchOver, type Text } from './search.ts'
import { type Answer, type Understand, understandIn } from './understand.ts'

/** Of different addresses. */
const maxAnswers = 3

/** Longer queries are cut to this many characters. */
export const maxQueryLength = 200

/**
 * `isAwaited`: whether a visitor is waiting for it. `texts`: all texts of the language by address, including those that only the index
 * of the main language has.
 */
type Index = {
  search: Promise<Search>
  isAwaited: boolean
  texts: ReadonlyMap<string, Text>
  understand: Understand
}

/** By the indexed pages, which differ by language and change when a date in the content has passed. */
const indexes = processState('search', () => new WeakMap<readonly Page[], Index>())

/**
 * First the answers of content/answers.yaml, then the best match, and what matches in the language of the page before what matches in
 * the main one; none for a query without a word.
 */
export async function searchSite(query: string): Promise<SearchHit[]> {
  const language = currentLanguage()
  const own = indexIn(language)
  const main = indexIn(defaultLanguage)
  own.isAwaited = main.isAwaited = true
  const [inOwn, inMain] = await Promise.all([own.search, main.search])
  const isKnown = (word: string) => inOwn.knows(word) || inMain.knows(word)
  const { words, meant, answers: places } = own.understand(query.slice(0, maxQueryLength), isKnown)
  const all = places.flatMap((place) => answers().answers[place] ?? [])
  const said = all
    .filter(({ href }, index) => all.findIndex((other) => other.href === href) === index)
    .slice(0, maxAnswers)
  const pageHere = (hit: SearchHit): SearchHit[] => {
    const text = own.texts.get(addressIn(language, hit.text.address))
    return text ? [{ ...hit, text }] : []
  }
  const others = language === defaultLanguage ? [] : inMain.find(words, meant).flatMap(pageHere)
  const shown = new Set(said.map(({ href }) => pageOf(href)))
  const isNew = ({ text: { address } }: SearchHit) => !shown.has(address) && shown.add(address)
  return [...(await Promise.all(said.map(answerAsFound))), ...[...inOwn.find(words, meant), ...others].filter(isNew)]
}

const pageOf = (href: string) => href.replace(/#.*/, '')

const answerAsFound = async ({
  href,
  title,
  text,
  figures = [],
  event,
  emergencyNumbers,
  lang,
}: Answer): Promise<SearchHit> => ({
  text: {
    address: href,
    title,
    kind: messages()('search.answer'),
    lang,
    description: [
      text,
      emergencyNumbers && emergencyInWords(),
      figures.length > 0 && (await figuresInWords(figures)),
      event && eventInWords(event),
    ]
      .filter(Boolean)
      .join(' '),
    words: () => ({ prose: [], labels: [] }),
  },
  hits: [],
})

/** Phrases of an answer that are suggested, because a browser loads them all; the search knows the others. */
const maxSuggested = 16

/** What the search field suggests: the titles of answers and pages, each with the phrases by which people ask for it. */
export const suggestions = (): Record<string, string[]> => ({
  ...Object.fromEntries(pages().flatMap(({ title, address }) => (partOf(address).page > 1 ? [] : [[title, []]]))),
  ...Object.fromEntries(
    answers().answers.map(({ title, asked }) => [title, asked.split(',', maxSuggested).map((phrase) => phrase.trim())]),
  ),
})

/** "Emergency: India 112, 108. Kenya 999, 112." */
function emergencyInWords(): string {
  const nameOf = new Intl.DisplayNames(currentLocale(), { type: 'region' })
  const told = countries().filter(({ emergency }) => emergency.length > 0)
  const numbers = told.map(({ code, emergency }) => `${nameOf.of(code)} ${emergency.join(', ')}.`)
  return [messages()('exit.emergency'), ...numbers].join(' ')
}

/** "1,261 free surgeries, 82 medical camps." */
async function figuresInWords(ids: readonly string[]): Promise<string> {
  const summary = await campSummary()
  const said = ids.map((id) => {
    const shown = figure(id)
    return `${datedFigure(shown, summary, campDefaults()).value.toLocaleString(currentLocale())} ${shown.label}`
  })
  return `${said.join(', ')}.`
}

/** Its next date, or the month in which it is expected, and what its tickets cost. */
function eventInWords(id: string): string {
  const event = charityEvent(id)
  if (!event) return ''
  const [day, month] = [comingDay(event, now()), expectedMonth(event, now())]
  const locale = currentLocale()
  const when = day
    ? `${dayInWords(day, locale, { weekday: true })}, ${timesInWords(event.starts, event.ends)}.`
    : month && messages()('event.expected', { month: monthInWords(month, locale) })
  const prices = event.tickets?.kinds.map(({ name, price }) => `${name} ${formatMoney(price, locale)}`)
  const areSamples = event.tickets?.kinds.some((kind) => isSample(kind, 'price'))
  return [when, prices && `${prices.join(', ')}.${labelAfter('', areSamples)}`].filter(Boolean).join(' ')
}

/** Starts making the index in the main language, so that the first visitor who searches does not wait for it: with thousands of stories that takes seconds. */
export function prepareSearch(): void {
  setTimeout(startMs, undefined, { ref: false })
    .then(() => indexIn(defaultLanguage).search)
    .catch((error: unknown) => log.error('The search index could not be made in advance', { error }))
}

/** Milliseconds after the start, when the first requests are answered. */
const startMs = 1000
/** Milliseconds between two steps of a few, while nobody waits. */
const pauseMs = 5

/** For all languages at once, by the answers in the main one. */
const understandings = processState('search-words', () => new WeakMap<object, Understand>())

function understanding(): Understand {
  const main = inLanguage(defaultLanguage, answers)
  const made = understandings.get().get(main) ?? understandIn(languageCodes.map((code) => inLanguage(code, answers)))
  understandings.get().set(main, made)
  return made
}

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
      storyFrom: (country: string) => t('search.storyFrom', { country }),
    }
    const texts = [...textsOf({ pages: about, stories: stories(), posts: posts(), filmed, eventsOf, kinds })]
    const own = texts.filter(({ lang = language }) => lang === language)
    const understand = understanding()
    const waiting = { isAwaited: false, understand, texts: new Map(texts.map((text) => [text.address, text])) }
    const pause = () => (waiting.isAwaited ? setImmediate() : setTimeout(pauseMs, undefined, { ref: false }))
    const index: Index = Object.assign(waiting, { search: searchOver(own, pause) })
    indexes.get().set(about, index)
    return index
  })

/** The events that lead to the page, and those that its blocks show. */
const eventsOf = ({ address, blocks }: Page) =>
  charityEvents().filter(
    ({ id, href }) =>
      href === address ||
      blocks.some(
        (block) =>
          (block.kind === 'event' && block.event === id) ||
          (block.kind === 'events' && (block.only?.includes(id) ?? true)),
      ),
  )

function eventAsRead(event: CharityEvent): Part[] {
  const day = comingDay(event, now())
  const lines = [event.title, day && dayInWords(day, currentLocale()), placeInWords(event)]
  const labels = [...lines, ...event.programme.map(({ what }) => what)]
  return [...labels.flatMap((text) => (text ? { text: plain(text), prose: false } : [])), ...partsOf(event.summary)]
}

type Searched = {
  pages: readonly Page[]
  stories: readonly Story[]
  posts: readonly Post[]
  /** What a page shows from other files. */
  filmed: (page: Page) => readonly (Film | Playlist)[]
  eventsOf: (page: Page) => readonly CharityEvent[]
  /** The name of a result without a heading above it. */
  kinds: { page: string; post: string; storyFrom: (country: string) => string }
}

/** Their words are read on demand, because those of thousands of texts take seconds. */
export function* textsOf({ pages, stories, posts, filmed, eventsOf, kinds }: Searched): Generator<Text> {
  const countryTitle = new Map(pages.map(({ country, title }) => [country, title]))
  for (const page of pages) {
    // Only the first page of a long list is a result.
    if (partOf(page.address).page > 1) continue
    yield {
      address: page.address,
      title: page.title,
      kind: page.parent?.label ?? kinds.page,
      description: page.description,
      lang: page.lang,
      words: () =>
        searchWords([
          ...page.blocks.flatMap((part) => read(block, part)),
          ...filmed(page).flatMap((part) => read('films' in part ? playlistSchema : filmSchema, part)),
          ...eventsOf(page).flatMap(eventAsRead),
        ]),
    }
  }
  const told = (entry: Story | Post, kind: string, description: string) => ({
    address: entry.address,
    title: entry.title,
    kind: withLabel(kind, entry),
    description,
    lang: entry.lang,
    words: () => searchWords(partsOf(entry.body)),
  })
  for (const story of stories)
    yield told(story, kinds.storyFrom(countryTitle.get(story.country) ?? story.country), story.summary)
  for (const post of posts) yield told(post, kinds.post, post.excerpt)
}

type Part = { text: string; prose: boolean }

const searchWords = (parts: readonly Part[]): SearchWords => ({
  prose: parts.flatMap(({ text, prose }) => (prose ? text : [])),
  labels: parts.flatMap(({ text, prose }) => (prose ? [] : text)),
})

/**
 * Lines are headings, names, figures and buttons; longer texts are sentences, in Markdown or plain. What only stands in is found, and never
 * quoted: the page that has it says that it is a sample.
 */
function read(schema: Schema, written: unknown): Part[] {
  const parts: Part[] = []
  const real = new Set(stringsIn(written, isSample).map(({ path }) => path.join()))
  walk(schema, written, ({ schema: part, value, path }) => {
    const { isText, isLine, isAlternate } = kindOf(part)
    if (typeof value !== 'string' || !(isText || isLine) || isAlternate) return
    parts.push(...(isLine ? [{ text: plain(value), prose: false }] : partsOf(value, real.has(path.join()))))
  })
  return parts
}

/** Splits Markdown into paragraphs, headings, list items and table rows. Headings and table rows are labels. */
function partsOf(markdown: string, isQuoted = true): Part[] {
  return markdown
    .split(/\n\s*\n|\n(?=\s*(?:(?:[-*+]|\d+\.|#{1,6})\s|\|))|(?<=^#{1,6}\s.*)\n/m)
    .map((part) => ({ text: plain(part), prose: isQuoted && !/^\s*(?:#|\|)/.test(part) }))
    .filter(({ text }) => /[\p{L}\p{N}]/u.test(text))
}

/** The text of Markdown without its syntax. Links keep their text, pictures their alternate text. */
const plain = (markdown: string): string =>
  markdown
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/^\s*(?:#{1,6}|>|[-*+]|\d+\.)\s+/gm, '')
    .replace(/[*_`|]+/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
