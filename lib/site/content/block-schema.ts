/** Schemas of the blocks of a page. components/blocks/index.tsx maps each kind to its component. */
import { z } from 'zod'
import type { Language } from '#lib/platform/languages/index.ts'
import {
  action,
  blockGroup,
  campaign,
  claim,
  country,
  distinct,
  event,
  figure,
  film,
  form,
  group,
  href,
  line,
  liveFigure,
  type MenuGroup,
  markdown,
  milestone,
  month,
  office,
  pattern,
  picture,
  playlist,
  slug,
  text,
} from './fields.ts'
import { givingBlockSchemas } from './giving-block-schema.ts'

const heading = {
  id: slug.optional(),
  eyebrow: line.optional(),
  heading: line,
}
const optionalHeading = { ...heading, heading: line.optional() }
/** The year that the block is about. Twelve months after its end the block is folded. */
const year = z.int().min(2000).max(2100).optional()

/** With a heading, and an introduction below it. */
const section = <const Kind extends string, Shape extends z.ZodRawShape>(
  kind: Kind,
  among: MenuGroup,
  line: string,
  shape: Shape,
) => blockGroup(kind, among, line, { ...heading, intro: text.optional(), ...shape })

export const operations = ['lip', 'palate', 'both'] as const

export const blockSchemas = {
  /** Home's four slides. `*word*` in a heading is the highlighted word. */
  carousel: blockGroup('carousel', 'Pictures', 'Pictures that take turns, with sentences. For the top of a page.', {
    label: line,
    slides: z
      .array(
        group({
          heading: line,
          /** Text after the number of surgeries so far, "free surgeries since 2012", or around it: "since 2012, … free surgeries". */
          proof: line.optional(),
          text,
          actions: z.array(action).min(1).max(2),
          pictures: z.array(picture).min(1).max(3),
        }),
      )
      .min(2),
    /** The round floating link on Home on wide screens. */
    floating: group({ label: line, href }).optional(),
  }),
  hero: blockGroup('hero', 'Text', 'The top of the page: its title, a sentence, and a cloth or a face.', {
    heading: line,
    intro: text,
    pattern,
    picture: picture.optional(),
    /** Makes the picture a link, with its label below. */
    pictureLink: action.optional(),
    actions: z.array(action).max(3).default([]),
    /** Telephone and WhatsApp of these offices, for families who ask for a surgery. The office of the visitor's country comes first. */
    help: group({
      /** Explains the numbers on a page about something else. */
      link: action.optional(),
      offices: z.array(office).min(1),
      /** Message with which WhatsApp opens. */
      message: line,
    }).optional(),
    /** `plain` omits the cloth pattern and the arch. */
    look: z.enum(['arch', 'plain']).default('arch'),
  }),
  prose: blockGroup('prose', 'Text', 'A heading and paragraphs, with a picture or a film beside them if you like.', {
    ...optionalHeading,
    text: markdown,
    /** Behind its heading, until a reader opens it. */
    folded: z.boolean().default(false),
    year,
    /** For a text about the law. */
    ...claim,
    beside: z
      .discriminatedUnion('kind', [
        /** The name of a file in content/films. */
        group({ kind: z.literal('film'), film }),
        group({ kind: z.literal('picture'), picture }),
      ])
      .optional(),
    actions: z.array(action).max(3).default([]),
    /** Shares this page; or the given address instead. */
    share: z.union([z.boolean(), group({ title: line, href })]).default(false),
    tone: z.enum(['paper', 'sand', 'plum']).default('paper'),
  }),
  /** The films of a playlist of content/playlists, with its title as heading if the block has none. */
  videos: blockGroup('videos', 'Pictures', 'Films, from here or from YouTube and Vimeo.', {
    ...optionalHeading,
    intro: text.optional(),
    playlist,
  }),
  cards: blockGroup('cards', 'Lists', 'Cards side by side, each with a link.', {
    ...heading,
    year,
    intro: text.optional(),
    cards: z.array(group({ title: line, text, href, picture })).min(1),
    /** On telephones only the pictures and titles, two in a row. */
    compact: z.boolean().default(false),
  }),
  figures: blockGroup('figures', 'Figures', 'Large numbers, each with its source.', {
    ...optionalHeading,
    intro: text.optional(),
    tone: z.enum(['paper', 'plum']).default('paper'),
    pattern: pattern.optional(),
    /** Ids in content/figures.yaml, optionally with other words. A figure beside a milestone counts up when scrolled into view. */
    figures: z.array(group({ figure, label: line.optional(), milestone: milestone.optional() })).min(1),
    note: text.optional(),
  }),
  /** All figures of content/figures.yaml: how each was counted, its source and its day. Blocks of `figures` link to it. */
  'figure-sources': section('figure-sources', 'Figures', 'All figures, each with its source and how it was counted.', {
    /** Some of them, for a page that has its own list; no block links to it. */
    only: z.array(figure).min(1).optional(),
  }),
  'press-kit': section('press-kit', 'More', 'The logo and words for journalists.', {
    pictures: z
      .array(
        group({
          title: line,
          picture: picture.refine(({ kind }) => kind === 'portrait' || kind === 'object', 'must be a drawing'),
        }),
      )
      .min(1)
      .max(6),
    licence: text,
  }),
  /** The stories of a country, or the named ones of them. */
  stories: section('stories', 'Lists', 'Cards of stories of a country.', {
    country,
    only: z.array(slug).min(1).optional(),
  }),
  /** The donation forms' amounts with what they pay for. */
  amounts: section('amounts', 'Figures', 'What an amount pays for.', {}),
  newsletter: blockGroup('newsletter', 'Asking', 'The sign-up for the newsletter.', { ...heading, text }),
  documents: section('documents', 'Lists', 'Files to read or to download, such as newsletters.', {
    /** Groups them by year, latest first; each year has an anchor: #y2024. */
    byYear: z.boolean().default(false),
    documents: z
      .array(group({ title: line, date: month, href, picture: picture.optional() }))
      .min(1)
      .superRefine(distinct('href')),
  }),
  'call-to-give': blockGroup('call-to-give', 'Asking', 'A sentence and a Donate button.', {
    ...heading,
    text,
    button: line,
    /** Identifies this Donate button: GET /give?page=…&section=… decides the target. */
    section: z
      .string()
      .regex(/^[a-z-]+$/)
      .optional(),
    href: href.optional(),
    /** Id of a live figure: the heading ends with that number plus one. */
    next: liveFigure.optional(),
    /** A small link below the button. */
    elsewhere: group({ label: line, href }).optional(),
    pattern,
  }),
  /** A campaign of content/campaigns: its total in the ledger, and a Donate button that counts towards it. */
  campaign: blockGroup('campaign', 'Asking', 'A campaign with its goal and a button.', {
    ...heading,
    campaign,
    text,
    /** Names the next camp of content/camps, once it has a date. */
    nextCamp: z.boolean().default(false),
    button: line,
    pattern,
  }),
  picture: blockGroup('picture', 'Pictures', 'One picture, with a line below it.', {
    ...optionalHeading,
    picture,
    caption: text.max(240).optional(),
  }),
  seam: blockGroup('seam', 'More', 'A thin line between two parts of the page.', {}),
  people: blockGroup('people', 'People', 'People with a face, a name and what they do.', {
    ...optionalHeading,
    intro: text.optional(),
    people: z
      .array(
        /** Without a name, the role is the heading. */
        group({ name: line.optional(), role: line, text: markdown.optional(), picture: picture.optional() }).refine(
          ({ name, picture }) => name !== undefined || picture === undefined,
          { path: ['picture'], error: 'shows somebody who has no name yet: leave it out' },
        ),
      )
      .min(1),
  }),
  timeline: section('timeline', 'Text', 'What happened when, year by year.', {
    entries: z.array(group({ when: line, title: line, text, picture: picture.optional() })).min(2),
  }),
  faq: blockGroup('faq', 'Text', 'Questions that open to their answers.', {
    ...heading,
    /** Whether the first answer is open initially. */
    firstOpen: z.boolean().default(false),
    questions: z.array(group({ question: line, answer: markdown })).min(1),
  }),
  links: blockGroup('links', 'Lists', 'Links in a row, each with a line about it.', {
    ...optionalHeading,
    intro: text.optional(),
    links: z.array(group({ label: line, href, note: text.optional() })).min(1),
  }),
  /** What to do, or what to look at: with pictures, or as numbered steps. */
  steps: section('steps', 'Text', 'What to do, step by step.', {
    numbered: z.boolean().default(false),
    steps: z
      .array(group({ title: line, text: text.optional(), picture: picture.optional() }))
      .min(2)
      .max(4),
    tone: z.enum(['paper', 'sand']).default('paper'),
    /** The words of a link that saves the drawings of all steps as one picture, to keep and to send. Needs an `id`. */
    save: line.optional(),
  }),
  list: section('list', 'Lists', 'A heading and short lines.', {
    items: z.array(line).default([]),
    /** Stand in until there are more real ones: folded, and shown as samples. */
    samples: z.array(line).min(1).optional(),
  })
    .refine(({ items, samples }) => items.length > 0 || samples, { path: ['items'], error: 'is missing' })
    .refine(({ labelled }) => !(Array.isArray(labelled) && labelled.includes('items')), {
      path: ['labelled'],
      error: 'move the samples to `samples`: what is in `items` is real',
    }),
  /** Amounts and what each one pays for: sponsor levels, monthly tiers, camp places. */
  tiers: section('tiers', 'Asking', 'Amounts side by side, each with a button.', {
    tiers: z
      .array(group({ amount: line, title: line.optional(), text: text.optional(), action: action.optional() }))
      .min(1),
    note: text.optional(),
  }),
  progress: section('progress', 'Figures', 'How far a campaign is from its goal.', {
    bars: z.array(group({ label: line, value: z.int().min(0), of: z.int().min(1) })).min(1),
  }),
  /** The organisation's registrations in each country, as on its receipts (content/giving/receipts.yaml). */
  registrations: section('registrations', 'People', 'Where we are registered, by country.', {
    /** Shown while a country has no registration: whom to ask. */
    none: markdown.optional(),
  }),
  offices: section('offices', 'People', 'Our offices, with address and telephone.', {}),
  /** How many of the monthly circle's founding places are taken, counted from recorded monthly gifts to its campaign. */
  'founding-members': section('founding-members', 'Figures', 'How many places of the monthly circle are taken.', {
    campaign,
    places: z.int().min(1),
  }),
  /** Cards of the blog's posts, newest first. `pages` shows nine per page, with PREVIOUS and NEXT. */
  posts: section('posts', 'Lists', 'Cards of the newest posts.', {
    pages: z.boolean().default(false),
    /** How many of the newest posts to skip; and, for a block without pages, how many to show. */
    skip: z.int().min(0).default(0),
    count: z.int().min(1).max(9).default(9),
    /** Where NEXT and PREVIOUS lead if the blog continues on another page. */
    older: href.optional(),
    newer: href.optional(),
    /** SHOW ALL BLOG'S. */
    action: action.optional(),
  }),
  /** The pictures of content/gallery.yaml, 24 a page. */
  gallery: section('gallery', 'Pictures', 'All photographs of the gallery.', {}),
  /** One event of content/events: its next date, or what to do now that it is over. */
  event: section('event', 'Lists', 'One event: its next date, or what to do now that it is over.', {
    event,
    share: z.boolean().default(false),
  }),
  /** Cards of the events in content/events, soonest first: all of them, or the named ones. */
  events: section('events', 'Lists', 'Cards of the coming events.', {
    only: z.array(event).min(1).optional(),
  }),
  /** The coming camps of content/camps; on the page of a country, only those there. */
  camps: section('camps', 'More', 'The coming camps.', {
    /** Shown while no camp has a date. Only the page of a country may omit it; the block is then hidden. */
    none: markdown.optional(),
    /** Hospitals where patients of a country are operated on. */
    hospitals: z.array(group({ country: line, name: line, gettingThere: text.optional() })).optional(),
    actions: z.array(action).max(2).default([]),
  }),
  /** Texts, pictures and posters of the coming camps, for whoever spreads the word. */
  'camp-kit': section('camp-kit', 'More', 'Texts, pictures and posters to make a camp known.', { none: markdown }),
  'camp-outcomes': section('camp-outcomes', 'More', 'What became of the camps.', { none: markdown }),
  /** What to do after an operation. In a browser with JavaScript, a family gets the days. */
  aftercare: section('aftercare', 'More', 'What to do after an operation, day by day.', {
    steps: z
      .array(
        group({
          title: line.max(80),
          text: text.max(400),
          /** How long after the operation: one of the two. */
          days: z.int().min(1).optional(),
          months: z.int().min(1).optional(),
          /** After which operations; after all if left out. */
          operations: z.array(z.enum(operations)).min(1).optional(),
          /** For the surgeon who reviews the step. Visitors do not see it. */
          reviewQuestion: z.string().min(1).optional(),
        }).refine(({ days, months }) => (days === undefined) !== (months === undefined), {
          path: ['days'],
          error: 'say either `days` or `months`',
        }),
      )
      .min(1),
  }),
  notice: blockGroup('notice', 'Text', 'Something that must not be missed, in a box.', {
    ...optionalHeading,
    text: markdown,
    /** An urgent warning. */
    urgent: z.boolean().default(false),
    /** Lists the emergency numbers of content/countries.yaml. */
    emergencyNumbers: z.boolean().default(false),
    actions: z.array(action).max(2).default([]),
  }),
  /** Links to a poster and cards for each country whose page has a number for families, and their words. */
  poster: blockGroup('poster', 'Pictures', 'Sheets to print.', {
    ...heading,
    text: markdown,
    folded: z.boolean().default(false),
    /** Above the sheets, and not printed. */
    howTo: text,
    title: line.max(60),
    lines: z.array(line.max(90)).min(1).max(4),
    /** Before the telephone number. */
    call: line.max(30),
    /** Below the QR code. */
    scan: line.max(60),
    urgent: line,
  }),
  /** An enquiry form of content/forms, in the page or as a dialog that every link to /forms/{form} on the page opens. */
  form: blockGroup('form', 'Asking', 'A form to write to us.', {
    form,
    as: z.enum(['page', 'dialog']),
    ...optionalHeading,
    /** Replaces the form's own introduction in the page; shown above a dialog's button. */
    text: markdown.optional(),
    /** Button that opens the dialog. Without it, the dialog is opened by other links of the page and the block shows nothing. */
    button: line.optional(),
    /** Preselects one of the form's subjects. */
    about: slug.optional(),
    tone: z.enum(['paper', 'sand', 'plum']).default('paper'),
  }),
  ...givingBlockSchemas,
  'refund-policy': blockGroup('refund-policy', 'More', 'What applies to refunds.', { points: z.array(text).min(1) }),
} as const

export type BlockKind = keyof typeof blockSchemas
/** `lang`: the language of its texts, if it differs from the page's because a translation is missing. */
export type BlockOf<Kind extends BlockKind> = z.output<(typeof blockSchemas)[Kind]> & { lang?: Language | undefined }
export type Block = { [Kind in BlockKind]: BlockOf<Kind> }[BlockKind]

const { carousel, ...others } = blockSchemas
export const block = z.discriminatedUnion('kind', [carousel, ...Object.values(others)])
