/** The HTML that blocks send before any script runs, and the rules behind it. */
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { SeamProgress } from '#components/art/seam.tsx'
import { type BlockProps, blockId, leadIndex } from '#components/blocks/block.tsx'
import { giveHref } from '#components/blocks/call-to-give.tsx'
import { Progress } from '#components/blocks/campaign.tsx'
import { Cards, Stories } from '#components/blocks/cards.tsx'
import { Carousel, emphasis } from '#components/blocks/carousel.tsx'
import { Documents } from '#components/blocks/documents.tsx'
import { Counter } from '#components/blocks/figures.tsx'
import { Posts } from '#components/blocks/posts.tsx'
import { Film, lengthInWords } from '#components/video/film.tsx'
import { filmOrigins } from '#lib/platform/http/csp.ts'
import { rss } from '#lib/site/blog/index.ts'
import type { Block, BlockKind, BlockOf } from '#lib/site/content/block-schema.ts'
import { type Film as FilmContent, filmEmbed, filmPage } from '#lib/site/content/film-schema.ts'
import { posts as allPosts, pages } from '#lib/site/content/index.ts'
import type { Page } from '#lib/site/content/schema.ts'
import { countAt, datedFigure } from '#lib/site/figures/index.ts'
import { changed, load, postFile } from '../content/small-site.ts'

const seam: Block = { kind: 'seam' }
const hero: Block = { kind: 'hero', heading: 'India', intro: 'Words.', pattern: 'india', actions: [], look: 'arch' }

test.each([
  ['Until the world is *cleft-free*', ['Until the world is ', '<cleft-free>']],
  ['*Every* child, *every* day', ['<Every>', ' child, ', '<every>', ' day']],
  ['India', ['India']],
  ['5 * 3', ['5 * 3']],
  ['**', ['**']],
])('words between asterisks are emphasised in a heading: %s', (heading, parts) => {
  expect(emphasis(heading).map(({ text, coloured }) => (coloured ? `<${text}>` : text))).toEqual(parts)
})

test('a block has the editor’s id, otherwise one from its kind and position', () => {
  expect(blockId({ kind: 'prose', id: 'pads' }, 3)).toBe('pads')
  expect(blockId(seam, 0)).toBe('seam-1')
})

test('the first hero or carousel has the h1 of the page', () => {
  expect(leadIndex({ blocks: [seam, hero, hero] })).toBe(1)
  expect(leadIndex({ blocks: [seam] })).toBe(-1)
})

test.each([
  ['/CraniofacialSurgeries', 'butterfly', '/give?page=CraniofacialSurgeries&section=butterfly'],
  ['/India', undefined, '/give?page=India'],
  ['/', undefined, '/give?page=Home'],
])('the Donate button on %s (section %s) leads to %s', (address, section, href) => {
  expect(giveHref({ address }, section)).toBe(href)
})

const totals = {
  totalSurgeryCount: 1302,
  totalCampCount: 84,
  totalCountryCount: 8,
  countryWiseCamps: { INDIA: { surgeryCount: 650 }, AFRICA: { surgeryCount: 71 } },
  asOf: '2026-11-22T10:00:00.000Z',
}
const defaults = { ...totals, asOf: '2025-11', countryWiseCamps: { KENYA: { surgeryCount: 311 } } }

test.each([
  [1073, -30, 0],
  [1073, 9.9, 0],
  [1073, 10, 1],
  [1073, 500, 50],
  [75, 750, 75],
  [75, Number.POSITIVE_INFINITY, 75],
])('a figure that counts to %d shows, after %d ms, %d', (target, elapsed, shown) => {
  expect(countAt(target, elapsed)).toBe(shown)
})

test.each([
  [{ total: 'totalCampCount' }, 84, totals.asOf],
  [{ total: { country: 'AFRICA' } }, 71, totals.asOf],
  [{ total: { country: 'KENYA' } }, 311, '2025-11'],
  [{ total: { country: 'UGANDA' } }, 0, '2025-11'],
  [{ value: '300+', source: 'Register', asOf: '2026-01' }, '300+', '2026-01'],
] as const)('the figure of %j is %s as of %s', (figure, value, asOf) => {
  expect(datedFigure({ id: 'a', label: 'a', ...figure }, totals, defaults)).toEqual({ value, asOf })
})

test.each([
  ['2:40', '2 min 40 s'],
  ['0:06', '6 s'],
  ['3:00', '3 min'],
  ['0:00', '0 s'],
])('a length of %s is written as %s', (length, words) => expect(lengthInWords(length)).toBe(words))

test.each([
  [
    { kind: 'youtube', id: 'abcdefghijk' },
    'https://www.youtube-nocookie.com/embed/abcdefghijk?autoplay=1',
    { href: 'https://www.youtube.com/watch?v=abcdefghijk', provider: 'YouTube' },
  ],
  [
    { kind: 'youtube-playlist', id: 'PLabcdefghijklmnop' },
    'https://www.youtube-nocookie.com/embed/videoseries?list=PLabcdefghijklmnop&autoplay=1',
    { href: 'https://www.youtube.com/playlist?list=PLabcdefghijklmnop', provider: 'YouTube' },
  ],
  [
    { kind: 'vimeo', id: '123456789' },
    'https://player.vimeo.com/video/123456789?autoplay=1&dnt=1',
    { href: 'https://vimeo.com/123456789', provider: 'Vimeo' },
  ],
] as const)('a film of a provider plays without tracking, from an allowed origin: %j', (film, embed, page) => {
  expect(filmEmbed(film)).toBe(embed)
  expect(filmPage(film)).toEqual(page)
  expect(filmOrigins).toContain(new URL(embed).origin)
})

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

test('a post has an address under the second person’s page, and the newest comes first', () => {
  const content = load({
    ...changed('content/site.yaml', 'secondSlug: Grace', 'secondSlug: Hope'),
    'content/posts/first-light.md': postFile('First light'),
    'content/posts/last-light.md': postFile('Last light', { date: '2024-11-04' }),
  })
  expect(content.posts.map(({ address }) => address)).toEqual(['/Hope/last-light', '/Hope/first-light'])
})

/** The blocks of posts, in the order of the pages. */
const drawn = () =>
  pages().flatMap((page) =>
    page.blocks.flatMap((block, index) =>
      block.kind === 'posts' ? [renderToStaticMarkup(Posts({ block, page, index, id: 'posts' }))] : [],
    ),
  )
const cardsOf = (html: string) => html.split('<article ').slice(1)

test('every post is on exactly one page of the blog, with nine at most on each, and steps between them', () => {
  const [first = '', ...others] = drawn()
  expect([first, ...others].flatMap(cardsOf).map((card) => / id="([^"]+)"/.exec(card)?.[1])).toEqual(
    allPosts().map(({ slug }) => slug),
  )
  expect(cardsOf(first)).toHaveLength(9)
  const steps = drawn().map((html) => html.match(/(?<=<nav[\s\S]*)(aria-disabled="true"|rel="\w+")/g))
  expect(steps).toEqual([
    ['aria-disabled="true"', 'rel="next"'],
    ['rel="prev"', 'aria-disabled="true"'],
  ])
})

test('a card has the day of its post, and shares its address on four networks', () => {
  const [post] = allPosts()
  const [card = ''] = cardsOf(drawn()[0] ?? '')
  expect(card).toMatch(new RegExp(`<time dateTime="${post?.date}"[^>]*>\\w+day, \\d+ \\w+ \\d{4}<`))
  for (const network of ['Facebook', 'WhatsApp', '>X<', 'Instagram']) expect(card).toContain(network)
  expect(card).toMatch(new RegExp(`value="[^"]+${post?.address}"`))
})

test('the feed escapes what XML does not allow', () => {
  const page = 'https://mendedbowl.org/Grace'
  const post = {
    title: 'A <thin> line\u0007',
    excerpt: '"here" & there',
    date: '2024-11-04',
    url: `${page}/a?a=1&b=2`,
  }
  const feed = rss({ title: 'Bowls', description: 'Posts.', link: page, self: page, author: 'Grace', items: [post] })
  for (const element of [
    '<title>A &lt;thin&gt; line</title>',
    '<description>&quot;here&quot; &amp; there</description>',
    '<link>https://mendedbowl.org/Grace/a?a=1&amp;b=2</link>',
    '<pubDate>Mon, 04 Nov 2024 00:00:00 GMT</pubDate>',
  ])
    expect(feed).toContain(element)
})
