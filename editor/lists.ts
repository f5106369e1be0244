/** What the editing page must know of the content: the choices of its fields, and the English texts for the forms of translations. Pure. */
import { translatedLanguages } from '#lib/platform/languages/index.ts'
import { isRecord, propertyOf } from '#lib/platform/narrow.ts'
import type { BlockKind } from '#lib/site/content/block-schema.ts'
import { gapsOf } from '#lib/site/content/checks/translations.ts'
import { addressed, type Content, type Entry } from '#lib/site/content/content.ts'
import { kindOf } from '#lib/site/content/fields.ts'
import { isPublished, type Publication, publishedContent } from '#lib/site/content/publication.ts'
import { contentFolders } from '#lib/site/content/registry.ts'
import type { Country } from '#lib/site/content/schema.ts'
import { type Translation, textsOf } from '#lib/site/content/translation.ts'
import { walk } from '#lib/site/content/walk.ts'
import { kindOfFile } from './collections.ts'
import { labelsOf, nameOf } from './labels.ts'
import type { Choices, OriginalName } from './settings.ts'
import type { Original } from './translations.ts'

/** Intl lists some zones under obsolete names. */
const namesToday: Record<string, string> = { 'Asia/Calcutta': 'Asia/Kolkata', 'Asia/Katmandu': 'Asia/Kathmandu' }

const zones = Intl.supportedValuesOf('timeZone')
  .map((zone) => namesToday[zone] ?? zone)
  .filter((zone) => zone.includes('/'))
  .map((zone) => ({ value: zone, label: zone.replaceAll('_', ' ').replaceAll('/', ', ') }))

/** The choices of fields that name an entry of a list in another file. `files`: addresses of those that pages may link to. Empty for content with problems: fields then keep what they hold. */
export function choicesOf(
  loaded: { ok: true; content: Content } | { ok: false; countries: readonly Country[] },
  files: readonly string[] = [],
): Choices {
  const { countries } = loaded.ok ? loaded.content : loaded
  const known = {
    countries: countries.map(({ name, cloth }) => ({ value: name, label: nameOf(name), cloth })),
    campCountries: countries.flatMap(({ name, camps }) => (camps ? [{ value: camps, label: nameOf(name) }] : [])),
    zones,
  }
  if (!loaded.ok) {
    const unknown = { currencies: [], figures: [], liveFigures: [], milestones: [], offices: [], reasons: [] }
    return { ...known, ...unknown, campaigns: [], stories: [], links: [] }
  }
  const { campaigns, currencies, entries, figures, reasons, site, stories } = loaded.content
  const pages = entries.flatMap((entry) => addressed(entry) ?? [])
  const counted = (list: readonly { id: string; label: string; value?: string | number }[]) =>
    list.map(({ id, label, value }) => ({
      value: id,
      label: `${nameOf(id)}: ${value === undefined ? `${label}, counted live` : `${value} ${label}`}`,
    }))
  return {
    ...known,
    currencies: currencies.map(({ code, words }) => ({ value: code, label: `${code}, ${words}` })),
    links: [
      { value: '/give', label: 'Donate' },
      ...pages.map(({ address, title }) => ({ value: address, label: title })),
      ...files.map((file) => ({ value: file, label: 'File' })),
    ],
    figures: counted([...figures.live, ...figures.fixed]),
    liveFigures: counted(figures.live),
    milestones: counted(figures.milestones),
    offices: site.offices.map(({ code, name }) => ({ value: code, label: name })),
    campaigns: campaigns.map(({ slug, title }) => ({ value: slug, label: title })),
    reasons: reasons.map(({ code, label }) => ({ value: code, label })),
    stories: stories.map(({ country, slug, title }) => ({ value: slug, label: title, country })),
  }
}

/** Every file with texts: pages first, and single files last. */
export function originalNames({ entries, translations }: Content): OriginalName[] {
  const folders: string[] = Object.keys(contentFolders)
  const named = entries.flatMap((entry) => {
    if (!originalOf(entry)) return []
    const { file } = entry.source
    const { folder } = entry
    const { title, name = title } = isRecord(entry.data) ? entry.data : {}
    const label = folder
      ? `${labelsOf([folder]).label}: ${String(name)}`
      : labelsOf([kindOfFile(file.replace('content/', ''))]).label
    const address = addressed(entry)?.address
    const left = Object.fromEntries(
      translatedLanguages.map((language) => {
        const translation = translations.find((each) => each.of === entry && each.language === language)
        return [language, translation ? leftIn(translation) : 'not translated']
      }),
    )
    const named = { file, label, ...(address && { address }), left }
    return [{ place: folder ? folders.indexOf(folder) : folders.length, named }]
  })
  return named.toSorted((a, b) => a.place - b.place).map(({ named }) => named)
}

/** The page on which each film, playlist and campaign is visible, by file: the first one that names it, directly or indirectly. */
export function shownAt({ entries }: Content): Record<string, string> {
  const naming = new Map<string, Entry[]>()
  for (const entry of entries)
    walk(entry.schema, entry.source.raw, ({ schema, value }) => {
      const file = `content/${kindOf(schema).list}/${value}.yaml`
      if (typeof value === 'string') naming.set(file, [...(naming.get(file) ?? []), entry])
    })
  const pageOf = (entry: Entry, passed: readonly Entry[] = []): string | undefined => {
    if (passed.includes(entry)) return undefined
    const named = naming.get(entry.source.file) ?? []
    return addressed(entry)?.address ?? named.map((next) => pageOf(next, [...passed, entry])).find((page) => page)
  }
  return Object.fromEntries(
    entries.flatMap((entry) => {
      const { file } = entry.source
      const kind = blockOfFile[file]
      const page = kind
        ? entries.find(({ page }) => page?.blocks.some((block) => block.kind === kind))?.page?.address
        : /^(?:films|playlists|campaigns)$/.test(entry.folder ?? '') && pageOf(entry)
      return page ? [[file, page] as const] : []
    }),
  )
}

/** Single files that one kind of block shows. */
const blockOfFile: Record<string, BlockKind> = {
  'content/gallery.yaml': 'gallery',
  'content/giving/reasons.yaml': 'donation-form',
}

/** The remaining work in words; empty if nothing is left. */
function leftIn(translation: Translation): string {
  const gaps = gapsOf(translation)
  const changed = gaps.filter(({ index }) => index !== undefined).length
  const missing = gaps.length - changed
  return [...(missing > 0 ? [`${missing} missing`] : []), ...(changed > 0 ? [`${changed} out of date`] : [])].join(', ')
}

/** By the names of their files. */
export const originalsOf = ({ entries }: Content): Map<string, Original> =>
  new Map(
    entries.flatMap((entry) => {
      const original = originalOf(entry)
      return original ? [[entry.source.file, original] as const] : []
    }),
  )

/** The content that visitors see at a time, for an editor whose page everybody can open. */
export const publicPart = (content: Content, now: Date): Content => ({
  ...publishedContent(content, now),
  entries: content.entries.filter(({ data }) => isPublished(data as Publication, now, content.site.zone)),
})

function originalOf(entry: Entry): Original | undefined {
  const texts = textsOf(entry).map((text) => {
    const [list = '', index = ''] = text.path
    const kind = propertyOf(propertyOf(propertyOf(entry.source.raw, list), index), 'kind')
    return typeof kind === 'string' ? { ...text, kind } : text
  })
  return texts.length > 0 ? texts : undefined
}
