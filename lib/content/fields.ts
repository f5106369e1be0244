/** The fields from which every content schema is made: texts, links, days, pictures, films. Pure zod. */
import { z } from 'zod'
import { parseMoney } from '#lib/money.ts'

/** A group of fields. Any group may say `sample: true`, or name the fields of its own that are samples: `npm run content:check -- --samples` lists them. */
export const group = <Shape extends z.ZodRawShape>(shape: Shape) =>
  z.strictObject({ ...shape, sample: z.union([z.literal(true), z.array(z.string())]).optional() })

export const text = z.string().trim().min(1)
export const line = text.max(160)
/** Markdown; raw HTML is refused by the checks, which know a Markdown text by this schema. */
export const markdown = text.describe('Markdown')
/** A canonical address on this site (with an optional query or fragment), or an https, mailto or tel address. Internal ones are checked against every page. */
export const href = z
  .string()
  .regex(/^(\/(?!\/)|#|https:\/\/|mailto:|tel:\+)/, 'must start with /, #, https://, mailto: or tel:+')
export const action = group({ label: line, href })
export const day = z.string().regex(/^\d{4}-\d{2}-\d{2}$/, 'must be a day such as 2026-11-21')
/** Intl decides: the list that it gives leaves out some names that it accepts, such as Asia/Kolkata. */
export const timeZone = z.string().refine((zone) => {
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: zone })) && zone.includes('/')
  } catch {
    return false
  }
}, 'must be an IANA time zone such as America/New_York')
export const month = z.string().regex(/^\d{4}-\d{2}$/, 'must be a month such as 2026-11')

/** An amount with the sign of its currency, ₹500 or $10,000. Everything that reads content gets it as Money. */
export const money = z.unknown().transform((written, context) => {
  const read = typeof written === 'string' ? parseMoney(written) : null
  if (read && read.amount > 0) return read
  context.addIssue('must be an amount with its currency, such as ₹500 or $10,000')
  return z.NEVER
})

export const patternNames = ['india', 'kenya', 'zimbabwe', 'uganda', 'south-africa', 'usa'] as const
export const pattern = z.enum(patternNames)

/** A picture is drawn by code (portrait, pattern) or is a photograph in public/media; all three fill the same frames. */
export const picture = z.discriminatedUnion('kind', [
  group({
    kind: z.literal('portrait'),
    who: z.enum(['girl', 'boy', 'woman', 'man', 'elder-woman', 'elder-man', 'baby']),
    /** Chooses skin, hair and clothes; the same number draws the same person. */
    look: z.int().min(1).max(99),
    pattern,
    /** The golden seam above the lip; false for people who are not patients. */
    seam: z.boolean().default(true),
    alt: line,
  }),
  group({ kind: z.literal('pattern'), pattern }),
  group({
    kind: z.literal('photo'),
    src: z
      .string()
      .regex(/^\/media\/[\w./-]+\.(avif|webp|jpe?g|png|svg)$/, 'must be a picture such as /media/team.webp'),
    alt: line,
  }),
])

export const video = group({
  title: line,
  /** Minutes and seconds, as 2:40. */
  length: z.string().regex(/^\d{1,3}:[0-5]\d$/, 'must be minutes and seconds such as 2:40'),
  /** The day it was first shown, for search engines. */
  uploaded: day.optional(),
  /** A YouTube or Vimeo id, or a file under /media. */
  source: z.discriminatedUnion('kind', [
    group({
      kind: z.literal('youtube'),
      id: z.string().regex(/^[\w-]{11}$/, 'must be the 11 characters of a YouTube id'),
    }),
    group({ kind: z.literal('vimeo'), id: z.string().regex(/^\d{6,12}$/, 'must be the digits of a Vimeo id') }),
    group({
      kind: z.literal('file'),
      src: z.string().regex(/^\/media\/[\w./-]+\.(mp4|webm)$/, 'must be a film such as /media/camp.mp4'),
    }),
  ]),
  poster: picture,
  /** What is said and shown, for those who cannot watch or hear. */
  transcript: markdown,
})

export const slug = z.string().regex(/^[a-z0-9][a-z0-9-]*$/, 'must be small letters, digits and hyphens')

/** The keys of the camp summary's `countryWiseCamps`. */
export const campCountry = z.enum(['INDIA', 'KENYA', 'ZIMBABWE', 'UGANDA', 'AFRICA'])

export type Picture = z.output<typeof picture>
export type PatternName = z.output<typeof pattern>
export type Video = z.output<typeof video>
export type Action = z.output<typeof action>
