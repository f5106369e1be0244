/** The content of all files together, in one language, as the rest of the program reads it. Pure. */
import type { z } from 'zod'
import type { SiteFeatures } from '#lib/platform/env/notes.ts'
import { defaultLanguage, type Language, localeIn, splitAddress } from '#lib/platform/languages/index.ts'
import type { Film } from './film-schema.ts'
import {
  type DonationForm,
  donationForms,
  paymentForm,
  type SponsorshipForm,
  sponsorshipForms,
} from './giving-pages.ts'
import { galleryOf, laterPages } from './pagination.ts'
import type { Source } from './parse.ts'
import {
  contentFiles,
  contentFolders,
  type FileName,
  type FolderName,
  type HeldOfFiles,
  type HeldOfFolders,
} from './registry.ts'
import type { Page, Photo, Post, Redirect, Story } from './schema.ts'
import { type Translation, translate } from './translation.ts'

/** One file with its values, for checks across all files. */
export type Entry = {
  source: Source
  schema: z.ZodType
  data: unknown
  /** The folder of the file, if all files there have the same schema. */
  folder?: FolderName
  /** The name of the file within its folder, without its ending: India, or India/the-bowl for a story. */
  id: string
  /** The text below the fields of a Markdown file. */
  body?: string
  page?: Page
  story?: Story
  post?: Post
  film?: Film
  redirects?: Redirect[]
  /** Addresses of the stories of a country, from first to last. */
  storyOrder?: string[]
}

/** The page, story or post of the file; undefined if it has no address of its own. */
export const addressed = ({ page, story, post }: Entry): Page | Story | Post | undefined => page ?? story ?? post

/** Entries that have an address of their own, by that address. */
export const entriesByAddress = (entries: readonly Entry[]): ReadonlyMap<string, Entry> =>
  new Map(
    entries.flatMap((entry) => {
      const address = addressed(entry)?.address
      return address === undefined ? [] : [[address, entry] as const]
    }),
  )

/**
 * The first currency is for visitors of all countries that no other names. Stories are in the order of the countries, then as their _order.yaml says;
 * posts from the newest on; forms as in form-ids.ts; the others in the order of their files. Past camps are among them.
 */
type InOneLanguage = Omit<HeldOfFiles, 'photos'> &
  HeldOfFolders & {
    photos: Photo[]
    /** One for each currency, and one for each event, with the page of each. */
    donationForms: DonationForm[]
    sponsorshipForms: SponsorshipForm[]
  }

export type Content = InOneLanguage & {
  /** content/logo.svg */
  logo: string
  /** With those from addresses with a former name. */
  redirects: Redirect[]
  entries: Entry[]
  translations: Translation<Entry>[]
}

/** Which of the features that not every charity has this one has. */
export const featuresOf = ({ pages, figures, currencies }: InOneLanguage): SiteFeatures => ({
  cards: pages.some((page) => paymentForm(page)),
  liveFigures: figures.live.length > 0,
  identityDocuments: currencies.some(({ law }) => law === 'india'),
})

/** The values of a single file; undefined if it is missing or has mistakes. */
export const dataOf = <Name extends FileName>(entries: readonly Entry[], name: Name) =>
  entries.find(({ source }) => source.file === `content/${name}`)?.data as
    | z.output<(typeof contentFiles)[Name]['schema']>
    | undefined

/** `entries`: all files, without mistakes. Also sets `page`, `story`, `post` or `film` of each entry that is one. */
export function assemble(entries: readonly Entry[], language: Language): InOneLanguage {
  const files = Object.entries(contentFiles).map(([name, { held, missing }]) =>
    held((dataOf(entries, name as FileName) ?? missing) as never),
  )
  const { photos: inGallery, ...single }: HeldOfFiles = Object.assign({}, ...files)
  const { site, countries } = single
  const folders = Object.entries(contentFolders).map(([name, { as, held, order }]) => {
    const all = entries.flatMap((entry) => {
      if (entry.folder !== name) return []
      const { id, data, body = '' } = entry
      const value = held(data as never, { id, body, language, site })
      if (as) Object.assign(entry, { [as]: value })
      return [value]
    })
    return [name, order ? all.sort(order as never) : all]
  })
  const { pages, stories, ...inFolders }: HeldOfFolders = Object.fromEntries(folders)

  const inOrder = entries.flatMap(({ storyOrder = [] }) => storyOrder)
  const countryOf = (story: Story) => countries.findIndex(({ name }) => name === story.country)
  const rankOf = ({ address }: Story) => {
    const rank = inOrder.indexOf(splitAddress(address).address)
    return rank < 0 ? inOrder.length : rank
  }
  stories.sort((a, b) => countryOf(a) - countryOf(b) || rankOf(a) - rankOf(b))
  for (const [index, story] of stories.entries())
    story.place = index - stories.findIndex(({ country }) => country === story.country)

  const gallery = galleryOf(pages)
  const photos = inGallery.map((photo): Photo => ({ ...photo, address: `${gallery?.address}/photo/${photo.id}` }))
  const lists = { posts: inFolders.posts, photos, stories }
  return {
    ...single,
    ...inFolders,
    stories,
    photos,
    donationForms: donationForms(pages),
    sponsorshipForms: sponsorshipForms(pages),
    pages: [...pages, ...pages.flatMap((page) => laterPages(page, lists))],
  }
}

/** All content in one language, at the addresses of that language; in the main one where there is no translation. */
export function contentIn(content: Content, language: Language): Content {
  if (language === defaultLanguage) return content
  const entries = content.entries.map((entry): Entry => {
    const translation = content.translations.find((each) => each.language === language && each.of === entry)
    const { data, body, lang } = translate(entry, language, translation)
    const own =
      entry.page && translation ? { locale: localeIn(language) } : { lang: entry.page ? defaultLanguage : lang }
    return { ...entry, data: { ...(data as object), ...own }, ...(body !== undefined && { body }) }
  })
  return { ...content, ...assemble(entries, language), redirects: content.redirects }
}
