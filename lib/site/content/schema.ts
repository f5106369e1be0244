/** Schemas of the files in content/. Pure zod: reads no file and knows no component. */
import { z } from 'zod'
import { isLocale, type Locale } from '#lib/platform/dates.ts'
import { defaultLocale, type Language } from '#lib/platform/languages/index.ts'
import { type CurrencySigns, formatMoney, parseMoney } from '#lib/platform/money.ts'
import type { EnquiryFormId } from '#lib/site/content/form-ids.ts'
import { type Block, block } from './block-schema.ts'
import {
  alt,
  campCountry,
  country,
  countryCode,
  day,
  distinct,
  event,
  external,
  figure,
  group,
  href,
  keepSchema,
  kind,
  line,
  locale,
  month,
  office,
  pattern,
  photoFile,
  picture,
  publication,
  reason,
  reviewed,
  slug,
  telephone,
  text,
  timeZone,
} from './fields.ts'

/** content/countries.yaml. */
export const countriesSchema = group({
  countries: z
    .array(
      group({
        /** In addresses. */
        name: z.string().regex(/^[A-Za-z][A-Za-z0-9]*$/, 'must be letters without spaces'),
        code: countryCode,
        cloth: pattern,
        /** The public numbers for an ambulance, the most useful first. */
        emergency: z.array(z.string().regex(/^\d{2,5}$/, 'must be a short number, such as 112')).default([]),
        /** In the camp summary. */
        camps: z
          .string()
          .regex(/^[A-Z_]+$/, 'must be capitals, such as INDIA')
          .optional(),
      }),
    )
    .superRefine(distinct('name', 'code', 'camps')),
})
export type Country = z.output<typeof countriesSchema>['countries'][number]

/** content/languages.yaml, which lib/platform/languages/table.ts reads before any other content. */
export const languagesSchema = group({
  languages: z
    .array(
      group({
        code: z
          .string()
          .refine(
            (code) => /^[a-z]{2,3}$/.test(code) && languageNames.of(code),
            'must be the code of a language, such as ne',
          ),
        name: z.string().min(1).max(40),
        locale: z.string().refine(isLocale, 'must be a language and a country, such as ne-NP'),
      }),
    )
    .superRefine(distinct('code', 'locale')),
})
const languageNames = new Intl.DisplayNames(['en'], { type: 'language', fallback: 'none' })

/** `lang`: the language of its texts, if it differs from the page's because they have no translation. */
export type Translatable = { lang?: Language | undefined }

/** content/pages/**.yaml */
export const pageSchema = group({
  /** Canonical address: /India. May hold placeholders such as {founderSlug}. */
  address: z.string().regex(/^\/[\w{}/-]*$/, 'must start with / and hold letters, digits, - and _ only'),
  /** Old spellings that redirect with 308. Case, a trailing slash and %20 need no entry. */
  aliases: z.array(z.string().regex(/^\/[^?#]+$/, 'must start with / and hold no ? or #')).default([]),
  title: line.max(70),
  description: text.max(200),
  parent: group({ label: line, href: href.optional() }).optional(),
  /** Set on the page of a country. */
  country: country.optional(),
  locale,
  card: picture,
  /** Date of the last change to the text, for the sitemap. */
  updated: day,
  ...publication,
  /** For pages of legal text. */
  ...reviewed,
  /** Shows "Exit this page": for pages about abuse. */
  quickExit: z.boolean().default(false),
  /** A button reads each part aloud, in browsers that have a voice for the language. */
  aloud: z.boolean().default(false),
  /** Can be read without a network after one visit. */
  offline: z.boolean().default(false),
  blocks: z.array(block).min(1),
}).superRefine(({ country, blocks }, context) => {
  for (const [index, block] of blocks.entries())
    if (block.kind === 'camps' && !block.none && !country)
      context.addIssue({
        code: 'custom',
        path: ['blocks', index, 'none'],
        message: 'is missing: what visitors read while no camp has a date',
      })
})
export type Page = Omit<z.output<typeof pageSchema>, 'locale' | 'blocks'> & {
  locale: Locale
  blocks: Block[]
} & Translatable

/** content/redirects.yaml: former addresses of pages, stories and posts, and the current target of each. */
export const redirectsSchema = group({
  redirects: z
    .array(
      group({
        from: z.string().regex(/^\/[^?#.]+$/, 'must start with / and hold no ?, # or dot: files are not redirected'),
        to: z.string().regex(/^\/[^?#]*$/, 'must be an address of this site such as /India, without ? and #'),
      }),
    )
    .superRefine(distinct('from')),
})
export type Redirect = z.output<typeof redirectsSchema>['redirects'][number]

/** content/stories/{Country}/{slug}.md: this as front matter, then the story in Markdown. */
export const storySchema = group({
  title: line.max(70),
  /** For its card. */
  summary: text.max(240),
  /** For search engines and shared links. */
  description: text.max(200),
  picture,
  updated: day,
  ...publication,
  /** Shows "Exit this page", as on a page about abuse. */
  quickExit: z.boolean().optional(),
  /** The suggested gift: a purpose (a code of giving/reasons.yaml) and an amount, the first to the fourth of both donation forms. */
  gift: group({ ask: line, reason, preset: z.int().min(1).max(4).optional() }),
})
/** content/stories/{Country}/_order.yaml: addresses from first to last. Stories that it does not name follow. */
export const storyOrderName = '_order'
export const storyOrderSchema = group({
  stories: z.array(
    z
      .string()
      .regex(/^\/\w+\/stories\/[a-z0-9-]+$/, 'must be the address of a story, such as /India/stories/the-500th'),
  ),
})

export type Story = z.output<typeof storySchema> &
  Translatable & {
    country: string
    slug: string
    /** Canonical: /India/stories/the-500th */
    address: string
    /** Its place among the stories of its country, from 0. */
    place: number
    /** Markdown. */
    body: string
  }

/** content/posts/{slug}.md: this as front matter, then the post in Markdown. */
export const postSchema = group({
  title: line.max(70),
  /** For its card. */
  excerpt: text.max(240),
  /** For search engines and shared links. */
  description: text.max(200),
  /** Publication date; the weekday is computed. */
  date: day,
  picture,
  updated: day,
  ...publication,
})
export type Post = z.output<typeof postSchema> &
  Translatable & {
    slug: string
    /** Canonical: /{secondSlug}/{slug} */
    address: string
    /** Markdown. */
    body: string
  }

const storedAddress = z
  .string()
  .regex(
    /^https:\/\/[^\s/?#]+\/[^\s?#]+\.(avif|webp|jpe?g|png)$/i,
    'must be an https address that ends in .jpg, .jpeg, .png, .webp or .avif (is the dot before its ending missing?)',
  )
const storedFile = kind(storedAddress, { isLink: true })
const size = z.int().min(1).max(20_000)
/** content/gallery.yaml */
export const gallerySchema = group({
  photos: z
    .array(
      group({
        /** Part of the photo's address: never change it. */
        id: z.string().regex(/^\d{3,5}$/, 'must be three to five digits such as "007"'),
        alt,
        picture: z.discriminatedUnion('kind', [
          /** Drawn by code; the same number draws the same picture. */
          group({ kind: z.literal('drawn'), number: z.int().min(1).max(999) }),
          group({ kind: z.literal('photo'), src: photoFile }),
          /** A photograph in external storage, fetched by our server. */
          group({ kind: z.literal('stored'), href: storedFile, width: size, height: size }),
        ]),
      }),
    )
    .min(1)
    .superRefine(distinct('id')),
})
export type Photo = z.output<typeof gallerySchema>['photos'][number] &
  Translatable & {
    /** Canonical, below the page with the block `gallery`: /DanceGallery/photo/007 */
    address: string
  }

const clockTime = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a time such as 17:30')
const officeSchema = group({
  code: countryCode,
  name: line,
  street: line.optional(),
  /** Town and country. */
  lines: z.array(line).min(1),
  phones: z.array(group({ label: line, number: telephone })).min(1),
  whatsapp: telephone.optional(),
  /** Most who call this office would rather write: WhatsApp stands before the telephone. */
  whatsappFirst: z.boolean().default(false),
  /** When the telephone is answered, at the office: days of the week from 1, Monday, to 7. */
  hours: group({
    days: z.tuple([z.int().min(1).max(7), z.int().min(1).max(7)]),
    from: clockTime,
    until: clockTime,
  }).optional(),
  /** Languages that families can speak on the telephone: hi, sw, en … */
  speaks: z.array(z.string().regex(/^[a-z]{2,3}$/, 'must be the code of a language, such as hi')).optional(),
  email: z.email(),
  postal: z.array(line).optional(),
})
export type Office = z.output<typeof officeSchema>

/** For addresses. */
const word = z.string().regex(/^[A-Za-z]\w*$/, 'must be a word of plain letters and digits')
/** The names that addresses may contain: each is a single word. */
export const namesInAddresses = ['founderSlug', 'secondSlug', 'initials'] as const

/** content/site.yaml: the organisation. Every placeholder in the other files ({organisation}, {founder} …) is filled from `names`. */
export const siteSchema = group({
  names: group({
    organisation: line,
    initials: word,
    /** Used in the titles of the introduction film and the Day, if it differs from the organisation's name. */
    product: line.optional(),
    founder: line,
    founderSlug: word,
    second: line,
    secondSlug: word,
    email: z.email(),
    eventsEmail: z.email(),
  }),
  /** Former values of some names: addresses with one redirect to the current ones. */
  formerly: group({
    founderSlug: z.array(word).default([]),
    secondSlug: z.array(word).default([]),
    initials: z.array(word).default([]),
  }).default({ founderSlug: [], secondSlug: [], initials: [] }),
  tagline: line,
  description: text.max(200),
  founded: group({ date: day, place: line, statement: line, ...reviewed }),
  /** For search engines, if one applies: https://schema.org/NonprofitType */
  nonprofitStatus: z
    .enum([
      'Nonprofit501c3',
      'CharitableIncorporatedOrganization',
      'LimitedByGuaranteeCharity',
      'UKTrust',
      'NonprofitANBI',
    ])
    .optional(),
  /** Time zone of the organisation's days: the daily summary covers one day and is sent the next morning. */
  zone: timeZone,
  social: z
    .array(group({ network: z.enum(['facebook', 'instagram', 'x', 'linkedin', 'youtube']), label: line, href }))
    .max(5)
    .default([]),
  /** External pages, by the name used in content: {link:kenya-card}. */
  external: z.record(
    z.string().regex(/^[a-z0-9-]+$/, 'must be small letters, digits and hyphens'),
    group({
      label: line,
      href: external,
      /** Links to it open in a new tab and say so: for shops, tickets and payments, after which a visitor returns. */
      newTab: z.boolean().default(false),
    }),
  ),
  /** What is in it, and for those who have signed up: what happens next. */
  newsletter: group({ intro: line, thanks: text }),
  /** Shown beside the portrait of a story: why it is drawn, and for a patient what the gold above the lip means. */
  portraits: group({ patient: line, other: line }),
  /**
   * Days after which what people typed is erased. The only place of these periods: code reads them here, content as {keep:enquiries}, and
   * messages get them as values. `payments`: providers resend events for thirty days.
   */
  keep: keepSchema.prefault({}),
  offices: z.array(officeSchema).min(1).superRefine(distinct('code')),
  /** The office in the footer by the visitor's country; `other` for all the rest. */
  footerOffice: z
    .record(z.string(), office)
    .refine((offices) => 'other' in offices, 'needs an office for all others: other: US'),
})
export type Site = z.output<typeof siteSchema>

/** content/navigation.yaml */
const entry = group({ label: line, href, note: line.optional() })
const entries = z.array(entry).min(1).superRefine(distinct('href'))
const entryGroups = z
  .array(group({ label: line, entries }))
  .min(1)
  .superRefine(distinct('label'))
export const navigationSchema = group({
  groups: entryGroups,
  /** Link for people who need a surgery: above the header, in the phone's menu and in the footer. */
  help: entry.optional(),
  /** The founder-story button. */
  story: entry.optional(),
  donate: entry,
  footer: entryGroups,
  lost: entries,
})
export type Navigation = z.output<typeof navigationSchema>

/**
 * content/answers.yaml: answers that the search shows above its results, and the words that people type. `asked`: phrases between commas.
 * `synonyms`: on each line a word of the site, a colon, and what people type for it. A translation has its own.
 */
const wordList = /^[^:,\n]+:[^:\n]+(\n+[^:,\n]+:[^:\n]+)*\n?$/
export const answersSchema = group({
  answers: z.array(
    group({
      title: line.max(70),
      text: text.max(240),
      href,
      asked: text,
      /** Combinations of signs, between commas, that put this answer first whatever else was typed: "breathe not, wound open". */
      first: z.string().optional(),
      /** Adds the emergency numbers of countries.yaml. */
      emergencyNumbers: z.literal(true).optional(),
      /** Said after the text, as they are on the day: figures of figures.yaml, and an event's next date and the prices of its tickets. */
      figures: z.array(figure).min(1).optional(),
      event: event.optional(),
    }),
  ),
  /** The words of danger of all languages together, on each line signs, a colon, and what people type for them. Not translated. */
  signs: z.string().regex(wordList, 'must be lines such as "bleed: blood, damu"').default(''),
  synonyms: text.regex(wordList, 'must be lines such as "surgery: operation, op"'),
  /** Stop words: too common to distinguish pages. */
  stopWords: text,
})
export type Answers = z.output<typeof answersSchema>

/** Labels and hints that differ from the defaults. */
const fieldWords = z.strictObject({ firstname: line.optional(), number: line.optional(), message: line.optional() })

/** content/forms/{id}.yaml: texts of one enquiry form. The usual questions are the same for all (specification, section 3). */
export const enquiryFormSchema = group({
  title: line.max(70),
  description: text.max(200),
  intro: text,
  labels: fieldWords.default({}),
  hints: fieldWords.default({}),
  /** Checkboxes; the selected names are sent as `checkbox`. */
  checkboxes: group({ label: line, hint: line.optional(), options: z.array(line).min(2) }).optional(),
  /** Usual questions that this form leaves out. Without the e-mail address, the telephone number is required. */
  without: z.array(z.enum(['lastname', 'number', 'email', 'message'])).default([]),
  /** Asked after the usual ones. `missing`: the error if it is left empty; without it the answer is optional. */
  questions: z
    .array(
      group({
        /** The label in the mail to the office. */
        name: z.string().regex(/^(?!form$|language$)[a-z]+$/, 'must be small letters, and neither form nor language'),
        label: text.max(400),
        hint: line.optional(),
        kind: z.enum(['line', 'one', 'tick']).default('line'),
        /** The options of the kind `one`. */
        options: z
          .array(group({ id: slug, label: line }))
          .min(2)
          .optional(),
        missing: line.optional(),
      }),
    )
    .default([]),
  /** Possible first lines of a message: a link to /forms/{id}?about={subject} prefills one. */
  subjects: z.array(group({ id: slug, line })).default([]),
  submit: line,
  /** Who reads it and when they reply: shown below the button. */
  recipient: text,
  /** Shown after sending, below the thanks: what they do not say yet. */
  thanks: text.optional(),
  page: group({ label: line, href }),
})
export type EnquiryFormContent = z.output<typeof enquiryFormSchema> & Translatable & { id: EnquiryFormId }

/** content/camps.yaml: the summary shown until one has been loaded. */
export const campDefaultsSchema = group({
  asOf: month,
  totalSurgeryCount: z.int(),
  totalCampCount: z.int(),
  totalCountryCount: z.int(),
  countryWiseCamps: z.record(campCountry, group({ surgeryCount: z.int() })),
})

/** A part of the camp summary; `country` names one of its keys. */
const total = z.union([
  z.enum(['totalSurgeryCount', 'totalCampCount', 'totalCountryCount']),
  z.strictObject({ country: campCountry }),
])

/**
 * `label`: "free surgeries" in "1248 free surgeries". `note`: said below it, where another figure of ours differs. `method`: how it was
 * counted, for the table of all figures.
 */
const named = { id: slug, label: line, note: line.optional(), method: text.optional() }
/** `source`: the document or page that states it. */
const sourced = { ...named, source: line }

export const figuresSchema = group({
  /** Current totals, from the camp summary. */
  live: z.array(group({ ...named, total })),
  /**
   * All others. `value` is shown as it is written: 300+, 2,500, 9. `document`: the document that visitors can read, for a historical
   * figure.
   */
  fixed: z.array(group({ ...sourced, value: text.max(12), asOf: month.optional(), document: line.optional() })),
  /** `reached`: the month in which the number was reached; if that is not known, the month `asOf` in which a page showed it. */
  milestones: z.array(
    group({
      ...sourced,
      value: z.int().min(1).max(9_999_999),
      asOf: month.optional(),
      reached: month.optional(),
    }).refine(({ asOf, reached }) => asOf || reached, { path: ['asOf'], error: 'say either `reached` or `asOf`' }),
  ),
})
type Figures = z.output<typeof figuresSchema>
export type Milestone = Figures['milestones'][number]

/** The figures that a block can show. */
export type Figure = Figures['live'][number] | Figures['fixed'][number]

/**
 * The number of each fixed figure as a sentence needs it: {figure:women-rescued} is 300, not 300+. Live figures have none, because
 * sentences are not updated with them. An amount of money also has its twelfth, for monthly gifts: {figure:surgery-price-a-month}.
 */
export function figureWords(
  figures: Pick<Figures, 'fixed' | 'milestones'>,
  currencies: readonly CurrencySigns[],
): [id: string, number: string][] {
  return [...figures.fixed, ...figures.milestones].flatMap(({ id, value }) => {
    const written = typeof value === 'number' ? value.toLocaleString(defaultLocale) : value.replace(/\+$/, '')
    const money = parseMoney(written, currencies)
    const aMonth = money && formatMoney({ ...money, amount: Math.round(money.amount / 12) }, defaultLocale)
    return [[id, written], ...(aMonth ? [[`${id}-a-month`, aMonth] as [string, string]] : [])] as [string, string][]
  })
}
