/**
 * The shape of everything in content/: what an editor may write, block by block.
 * Pure zod: reads no file and knows no component. Components are tied to the block kinds in components/blocks/index.tsx.
 */
import { z } from 'zod'
import { type EnquiryForm as EnquiryFormId, enquiryForms } from '#lib/enquiries/form-ids.ts'

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
const action = group({ label: line, href })
export const day = z.string().regex(/^\d{4}-\d{2}-\d{2}$/, 'must be a day such as 2026-11-21')
/** Intl decides: the list that it gives leaves out some names that it accepts, such as Asia/Kolkata. */
export const timeZone = z.string().refine((zone) => {
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: zone })) && zone.includes('/')
  } catch {
    return false
  }
}, 'must be an IANA time zone such as America/New_York')
const month = z.string().regex(/^\d{4}-\d{2}$/, 'must be a month such as 2026-11')

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

const video = group({
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

/** Live figures of the camp summary. `country` names one of its keys. */
const live = z.union([
  z.enum(['totalSurgeryCount', 'totalCampCount', 'totalCountryCount']),
  z.strictObject({ country: z.enum(['INDIA', 'KENYA', 'ZIMBABWE', 'UGANDA', 'AFRICA']) }),
])

const slug = z.string().regex(/^[a-z0-9][a-z0-9-]*$/, 'must be small letters, digits and hyphens')

const heading = {
  id: slug.optional(),
  eyebrow: line.optional(),
  heading: line,
}
const optionalHeading = { ...heading, heading: line.optional() }

export const blockSchemas = {
  /** Home's four slides. `*word*` in a heading is the coloured word. */
  carousel: group({
    kind: z.literal('carousel'),
    label: line,
    slides: z
      .array(
        group({
          heading: line,
          text,
          actions: z.array(action).min(1).max(2),
          pictures: z.array(picture).min(1).max(3),
        }),
      )
      .min(2),
    /** The round link that floats over Home on desks. */
    floating: group({ label: line, href }).optional(),
  }),
  hero: group({
    kind: z.literal('hero'),
    heading: line,
    intro: text,
    pattern,
    picture: picture.optional(),
    actions: z.array(action).max(3).default([]),
    /** `plain` leaves out the cloth and the arch. */
    look: z.enum(['arch', 'plain']).default('arch'),
  }),
  prose: group({
    kind: z.literal('prose'),
    ...optionalHeading,
    text: markdown,
    beside: z
      .discriminatedUnion('kind', [
        group({ kind: z.literal('video'), video }),
        group({ kind: z.literal('picture'), picture }),
      ])
      .optional(),
    actions: z.array(action).max(3).default([]),
    /** This text; or what stands at another address, which is shared instead. */
    share: z.union([z.boolean(), group({ title: line, href })]).default(false),
    tone: z.enum(['paper', 'sand', 'plum']).default('paper'),
  }),
  videos: group({
    kind: z.literal('videos'),
    ...optionalHeading,
    intro: text.optional(),
    videos: z.array(video).min(1),
  }),
  cards: group({
    kind: z.literal('cards'),
    ...heading,
    intro: text.optional(),
    cards: z.array(group({ title: line, text, href, picture })).min(1),
  }),
  figures: group({
    kind: z.literal('figures'),
    ...optionalHeading,
    intro: text.optional(),
    tone: z.enum(['paper', 'plum']).default('paper'),
    /** Counts up from nought, one a 10 ms tick, when it comes into view. Only for plain whole numbers. */
    counting: z.boolean().default(false),
    pattern: pattern.optional(),
    figures: z.array(group({ value: z.string().min(1).max(12), label: line, live: live.optional() })).min(1),
    /** Said under the figures. */
    note: text.optional(),
  }),
  stories: group({ kind: z.literal('stories'), ...heading, intro: text.optional(), country: z.string() }),
  newsletter: group({ kind: z.literal('newsletter'), ...heading, text }),
  documents: group({
    kind: z.literal('documents'),
    ...heading,
    intro: text.optional(),
    /** Puts them under their years, the latest first, each year with an address: #y2024. */
    byYear: z.boolean().default(false),
    documents: z.array(group({ title: line, date: month, href, picture: picture.optional() })).min(1),
  }),
  'call-to-give': group({
    kind: z.literal('call-to-give'),
    ...heading,
    text,
    button: line,
    /** Which Donate button this is: GET /give?page=…&section=… decides where it leads. */
    section: z
      .string()
      .regex(/^[a-z-]+$/)
      .optional(),
    href: href.optional(),
    pattern,
  }),
  seam: group({ kind: z.literal('seam') }),
  people: group({
    kind: z.literal('people'),
    ...optionalHeading,
    intro: text.optional(),
    people: z.array(group({ name: line, role: line, text: markdown.optional(), picture })).min(1),
  }),
  timeline: group({
    kind: z.literal('timeline'),
    ...heading,
    intro: text.optional(),
    entries: z.array(group({ when: line, title: line, text, picture: picture.optional() })).min(2),
  }),
  faq: group({
    kind: z.literal('faq'),
    ...heading,
    /** Whether the first answer is open when the page opens. */
    firstOpen: z.boolean().default(false),
    questions: z.array(group({ question: line, answer: markdown })).min(1),
  }),
  links: group({
    kind: z.literal('links'),
    ...optionalHeading,
    intro: text.optional(),
    links: z.array(group({ label: line, href, note: text.optional() })).min(1),
  }),
  /** A list of names or things, in columns. */
  list: group({ kind: z.literal('list'), ...heading, intro: text.optional(), items: z.array(line).min(1) }),
  /** Amounts and what each one does: sponsor levels, monthly tiers, camp places. */
  tiers: group({
    kind: z.literal('tiers'),
    ...heading,
    intro: text.optional(),
    tiers: z
      .array(group({ amount: line, title: line.optional(), text: text.optional(), action: action.optional() }))
      .min(1),
    note: text.optional(),
  }),
  progress: group({
    kind: z.literal('progress'),
    ...heading,
    intro: text.optional(),
    bars: z.array(group({ label: line, value: z.int().min(0), of: z.int().min(1) })).min(1),
  }),
  offices: group({ kind: z.literal('offices'), ...heading, intro: text.optional() }),
  /** How many of the monthly circle's founding places are taken: counted from recorded monthly gifts. */
  'founding-members': group({
    kind: z.literal('founding-members'),
    ...heading,
    intro: text.optional(),
    places: z.int().min(1),
  }),
  /** Cards of the blog's posts, the newest first. `pages` shows nine and gives the rest pages of their own, with PREVIOUS and NEXT. */
  posts: group({
    kind: z.literal('posts'),
    ...heading,
    intro: text.optional(),
    pages: z.boolean().default(false),
    /** Of a block without pages: how many of the newest are left out, and how many cards there are. */
    skip: z.int().min(0).default(0),
    count: z.int().min(1).max(9).default(9),
    /** SHOW ALL BLOG'S. */
    action: action.optional(),
  }),
  /** The pictures of content/gallery.yaml, 24 a page. */
  gallery: group({ kind: z.literal('gallery'), ...heading, intro: text.optional() }),
  /** One event of content/events: its next date, or that it is over, with what follows from it. */
  event: group({
    kind: z.literal('event'),
    ...heading,
    intro: text.optional(),
    event: slug,
    share: z.boolean().default(false),
  }),
  /** Cards of the events in content/events, the soonest first: all of them, or the named ones. */
  events: group({
    kind: z.literal('events'),
    ...heading,
    intro: text.optional(),
    only: z.array(slug).min(1).optional(),
  }),
  notice: group({
    kind: z.literal('notice'),
    ...optionalHeading,
    text: markdown,
    actions: z.array(action).max(2).default([]),
  }),
  /** An enquiry form of content/forms, in the page, or as a dialog that every link to /forms/{form} on the page opens. */
  form: group({
    kind: z.literal('form'),
    form: z.enum(enquiryForms),
    as: z.enum(['page', 'dialog']),
    ...optionalHeading,
    /** Beside a form in the page, instead of the form's own introduction; over a dialog's button. */
    text: markdown.optional(),
    /** Opens the dialog. Without it the dialog is opened by other links of the page, and the block itself shows nothing. */
    button: line.optional(),
    /** Which of the form's subjects the message begins with. */
    about: slug.optional(),
    tone: z.enum(['paper', 'sand', 'plum']).default('paper'),
  }),
} as const

export type BlockKind = keyof typeof blockSchemas
export type BlockOf<Kind extends BlockKind> = z.output<(typeof blockSchemas)[Kind]>
export type Block = { [Kind in BlockKind]: BlockOf<Kind> }[BlockKind]

const kinds = Object.values(blockSchemas) as unknown as [
  (typeof blockSchemas)[BlockKind],
  ...(typeof blockSchemas)[BlockKind][],
]
export const block = z.discriminatedUnion('kind', kinds)

export const countries = ['India', 'Kenya', 'Zimbabwe', 'USA', 'Uganda', 'SouthAfrica'] as const
export const country = z.enum(countries)
export type Country = z.output<typeof country>

/** content/pages/**.yaml */
export const pageSchema = group({
  /** Canonical address: /India. May hold placeholders such as {founderSlug}. */
  address: z.string().regex(/^\/[\w{}/-]*$/, 'must start with / and hold letters, digits, - and _ only'),
  /** Other spellings that arrive by 308. Letter case, a closing slash and %20 need no entry. */
  aliases: z.array(z.string().regex(/^\/[^?#]+$/, 'must start with / and hold no ? or #')).default([]),
  title: line.max(70),
  description: text.max(200),
  /** Where the page stands: the group's name in the breadcrumb. */
  parent: group({ label: line, href: href.optional() }).optional(),
  /** Set on the six country pages. */
  country: country.optional(),
  /** Drawn on the social card. */
  card: picture,
  /** When the words last changed: year-month-day, for the sitemap. */
  updated: day,
  /** Shows "Exit this page": for pages about abuse. */
  quickExit: z.boolean().default(false),
  blocks: z.array(block).min(1),
})
export type Page = z.output<typeof pageSchema>

/** content/stories/{Country}/{slug}.md: this as front matter, then the story in Markdown. */
export const storySchema = group({
  title: line.max(70),
  /** On the card. */
  summary: text.max(240),
  /** For search engines and shared links. */
  description: text.max(200),
  order: z.int().min(1),
  picture,
  updated: day,
  /** Shows "Exit this page", as on a page about abuse. */
  quickExit: z.boolean().optional(),
})
export type Story = z.output<typeof storySchema> & {
  country: Country
  slug: string
  /** Canonical: /India/stories/the-500th */
  address: string
  /** Markdown. */
  body: string
}

/** content/posts/{slug}.md: this as front matter, then the post in Markdown. */
export const postSchema = group({
  title: line.max(70),
  /** On the card. */
  excerpt: text.max(240),
  /** For search engines and shared links. */
  description: text.max(200),
  /** When it was published; the weekday is computed. */
  date: day,
  picture,
  updated: day,
})
export type Post = z.output<typeof postSchema> & {
  slug: string
  /** Canonical: /{secondSlug}/{slug} */
  address: string
  /** Markdown. */
  body: string
}

const photoFile = z
  .string()
  .regex(/^\/media\/[\w./-]+\.(avif|webp|jpe?g|png)$/, 'must be a picture such as /media/dance/012.webp')
const storedFile = z
  .string()
  .regex(
    /^https:\/\/[^\s/?#]+\/[^\s?#]+\.(avif|webp|jpe?g|png)$/i,
    'must be an https address that ends in .jpg, .jpeg, .png, .webp or .avif (is the dot before its ending missing?)',
  )
const size = z.int().min(1).max(20_000)
/** content/gallery.yaml */
export const gallerySchema = group({
  photos: z
    .array(
      group({
        /** Part of the photo's address, so it never changes. */
        id: z.string().regex(/^\d{3}$/, 'must be three digits such as "007"'),
        alt: line,
        picture: z.discriminatedUnion('kind', [
          /** Drawn by code; the same number draws the same picture. */
          group({ kind: z.literal('drawn'), number: z.int().min(1).max(999) }),
          /** A photograph in public/media: its size in pixels, and a copy 600 pixels wide for the grid where there is one. */
          group({
            kind: z.literal('photo'),
            src: photoFile,
            width: size,
            height: size,
            small: group({ src: photoFile }).optional(),
          }),
          /** A photograph in a store elsewhere, which our server fetches. */
          group({ kind: z.literal('stored'), href: storedFile, width: size, height: size }),
        ]),
      }),
    )
    .min(1),
})
export type Photo = z.output<typeof gallerySchema>['photos'][number] & {
  /** Canonical: /FatherDaughterDanceGallery/photo/007 */
  address: string
}

const phone = group({
  label: line,
  number: z.string().regex(/^\+[\d ()-]{6,24}$/, 'must be a telephone number such as +1 423 555 0100'),
})
export const officeSchema = group({
  /** ISO 3166 code: IN, KE, US … */
  code: z.string().regex(/^[A-Z]{2}$/, 'must be the two capitals of a country, such as IN'),
  name: line,
  lines: z.array(line).min(1),
  phones: z.array(phone).min(1),
  email: z.email(),
  /** The mailing PO box, where there is one. */
  postal: z.array(line).optional(),
})
export type Office = z.output<typeof officeSchema>

/** content/site.yaml: who we are. Every placeholder in the other files ({organisation}, {founder} …) is filled from `names`. */
export const siteSchema = group({
  names: group({
    organisation: line,
    initials: line,
    /** In the title of the introduction film and of the Day. */
    product: line,
    founder: line,
    founderSlug: z.string().regex(/^[A-Za-z][\w]*$/, 'must be a word of plain letters and digits'),
    second: line,
    secondSlug: z.string().regex(/^[A-Za-z][\w]*$/, 'must be a word of plain letters and digits'),
    email: z.email(),
    eventsEmail: z.email(),
  }),
  /** On the two lines of the logo. */
  logo: z.tuple([line, line]),
  tagline: line,
  description: text.max(200),
  founded: group({ date: day, place: line, statement: line }),
  social: z
    .array(group({ network: z.enum(['facebook', 'instagram', 'x', 'linkedin', 'youtube']), label: line, href }))
    .length(5),
  /** Pages elsewhere, by the name that content uses for them: {link:kenya-card}. */
  external: z.record(
    z.string().regex(/^[a-z0-9-]+$/, 'must be small letters, digits and hyphens'),
    group({
      label: line,
      href: z.string().startsWith('https://'),
      /** A link to it opens a tab of its own, and says so: for shops, tickets and payments, which a visitor leaves again. */
      newTab: z.boolean().default(false),
    }),
  ),
  offices: z.array(officeSchema).min(1),
  /** Which office the footer shows for a visitor's country; `other` for all the rest. */
  footerOffice: z.record(z.string(), z.string()),
})
export type Site = z.output<typeof siteSchema>

/** content/navigation.yaml */
const entry = group({ label: line, href, note: line.optional() })
export const navigationSchema = group({
  groups: z.array(group({ label: line, entries: z.array(entry).min(1) })).min(1),
  /** The founder-story button. */
  story: entry,
  donate: entry,
  footer: z.array(group({ label: line, entries: z.array(entry).min(1) })).min(1),
  /** Offered on the page that says "not found". */
  lost: z.array(entry).min(1),
})
export type Navigation = z.output<typeof navigationSchema>

/** content/giving/india.yaml: what the India form offers and says. Amounts are whole rupees here and paise in lib/giving. */
export const indiaGivingSchema = group({
  title: line,
  description: text.max(200),
  heading: line,
  intro: text,
  picture,
  presets: z.array(group({ rupees: z.int().min(1), pays: line })).length(4),
  minimum: z.int().min(1),
  maximum: z.int().min(1),
  /** A monthly gift above this asks the donor's bank each month. */
  mandateAbove: z.int().min(1),
  /** Codes 1 to 8, as in the specification's donation form. */
  reasons: z.array(group({ code: z.int().min(1).max(8), label: line })).length(8),
  /** Asked only where the organisation may not take gifts from abroad (Foreign Contribution (Regulation) Act, 2010). */
  citizenship: z.boolean().default(false),
  citizens: group({
    question: line,
    /** What everybody else reads; no payment is started. */
    refusal: text,
    /** The link to the form in dollars. */
    elsewhere: line,
  }).optional(),
  reassurance: text,
  refunds: z.array(text).min(1),
  updated: day,
}).refine(({ citizenship, citizens }) => !citizenship || citizens !== undefined, {
  path: ['citizens'],
  error: 'is missing: `citizenship: true` asks with these words',
})
export type IndiaGiving = z.output<typeof indiaGivingSchema>

/** Labels and hints that differ from what every form says. */
const fieldWords = z.strictObject({ number: line.optional(), message: line.optional() })

/** content/forms/{id}.yaml: one enquiry form. Its questions are the same on all (specification, section 3), so that only their words stand here. */
export const enquiryFormSchema = group({
  title: line.max(70),
  description: text.max(200),
  intro: text,
  labels: fieldWords.default({}),
  hints: fieldWords.default({}),
  /** Boxes to tick; the chosen names are sent as `checkbox`. */
  checkboxes: group({ label: line, hint: line.optional(), options: z.array(line).min(2) }).optional(),
  /** What a message may begin with: a link to /forms/{id}?about={subject} writes its line. */
  subjects: z.array(group({ id: slug, line })).default([]),
  submit: line,
  /** Who reads it, and when they answer: said under the button. */
  recipient: text,
  /** The page that the form belongs to. */
  page: group({ label: line, href }),
})
export type EnquiryForm = z.output<typeof enquiryFormSchema> & { id: EnquiryFormId }

/** content/camps.yaml: the summary that is shown until one was ever loaded. */
export const campDefaultsSchema = group({
  totalSurgeryCount: z.int(),
  totalCampCount: z.int(),
  totalCountryCount: z.int(),
  countryWiseCamps: z.record(
    z.enum(['INDIA', 'KENYA', 'ZIMBABWE', 'UGANDA', 'AFRICA']),
    group({ surgeryCount: z.int() }),
  ),
})

export type Picture = z.output<typeof picture>
export type PatternName = z.output<typeof pattern>
export type Video = z.output<typeof video>
export type Action = z.output<typeof action>
