/** Building blocks of the content schemas: texts, links, days, pictures. Pure zod. */
import { z } from 'zod'
import { englishLocales, isDay } from '#lib/platform/dates.ts'
import { defaultLanguage, defaultLocale, type Language } from '#lib/platform/languages/index.ts'
import type { Money } from '#lib/platform/money.ts'
import { isRecord, propertyOf } from '#lib/platform/narrow.ts'
import { photoName } from '#lib/site/photos/files.ts'
import { enquiryForms } from './form-ids.ts'
import { typedDay, typedMonth } from './pasted.ts'
import type { Mark } from './state.ts'
import type { Schema } from './walk.ts'

const mark = z.union([z.literal(true), z.array(z.string())]).optional()
const marks = { sample: mark, labelled: mark, review: mark } satisfies Record<Mark, typeof mark>

/**
 * Not a field of a file. Set on a list entry without a translation, which is shown in the main language on a page in another
 * (translation.ts).
 */
type LanguageField = { lang: z.ZodOptional<z.ZodType<Language>> }
/** An object that may have marks (state.ts). */
export const group = <Shape extends z.ZodRawShape>(shape: Shape) =>
  z.strictObject({ ...shape, ...marks }) as unknown as z.ZodObject<Shape & typeof marks & LanguageField, z.core.$strict>

/**
 * What a field is, for all that reads content by its schema: checks, translation, names of other entries and the editor's forms. A schema that is
 * made from another by `max`, `regex` or `optional` is of the same kind.
 */
export type FieldKind = {
  /** Visitors read it as words, and translators translate it. */
  isText?: true
  /** A heading, a name or a button instead of sentences. Without `isText` it is the same in every language. */
  isLine?: true
  /** Raw HTML is refused, and links and pictures in it are checked. */
  isMarkdown?: true
  /** Internal ones are checked against all pages, and lead to the page in the reader's language. */
  isLink?: true
  /** It has to exist, and to be what its name says. */
  isFile?: true
  isAlternate?: true
  /** Written with the sign of a currency. parse.ts reads it, because it knows the currencies. */
  isAmount?: true
  /** What its value names an entry of. The loader refuses other values. */
  list?: NamedList
  /** The block's group and description in the editor's menu. */
  menu?: { among: MenuGroup; line: string }
  /** The form field of the editor, if it is not that of any text. */
  form?: 'day' | 'moment' | 'time' | 'month' | 'link' | 'markdown' | 'photo' | 'zone'
}

const kinds = z.registry<FieldKind>()
/** The same schema, which is of this kind from now on. */
export function kind<Field extends z.ZodType>(field: Field, is: FieldKind): Field {
  kinds.add(field, is)
  return field
}
export const kindOf = (schema: Schema): FieldKind => kinds.get(schema as z.ZodType) ?? {}

/** By what an editor wants, in the order of the editor's menu of blocks. */
export const menuGroups = ['Text', 'Pictures', 'Lists', 'Figures', 'Asking', 'People', 'More'] as const
export type MenuGroup = (typeof menuGroups)[number]
/** A block of a page. `line`: what it is for, as the menu says it. */
export const blockGroup = <const Kind extends string, Shape extends z.ZodRawShape>(
  name: Kind,
  among: MenuGroup,
  line: string,
  shape: Shape,
) => kind(group({ kind: z.literal(name), ...shape }), { menu: { among, line } })

export const text = kind(z.string().trim().min(1), { isText: true })
export const line = kind(text.max(160), { isLine: true })
export const markdown = kind(text.clone(), { isMarkdown: true, form: 'markdown' })
/** Rejects alternate texts that say nothing or are the name of a file. WCAG 2.2, 1.1.1 and failure F30. Pure. */
const saysNothing =
  /^(?:an? |the )?(?:alt(?:ernate)? text|drawing|graphic|icon|image|img|logo|photo(?:graph)?|pic(?:ture)?|placeholder|portrait|untitled)s?\.?$/i
const isFileName =
  /\.(?:avif|gif|hei[cf]|jpe?g|png|svg|tiff?|webp)$|^(?:IMG|DSCN?|PXL|MVIMG|Screenshot|WhatsApp Image)[-_ ]?\d/i
const saysImage = /^(?:an? |the )?(?:image|photo(?:graph)?|picture) of /i

/** A sentence about the problem, or undefined if the text is fine. */
export function alternateFault(text: string): string | undefined {
  if (saysNothing.test(text)) return `"${text}" tells nothing to those who cannot see the picture: say what it shows`
  if (isFileName.test(text)) return `"${text}" is the name of a file: say what the picture shows`
  const [start] = saysImage.exec(text) ?? []
  return start && `leave out "${start.trim()}": screen readers say that it is an image`
}

/** The alternate text of a picture. */
export const alt = kind(
  line.superRefine((text, context) => {
    const message = alternateFault(text)
    if (message) context.addIssue({ code: 'custom', message })
  }),
  { isAlternate: true },
)
/** A canonical address on this site (with optional query or fragment), or an https, mailto or tel address. */
export const href = kind(
  z.string().regex(/^(\/(?!\/)|#|https:\/\/|mailto:|tel:\+)/, 'must start with /, #, https://, mailto: or tel:+'),
  { isLink: true, form: 'link' },
)
/** An address of another site. */
export const external = kind(z.string().startsWith('https://'), { isLink: true })
export const action = group({ label: line, href })
const isNone = ({ input }: { input?: unknown }) => `${String(input)} is not in the calendar`
export const day = kind(
  z
    .string()
    .overwrite(typedDay)
    .regex(/^\d{4}-\d{2}-\d{2}$/, { error: 'must be a day such as 2026-11-21', abort: true })
    .refine(isDay, { error: isNone }),
  { form: 'day' },
)
/** Validated by constructing a format, because Intl.supportedValuesOf omits valid names such as Asia/Kolkata. */
const zoneName = z.string().refine((zone) => {
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: zone })) && zone.includes('/')
  } catch {
    return false
  }
}, 'must be an IANA time zone such as America/New_York')
export const timeZone = kind(zoneName, { form: 'zone' })
/** Which English a text is written in: spelling, and the order of dates. Other main languages have one variety. */
export const locale = z
  .enum([...new Set([defaultLocale, ...(defaultLanguage === 'en' ? englishLocales : [])])])
  .default(defaultLocale)
export const month = kind(
  z
    .string()
    .overwrite(typedMonth)
    .regex(/^\d{4}-\d{2}$/, { error: 'must be a month such as 2026-11', abort: true })
    .refine((written) => isDay(`${written}-01`), { error: isNone }),
  { form: 'month' },
)

/** A day, or a moment with its offset from UTC (ISO 8601). */
const dayMaybeTime = z
  .string()
  .overwrite(typedDay)
  .regex(
    /^\d{4}-\d{2}-\d{2}(T([01]\d|2[0-3]):[0-5]\d(:[0-5]\d)?(Z|[+-]\d{2}:\d{2}))?$/,
    'must be a day such as 2026-12-01, or a moment such as 2026-12-01T18:00+05:30',
  )
  .refine((written) => isDay(written.slice(0, 10)), 'is not in the calendar')
const dayOrMoment = kind(dayMaybeTime, { form: 'moment' })
/** When visitors see an entry; see lib/site/content/publication.ts. Days are in the organisation's time zone, and the last one is included. */
export const publication = {
  draft: z.boolean().optional(),
  publishFrom: dayOrMoment.optional(),
  publishUntil: dayOrMoment.optional(),
}

const named = z.string().min(1).max(400)
/** Who stands behind what a text says about the law or a register; none of it is shown to visitors. */
export const reviewed = {
  /** The day by which somebody reads it again. It stays visible after that. */
  reviewBy: day.optional(),
  /** The law, the page of the authority, or the document. */
  source: named.optional(),
  /** A name, what qualifies it, and the day: "Asha Rao, lawyer, 1 December 2026". */
  confirmedBy: named.optional(),
}
/** A registration, an approval or a sentence about the law. Visitors see it on the days from `from` to `until`; see lib/site/content/state.ts. */
export const claim = { from: day.optional(), until: day.optional(), ...reviewed }

const moneyFrom = (min: number) =>
  kind(
    z.custom<Money>((read) => isRecord(read) && Number(read.amount) >= min, {
      error: 'must be an amount with its currency',
      abort: true,
      params: { isAmount: true },
    }),
    { isAmount: true },
  )
/** An amount with its currency sign, ₹500 or $10,000, parsed to Money. */
export const money = moneyFrom(1)
/** A price, which may be $0. */
export const price = moneyFrom(0)
/** A good-faith estimate of the value received in return for a payment, which may be $0, and the day of the estimate. */
export const fairValue = group({ amount: moneyFrom(0), asOf: day })

export const patternNames = ['india', 'kenya', 'zimbabwe', 'uganda', 'south-africa', 'usa', 'plain'] as const
export const pattern = z.enum(patternNames)
export const objectNames = [
  ...(['mirror', 'door', 'well', 'pads', 'lamp', 'book', 'bowl'] as const),
  ...(['cleft-lip', 'cleft-palate', 'feed-breast', 'feed-spoon', 'feed-cup', 'feed-bottle'] as const),
] as const

/** A photograph in content/photos. Visitors get what a build makes of it (lib/site/photos). */
export const photoFile = kind(
  z
    .string()
    .regex(
      photoName,
      'must be a JPEG, PNG, WebP or AVIF in content/photos, such as /photos/team.jpg (save a HEIC as JPEG first)',
    ),
  { isFile: true, form: 'photo' },
)

/** A picture is drawn by code (portrait, pattern, object) or is a photograph; all fill the same frames. */
export const picture = z.discriminatedUnion('kind', [
  group({
    kind: z.literal('portrait'),
    /** The cloth behind. */
    pattern,
    who: z.enum(['girl', 'boy', 'woman', 'man', 'elder-woman', 'elder-man', 'baby']),
    /** Where the person is from, named by a cloth; by default that of `pattern`. */
    home: pattern.optional(),
    /** Determines skin, hair and clothes; the same number always draws the same person. */
    look: z.int().min(1).max(99),
    /** The golden seam above the lip, for patients only. */
    seam: z.boolean().default(false),
    /** No smile, for stories of death, loss and trafficking. */
    mood: z.literal('calm').optional(),
    alt,
  }),
  group({ kind: z.literal('pattern'), pattern }),
  group({ kind: z.literal('object'), object: z.enum(objectNames), alt }),
  group({
    kind: z.literal('photo'),
    src: photoFile,
    alt,
  }),
])

const slugText = () => z.string().regex(/^[a-z0-9][a-z0-9-]*$/, 'must be small letters, digits and hyphens')
export const slug = slugText()

/** ITU-T E.164: at most 15 digits. */
export const telephone = z
  .string()
  .trim()
  .regex(/^\+[\d ()-]{6,24}$/, { error: 'must be a telephone number such as +1 423 555 0100', abort: true })
  .refine((number) => /^\d{7,15}$/.test(number.replace(/\D/g, '')), 'must have 7 to 15 digits')

/** ISO 3166: IN, KE, US … */
export const countryCode = z.string().regex(/^[A-Z]{2}$/, 'must be the two capitals of a country, such as IN')

/** Lists of other files: folders whose file names count, and lists within a file. */
export type NamedList =
  | ('campaigns' | 'events' | 'films' | 'forms' | 'playlists')
  | ('campCountries' | 'countries' | 'currencies' | 'figures' | 'liveFigures' | 'milestones' | 'offices' | 'reasons')

const nameIn = <Name extends z.ZodType>(list: NamedList, name: Name): Name => kind(name, { list })

export const country = nameIn('countries', z.string())
export const campCountry = nameIn('campCountries', z.string())
export const currency = nameIn('currencies', z.string())
export const office = nameIn('offices', z.string())
/** The code of a purpose of gifts. */
export const reason = nameIn('reasons', z.int())
export const campaign = nameIn('campaigns', slugText())
export const event = nameIn('events', slugText())
export const film = nameIn('films', slugText())
export const playlist = nameIn('playlists', slugText())
export const form = nameIn('forms', z.enum(enquiryForms))
export const figure = nameIn('figures', slugText())
export const liveFigure = nameIn('liveFigures', slugText())
export const milestone = nameIn('milestones', slugText())

/** For `superRefine` of a list: no two entries have the same value in one of these fields, or are equal if none is named. */
export const distinct =
  (...fields: string[]) =>
  (list: readonly unknown[], context: z.RefinementCtx): void => {
    for (const field of fields.length > 0 ? fields : [undefined]) {
      const places = new Map<unknown, number>()
      for (const [index, entry] of list.entries()) {
        const value = field === undefined ? entry : propertyOf(entry, field)
        const first = places.get(value)
        if (first === undefined) places.set(value, index)
        else if (value !== undefined) {
          const message = `${String(value)} is in this list already, as number ${first + 1}`
          context.addIssue({ code: 'custom', path: field === undefined ? [index] : [index, field], message })
        }
      }
    }
  }

export type Picture = z.output<typeof picture>
export type PatternName = z.output<typeof pattern>
export type ObjectName = (typeof objectNames)[number]
export type Action = z.output<typeof action>

const daysFrom = (least: number) => z.int().min(least).max(36_500)

const periods = {
  /** Delivered enquiries, and those in quarantine. */
  enquiries: daysFrom(30).default(730),
  surgery: daysFrom(1).default(90),
  /** Payments that were never made, and tribute messages to families. */
  payments: daysFrom(30).default(30),
  /** A transfer takes the donor some time; a cheque also takes the post and the bank. */
  transfers: daysFrom(30).default(90),
  /** Sign-ups that nobody confirmed. */
  unconfirmed: daysFrom(1).default(7),
}
/** {@link periods} of content/site.yaml, in days. */
export const keepSchema = group(periods)
export type KeepPeriod = keyof typeof periods
