/** Reads every file under content/ and validates it against its schema, with the names of other entries in it. Reports all problems at once. */

import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { parse as parseYaml } from 'yaml'
import type { z } from 'zod'
import { defaultLanguage, isLanguage, type Language, translatedLanguages } from '#lib/platform/languages/index.ts'
import { catalogueFaults } from '#lib/platform/messages/check.ts'
import { formatMoney } from '#lib/platform/money.ts'
import { isRecord, propertyOf } from '#lib/platform/narrow.ts'
import { setCurrencies, writtenMoney } from '#lib/site/content/currencies.ts'
import { enquiryForms, isEnquiryForm } from '#lib/site/content/form-ids.ts'
import type { Colours } from './brand-schema.ts'
import type { CharityEvent, PlannedCamp } from './event-schema.ts'
import { listNamedBy, type NamedList } from './fields.ts'
import { contentFiles, contentFolders, type Files, type Folder, isStoryOrder, whenMissing } from './files.ts'
import type { Film, Playlist } from './film-schema.ts'
import { type DonationForm, donationForms, type SponsorshipForm, sponsorshipForms } from './giving-pages.ts'
import {
  type Campaign,
  type CurrencyEntry,
  currenciesSchema,
  type DonateButton,
  type Law,
  lawSchema,
  type Reason,
  type Receipts,
  type Transfers,
} from './giving-schema.ts'
import { galleryOf, laterPages } from './pagination.ts'
import { parse as parseFile, type Source } from './parse.ts'
import { fill, type Placeholders, placeholdersOf } from './placeholders.ts'
import { didYouMean, type Path, type Problem, problemOfFile } from './problem.ts'
import {
  type Answers,
  type Country,
  type campDefaultsSchema,
  type EnquiryFormContent,
  type Figures,
  figuresSchema,
  figureWords,
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
import { definition, type Schema, walk } from './walk.ts'

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
  film?: Film
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
  /** In the order of the file. */
  photos: Photo[]
  /** The redirects in content/redirects.yaml, and those from addresses with a former name. */
  redirects: Redirect[]
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

/** `countries`: for the editor. Both as far as their files can be read. */
type Loaded = ({ ok: true; content: Content } | { ok: false; problems: Problem[]; countries: Country[] }) & {
  placeholders: Placeholders
}

type Folders = typeof contentFolders
/** A valid file of a folder. `id`: its name within the folder, without its ending. */
type File<Data> = { id: string; data: Data; body: string; entry: Entry }

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
    [...filesUnder(root), ...instead.keys()]
      .filter((name) => !instead.has(name) || instead.get(name) !== undefined)
      .sort(),
  )
  const textOf = (name: string) => instead.get(name) ?? readFileSync(path.join(root, name), 'utf8')
  const yamlOf = (name: string): unknown => orUndefined(() => parseYaml(textOf(name)))
  // Every amount in the other files is read by them.
  const { currencies = [] } = currenciesSchema.safeParse(yamlOf('currencies.yaml')).data ?? {}
  setCurrencies(() => currencies)
  const known = placeholdersFrom(
    yamlOf,
    [...names].filter((name) => /^pages\/[^.]+\.yaml$/.test(name) && textOf(name).includes('kind: sponsorship-form')),
  )
  const knownIn = new Map(translatedLanguages.map((language) => [language, placeholdersIn(language, known, yamlOf)]))

  function read(name: string, schema: z.ZodType): File<unknown> | undefined {
    const parsed = parse(`content/${name}`, textOf(name), schema, known)
    if (!parsed.ok) {
      problems.push(...parsed.problems)
      return undefined
    }
    const { source, data, body } = parsed
    const entry: Entry = { source, schema, data }
    entries.push(entry)
    return { id: name.slice(name.indexOf('/') + 1).replace(/\.\w+$/, ''), data, body: body.trim(), entry }
  }

  const files: Partial<Files> = {}
  function readSingle(name: keyof Files) {
    const isThere = names.has(name)
    if (!isThere && !whenMissing[name]) problems.push(problemOfFile(`content/${name}`, 'this file is missing'))
    Object.assign(files, { [name]: isThere ? read(name, contentFiles[name])?.data : whenMissing[name] })
  }

  /** The valid files of a folder. Reports other files, which would silently be ignored. */
  function readFolder<Name extends keyof Folders>(folder: Name): File<z.output<Folders[Name]['schema']>>[] {
    const { ending, schema, names: allowed }: Folder = contentFolders[folder]
    return [...names].flatMap((name) => {
      if (!name.startsWith(`${folder}/`) || readTranslationName(name) || isStoryOrder(name)) return []
      const id = name.slice(folder.length + 1, -ending.length)
      const fault = !name.endsWith(ending)
        ? `is not read: the name of a file here ends in ${ending}`
        : allowed && !allowed.pattern.test(id) && `is not read: the name of a file here is ${allowed.rule}`
      if (fault) problems.push(problemOfFile(`content/${name}`, fault))
      const file = fault ? undefined : read(name, schema)
      if (file && ending === '.md' && file.body === '')
        problems.push(file.entry.source.problem(['body'], 'has no text: write it below the second ---'))
      // The table has the schema of each folder, but TypeScript cannot follow a lookup by a generic name.
      return file ? [file as File<z.output<Folders[Name]['schema']>>] : []
    })
  }
  readSingle('countries.yaml')
  readSingle('currencies.yaml')
  const countries = files['countries.yaml']?.countries ?? []
  if (problems.length > 0) return { ok: false, problems, countries, placeholders: known }
  for (const name of Object.keys(contentFiles) as (keyof Files)[]) if (!(name in files)) readSingle(name)
  const logo = names.has('logo.svg') ? textOf('logo.svg') : ''
  if (!logo) problems.push(problemOfFile('content/logo.svg', 'this file is missing'))
  const site = files['site.yaml']

  const films = readFolder('films').map(({ id, data, entry }) => {
    entry.film = { ...data, id }
    return entry.film
  })
  const playlists = readFolder('playlists').map(withId)
  const events = readFolder('events').map(withId)
  const camps = readFolder('camps').map(withId)
  const campaigns = readFolder('campaigns').map(({ id, data }) => ({ ...data, slug: id }))
  const forms = readFolder('forms')
    .flatMap(({ id, data }) => (isEnquiryForm(id) ? { ...data, id } : []))
    .sort((a, b) => enquiryForms.indexOf(a.id) - enquiryForms.indexOf(b.id))
  const pages = readFolder('pages').map(({ data, entry }): Page => {
    entry.page = data
    return data
  })
  const posts = readFolder('posts')
    .map(({ id, data, body, entry }) => {
      entry.post = { ...data, slug: id, address: `/${site?.names.secondSlug}/${id}`, body }
      return entry.post
    })
    .sort((a, b) => b.date.localeCompare(a.date) || a.slug.localeCompare(b.slug))

  const storyOrder = [...names].filter(isStoryOrder).flatMap((name) => {
    const file = read(name, storyOrderSchema) as File<z.output<typeof storyOrderSchema>> | undefined
    if (file) file.entry.storyOrder = file.data.stories
    return file?.data.stories ?? []
  })
  const rank = (address: string) => (storyOrder.includes(address) ? storyOrder.indexOf(address) : storyOrder.length)
  const countryNames = countries.map(({ name }) => name)
  const stories = readFolder('stories')
    .map(({ id, data, body, entry }) => {
      const [country = '', slug = ''] = id.split('/')
      if (!countryNames.includes(country))
        problems.push(
          entry.source.problem([], `"${country}" is not in content/countries.yaml${didYouMean(country, countryNames)}`),
        )
      entry.story = { ...data, country, slug, address: `/${country}/stories/${slug}`, place: 0, body }
      return entry.story
    })
    .sort(
      (a, b) => countryNames.indexOf(a.country) - countryNames.indexOf(b.country) || rank(a.address) - rank(b.address),
    )
  for (const [index, story] of stories.entries())
    story.place = index - stories.findIndex(({ country }) => country === story.country)
  for (const { code } of currencies)
    if (files['giving/receipts.yaml'] && !files['giving/receipts.yaml'].receipts[code])
      problems.push(
        problemOfFile('content/giving/receipts.yaml', `has nothing for ${code}, a currency of currencies.yaml`),
      )
  problems.push(...unknownNames(entries, knownNames(files, [...names])))
  problems.push(...[...names].filter((name) => name.startsWith('messages/')).flatMap(checkCatalogue))

  // A page with mistakes may have what is missing.
  const pageWith = (what: string) => problems.push(problemOfFile('content/pages', `no page has ${what}`))
  const isComplete = problems.length === 0
  const formsOfCurrencies = donationForms(pages)
  for (const { code } of isComplete ? currencies : [])
    if (!formsOfCurrencies.some(({ currency }) => currency === code)) pageWith(`the donation-form in ${code}`)
  const gallery = galleryOf(pages)
  const inGallery = files['gallery.yaml']?.photos ?? []
  if (isComplete && inGallery.length > 0 && !gallery) pageWith('the block gallery, which shows content/gallery.yaml')
  const photos = inGallery.map((photo): Photo => ({ ...photo, address: `${gallery?.address}/photo/${photo.id}` }))
  pages.push(...pages.flatMap((page) => laterPages(page, { posts, photos, stories })))

  const translations = [...names].flatMap((name): Translation<Entry>[] => {
    const translation = readTranslation(name)
    if (typeof translation === 'string') problems.push(problemOfFile(`content/${name}`, translation))
    else if (translation) {
      problems.push(...translate(translation.of, translation.language, translation).problems)
      return [translation]
    }
    return []
  })

  function checkCatalogue(name: string): Problem[] {
    const [, code = ''] = /^messages\/(.+)\.json$/.exec(name) ?? []
    const faults = isLanguage(code)
      ? catalogueFaults(textOf(name))
      : ['is not read: the name of a file here is the code of a language of content/languages.yaml, such as ne.json']
    return faults.map((fault) => problemOfFile(`content/${name}`, fault))
  }

  /** A sentence if the file cannot be a translation; undefined if it is none, or if it or its original has mistakes. */
  function readTranslation(name: string): Translation<Entry> | string | undefined {
    const { code, original } = readTranslationName(name) ?? {}
    if (code === undefined) return undefined
    if (!isLanguage(code) || code === defaultLanguage) return `"${code}" is not a language of content/languages.yaml`
    if (!name.endsWith('.yaml')) return `must be ${original}.${code}.yaml`
    const originals = [`${original}.yaml`, `${original}.md`]
    if (!originals.some((file) => names.has(file)))
      return `content/${original}, of which it is the translation, does not exist`
    const of = entries.find(({ source }) => originals.some((file) => source.file === `content/${file}`))
    const parsed = of && parse(`content/${name}`, textOf(name), translationSchema)
    if (of && parsed?.ok)
      return { language: code, of, source: parsed.source, placeholders: knownIn.get(code) ?? known, ...parsed.data }
    if (parsed && !parsed.ok) problems.push(...parsed.problems)
    return undefined
  }

  if (problems.length > 0) return { ok: false, problems, countries, placeholders: known }
  // A file that is missing or has mistakes is a problem.
  const valid = files as Files
  const listed = entries.find(({ source }) => source.file === 'content/redirects.yaml')
  if (listed) listed.redirects = valid['redirects.yaml'].redirects
  return {
    ok: true,
    placeholders: known,
    content: {
      site: valid['site.yaml'],
      colours: valid['colours.yaml'],
      logo,
      navigation: valid['navigation.yaml'],
      campDefaults: valid['camps.yaml'],
      countries,
      currencies,
      figures: valid['figures.yaml'],
      reasons: valid['giving/reasons.yaml'].reasons,
      buttons: valid['giving/buttons.yaml'].buttons,
      giftShare: valid['giving/reasons.yaml'].share,
      receipts: valid['giving/receipts.yaml'].receipts,
      transfers: valid['giving/transfers.yaml'],
      law: valid['giving/law.yaml'],
      campaigns,
      donationForms: formsOfCurrencies,
      sponsorshipForms: sponsorshipForms(pages),
      pages,
      stories,
      posts,
      photos,
      redirects: [...valid['redirects.yaml'].redirects, ...formerAddresses(entries, valid['site.yaml'], known)],
      answers: valid['answers.yaml'],
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

const withId = <Data>({ id, data }: File<Data>): Data & { id: string } => ({ ...data, id })

/** The placeholders, as far as their files can be read: these files are validated later. */
/** `sponsorshipPages`: files that have the prices of levels. */
function placeholdersFrom(yamlOf: (name: string) => unknown, sponsorshipPages: readonly string[]): Placeholders {
  const figures = figuresSchema.safeParse(yamlOf('figures.yaml')).data
  const law = lawSchema.safeParse(yamlOf('giving/law.yaml')).data
  return placeholdersOf(yamlOf('site.yaml'), {
    figures: figures && figureWords(figures),
    levels: sponsorshipPages.flatMap((name) => levelPrices(yamlOf(name))),
    lawIds: law?.terms.map(({ id }) => id) ?? [],
  })
}

/** The price of each level in words, by the name of the sponsorship and the level. */
function levelPrices(page: unknown): [id: string, price: string][] {
  const parts = (value: unknown) => (Array.isArray(value) ? value.filter(isRecord) : [])
  return parts(propertyOf(page, 'blocks')).flatMap(({ kind, event, levels }) =>
    kind !== 'sponsorship-form'
      ? []
      : parts(levels).flatMap(({ id, price }) =>
          [writtenMoney(String(price))].flatMap((money) =>
            money ? [[`${String(event)}-${String(id)}`, formatMoney(money)] as [string, string]] : [],
          ),
        ),
  )
}

/** Each language has its own words for "our founder", until the name is known, and for figures such as "3 months". */
function placeholdersIn(language: Language, known: Placeholders, yamlOf: (name: string) => unknown): Placeholders {
  const own = new Map(known)
  for (const file of [`site.${language}.yaml`, `figures.${language}.yaml`])
    for (const { at, english, text } of translationSchema.safeParse(yamlOf(file)).data?.texts ?? []) {
      const [, person, figure] = /^(?:names\.(\w+)|fixed\[([\w-]+)\]\.value)$/.exec(at) ?? []
      const name = person ?? `figure:${figure}`
      if (text && known.get(name) === english) own.set(name, text)
    }
  return own
}

/** `ids`: undefined if their file has mistakes, which are reported already. */
type KnownNames = Record<NamedList, { ids: readonly string[] | undefined; missing: (name: string) => string }>

function knownNames(files: Partial<Files>, names: readonly string[]): KnownNames {
  const inFile = <Name extends keyof Files>(file: Name, idsOf: (data: Files[Name]) => (string | number)[]) => {
    const data: Files[Name] | undefined = files[file]
    return { ids: data && idsOf(data).map(String), missing: (name: string) => `"${name}" is not in content/${file}` }
  }
  const inFolder = (folder: string) => ({
    ids: names.flatMap((name) =>
      readTranslationName(name) ? [] : (new RegExp(`^${folder}/(.+)\\.yaml$`).exec(name)?.[1] ?? []),
    ),
    missing: (name: string) => `content/${folder}/${name}.yaml does not exist`,
  })
  return {
    campaigns: inFolder('campaigns'),
    events: inFolder('events'),
    films: inFolder('films'),
    forms: inFolder('forms'),
    playlists: inFolder('playlists'),
    camps: inFile('countries.yaml', ({ countries }) => countries.flatMap(({ camps }) => camps ?? [])),
    countries: inFile('countries.yaml', ({ countries }) => countries.map(({ name }) => name)),
    currencies: inFile('currencies.yaml', ({ currencies }) => currencies.map(({ code }) => code)),
    figures: inFile('figures.yaml', ({ live, fixed }) => [...live, ...fixed].map(({ id }) => id)),
    liveFigures: inFile('figures.yaml', ({ live }) => live.map(({ id }) => id)),
    milestones: inFile('figures.yaml', ({ milestones }) => milestones.map(({ id }) => id)),
    offices: inFile('site.yaml', ({ offices }) => offices.map(({ code }) => code)),
    reasons: inFile('giving/reasons.yaml', ({ reasons }) => reasons.map(({ code }) => code)),
  }
}

/** Reports the fields that name an entry of another file which does not exist. */
function unknownNames(entries: readonly Entry[], known: KnownNames): Problem[] {
  return entries.flatMap(({ source, schema, data }) => {
    const problems: Problem[] = []
    const check = (part: Schema, name: string, path: Path, key?: true) => {
      const list = listNamedBy(part)
      const { ids, missing } = (list && known[list]) ?? {}
      if (ids && !ids.includes(name))
        problems.push(source.problem(path, `${missing?.(name)}${didYouMean(name, ids)}`, key && { key }))
    }
    walk(schema, data, ({ schema: part, value, path }) => {
      if (typeof value === 'string' || typeof value === 'number') check(part, String(value), path)
      const def = definition(part)
      if (def.type === 'record')
        for (const name of Object.keys(value ?? {})) check(def.keyType, name, [...path, name], true)
    })
    return problems
  })
}

/** The addresses that pages had while a name of site.yaml was another: /{founderSlug}Videos. */
function formerAddresses(entries: readonly Entry[], { formerly }: Site, known: Placeholders): Redirect[] {
  return entries.flatMap(({ page, source }) => {
    const written = String(propertyOf(source.raw, 'address'))
    if (!page || !written.includes('{')) return []
    return namesInAddresses.flatMap((name) =>
      written.includes(`{${name}}`)
        ? formerly[name].map((former) => ({
            from: String(fill(written, new Map([...known, [name, former]])).value),
            to: page.address,
          }))
        : [],
    )
  })
}

/** Changes when a content file is added, removed or saved. Photographs, of which there may be thousands, are measured when shown. */
export function stampOf(folder: string): string {
  const times = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => !name.startsWith('photos'))
    .map((name) => statSync(path.join(folder, name), { throwIfNoEntry: false })?.mtimeMs ?? 0)
  return `${times.length} ${Math.max(...times)}`
}

/** Relative to `root`, with forward slashes. Hidden files are ignored. */
function filesUnder(root: string): string[] {
  if (!existsSync(root)) return []
  return readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.startsWith('.'))
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)).split(path.sep).join('/'))
}

function orUndefined(read: () => unknown): unknown {
  try {
    return read()
  } catch {
    return undefined
  }
}
