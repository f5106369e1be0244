/**
 * The files of content/: a row for each file and each folder. Reading, translating, the names that other files may use and the editor's forms
 * are derived from it. Pure.
 */
import type { z } from 'zod'
import { addressIn, type Language } from '#lib/platform/languages/index.ts'
import { coloursSchema } from './brand-schema.ts'
import { campSchema, eventSchema } from './event-schema.ts'
import type { NamedList } from './fields.ts'
import { filmSchema, playlistSchema } from './film-schema.ts'
import { type EnquiryFormId, enquiryForms } from './form-ids.ts'
import {
  accountsSchema,
  buttonsSchema,
  campaignSchema,
  currenciesSchema,
  lawSchema,
  reasonsSchema,
  receiptsSchema,
  transfersSchema,
} from './giving-schema.ts'
import {
  answersSchema,
  campDefaultsSchema,
  countriesSchema,
  type EnquiryFormContent,
  enquiryFormSchema,
  figuresSchema,
  gallerySchema,
  languagesSchema,
  navigationSchema,
  type Page,
  type Post,
  pageSchema,
  postSchema,
  redirectsSchema,
  type Site,
  type Story,
  siteSchema,
  storyOrderName,
  storySchema,
} from './schema.ts'

/** The lists of a file whose entries other files name. */
type Lists<Data> = { [List in NamedList]?: (data: Data) => (string | number)[] }

/** `held`: what content holds of the file. `missing`: what an optional file holds if it is not there. */
const file = <Schema extends z.ZodType, Held extends object>(
  schema: Schema,
  held: (data: z.output<Schema>) => Held,
  more: { missing?: z.output<Schema>; lists?: Lists<z.output<Schema>> } = {},
) => ({ schema, held, ...more })

/** Single files, by their paths. */
export const contentFiles = {
  'site.yaml': file(siteSchema, (site) => ({ site }), { lists: { offices: ({ offices }) => codes(offices) } }),
  'colours.yaml': file(coloursSchema, (colours) => ({ colours })),
  'navigation.yaml': file(navigationSchema, (navigation) => ({ navigation })),
  'countries.yaml': file(countriesSchema, ({ countries }) => ({ countries }), {
    lists: {
      countries: ({ countries }) => countries.map(({ name }) => name),
      campCountries: ({ countries }) => countries.flatMap(({ camps }) => camps ?? []),
    },
  }),
  'currencies.yaml': file(currenciesSchema, ({ currencies }) => ({ currencies }), {
    lists: { currencies: ({ currencies }) => codes(currencies) },
  }),
  'languages.yaml': file(languagesSchema, () => ({}), { missing: { languages: [] } }),
  'figures.yaml': file(figuresSchema, (figures) => ({ figures }), {
    missing: { live: [], fixed: [], milestones: [] },
    lists: {
      figures: ({ live, fixed }) => ids([...live, ...fixed]),
      liveFigures: ({ live }) => ids(live),
      milestones: ({ milestones }) => ids(milestones),
    },
  }),
  'camps.yaml': file(campDefaultsSchema, (campDefaults) => ({ campDefaults }), {
    missing: { asOf: '1970-01', totalSurgeryCount: 0, totalCampCount: 0, totalCountryCount: 0, countryWiseCamps: {} },
  }),
  'gallery.yaml': file(gallerySchema, ({ photos }) => ({ photos }), { missing: { photos: [] } }),
  'redirects.yaml': file(redirectsSchema, ({ redirects }) => ({ redirects }), { missing: { redirects: [] } }),
  'answers.yaml': file(answersSchema, (answers) => ({ answers }), {
    missing: { answers: [], signs: '', synonyms: '', stopWords: '' },
  }),
  'giving/reasons.yaml': file(reasonsSchema, ({ reasons, share: giftShare }) => ({ reasons, giftShare }), {
    lists: { reasons: ({ reasons }) => codes(reasons) },
  }),
  'giving/buttons.yaml': file(buttonsSchema, ({ buttons }) => ({ buttons }), { missing: { buttons: [] } }),
  'giving/accounts.yaml': file(accountsSchema, ({ accounts: journalAccounts }) => ({ journalAccounts }), {
    missing: { accounts: {} },
  }),
  'giving/receipts.yaml': file(receiptsSchema, ({ receipts }) => ({ receipts })),
  'giving/transfers.yaml': file(transfersSchema, (transfers) => ({ transfers }), {
    missing: { accounts: {}, otherAccounts: [], statements: [] },
  }),
  'giving/law.yaml': file(lawSchema, (law) => ({ law }), { missing: { terms: [], disclosures: [] } }),
} as const

const ids = (list: readonly { id: string }[]) => list.map(({ id }) => id)
const codes = <Code extends string | number>(list: readonly { code: Code }[]) => list.map(({ code }) => code)

export type FileName = keyof typeof contentFiles
type HeldBy<Name extends FileName> = (held: ReturnType<(typeof contentFiles)[Name]['held']>) => void
/** What content holds of all single files. */
export type HeldOfFiles = { [Name in FileName]: HeldBy<Name> }[FileName] extends (held: infer Held) => void
  ? Held
  : never

/** `id`: the name of the file within its folder, without its ending. `body`: the text below the fields of a Markdown file. */
type About = { id: string; body: string; language: Language; site: Site }
type Names = { pattern: RegExp; rule: string }

/** `held`: what content holds of each file. `as`: the field of an `Entry` for it. `names`: those that files may have, without their ending. */
const folder = <Schema extends z.ZodType, Held extends object>(
  ending: '.yaml' | '.md',
  schema: Schema,
  held: (data: z.output<Schema>, about: About) => Held,
  more: { as?: 'page' | 'story' | 'post' | 'film'; names?: Names; order?: (a: Held, b: Held) => number } = {},
) => ({ ending, schema, held, ...more })

const slugNames = { pattern: /^[a-z0-9][a-z0-9-]{0,59}$/, rule: 'small letters, digits and hyphens' }
const withId = <Data>(data: Data, { id }: About): Data & { id: string } => ({ ...data, id })

/** Folders in which each file has the same schema. A Markdown file starts with its fields. */
export const contentFolders = {
  pages: folder(
    '.yaml',
    pageSchema,
    (page, { language }): Page => ({ ...page, address: addressIn(language, page.address) }),
    { as: 'page' },
  ),
  stories: folder(
    '.md',
    storySchema,
    (story, { id, body, language }): Story => {
      const [country = '', slug = ''] = id.split('/')
      const address = addressIn(language, `/${country}/stories/${slug}`)
      return { ...story, country, slug, address, place: 0, body }
    },
    {
      as: 'story',
      names: {
        pattern: /^[A-Za-z0-9]+\/[a-z0-9-]+$/,
        rule: 'a country, a slash, and small letters, digits and hyphens',
      },
    },
  ),
  posts: folder(
    '.md',
    postSchema,
    (post, { id, body, language, site }): Post => ({
      ...post,
      slug: id,
      address: addressIn(language, `/${site.names.secondSlug}/${id}`),
      body,
    }),
    { as: 'post', names: slugNames, order: (a, b) => b.date.localeCompare(a.date) || a.slug.localeCompare(b.slug) },
  ),
  events: folder('.yaml', eventSchema, withId),
  camps: folder('.yaml', campSchema, withId),
  films: folder('.yaml', filmSchema, withId, { as: 'film' }),
  playlists: folder('.yaml', playlistSchema, withId),
  campaigns: folder('.yaml', campaignSchema, (campaign, { id }) => ({ ...campaign, slug: id }), { names: slugNames }),
  forms: folder(
    '.yaml',
    enquiryFormSchema,
    (form, { id }): EnquiryFormContent => ({ ...form, id: id as EnquiryFormId }),
    {
      names: { pattern: new RegExp(`^(?:${enquiryForms.join('|')})$`), rule: `one of ${enquiryForms.join(', ')}` },
      order: (a, b) => enquiryForms.indexOf(a.id) - enquiryForms.indexOf(b.id),
    },
  ),
} as const

export type FolderName = keyof typeof contentFolders
/** What content holds of the files of each folder. */
export type HeldOfFolders = { [Name in FolderName]: ReturnType<(typeof contentFolders)[Name]['held']>[] }

/** stories/Kenya/_order.yaml, beside the stories that it puts in order. */
export const isStoryOrder = (name: string): boolean =>
  name.startsWith('stories/') && name.endsWith(`/${storyOrderName}.yaml`)

/** `name`: relative to content/. Undefined for a single file. */
export const folderOf = (name: string): FolderName | undefined =>
  (Object.keys(contentFolders) as FolderName[]).find((folder) => name.startsWith(`${folder}/`))
