/** The HTML that blocks send before any script runs. */
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { SeamProgress } from '#components/art/seam.tsx'
import type { BlockProps } from '#components/blocks/block.tsx'
import { Progress } from '#components/blocks/campaign.tsx'
import { Cards, Stories } from '#components/blocks/cards.tsx'
import { Carousel } from '#components/blocks/carousel.tsx'
import { Documents } from '#components/blocks/documents.tsx'
import { Counter } from '#components/blocks/figures.tsx'
import { People } from '#components/blocks/people.tsx'
import { Prose } from '#components/blocks/prose.tsx'
import { Film } from '#components/video/film.tsx'
import type { Block, BlockKind, BlockOf } from '#lib/site/content/block-schema.ts'
import type { Film as FilmContent } from '#lib/site/content/film-schema.ts'
import type { Page } from '#lib/site/content/schema.ts'

const cloth = { kind: 'pattern', pattern: 'india' } as const

const slide = (heading: string) => ({
  heading,
  text: 'Words.',
  actions: [{ label: 'DONATE', href: '/give?page=Home' }],
  pictures: [cloth],
})
const carousel: BlockOf<'carousel'> = {
  kind: 'carousel',
  label: 'What we work for',
  slides: [slide('Until the world is *cleft-free*'), slide('Because *every child* matters')],
}

/** The HTML of `block` after others on a page. */
function html<Kind extends BlockKind>(
  Component: (props: BlockProps<Kind>) => ReactNode,
  block: BlockOf<Kind>,
  before: Block[] = [],
): string {
  const page = { address: '/', title: 'Home', blocks: [...before, block] } as Page
  return renderToStaticMarkup(<Component block={block} page={page} index={before.length} id="block" />)
}

test('the carousel has the h1 in its first slide, and links to every slide', () => {
  const sent = html(Carousel, carousel)
  expect(sent).toMatch(/<h1[^>]*>Until the world is <em[^>]*>cleft-free<\/em><\/h1>/)
  expect([sent.match(/<h1\b/g)?.length, sent.match(/<h2\b/g)?.length]).toEqual([1, 1])
  const targets = [...sent.matchAll(/<a href="#([^"]+)"/g)].map(([, id]) => id)
  expect(targets).toHaveLength(2)
  for (const id of targets) expect(sent).toContain(`id="${id}"`)
  const hero: Block = { kind: 'hero', heading: 'Hi', intro: 'Hi.', pattern: 'india', actions: [], look: 'plain' }
  expect(html(Carousel, carousel, [hero])).not.toContain('<h1')
})

test.each<[string, FilmContent['source'], RegExp, RegExp]>([
  [
    'a provider is a link',
    { kind: 'youtube', id: 'abcdefghijk' },
    /href="https:\/\/www\.youtube\.com\/watch\?v=abcdefghijk".*<details.*What is said\..*<\/details>/s,
    /<iframe|<script|<img/,
  ],
  [
    'ours has a player with captions',
    { kind: 'file', src: '/media/film.mp4' },
    /<video[^>]* controls=""[^>]* preload="none".*<track kind="captions" srcLang="en" label="English" src="\/media\/film\.vtt"\/>/,
    /<video[^>]* autoplay/i,
  ],
])('a film of %s, and loads nothing before it is played', (_, source, sent, unsent) => {
  const film = {
    id: 'scar',
    title: 'Beyond the Scar',
    length: '2:40',
    source,
    poster: cloth,
    transcript: 'What is said.',
  }
  const html = renderToStaticMarkup(<Film id="film" film={film} />)
  expect(html).toMatch(sent)
  expect(html).not.toMatch(unsent)
})

test('a counter shows its value to screen readers and to the eye before it counts', () => {
  const [heard, painted] = renderToStaticMarkup(<Counter value="1073" target={1073} />).split(
    '<span aria-hidden="true"',
  )
  expect(heard).toContain('>1073<')
  expect(painted).toContain('>1073<')
})

test('a link to a document says what it opens, and names the month', () => {
  const block: BlockOf<'documents'> = {
    kind: 'documents',
    heading: 'Newsletters',
    byYear: false,
    documents: [
      { title: 'Love Never Fails', date: '2024-02', href: '/media/newsletters/2024-02.pdf' },
      { title: 'A page', date: '2024-01', href: 'https://example.org/page' },
      { title: 'A sheet', date: '2024-01', href: '/media/sheet.png' },
    ],
  }
  const sent = html(Documents, block)
  expect(sent).toMatch(/<time dateTime="2024-02"[^>]*>February 2024<\/time>/)
  expect(sent).toMatch(/\(opens in a new tab, PDF, \d+ KB\)/)
  expect(sent).toContain('(opens in a new tab)')
  expect(sent).toMatch(
    /href="\/media\/sheet.png" download=""[^>]*>A sheet<span[^>]*><time[^>]*>January 2024<\/time> \(saves a picture, PNG\)/,
  )
})

test('documents by year are in sections that can be linked to, the latest first', () => {
  const block: BlockOf<'documents'> = {
    kind: 'documents',
    heading: 'Newsletters',
    byYear: true,
    documents: ['2023-06', '2024-02', '2023-12', '2022-06'].map((date) => ({
      title: `Of ${date}`,
      date,
      href: `/media/newsletters/${date}.pdf`,
    })),
  }
  const sent = html(Documents, block)
  expect([...sent.matchAll(/<h3[^>]*>(\d+)<\/h3>/g)].map(([, year]) => year)).toEqual(['2024', '2023', '2022'])
  expect([...sent.matchAll(/>Of ([\d-]+)</g)].map(([, date]) => date)).toEqual([
    '2024-02',
    '2023-12',
    '2023-06',
    '2022-06',
  ])
  for (const year of ['2024', '2023', '2022']) {
    expect(sent).toContain(`<a href="#y${year}"`)
    expect(sent).toContain(`<section id="y${year}"`)
  }
})

test('a goal that was exceeded has a full bar and its real figures', () => {
  const block: BlockOf<'progress'> = {
    kind: 'progress',
    heading: 'Goals',
    bars: [{ label: 'Surgeries', value: 120, of: 100 }],
  }
  const sent = html(Progress, block)
  expect(sent).toMatch(/<label for="([^"]+)".*<progress id="\1"[^>]* value="100" max="100"/s)
  expect(sent).toMatch(/120(<!-- -->)?\/(<!-- -->)?100/)
})

test('sample stories in a list, and a sample story by itself, say that they are samples', () => {
  expect(html(Stories, { kind: 'stories', heading: 'Their stories', country: 'India' })).toContain(
    'Sample stories: the real ones follow.',
  )
  expect(html(Stories, { kind: 'stories', heading: 'Their stories', country: 'India', only: ['the-500th'] })).toContain(
    'Sample story: the real one follows.',
  )
})

test('a role without a name has its own words below it', () => {
  const people = [{ role: 'Kenya', text: 'They answer calls.' }, { role: 'Zimbabwe' }]
  expect(html(People, { kind: 'people', heading: 'In Africa', people })).toMatch(/Kenya.*They answer calls.*Zimbabwe/s)
})

test('texts without a picture have three layouts: short, in two columns, and beside the heading', () => {
  const prose = (text: string) =>
    html(Prose, { kind: 'prose', heading: 'About us', text, tone: 'paper', actions: [], share: false })
  const sentence = 'We operate in camps and at hospitals. '
  expect(prose(sentence)).toContain('text-center')
  expect(prose(sentence.repeat(14))).toContain('columns-2')
  for (const text of [sentence.repeat(10), `1. ${sentence}\n2. ${sentence}`])
    expect(prose(text)).toContain('grid-cols-[2fr_3fr]')
})

test('an entry that is in English on a page in another language says so', () => {
  const [first, second] = ['दौड़', 'The dance'].map((title) => ({ title, text: '-', href: '/', picture: cloth }))
  if (!first || !second) throw new Error('There are two cards')
  const cards = [first, { ...second, lang: 'en' as const }]
  const sent = html(Cards, { kind: 'cards', heading: 'कार्यक्रम', cards, compact: false })
  expect(sent.match(/<li lang="en"/g)).toHaveLength(1)
  expect(sent.slice(sent.indexOf('lang="en"'))).not.toContain('दौड़')
})

test('the seam of a form starts at the side from which its language is read', () => {
  expect(renderToStaticMarkup(<SeamProgress value={1} steps={3} />)).toMatch(
    /^<svg class="[^"]*:dir\(rtl\)\]:-scale-x-100/,
  )
})
