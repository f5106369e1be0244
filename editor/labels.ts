/**
 * The labels of the editor's forms. A field without an entry is named after its name in the schema, so that a new field appears by
 * itself. Pure.
 */
import { definition, type Schema } from '#lib/site/content/walk.ts'

/** Names from the file to the field: ['pages', 'blocks', 'hero', 'heading']. */
export type Place = readonly string[]

type FieldLabel = { label?: string; hint?: string }

/** By the end of the place, the longest first: `hero.heading`, else `heading`. */
export const labels: Record<string, FieldLabel> = {
  address: { label: 'Address', hint: 'As in /OurWells: letters, digits, - and _. Visitors see it.' },
  aliases: {
    label: 'Old addresses',
    hint: 'Older spellings that lead here. Capitals and a slash at the end need no entry.',
  },
  title: { label: 'Title' },
  description: { label: 'Description', hint: 'Read by search engines, and shown where the page is shared.' },
  summary: { label: 'Summary', hint: 'For its card, in one or two sentences.' },
  excerpt: { label: 'Excerpt', hint: 'For its card, in one or two sentences.' },
  draft: { label: 'Draft', hint: 'Visitors do not see a draft. You see it here, with a mark.' },
  publishFrom: {
    label: 'Show from',
    hint: 'Optional: the first day. With a time, from that time on.',
  },
  publishUntil: {
    label: 'Show until',
    hint: 'Optional: the last day. With a time, until then. Both take effect by themselves.',
  },
  quickExit: { label: 'Show “Exit this page”', hint: 'For pages about abuse.' },
  locale: { label: 'English', hint: 'en-US for pages about the USA, en-GB for the others.' },
  card: { label: 'Picture for sharing' },
  blocks: { label: 'Blocks', hint: 'The parts of the page, from top to bottom. The first is a hero.' },
  parent: {
    label: 'Group in the path',
    hint: 'Optional: the group of the page, with the group’s own page if it has one.',
  },
  eyebrow: { label: 'Small line above the heading' },
  id: {
    label: 'Name for links',
    hint: 'Small letters, digits and hyphens. A link to /Page#name leads here, so do not change it.',
  },
  'levels.id': { label: 'Name in payments', hint: 'Gifts are recorded under it, so it never changes.' },
  'photos.id': { label: 'Number', hint: 'Three to five digits that no other photo has. They never change.' },
  'live.id': { label: 'Name in texts', hint: 'By which pages choose this figure. It never changes.' },
  'fixed.id': { label: 'Name in texts', hint: 'As in {figure:name}. It never changes.' },
  'milestones.id': { label: 'Name in texts', hint: 'As in {figure:name}. It never changes.' },
  'terms.id': { label: 'Name in texts', hint: 'As in {law:name}. It never changes.' },
  'statements.id': { label: 'Name', hint: 'By which a statement of this bank is read. It never changes.' },
  'options.id': { label: 'Name in messages', hint: 'The office reads it. It never changes.' },
  'subjects.id': { label: 'Name in links', hint: 'Links to this form say it. It never changes.' },
  'youtube.id': { label: 'Film', hint: 'Paste the address of the film.' },
  'youtube-playlist.id': { label: 'Playlist', hint: 'Paste the address of the playlist.' },
  'vimeo.id': { label: 'Film', hint: 'Paste the address of the film.' },
  href: {
    label: 'Link',
    hint: 'Choose a page or a file, or write an address: /India, /India#stories, https://…, mailto:… or {link:name} for an external page.',
  },
  alt: { label: 'What the picture shows', hint: 'For those who cannot see it. Not “image of”.' },
  look: {
    label: 'Face',
    hint: 'Another number, another person: 1 to 99. No two pictures of a page may be the same person.',
  },
  who: { label: 'Person' },
  pattern: { label: 'Cloth' },
  home: {
    label: 'Country of the person',
    hint: 'Skin, hair and clothes follow it. It stays when you choose another cloth.',
  },
  'hero.help': { label: 'Numbers for families who ask for a surgery' },
  'help.offices': { label: 'Offices', hint: 'Codes of countries, such as IN. The visitor’s own country comes first.' },
  'help.message': { label: 'Message', hint: 'What WhatsApp opens with. Visitors may change it.' },
  whatsapp: { label: 'WhatsApp', hint: 'With the code of the country, such as +91 98200 00101.' },
  howTo: { label: 'How to print', hint: 'Above the sheets. It is not printed.' },
  'poster.title': { label: 'Title on the sheets' },
  'poster.lines': { label: 'Lines on the poster' },
  'poster.call': { label: 'Before the telephone number' },
  'poster.scan': { label: 'Below the QR code' },
  'poster.urgent': { label: 'When to go to a hospital' },
  urgent: { label: 'Urgent', hint: 'For a warning that cannot wait.' },
  hospitals: { label: 'Hospitals', hint: 'Where patients are operated on.' },
  gettingThere: { label: 'How to get there' },
  paid: { label: 'What is paid for the patient', hint: 'Such as travel and meals, and for how many people.' },
  object: { label: 'Drawing' },
  seam: { label: 'Golden line above the lip', hint: 'For patients only.' },
  mood: { label: 'Mood', hint: 'Calm, without a smile: for stories of loss and trafficking.' },
  src: { label: 'File', hint: 'Films of more than 20 MB belong to YouTube or Vimeo.' },
  'photo.src': {
    label: 'Photograph',
    hint: 'As the camera or the telephone saved it: the site makes it smaller, and leaves out where it was taken.',
  },
  text: { label: 'Text' },
  body: {
    label: 'Text',
    hint: 'Markdown: **bold**, *italic*, [words](/address), lists with “- ”, headings from ## on. No HTML.',
  },
  tone: { label: 'Background' },
  share: { label: 'Share button', hint: 'Needs a name for links.' },
  gift: { label: 'What readers may give for' },
  'gift.ask': { label: 'Heading' },
  'gift.reason': { label: 'Purpose' },
  'gift.preset': { label: 'Amount', hint: 'With what it pays for. Optional: without it, the purpose is described.' },
  'stories.only': { label: 'Only these stories', hint: 'Tick none to show all stories of the country.' },
  'blocks.events.only': { label: 'Only these events', hint: 'Choose none to show all.' },
  date: { label: 'Date' },
  zone: { label: 'Time zone', hint: 'Of the place.' },
  starts: { label: 'Starts' },
  ends: { label: 'Ends' },
  'events.starts': { label: 'Starts at', hint: 'In the time zone above.' },
  'events.ends': { label: 'Ends at', hint: 'On the same day.' },
  'events.date': { hint: 'Of an event that repeats, any of its dates.' },
  'repeats.words': { label: 'The rule in words', hint: 'On the second Saturday of every September' },
  calledOff: { label: 'Called off on' },
  afterwards: { label: 'Once it is over', hint: 'Read when there is no further date.' },
  goal: { label: 'Goal', hint: 'With its currency: $8,000. Gifts in this currency count towards it.' },
  partner: { label: 'Number at the giving partner' },
  'campaigns.reason': { label: 'Purpose' },
  amount: { label: 'Amount', hint: 'With its currency, as visitors read it: $10,000.' },
  presets: { label: 'Amounts offered' },
  writtenFor: {
    label: 'Amount that the sentences were written for',
    hint: 'If it is not the amount above, the check asks you to read them again.',
  },
  minimum: { label: 'Smallest gift' },
  maximum: { label: 'Largest gift' },
  formerly: {
    label: 'What names were before',
    hint: 'A word that stood in addresses before: the old addresses lead to those of today.',
  },
  'documents.byYear': { label: 'Grouped by year' },
  'documents.href': {
    label: 'File',
    hint: 'Choose a file. Upload a new one under Assets before, such as 2025-02.pdf.',
  },
  'navigation-file.groups': { hint: 'Of the menu, from left to right.' },
  'navigation-file.story': { label: 'Button to the founder’s story' },
  'navigation-file.donate': { label: 'Donate button' },
  'navigation-file.lost': { label: 'What a page that is not there offers' },
  'figures-file.live': { label: 'Counted live', hint: 'From the camps service.' },
  'figures-file.fixed': { label: 'All others', hint: 'Each with its source and its month.' },
  'answers.asked': {
    label: 'What people type',
    hint: 'Between commas: “cost, how much”. The answer stands first if all the words of one of them are in the search.',
  },
  synonyms: { hint: 'On each line a word of ours, a colon, and what people type for it: “surgery: operation, op”.' },
  stopWords: { label: 'Words that do not count', hint: 'Such as “the” and “how”, with spaces between them.' },
  'redirects.from': { label: 'Old address', hint: 'As in /OurWells, where a page was before.' },
  'redirects.to': { label: 'Leads to', hint: 'The address of the page that comes nearest.' },
}

/** Label and hint of a field. */
export function labelsOf(place: Place): { label: string; hint?: string } {
  const found: FieldLabel = {}
  const name = place.at(-1) ?? ''
  for (let from = place.length - 1; from >= 0; from--) Object.assign(found, labels[place.slice(from).join('.')])
  return { label: spelt[name] ?? nameOf(name.replace(/-file$/, '')), ...found }
}

/** A problem with the labels of the form instead of the fields of the file: `Blocks 3, Text: /Indai leads nowhere.` */
export function explained({ field, message }: { field: string; message: string }): string {
  const place = field ? placeInWords(field) : 'The file'
  return `${place}${/^[a-z]/.test(message) ? ' ' : ': '}${message}${/[.?!]$/.test(message) ? '' : '.'}`
}

/** `blocks[2].actions[1].label` -> Blocks 2, Actions 1, Label. Places count from 1 already, see `fieldName`. */
const placeInWords = (field: string): string =>
  field
    .split('.')
    .map((step) => {
      const [, name = '', places = ''] = /^(.*?)((?:\[\d+\])*)$/.exec(step) ?? []
      return [labelsOf([name]).label, ...(places.match(/\d+/g) ?? [])].join(' ')
    })
    .join(', ')

/** Names that are no plain words. */
const spelt: Record<string, string> = {
  usa: 'USA',
  'south-africa': 'South Africa',
  faq: 'Questions and answers',
  youtube: 'YouTube',
  'youtube-playlist': 'YouTube playlist',
  'en-GB': 'British English',
  'en-US': 'American English',
  SouthAfrica: 'South Africa',
  'site-file': 'Names, offices, links',
  'navigation-file': 'Menus',
  'answers-file': 'Answers of the search',
  'camps-file': 'Camp figures until live ones are loaded',
  'giving-reasons-file': 'Purposes of gifts',
  'giving-receipts-file': 'Receipts',
  'giving-law-file': 'Names of the law',
  'giving-transfers-file': 'Bank accounts and statements',
  forms: 'Forms to write to us',
}

/** `calendarEvent` -> Calendar event, `call-to-give` -> Call to give. `one`: without the s of a plural. */
export function nameOf(name: string, number: 'one' | 'as written' = 'as written'): string {
  if (spelt[name]) return spelt[name]
  if (name !== name.toLowerCase() && name === name.toUpperCase()) return name
  const spaced = name
    .replace(/([a-z])([A-Z])/g, (_pair, end: string, start: string) => `${end} ${start.toLowerCase()}`)
    .replaceAll('-', ' ')
  const said = number === 'one' ? singular(spaced) : spaced
  return said.charAt(0).toUpperCase() + said.slice(1)
}

/** `Stories` -> Story, `addresses` -> address */
const singular = (words: string) => words.replace(/ies$/, 'y').replace(/(ss)es$|(?<!s)s$/, '$1')

/** The summary of a collapsed list entry. */
export function summaryOf(schema: Schema): { summary?: string } {
  const def = definition(schema)
  if (def.type !== 'object') return {}
  const telling = [
    'heading',
    'title',
    'label',
    'name',
    'question',
    'when',
    'what',
    'words',
    'amount',
    'alt',
    'film',
    'figure',
    'event',
    'text',
    'from',
  ]
  const name = telling.find((field) => field in def.shape)
  // Several figures have one label: the free surgeries of each country.
  const id = name === 'label' && 'id' in def.shape ? ' ({{fields.id}})' : ''
  return name ? { summary: `{{fields.${name}}}${id}` } : {}
}
