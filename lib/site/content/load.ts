/** Reads every file under content/ and validates it against its schema, with the names of other entries in it. Reports all problems at once. */

import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { parse as parseYaml } from 'yaml'
import type { z } from 'zod'
import {
  defaultLanguage,
  defaultLocale,
  isLanguage,
  type Language,
  translatedLanguages,
} from '#lib/platform/languages/index.ts'
import { catalogueFaults } from '#lib/platform/messages/check.ts'
import { type CurrencySigns, formatMoney, parseMoney } from '#lib/platform/money.ts'
import { isRecord, propertyOf } from '#lib/platform/narrow.ts'
import { assemble, type Content, dataOf, type Entry } from './content.ts'
import { kindOf, type NamedList } from './fields.ts'
import { donationForms } from './giving-pages.ts'
import { currenciesSchema, lawSchema } from './giving-schema.ts'
import { galleryOf } from './pagination.ts'
import { type Known, parse as parseFile } from './parse.ts'
import { fill, type Placeholders, placeholdersOf } from './placeholders.ts'
import { didYouMean, type Path, type Problem, problemOfFile } from './problem.ts'
import { contentFiles, contentFolders, type FileName, type FolderName, isStoryOrder } from './registry.ts'
import {
  type Country,
  figuresSchema,
  figureWords,
  namesInAddresses,
  type Page,
  type Redirect,
  type redirectsSchema,
  type Site,
  storyOrderSchema,
} from './schema.ts'
import { readTranslationName, type Translation, translate, translationSchema } from './translation.ts'
import { definition, type Schema, walk } from './walk.ts'

/** `countries`: for the editor. Both as far as their files can be read. */
type Loaded = ({ ok: true; content: Content } | { ok: false; problems: Problem[]; countries: Country[] }) & {
  known: Known
}

type Options = {
  /** By default every file is parsed. */
  parse?: typeof parseFile
  /** Texts that replace those of files, by names relative to the folder; undefined for a file to be treated as missing. */
  instead?: ReadonlyMap<string, string | undefined>
}

/** `root`: absolute path of the content folder. Never throws for mistakes in content. */
export function loadContent(root: string, { parse = parseFile, instead = new Map() }: Options = {}): Loaded {
  const problems: Problem[] = []
  const entries: Entry[] = []
  const names = [...new Set([...filesUnder(root), ...instead.keys()])]
    .filter((name) => !instead.has(name) || instead.get(name) !== undefined)
    .sort()
  const textOf = (name: string) => instead.get(name) ?? readFileSync(path.join(root, name), 'utf8')
  const yamlOf = (name: string): unknown => orUndefined(() => parseYaml(textOf(name)))
  const { currencies = [] } = currenciesSchema.safeParse(yamlOf('currencies.yaml')).data ?? {}
  const placeholders = placeholdersFrom(
    yamlOf,
    currencies,
    names.filter((name) => /^pages\/[^.]+\.yaml$/.test(name) && textOf(name).includes('kind: sponsorship-form')),
  )
  const known = { placeholders, currencies }
  const report = (name: string, message: string) => problems.push(problemOfFile(`content/${name}`, message))

  function read(name: string, schema: z.ZodType, folder?: FolderName): void {
    const parsed = parse(`content/${name}`, textOf(name), schema, known)
    if (!parsed.ok) {
      problems.push(...parsed.problems)
      return
    }
    const { source, data, body } = parsed
    const id = name.slice(name.indexOf('/') + 1).replace(/\.\w+$/, '')
    const entry: Entry = { source, schema, data, id, ...(folder && { folder }) }
    if (name.endsWith('.md')) entry.body = body.trim()
    if (entry.body === '') problems.push(source.problem(['body'], 'has no text: write it below the second ---'))
    entries.push(entry)
  }

  function readSingle(name: FileName): void {
    if (names.includes(name)) read(name, contentFiles[name].schema)
    else if (!('missing' in contentFiles[name])) report(name, 'this file is missing')
  }

  /** Reports other files, which would silently be ignored. */
  function readFolder(folder: FolderName): void {
    const { ending, schema, names: allowed } = contentFolders[folder]
    for (const name of names) {
      if (!name.startsWith(`${folder}/`) || readTranslationName(name) || isStoryOrder(name)) continue
      if (!name.endsWith(ending)) report(name, `is not read: the name of a file here ends in ${ending}`)
      else if (allowed && !allowed.pattern.test(name.slice(folder.length + 1, -ending.length)))
        report(name, `is not read: the name of a file here is ${allowed.rule}`)
      else read(name, schema, folder)
    }
  }

  readSingle('countries.yaml')
  readSingle('currencies.yaml')
  const countries = dataOf(entries, 'countries.yaml')?.countries ?? []
  const failed = (): Loaded => ({ ok: false, problems, countries, known })
  if (problems.length > 0) return failed()
  for (const name of Object.keys(contentFiles) as FileName[]) if (!dataOf(entries, name)) readSingle(name)
  const logo = names.includes('logo.svg') ? textOf('logo.svg') : ''
  if (!logo) report('logo.svg', 'this file is missing')
  for (const folder of Object.keys(contentFolders) as FolderName[]) readFolder(folder)
  for (const name of names.filter(isStoryOrder)) read(name, storyOrderSchema)
  for (const entry of entries) {
    const { file } = entry.source
    if (file === 'content/redirects.yaml') entry.redirects = (entry.data as z.output<typeof redirectsSchema>).redirects
    if (isStoryOrder(file.replace('content/', '')))
      entry.storyOrder = (entry.data as z.output<typeof storyOrderSchema>).stories
  }

  problems.push(...unknownNames(entries, names))
  for (const name of names) if (name.startsWith('messages/')) checkCatalogue(name)
  problems.push(...missingParts(entries, problems.length === 0))

  const placeholdersOfLanguages = new Map(
    translatedLanguages.map((language) => [language, placeholdersIn(language, placeholders, yamlOf)]),
  )
  const translations = names.flatMap((name): Translation<Entry>[] => {
    const translation = readTranslation(name)
    if (typeof translation === 'string') report(name, translation)
    else if (translation) {
      problems.push(...translate(translation.of, translation.language, translation).problems)
      return [translation]
    }
    return []
  })

  function checkCatalogue(name: string): void {
    const [, code = ''] = /^messages\/(.+)\.json$/.exec(name) ?? []
    const faults = isLanguage(code)
      ? catalogueFaults(textOf(name))
      : ['is not read: the name of a file here is the code of a language of content/languages.yaml, such as ne.json']
    for (const fault of faults) report(name, fault)
  }

  /** A sentence if the file cannot be a translation; undefined if it is none, or if it or its original has mistakes. */
  function readTranslation(name: string): Translation<Entry> | string | undefined {
    const { code, original } = readTranslationName(name) ?? {}
    if (code === undefined) return undefined
    if (!isLanguage(code)) return `"${code}" is not a language of content/languages.yaml`
    if (code === defaultLanguage)
      return `"${code}" is the main language, the first of content/languages.yaml: put the language of content/${original} before it`
    if (!name.endsWith('.yaml')) return `must be ${original}.${code}.yaml`
    const originals = [`${original}.yaml`, `${original}.md`]
    if (!originals.some((file) => names.includes(file)))
      return `content/${original}, of which it is the translation, does not exist`
    const of = entries.find(({ source }) => originals.some((file) => source.file === `content/${file}`))
    const parsed = of && parse(`content/${name}`, textOf(name), translationSchema)
    if (of && parsed?.ok)
      return {
        language: code,
        of,
        source: parsed.source,
        placeholders: placeholdersOfLanguages.get(code) ?? placeholders,
        ...parsed.data,
      }
    if (parsed && !parsed.ok) problems.push(...parsed.problems)
    return undefined
  }

  if (problems.length > 0) return failed()
  const assembled = assemble(entries, defaultLanguage)
  const redirects = [...assembled.redirects, ...formerAddresses(entries, assembled.site, placeholders)]
  return { ok: true, known, content: { ...assembled, logo, redirects, entries, translations } }
}

/**
 * Reports what files need of each other without naming it, such as a donation form for each currency. `isComplete`: false if files have
 * mistakes, because one of them may have what is missing.
 */
function missingParts(entries: readonly Entry[], isComplete: boolean): Problem[] {
  const countries = dataOf(entries, 'countries.yaml')?.countries.map(({ name }) => name) ?? []
  const currencies = dataOf(entries, 'currencies.yaml')?.currencies ?? []
  const receipts = dataOf(entries, 'giving/receipts.yaml')?.receipts
  const pages = entries.flatMap(({ folder, data }) => (folder === 'pages' ? [data as Page] : []))
  const forms = donationForms(pages).map(({ currency }) => currency)
  const noPage = (what: string) => problemOfFile('content/pages', `no page has ${what}`)
  const problems = [
    ...entries.flatMap(({ folder, id, source }) => {
      const [country = ''] = id.split('/')
      const message = `"${country}" is not in content/countries.yaml${didYouMean(country, countries)}`
      return folder !== 'stories' || countries.includes(country) ? [] : source.problem([], message)
    }),
    ...currencies.flatMap(({ code }) => {
      const message = `has nothing for ${code}, a currency of currencies.yaml`
      return !receipts || receipts[code] ? [] : problemOfFile('content/giving/receipts.yaml', message)
    }),
    ...entries.flatMap(({ folder, data, source }) => {
      const { blocks } = folder === 'pages' ? (data as Page) : { blocks: [] }
      return blocks.flatMap((block, index) => {
        if (block.kind !== 'donation-form' || block.citizens) return []
        if (currencies.find(({ code }) => code === block.currency)?.law !== 'india') return []
        const message =
          'is missing: a form in rupees asks for citizenship with these words, also once an FCRA registration has lapsed'
        return source.problem(['blocks', index, 'citizens'], message)
      })
    }),
  ]
  if (!isComplete || problems.length > 0) return problems
  return [
    ...currencies.flatMap(({ code }) => (forms.includes(code) ? [] : noPage(`the donation-form in ${code}`))),
    ...(dataOf(entries, 'gallery.yaml')?.photos.length && !galleryOf(pages)
      ? [noPage('the block gallery, which shows content/gallery.yaml')]
      : []),
  ]
}

/**
 * The placeholders, as far as their files can be read: these files are validated later. `sponsorshipPages`: files that have the prices of
 * levels.
 */
function placeholdersFrom(
  yamlOf: (name: string) => unknown,
  currencies: readonly CurrencySigns[],
  sponsorshipPages: readonly string[],
): Placeholders {
  const figures = figuresSchema.safeParse(yamlOf('figures.yaml')).data
  const terms = lawSchema.shape.terms.safeParse(propertyOf(yamlOf('giving/law.yaml'), 'terms')).data
  return placeholdersOf(yamlOf('site.yaml'), {
    figures: figures && figureWords(figures, currencies),
    levels: sponsorshipPages.flatMap((name) => levelPrices(yamlOf(name), currencies)),
    lawIds: terms?.map(({ id }) => id) ?? [],
  })
}

/** The price of each level in words, by the name of the sponsorship and the level. */
function levelPrices(page: unknown, currencies: readonly CurrencySigns[]): [id: string, price: string][] {
  const parts = (value: unknown) => (Array.isArray(value) ? value.filter(isRecord) : [])
  return parts(propertyOf(page, 'blocks')).flatMap(({ kind, event, levels }) =>
    kind !== 'sponsorship-form'
      ? []
      : parts(levels).flatMap(({ id, price }) =>
          [parseMoney(String(price), currencies)].flatMap((money) =>
            money ? [[`${String(event)}-${String(id)}`, formatMoney(money, defaultLocale)] as [string, string]] : [],
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

/** What each list of names has. `names`: of all files. */
function listsOf(entries: readonly Entry[], names: readonly string[]): Map<NamedList, KnownNames> {
  const inFiles = Object.entries(contentFiles).flatMap(([file, row]) => {
    const data = dataOf(entries, file as FileName)
    const lists: [string, (data: never) => (string | number)[]][] = Object.entries('lists' in row ? row.lists : {})
    return lists.map(([list, idsOf]): [string, KnownNames] => [
      list,
      { ids: data && idsOf(data as never).map(String), missing: (name) => `"${name}" is not in content/${file}` },
    ])
  })
  const files = names.filter((name) => name.endsWith('.yaml') && !readTranslationName(name))
  const inFolders = Object.keys(contentFolders).map((folder): [string, KnownNames] => [
    folder,
    {
      ids: files.flatMap((name) => (name.startsWith(`${folder}/`) ? name.slice(folder.length + 1, -5) : [])),
      missing: (name) => `content/${folder}/${name}.yaml does not exist`,
    },
  ])
  return new Map([...inFiles, ...inFolders] as [NamedList, KnownNames][])
}

/** `ids`: undefined if their file has mistakes, which are reported already. `missing`: says that a name is not among them. */
type KnownNames = { ids: readonly string[] | undefined; missing: (name: string) => string }

/** Reports the fields that name an entry of another file which does not exist. `names`: of all files. */
function unknownNames(entries: readonly Entry[], names: readonly string[]): Problem[] {
  const known = listsOf(entries, names)
  return entries.flatMap(({ source, schema, data }) => {
    const problems: Problem[] = []
    const check = (part: Schema, name: string, path: Path, key?: true) => {
      const { list } = kindOf(part)
      const { ids, missing } = (list && known.get(list)) ?? {}
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
