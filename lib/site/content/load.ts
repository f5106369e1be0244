/** Reads every file under content/ and validates it against its schema. Reports all problems at once; checks nothing between files. */

import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { parse as parseYaml } from 'yaml'
import type { z } from 'zod'
import { defaultLanguage, isLanguage, type Language, translatedLanguages } from '#lib/platform/languages/index.ts'
import { setCurrencies } from '#lib/platform/money.ts'
import { propertyOf } from '#lib/platform/narrow.ts'
import { enquiryForms, isEnquiryForm } from '#lib/site/content/form-ids.ts'
import type { Colours } from './brand-schema.ts'
import { type CurrencyEntry, currenciesSchema } from './currency-schema.ts'
import type { CharityEvent, PlannedCamp } from './event-schema.ts'
import { type Figures, figuresSchema, figureWords } from './figures-schema.ts'
import { contentFiles, contentFolders, isStoryOrder } from './files.ts'
import type { Film, Playlist } from './film-schema.ts'
import { unknownFilmsOfPlaylist, unknownNames } from './films.ts'
import { type DonationForm, donationForms, type SponsorshipForm, sponsorshipForms } from './giving-pages.ts'
import {
  type Campaign,
  type DonateButton,
  type Law,
  lawSchema,
  type Reason,
  type Receipts,
  type Transfers,
} from './giving-schema.ts'
import { galleryOf, laterPages } from './pagination.ts'
import { parse as parseFile, type Source } from './parse.ts'
import { fill, type Placeholders, wordsOf } from './placeholders.ts'
import { didYouMean, type Path, type Problem } from './problem.ts'
import {
  type Answers,
  type Country,
  type campDefaultsSchema,
  type EnquiryFormContent,
  type Navigation,
  namesInAddresses,
  type Page,
  type Photo,
  type Post,
  type Redirect,
  type Site,
  type Story,
  storyOrderSchema,
} from './schema.ts'
import { readTranslationName, type Translation, translate, translationSchema } from './translation.ts'

export type CampDefaults = z.output<typeof campDefaultsSchema>

/** One file with its values, for checks across all files. */
export type Entry = {
  source: Source
  schema: z.ZodType
  data: unknown
  page?: Page
  story?: Story
  /** Addresses of the stories of a country, from first to last. */
  storyOrder?: string[]
  post?: Post
  form?: EnquiryFormContent
  campaign?: Campaign
  film?: Film
  playlist?: Playlist
  redirects?: Redirect[]
}

/** The page, story or post of the file; undefined if it has no address of its own. */
export const addressed = ({ page, story, post }: Entry): Page | Story | Post | undefined => page ?? story ?? post

export type Content = {
  site: Site
  colours: Colours
  /** content/logo.svg */
  logo: string
  navigation: Navigation
  campDefaults: CampDefaults
  countries: Country[]
  /** The first one is for visitors of all countries that no other names. */
  currencies: CurrencyEntry[]
  figures: Figures
  /** In the order of their codes. */
  reasons: Reason[]
  /** What the Donate buttons of some pages select. */
  buttons: DonateButton[]
  /** The text that donors may share. */
  giftShare: string
  receipts: Receipts
  transfers: Transfers
  law: Law
  /** In the order of their file names. */
  campaigns: Campaign[]
  /** One for each currency, and one for each event, with the page of each. */
  donationForms: DonationForm[]
  sponsorshipForms: SponsorshipForm[]
  pages: Page[]
  /** By country in the order of the countries, then as its _order.yaml says. */
  stories: Story[]
  /** Newest first. */
  posts: Post[]
  /** In the order of the file; empty without content/gallery.yaml. */
  photos: Photo[]
  /** The redirects in content/redirects.yaml, and those from addresses with a former name. */
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
  forms: EnquiryFormContent[]
  entries: Entry[]
  translations: Translation<Entry>[]
}

/** `words`: the placeholders; `countries`: for the editor. Both as far as their files can be read. */
type Loaded = ({ ok: true; content: Content } | { ok: false; problems: Problem[]; countries: Country[] }) & {
  words: Placeholders
}

/** A valid file. `name`: within its folder, without its ending. */
type File<Data> = { name: string; data: Data; body: string; entry: Entry }

type Files = typeof contentFiles
type Folders = typeof contentFolders

/** Optional files. */
const optionalFiles: readonly string[] = [
  'giving/buttons.yaml',
  ...['gallery.yaml', 'redirects.yaml', 'answers.yaml', 'camps.yaml', 'figures.yaml'],
  ...['giving/transfers.yaml', 'giving/law.yaml'],
]
const noCamps = { totalSurgeryCount: 0, totalCampCount: 0, totalCountryCount: 0, countryWiseCamps: {} }
const noFigures: Figures = { live: [], fixed: [], milestones: [] }

const slugRule = 'small letters, digits and hyphens'

type Options = {
  /** By default every file is parsed. */
  parse?: typeof parseFile
  /** Texts that replace those of files, by names relative to the folder; undefined for a file to be treated as missing. */
  instead?: ReadonlyMap<string, string | undefined>
}

/** `root`: absolute path of the content folder. Never throws for mistakes in content. */
export function loadContent(root: string, options: Options = {}): Loaded {
  const inForce = setCurrencies(() => [])
  try {
    return load(root, options)
  } finally {
    setCurrencies(inForce)
  }
}

function load(root: string, { parse = parseFile, instead = new Map() }: Options): Loaded {
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
  // Every amount in the other files is read by them.
  const { currencies = [] } = currenciesSchema.safeParse(yamlOf('currencies.yaml')).data ?? {}
  setCurrencies(() => currencies)
  const known = figuresSchema.safeParse(yamlOf('figures.yaml')).data
  const lawIds = lawSchema.safeParse(yamlOf('giving/law.yaml')).data?.terms.map(({ id }) => id) ?? []
  const words = wordsOf(yamlOf('site.yaml'), { figures: known && figureWords(known), lawIds })
  /** Each language has its own words for "our founder", until the name is known, and for figures such as "3 months". */
  const ownWords = new Map<string, Placeholders>()
  function wordsIn(language: Language): Placeholders {
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

  function read(name: string, schema: z.ZodType): File<unknown> | undefined {
    const parsed = parse(`content/${name}`, textOf(name), schema, words)
    if (!parsed.ok) {
      problems.push(...parsed.problems)
      return undefined
    }
    const { source, data, body } = parsed
    const entry: Entry = { source, schema, data }
    entries.push(entry)
    return { name: name.slice(name.indexOf('/') + 1).replace(/\.\w+$/, ''), data, body: body.trim(), entry }
  }

  function readSingle<Name extends keyof Files>(name: Name): File<z.output<Files[Name]>> | undefined {
    // The table has the schema of each file, but TypeScript cannot follow a lookup by a generic name.
    if (names.has(name)) return read(name, contentFiles[name]) as ReturnType<typeof readSingle<Name>>
    if (!optionalFiles.includes(name)) problems.push(wholeFile(`content/${name}`, 'this file is missing'))
    return undefined
  }

  /**
   * The valid files of a folder. Reports files with another extension, which would silently be ignored. `made`: the value of a file, or an
   * error about its name.
   */
  function readFolder<Folder extends keyof Folders, Made>(
    folder: Folder,
    made: (file: File<z.output<Folders[Folder]['schema']>>) => Made | string,
  ): Made[] {
    const { ending, schema } = contentFolders[folder]
    return [...names].flatMap((name) => {
      if (!name.startsWith(`${folder}/`) || readTranslationName(name) || isStoryOrder(name)) return []
      if (!name.endsWith(ending)) {
        problems.push(wholeFile(`content/${name}`, `is not read: the name of a file here ends in ${ending}`))
        return []
      }
      const file = read(name, schema) as Parameters<typeof made>[0] | undefined
      if (!file) return []
      const value = made(file)
      if (typeof value !== 'string') return [value]
      problems.push(file.entry.source.problem([], value))
      return []
    })
  }
  /** `id`: the name of the file. */
  const named = <Data>({ name, data }: File<Data>): Data & { id: string } => ({ ...data, id: name })

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
      // The errors of the original are reported already.
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

  readSingle('currencies.yaml')
  const countries = readSingle('countries.yaml')?.data.countries ?? []
  if (problems.length > 0) return { ok: false, problems, countries, words }
  const inTables = {
    country: countries.map(({ name }) => name),
    camps: countries.flatMap(({ camps }) => camps ?? []),
    currency: currencies.map(({ code }) => code),
    /** Filled below, where their files are read. */
    reason: [] as number[],
    campaign: [] as string[],
  }
  /** Reports what the tables do not have. `key`: the name of a field. */
  function mustBe(
    kind: keyof typeof inTables,
    value: string | number | undefined,
    { source }: Entry,
    at: Path,
    key?: true,
  ) {
    const known = inTables[kind].map(String)
    if (value === undefined || known.includes(String(value))) return
    const message = `"${value}" is not one of: ${known.join(', ')}${didYouMean(String(value), known)}`
    problems.push(source.problem(at, message, key && { key }))
  }
  const site = readSingle('site.yaml')?.data
  const colours = readSingle('colours.yaml')?.data
  const logo = names.has('logo.svg') ? textOf('logo.svg') : undefined
  if (logo === undefined) problems.push(wholeFile('content/logo.svg', 'this file is missing'))
  const navigation = readSingle('navigation.yaml')?.data
  const campDefaults = readSingle('camps.yaml')
  for (const name of Object.keys(campDefaults?.data.countryWiseCamps ?? {}))
    if (campDefaults) mustBe('camps', name, campDefaults.entry, ['countryWiseCamps', name], true)
  const figures = readSingle('figures.yaml')
  for (const [index, { total }] of figures?.data.live.entries() ?? [])
    if (figures && typeof total === 'object')
      mustBe('camps', total.country, figures.entry, ['live', index, 'total', 'country'])
  const reasons = readSingle('giving/reasons.yaml')?.data
  inTables.reason = reasons?.reasons.map(({ code }) => code) ?? []
  const receipts = readSingle('giving/receipts.yaml')
  const transfers = readSingle('giving/transfers.yaml')
  for (const code of Object.keys(transfers?.data.accounts ?? {}))
    if (transfers) mustBe('currency', code, transfers.entry, ['accounts', code], true)
  for (const [index, { currency }] of transfers?.data.statements.entries() ?? [])
    if (transfers) mustBe('currency', currency, transfers.entry, ['statements', index, 'currency'])
  const law = readSingle('giving/law.yaml')?.data ?? { terms: [] }
  for (const code of Object.keys(receipts?.data.receipts ?? {}))
    if (receipts) mustBe('currency', code, receipts.entry, ['receipts', code], true)
  for (const { code: currency } of receipts ? currencies : [])
    if (!receipts?.data.receipts[currency])
      problems.push(
        wholeFile('content/giving/receipts.yaml', `has nothing for ${currency}, a currency of currencies.yaml`),
      )
  for (const [currency, { office }] of Object.entries(receipts?.data.receipts ?? {}))
    if (site && !site.offices.some(({ code }) => code === office))
      problems.push(
        ...(receipts
          ? [
              receipts.entry.source.problem(
                ['receipts', currency, 'office'],
                `there is no office ${office} in content/site.yaml`,
              ),
            ]
          : []),
      )

  const films = readFolder('films', (file) => {
    file.entry.film = named(file)
    return file.entry.film
  })
  const playlists = readFolder('playlists', (file) => {
    const playlist = named(file)
    file.entry.playlist = playlist
    problems.push(...unknownFilmsOfPlaylist(playlist, films, file.entry.source))
    return playlist
  })
  const pages = readFolder('pages', ({ data, entry }): Page => {
    entry.page = data
    mustBe('country', data.country, entry, ['country'])
    for (const [index, block] of data.blocks.entries()) {
      if (block.kind === 'stories') mustBe('country', block.country, entry, ['blocks', index, 'country'])
      if (block.kind === 'sponsorship-form' && currencies.some(({ form }) => form === block.event))
        problems.push(entry.source.problem(['blocks', index, 'event'], 'is the form of a currency already'))
      if (block.kind === 'donation-form') mustBe('currency', block.currency, entry, ['blocks', index, 'currency'])
    }
    problems.push(...unknownNames(data, entry.source, { films, playlists }, figures?.data))
    return data
  })
  // Each payment form needs a page to return to. A page with errors may contain it.
  const allRead = problems.length === 0
  const formsForGifts = donationForms(pages)
  const ofSponsorships = sponsorshipForms(pages)
  for (const { code } of currencies)
    if (allRead && !formsForGifts.some(({ currency }) => currency === code))
      problems.push(wholeFile('content/pages', `no page has the donation-form in ${code}`))

  const storyOrder = [...names].filter(isStoryOrder).flatMap((name) => {
    const file = read(name, storyOrderSchema) as File<z.output<typeof storyOrderSchema>> | undefined
    if (file) file.entry.storyOrder = file.data.stories
    return file?.data.stories ?? []
  })
  const rank = (address: string) => (storyOrder.includes(address) ? storyOrder.indexOf(address) : storyOrder.length)
  const placeOf = (country: string) => inTables.country.indexOf(country)
  const stories = readFolder('stories', ({ name, data, body, entry }) => {
    const [, folder, slug] = /^([^/]+)\/([a-z0-9-]+)$/.exec(name) ?? []
    const country = inTables.country.find((known) => known === folder)
    if (!country || !slug)
      return `a story stands at content/stories/{Country}/{slug}.md; Country is one of ${inTables.country.join(', ')}, and the slug has ${slugRule}`
    mustBe('reason', data.gift.reason, entry, ['gift', 'reason'])
    const address = `/${country}/stories/${slug}`
    entry.story = { ...data, country, slug, address, place: 0, body }
    return entry.story
  }).sort((a, b) => placeOf(a.country) - placeOf(b.country) || rank(a.address) - rank(b.address))
  for (const [index, story] of stories.entries())
    story.place = index - stories.findIndex(({ country }) => country === story.country)
  const events = readFolder('events', named)
  const campaigns = readFolder('campaigns', ({ name, data, entry }) => {
    if (!/^[a-z0-9][a-z0-9-]{0,59}$/.test(name))
      return `a campaign stands at content/campaigns/{slug}.yaml; the slug has ${slugRule}`
    mustBe('reason', data.reason, entry, ['reason'])
    inTables.campaign.push(name)
    entry.campaign = { ...data, slug: name }
    return entry.campaign
  })
  const buttons = readSingle('giving/buttons.yaml')
  for (const [index, { reason, campaign, monthly }] of buttons?.data.buttons.entries() ?? []) {
    const at = ['buttons', index]
    if (buttons) mustBe('reason', reason, buttons.entry, [...at, 'reason'])
    for (const [name, slug] of Object.entries({ campaign, monthly }))
      if (buttons) mustBe('campaign', slug, buttons.entry, [...at, name])
  }
  const camps = readFolder('camps', (file) => {
    mustBe('country', file.data.country, file.entry, ['country'])
    return named(file)
  })
  const forms = readFolder('forms', ({ name, data, entry }) => {
    if (!isEnquiryForm(name))
      return `a form stands at content/forms/{id}.yaml; the id is one of ${enquiryForms.join(', ')}`
    entry.form = { ...data, id: name }
    return entry.form
  }).sort((a, b) => enquiryForms.indexOf(a.id) - enquiryForms.indexOf(b.id))
  const posts = readFolder('posts', ({ name, data, body, entry }) => {
    if (!/^[a-z0-9-]+$/.test(name)) return `a post stands at content/posts/{slug}.md; the slug has ${slugRule}`
    entry.post = { ...data, slug: name, address: `/${site?.names.secondSlug}/${name}`, body }
    return entry.post
  }).sort((a, b) => b.date.localeCompare(a.date) || a.slug.localeCompare(b.slug))

  const inGallery = readSingle('gallery.yaml')?.data.photos ?? []
  const gallery = galleryOf(pages)
  if (allRead && inGallery.length > 0 && !gallery)
    problems.push(wholeFile('content/pages', 'no page has the block gallery, which shows content/gallery.yaml'))
  const photos = inGallery.flatMap((photo): Photo[] =>
    gallery ? [{ ...photo, address: `${gallery.address}/photo/${photo.id}` }] : [],
  )
  const listed = readSingle('redirects.yaml')
  if (listed) listed.entry.redirects = listed.data.redirects
  const redirects = [...(listed?.data.redirects ?? []), ...(site ? formerAddresses(entries, site, words) : [])]
  const answers = readSingle('answers.yaml')?.data
  pages.push(...pages.flatMap((page) => laterPages(page, { posts, photos, stories })))

  const translations = readTranslations()

  if (!site || !colours || !logo || !navigation || !reasons || !receipts || problems.length > 0)
    return { ok: false, problems, countries, words }
  return {
    ok: true,
    words,
    content: {
      site,
      colours,
      logo,
      navigation,
      campDefaults: campDefaults?.data ?? ({ asOf: '1970-01', ...noCamps } as CampDefaults),
      countries,
      currencies,
      figures: figures?.data ?? noFigures,
      reasons: reasons.reasons,
      buttons: buttons?.data.buttons ?? [],
      giftShare: reasons.share,
      receipts: receipts.data.receipts,
      transfers: transfers?.data ?? { accounts: {}, statements: [] },
      law,
      campaigns,
      donationForms: formsForGifts,
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
function formerAddresses(entries: readonly Entry[], { formerly }: Site, words: Placeholders): Redirect[] {
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
