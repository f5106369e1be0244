/** The HTML that blocks send before any script runs. */
import { renderToStaticMarkup } from 'react-dom/server'
import { Cards } from '#components/blocks/cards.tsx'
import { Carousel } from '#components/blocks/carousel.tsx'
import { Documents } from '#components/blocks/documents.tsx'
import { Faq } from '#components/blocks/faq.tsx'
import { Counter } from '#components/blocks/figures.tsx'
import { Progress } from '#components/blocks/progress.tsx'
import { Film } from '#components/video/film.tsx'
import type { Block, BlockOf } from '#lib/content/block-schema.ts'
import type { Video } from '#lib/content/fields.ts'
import type { Page } from '#lib/content/schema.ts'

const cloth = { kind: 'pattern', pattern: 'india' } as const
const pageOf = (...blocks: Block[]) => ({ address: '/', title: 'Home', blocks }) as Page

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

describe('the carousel, as it is sent', () => {
  const html = renderToStaticMarkup(<Carousel block={carousel} page={pageOf(carousel)} index={0} id="block" />)

  test("holds the page's one h1 in its first slide", () => {
    expect(html.match(/<h1\b/g)).toHaveLength(1)
    expect(html).toMatch(/<h1[^>]*>Until the world is <em[^>]*>cleft-free<\/em><\/h1>/)
    expect(html.match(/<h2\b/g)).toHaveLength(1)
  })

  test('leads to each slide by a link, so that it works without a script', () => {
    const targets = [...html.matchAll(/<a href="#([^"]+)"/g)].map(([, id]) => id)
    expect(targets).toHaveLength(2)
    for (const id of targets) expect(html).toContain(`id="${id}"`)
  })

  test('hides no slide from anyone', () => {
    expect(html).not.toMatch(/inert|aria-hidden="true" class="carousel-slide/)
  })

  test('has no h1 when another block holds it', () => {
    const hero: Block = { kind: 'hero', heading: 'Hi', intro: 'Hi.', pattern: 'india', actions: [], look: 'plain' }
    expect(
      renderToStaticMarkup(<Carousel block={carousel} page={pageOf(hero, carousel)} index={1} id="block" />),
    ).not.toContain('<h1')
  })
})

describe('a film, as it is sent', () => {
  const film = (source: Video['source']): Video => ({
    title: 'Beyond the Scar',
    length: '2:40',
    source,
    poster: cloth,
    transcript: 'What is said.',
  })

  test('loads nothing of a provider, and is a link to it', () => {
    const html = renderToStaticMarkup(<Film id="film" video={film({ kind: 'youtube', id: 'abcdefghijk' })} />)
    expect(html).not.toMatch(/<iframe|<script|<img/)
    expect(html).toContain('href="https://www.youtube.com/watch?v=abcdefghijk"')
    expect(html.replaceAll(/<[^>]*>/g, '')).toContain('Play the film Beyond the Scar · 2 min 40 s (from YouTube)')
  })

  test("plays a file of ours in the browser's own player, and fetches none of it before", () => {
    const html = renderToStaticMarkup(<Film id="film" video={film({ kind: 'file', src: '/media/film.mp4' })} />)
    expect(html).toMatch(/<video[^>]* controls=""[^>]* preload="none"/)
    expect(html).toContain('<track kind="captions" srcLang="en" label="English" src="/media/film.vtt"/>')
  })

  test('gives its transcript to everyone', () => {
    const html = renderToStaticMarkup(<Film id="film" video={film({ kind: 'vimeo', id: '123456789' })} />)
    expect(html).toMatch(/<details.*What is said\..*<\/details>/s)
  })
})

test('a counter says its value once to screen readers and paints it once, before and without counting', () => {
  const html = renderToStaticMarkup(<Counter value="1073" target={1073} />)
  const [heard, painted] = html.split('<span aria-hidden="true"')
  expect(heard).toContain('>1073<')
  expect(painted).toContain('>1073<')
})

test('a card has one link, and it is in the heading', () => {
  const block: BlockOf<'cards'> = {
    kind: 'cards',
    heading: 'Discover Our Mission',
    cards: [{ title: 'Set Free Pads', text: 'Words.', href: '/InnovativeSolutions#pads', picture: cloth }],
  }
  const html = renderToStaticMarkup(<Cards block={block} page={pageOf(block)} index={0} id="block" />)
  expect(html.match(/<a\b/g)).toHaveLength(1)
  expect(html).toMatch(/<h3[^>]*><a href="\/InnovativeSolutions#pads"[^>]*>Set Free Pads<\/a><\/h3>/)
})

test('a document says that it opens in a new tab, what it is, and the month in words', () => {
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
  const html = renderToStaticMarkup(<Documents block={block} page={pageOf(block)} index={0} id="block" />)
  expect(html).toContain('<time dateTime="2024-02">February 2024</time>')
  expect(html).toContain('(opens in a new tab, PDF)')
  expect(html).toContain('(opens in a new tab)')
  expect(html).toMatch(/href="\/media\/sheet.png" download=""[^>]*>A sheet<span[^>]*>\(saves a picture, PNG\)/)
})

test('documents by year stand under their years, the latest first, and each year has an address', () => {
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
  const html = renderToStaticMarkup(<Documents block={block} page={pageOf(block)} index={0} id="block" />)
  expect([...html.matchAll(/<h3[^>]*>(\d+)<\/h3>/g)].map(([, year]) => year)).toEqual(['2024', '2023', '2022'])
  expect([...html.matchAll(/>Of ([\d-]+)</g)].map(([, date]) => date)).toEqual([
    '2024-02',
    '2023-12',
    '2023-06',
    '2022-06',
  ])
  for (const year of ['2024', '2023', '2022']) {
    expect(html).toContain(`<a href="#y${year}"`)
    expect(html).toContain(`<section id="y${year}"`)
  }
})

test.each([
  [true, 1],
  [false, 0],
])('questions open each for itself; the first is open when content says so: %p', (firstOpen, open) => {
  const block: BlockOf<'faq'> = {
    kind: 'faq',
    heading: 'Questions',
    firstOpen,
    questions: [
      { question: 'What to wear?', answer: 'A smile.' },
      { question: 'Who comes?', answer: 'Everyone.' },
    ],
  }
  const html = renderToStaticMarkup(<Faq block={block} page={pageOf(block)} index={0} id="block" />)
  expect(html.match(/<details\b/g)).toHaveLength(2)
  expect(html.match(/<details[^>]* open=""/g) ?? []).toHaveLength(open)
  expect(html).not.toMatch(/<details[^>]* name=/)
})

test('a goal that was passed is full, and its figures say by how much', () => {
  const block: BlockOf<'progress'> = {
    kind: 'progress',
    heading: 'Goals',
    bars: [{ label: 'Surgeries', value: 120, of: 100 }],
  }
  const html = renderToStaticMarkup(<Progress block={block} page={pageOf(block)} index={0} id="block" />)
  expect(html).toMatch(/<label for="([^"]+)".*<progress id="\1"[^>]* value="100" max="100"/s)
  expect(html).toMatch(/120(<!-- -->)?\/(<!-- -->)?100/)
})
