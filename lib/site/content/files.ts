/** The files of content/ and their schemas, for the loader and for the editor's forms. Pure. */
import type { z } from 'zod'
import { coloursSchema } from './brand-schema.ts'
import { campSchema, eventSchema } from './event-schema.ts'
import { filmSchema, playlistSchema } from './film-schema.ts'
import { enquiryForms } from './form-ids.ts'
import {
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
  enquiryFormSchema,
  figuresSchema,
  gallerySchema,
  languagesSchema,
  navigationSchema,
  pageSchema,
  postSchema,
  redirectsSchema,
  siteSchema,
  storyOrderName,
  storySchema,
} from './schema.ts'

/** Single files, by their paths. */
export const contentFiles = {
  'site.yaml': siteSchema,
  'colours.yaml': coloursSchema,
  'navigation.yaml': navigationSchema,
  'countries.yaml': countriesSchema,
  'currencies.yaml': currenciesSchema,
  'languages.yaml': languagesSchema,
  'figures.yaml': figuresSchema,
  'camps.yaml': campDefaultsSchema,
  'gallery.yaml': gallerySchema,
  'redirects.yaml': redirectsSchema,
  'answers.yaml': answersSchema,
  'giving/reasons.yaml': reasonsSchema,
  'giving/buttons.yaml': buttonsSchema,
  'giving/receipts.yaml': receiptsSchema,
  'giving/transfers.yaml': transfersSchema,
  'giving/law.yaml': lawSchema,
} as const satisfies Record<string, z.ZodType>

export type Files = { [Name in keyof typeof contentFiles]: z.output<(typeof contentFiles)[Name]> }

/** What optional files hold if they are missing. */
export const whenMissing: Partial<Files> = {
  'camps.yaml': {
    asOf: '1970-01',
    totalSurgeryCount: 0,
    totalCampCount: 0,
    totalCountryCount: 0,
    countryWiseCamps: {},
  },
  'languages.yaml': { languages: [] },
  'figures.yaml': { live: [], fixed: [], milestones: [] },
  'gallery.yaml': { photos: [] },
  'redirects.yaml': { redirects: [] },
  'answers.yaml': { answers: [], signs: '', synonyms: '', stopWords: '' },
  'giving/buttons.yaml': { buttons: [] },
  'giving/transfers.yaml': { accounts: {}, otherAccounts: [], statements: [] },
  'giving/law.yaml': { terms: [], disclosures: [] },
}

/** stories/Kenya/_order.yaml, beside the stories that it puts in order. */
export const isStoryOrder = (name: string): boolean =>
  name.startsWith('stories/') && name.endsWith(`/${storyOrderName}.yaml`)

export type Folder = {
  ending: '.yaml' | '.md'
  schema: z.ZodType
  /** The names that files may have, without their ending. */
  names?: { pattern: RegExp; rule: string }
}

const slugNames = { pattern: /^[a-z0-9][a-z0-9-]{0,59}$/, rule: 'small letters, digits and hyphens' }

/** Folders in which each file has the same schema. A Markdown file starts with its fields. */
export const contentFolders = {
  pages: { ending: '.yaml', schema: pageSchema },
  stories: {
    ending: '.md',
    schema: storySchema,
    names: { pattern: /^[A-Za-z0-9]+\/[a-z0-9-]+$/, rule: 'a country, a slash, and small letters, digits and hyphens' },
  },
  posts: { ending: '.md', schema: postSchema, names: slugNames },
  events: { ending: '.yaml', schema: eventSchema },
  camps: { ending: '.yaml', schema: campSchema },
  films: { ending: '.yaml', schema: filmSchema },
  playlists: { ending: '.yaml', schema: playlistSchema },
  campaigns: { ending: '.yaml', schema: campaignSchema, names: slugNames },
  forms: {
    ending: '.yaml',
    schema: enquiryFormSchema,
    names: { pattern: new RegExp(`^(?:${enquiryForms.join('|')})$`), rule: `one of ${enquiryForms.join(', ')}` },
  },
} as const satisfies Record<string, Folder>
