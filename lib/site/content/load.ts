/** Reads every file under content/ and validates it against its schema. Reports all problems at once; checks nothing between files. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { parse as parseYaml } from 'yaml'
import type { z } from 'zod'
import { defaultLanguage, isLanguage, type Language, translatedLanguages } from '#lib/platform/languages/index.ts'
import { propertyOf } from '#lib/platform/narrow.ts'
import { enquiryForms, isEnquiryForm } from '#lib/site/content/form-ids.ts'
import type { PlannedCamp } from './camp-schema.ts'
import { unknownFigures } from './checks/figures.ts'
import type { CharityEvent } from './event-schema.ts'
import { type Figures, figuresSchema, figureWords } from './figures-schema.ts'
import { contentFiles, contentFolders } from './files.ts'
import type { Film, Playlist } from './film-schema.ts'
import { unknownFilms, unknownFilmsOfPlaylist } from './films.ts'
import { type DonationForm, donationForms, type SponsorshipForm, sponsorshipForms } from './giving-pages.ts'
import type { Campaign, Reason, Receipts, Transfers } from './giving-schema.ts'
import { laterPages } from './pagination.ts'
import { parse as parseFile, type Source } from './parse.ts'
import { fill, type Words, wordsOf } from './placeholders.ts'
import type { Problem } from './problem.ts'
import {
  type Answers,
  type campDefaultsSchema,
  countries,
  type EnquiryForm,
  galleryAddress,
  type Navigation,
  namesInAddresses,
  type Page,
  type Photo,
  type Post,
  type Redirect,
  type Site,
  type Story,
} from './schema.ts'
import { sponsorshipEvents } from './sponsorship-events.ts'
import { readTranslationName, type Translation, translate, translationSchema } from './translation.ts'

export type CampDefaults = z.output<typeof campDefaultsSchema>

/** One file with its values, for checks across all files. */
export type Entry = {
  source: Source
  schema: z.ZodType
  data: unknown
  page?: Page
  story?: Story
  post?: Post
  form?: EnquiryForm
  campaign?: Campaign
  film?: Film
  playlist?: Playlist
  redirects?: Redirect[]
}

/** What has an address of its own; undefined for any other file. */
export const addressed = ({ page, story, post }: Entry): Page | Story | Post | undefined => page ?? story ?? post

export type Content = {
  site: Site
  navigation: Navigation
  campDefaults: CampDefaults
  figures: Figures
  /** In the order of their codes. */
  reasons: Reason[]
  /** What donors may tell their friends. */
  giftShare: string
  receipts: Receipts
  transfers: Transfers
  /** In the order of their file names. */
  campaigns: Campaign[]
  /** One for each currency, and one for each event, with the page of each. */
  donationForms: DonationForm[]
  sponsorshipForms: SponsorshipForm[]
  pages: Page[]
  /** By country in the order of the countries, then by `order`. */
  stories: Story[]
  /** Newest first. */
  posts: Post[]
  /** In the order of the file; empty without content/gallery.yaml. */
  photos: Photo[]
  /** Those of content/redirects.yaml, and of pages whose address holds a name that was another before. */
  redirects: Redirect[]
  /** Empty without content/answers.yaml. */
  answers: Answers
  /** In the order of their file names. */
  films: Film[]
  playlists: Playlist[]
  events: CharityEvent[]
  /** Past ones too. */
  camps: PlannedCamp[]
  /** In the order of their ids in lib/site/content/form-ids.ts. */
  forms: EnquiryForm[]
  entries: Entry[]
  translations: Translation<Entry>[]
}

type Loaded = { ok: true; content: Content } | { ok: false; problems: Problem[] }

type Options = {
  /** By default every file is parsed. */
  parse?: typeof parseFile
  /** Texts in place of those of files, by names relative to the folder. Undefined in place of a file that is not to be there. */
  instead?: ReadonlyMap<string, string | undefined>
}

/** `root`: absolute path of the content folder. Never throws for mistakes in content. */
export function loadContent(root: string, { parse = parseFile, instead = new Map() }: Options = {}): Loaded {
  const problems: Problem[] = []
  const entries: Entry[] = []
  const names = new Set(
    [
      ...filesUnder(root).filter((name) => !instead.has(name)),
      ...[...instead].flatMap(([name, text]) => (text === undefined ? [] : [name])),
    ].sort(),
  )
  const textOf = (name: string) => instead.get(name) ?? readFileSync(path.join(root, name), 'utf8')
  const yamlOf = (name: string): unknown => orUndefined(() => parseYaml(textOf(name)))
  const known = figuresSchema.safeParse(yamlOf('figures.yaml')).data
  const words = wordsOf(yamlOf('site.yaml'), known && figureWords(known))
  /** A language has its own words for "our founder", until the name is known, and for figures such as "3 months". */
  const ownWords = new Map<string, Words>()
  function wordsIn(language: Language): Words {
    const held = ownWords.get(language)
    if (held) return held
    const textsOf = (file: string) =>
      translationSchema.safeParse(names.has(file) ? yamlOf(file) : undefined).data?.texts ?? []
    const own = new Map(words)
    for (const { at, english, text } of [...textsOf(`site.${language}.yaml`), ...textsOf(`figures.${language}.yaml`)]) {
      const [, person, figure] = /^(?:names\.(\w+)|fixed\[([\w-]+)\]\.value)$/.exec(at) ?? []
      const name = person ?? `figure:${figure}`
      if (text && words.get(name) === english) own.set(name, text)
    }
    ownWords.set(language, own)
    return own
  }

  function read<S extends z.ZodType>(
    name: string,
    schema: S,
  ): { data: z.output<S>; body: string; entry: Entry } | undefined {
    const file = `content/${name}`
    if (!names.has(name)) {
      problems.push(wholeFile(file, 'this file is missing'))
      return undefined
    }
    const parsed = parse(file, textOf(name), schema, words)
    if (!parsed.ok) {
      problems.push(...parsed.problems)
      return undefined
    }
    const entry: Entry = { source: parsed.source, schema, data: parsed.data }
    entries.push(entry)
    return { data: parsed.data, body: parsed.body, entry }
  }

  /** The valid files of a folder. Reports files with another extension, which would silently be ignored. */
  function readAll<S extends z.ZodType>(folder: string, { ending, schema }: { ending: string; schema: S }) {
    return [...names].flatMap((name) => {
      if (!name.startsWith(`${folder}/`)) return []
      if (readTranslationName(name)) return []
      if (!name.endsWith(ending)) {
        problems.push(wholeFile(`content/${name}`, `is not read: the name of a file here ends in ${ending}`))
        return []
      }
      const file = read(name, schema)
      return file ? [{ ...file, name }] : []
    })
  }

  function misplaced({ source }: Entry, message: string): [] {
    problems.push(source.problem([], message))
    return []
  }

  /** After all originals. */
  function readTranslations(): Translation<Entry>[] {
    return [...names].flatMap((name): Translation<Entry>[] => {
      const named = readTranslationName(name)
      if (!named) return []
      const file = `content/${name}`
      const { code, original } = named
      const originals = ['.yaml', '.md'].map((ending) => original + ending)
      const of = entries.find(({ source }) => originals.some((one) => source.file === `content/${one}`))
      if (!isLanguage(code) || code === defaultLanguage)
        problems.push(wholeFile(file, `"${code}" is not one of: ${translatedLanguages.join(', ')}`))
      else if (!name.endsWith('.yaml')) problems.push(wholeFile(file, `must be ${original}.${code}.yaml`))
      // An original with errors is reported itself.
      else if (!of && !originals.some((one) => names.has(one)))
        problems.push(wholeFile(file, `content/${original}, of which it is the translation, does not exist`))
      else if (of) {
        const parsed = parse(file, textOf(name), translationSchema)
        if (!parsed.ok) problems.push(...parsed.problems)
        else {
          const translation = { language: code, of, source: parsed.source, words: wordsIn(code), ...parsed.data }
          problems.push(...translate(of, code, translation).problems)
          return [translation]
        }
      }
      return []
    })
  }

  const site = read('site.yaml', contentFiles['site.yaml'])?.data
  const navigation = read('navigation.yaml', contentFiles['navigation.yaml'])?.data
  const campDefaults = read('camps.yaml', contentFiles['camps.yaml'])?.data
  const figures = read('figures.yaml', contentFiles['figures.yaml'])?.data
  const reasons = read('giving/reasons.yaml', contentFiles['giving/reasons.yaml'])?.data
  const receipts = read('giving/receipts.yaml', contentFiles['giving/receipts.yaml'])
  for (const currency of ['INR', 'USD'] as const) {
    const named = receipts?.data[currency].office
    if (site && named && !site.offices.some(({ code }) => code === named))
      problems.push(
        receipts.entry.source.problem([currency, 'office'], `there is no office ${named} in content/site.yaml`),
      )
  }

  const transfers = read('giving/transfers.yaml', contentFiles['giving/transfers.yaml'])?.data

  const films = readAll('films', contentFolders.films).map(({ name, data, entry }): Film => {
    entry.film = { ...data, id: path.basename(name, '.yaml') }
    return entry.film
  })
  const playlists = readAll('playlists', contentFolders.playlists).map(({ name, data, entry }): Playlist => {
    entry.playlist = { ...data, id: path.basename(name, '.yaml') }
    problems.push(...unknownFilmsOfPlaylist(entry.playlist, films, entry.source))
    return entry.playlist
  })

  const pages: Page[] = readAll('pages', contentFolders.pages).map(({ data, entry }) => {
    entry.page = data
    if (figures) problems.push(...unknownFigures(data, figures, entry.source))
    problems.push(...unknownFilms(data, { films, playlists }, entry.source))
    return data
  })
  // Each payment form needs a page to return to. A page with errors may contain it.
  const allRead = problems.length === 0
  const ofDonations = donationForms(pages)
  const ofSponsorships = sponsorshipForms(pages)
  for (const currency of ['INR', 'USD'] as const)
    if (allRead && !ofDonations.some((form) => form.currency === currency))
      problems.push(wholeFile('content/pages', `no page has the donation-form in ${currency}`))
  for (const event of sponsorshipEvents)
    if (allRead && !ofSponsorships.some((form) => form.event === event))
      problems.push(wholeFile('content/pages', `no page has the sponsorship-form of ${event}`))

  const stories = readAll('stories', contentFolders.stories).flatMap(({ name, data, body, entry }): Story[] => {
    const [, folder, slug] = /^stories\/([^/]+)\/([a-z0-9-]+)\.md$/.exec(name) ?? []
    const country = countries.find((known) => known === folder)
    if (!country || !slug)
      return misplaced(
        entry,
        `a story stands at content/stories/{Country}/{slug}.md; Country is one of ${countries.join(', ')}, and the slug has small letters, digits and hyphens`,
      )
    entry.story = { ...data, country, slug, address: `/${country}/stories/${slug}`, body: body.trim() }
    return [entry.story]
  })
  stories.sort((a, b) => countries.indexOf(a.country) - countries.indexOf(b.country) || a.order - b.order)

  const events = readAll('events', contentFolders.events).map(
    ({ name, data }): CharityEvent => ({ ...data, id: path.basename(name, '.yaml') }),
  )

  const campaigns = readAll('campaigns', contentFolders.campaigns).flatMap(({ name, data, entry }): Campaign[] => {
    const [, slug] = /^campaigns\/([a-z0-9][a-z0-9-]{0,59})\.yaml$/.exec(name) ?? []
    if (!slug)
      return misplaced(
        entry,
        'a campaign stands at content/campaigns/{slug}.yaml; the slug has small letters, digits and hyphens',
      )
    entry.campaign = { ...data, slug }
    return [entry.campaign]
  })

  const camps = readAll('camps', contentFolders.camps).map(
    ({ name, data }): PlannedCamp => ({ ...data, id: path.basename(name, '.yaml') }),
  )

  const forms = readAll('forms', contentFolders.forms).flatMap(({ name, data, entry }): EnquiryForm[] => {
    const [, id] = /^forms\/([^/]+)\.yaml$/.exec(name) ?? []
    if (!isEnquiryForm(id))
      return misplaced(entry, `a form stands at content/forms/{id}.yaml; the id is one of ${enquiryForms.join(', ')}`)
    entry.form = { ...data, id }
    return [entry.form]
  })
  forms.sort((a, b) => enquiryForms.indexOf(a.id) - enquiryForms.indexOf(b.id))

  const posts = readAll('posts', contentFolders.posts).flatMap(({ name, data, body, entry }): Post[] => {
    const [, slug] = /^posts\/([a-z0-9-]+)\.md$/.exec(name) ?? []
    if (!slug)
      return misplaced(
        entry,
        'a post stands at content/posts/{slug}.md; the slug has small letters, digits and hyphens',
      )
    entry.post = { ...data, slug, address: `/${site?.names.secondSlug}/${slug}`, body: body.trim() }
    return [entry.post]
  })
  posts.sort((a, b) => b.date.localeCompare(a.date) || a.slug.localeCompare(b.slug))

  const gallery = names.has('gallery.yaml') ? read('gallery.yaml', contentFiles['gallery.yaml'])?.data : undefined
  const photos = (gallery?.photos ?? []).map(
    (photo): Photo => ({ ...photo, address: `${galleryAddress}/photo/${photo.id}` }),
  )
  const listed = names.has('redirects.yaml') ? read('redirects.yaml', contentFiles['redirects.yaml']) : undefined
  if (listed) listed.entry.redirects = listed.data.redirects
  const redirects = [...(listed?.data.redirects ?? []), ...(site ? formerAddresses(entries, site, words) : [])]
  const answers = names.has('answers.yaml') ? read('answers.yaml', contentFiles['answers.yaml'])?.data : undefined
  pages.push(...pages.flatMap((page) => laterPages(page, { posts, photos, stories })))

  const translations = readTranslations()

  if (!site || !navigation || !campDefaults || !figures || !reasons || !receipts || !transfers || problems.length > 0)
    return { ok: false, problems }
  return {
    ok: true,
    content: {
      site,
      navigation,
      campDefaults,
      figures,
      reasons: reasons.reasons,
      giftShare: reasons.share,
      receipts: receipts.data,
      transfers,
      campaigns,
      donationForms: ofDonations,
      sponsorshipForms: ofSponsorships,
      pages,
      stories,
      posts,
      photos,
      redirects,
      answers: answers ?? { answers: [], synonyms: '', stopWords: '' },
      films,
      playlists,
      events,
      camps,
      forms,
      entries,
      translations,
    },
  }
}

/** The addresses that pages had while a name of site.yaml was another: /{founderSlug}Videos. */
function formerAddresses(entries: readonly Entry[], { formerly }: Site, words: Words): Redirect[] {
  return entries.flatMap(({ page, source }) => {
    const written = String(propertyOf(source.raw, 'address'))
    if (!page || !written.includes('{')) return []
    return namesInAddresses.flatMap((name) =>
      written.includes(`{${name}}`)
        ? formerly[name].map((former) => ({
            from: String(fill(written, new Map([...words, [name, former]])).value),
            to: page.address,
          }))
        : [],
    )
  })
}

const wholeFile = (file: string, message: string): Problem => ({
  file,
  line: 1,
  column: 1,
  field: '',
  message,
  frame: '',
})

/** Relative to `root`, with forward slashes. Hidden files are ignored. */
function filesUnder(root: string): string[] {
  if (!existsSync(root)) return []
  return readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.startsWith('.'))
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)).split(path.sep).join('/'))
}

/** Errors in site.yaml and figures.yaml are reported when they are validated against their schemas; here only placeholders are read. */
function orUndefined(read: () => unknown): unknown {
  try {
    return read()
  } catch {
    return undefined
  }
}
