/** The HTML that pages and blocks send before any script runs: the frame, links, Markdown, stories, and the rules behind them. */

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
import { Links, List } from '#components/blocks/lists.tsx'
import { Posts } from '#components/blocks/posts.tsx'
import { Breadcrumb, pageTrail } from '#components/layout/breadcrumb.tsx'
import { SiteFrame } from '#components/layout/site-frame.tsx'
import { SiteHeader } from '#components/layout/site-header.tsx'
import { shareTargets } from '#components/share/share.tsx'
import { StoryArticle } from '#components/stories/story-article.tsx'
import { StoryCard } from '#components/stories/story-card.tsx'
import { ContentLink } from '#components/ui/content-link.tsx'
import { Markdown } from '#components/ui/markdown.tsx'
import { Film, lengthInWords } from '#components/video/film.tsx'
import { giftHref } from '#lib/giving/donation/donate-destinations.ts'
import { filmOrigins } from '#lib/platform/http/csp.ts'
import { rss } from '#lib/site/blog/index.ts'
import { buildRoutes } from '#lib/site/content/addresses.ts'
import type { Block, BlockKind, BlockOf } from '#lib/site/content/block-schema.ts'
import { type Film as FilmContent, filmEmbed, filmPage } from '#lib/site/content/film-schema.ts'
import { navigation, page, pages, photos, posts, site, stories } from '#lib/site/content/index.ts'
import type { Page } from '#lib/site/content/schema.ts'
import { countAt, datedFigure } from '#lib/site/figures/index.ts'
import { changed, load, postFile } from '../content/small-site.ts'

jest.mock('#lib/site/content/index.ts', () => {
  const actual = jest.requireActual('#lib/site/content/index.ts')
  const external = {
    tickets: { label: 'Tickets', href: 'https://tickets.test/dance', newTab: true },
    tax: { label: 'Tax', href: 'https://tax.test/cars', newTab: false },
  }
  return { ...actual, site: () => ({ ...actual.site(), external }) }
})

const linksIn = (html: string) =>
  [...html.matchAll(/<a ([^>]*)>/g)].map(([, attributes = '']) => ({
    href: /href="([^"]*)"/.exec(attributes)?.[1] ?? '',
    current: /aria-current="([^"]*)"/.exec(attributes)?.[1],
  }))

const header = (address: string) => linksIn(renderToStaticMarkup(<SiteHeader address={address} />))

test('the header links to every entry of the navigation, in its order', () => {
  const entries = navigation().groups.flatMap((group) => group.entries)
  expect(header('/').map(({ href }) => href)).toEqual([
    '/',
    navigation().help?.href,
    ...entries.map(({ href }) => href),
    navigation().story?.href,
    // In the menu, and beside it.
    '/give',
    '/search',
    '/give',
  ])
})

test.each([
  ['/ContactUs', ['/ContactUs page']],
  ['/India/stories/the-500th', ['/India true']],
  ['/Indiana', []],
])('the header marks %s, or the country of a story', (address, marked) => {
  const current = header(address).flatMap(({ href, current }) => (current ? [`${href} ${current}`] : []))
  expect([...new Set(current)]).toEqual(marked)
})

/** The menu's groups that an address marks, and the Donate button. */
function markedBy(address: string) {
  const html = renderToStaticMarkup(<SiteHeader address={address} />)
  return [
    ...[...html.matchAll(/<summary[^>]* aria-current="true">([^<]*)/g)].map(([, label]) => label),
    ...(/href="\/give"[^>]*aria-current/.test(html) ? ['Donate'] : []),
  ]
}

test('every page marks its one group of the menu, or the Donate button', () => {
  const { addresses } = buildRoutes({ pages: pages(), stories: stories(), posts: posts(), photos: photos() })
  const without = addresses.filter((address) => markedBy(address).length !== 1)
  expect(without).toEqual(['/', '/search', '/give'])
})

test.each([
  ['/FatherDaughterSponser', 'Join us'],
  ['/Event5kSponsorship/thank-you', 'Join us'],
  ['/India/stories/the-500th', 'Countries'],
  ['/forms/in-kind-goods/sent', 'Join us'],
  ['/ContactUs', 'About'],
  ['/DonateIndia', 'Donate'],
])('%s marks the group %s', (address, group) => expect(markedBy(address)).toEqual([group]))

test('a page has the Donate bar where it says what to give for, and the year and the profiles in its footer', () => {
  const frame = (give?: string) =>
    renderToStaticMarkup(
      <SiteFrame address="/India" {...(give && { give })}>
        India
      </SiteFrame>,
    )
  expect(frame('/give?page=India')).toMatch(/class="give-bar .*href="\/give\?page=India"/s)
  const html = frame()
  expect(html).not.toContain('class="give-bar')
  expect(html).toMatch(new RegExp(`© 20\\d\\d ${site().names.organisation}`))
  for (const { label, href } of site().social)
    expect(html).toContain(`href="${href}" rel="me noopener" aria-label="${label}"`)
})

test('the breadcrumb has Home, the group and the page; only Home is a link', () => {
  const india = page('/India')
  if (!india) throw new Error('There is no page /India.')
  const html = renderToStaticMarkup(<Breadcrumb title={india.title} trail={pageTrail(india)} />)
  expect(linksIn(html)).toEqual([{ href: '/', current: undefined }])
  expect(html.replace(/<[^>]*>/g, '')).toBe(`Home /${india.parent?.label} /${india.title}`)
})

const home = page('/India')
const [first, second, third] = stories('India')
if (!home || !first || !second || !third) throw new Error('These tests need a page for India and three stories.')

const article = (props: Partial<Parameters<typeof StoryArticle>[0]> = {}) =>
  renderToStaticMarkup(
    <StoryArticle story={second} home={home} list="/India#stories" before={first} after={third} {...props} />,
  )

test('a story has its title as the only h1, and links to its neighbours, its country and a gift', () => {
  const html = article()
  expect([...html.matchAll(/<h1[^>]*>([^<]*)<\/h1>/g)].map(([, title]) => title)).toEqual([second.title])
  for (const address of [
    first.address,
    third.address,
    '/India#stories',
    giftHref('India', second.gift).replaceAll('&', '&amp;'),
  ])
    expect(html).toContain(`href="${address}"`)
  expect(html).toMatch(new RegExp(`value="https?://[^"]*${second.address}"`))
})

test('a story says that its portrait is drawn, and what the gold means where there is any', () => {
  const { patient, other } = site().portraits
  for (const story of stories()) {
    const { picture } = story
    if (picture.kind !== 'portrait') continue
    const html = article({ story })
    expect(html.includes(patient)).toBe(picture.seam)
    expect(html.includes(other)).toBe(!picture.seam)
  }
})

test('the link of a card says which story it opens', () => {
  const link = /<a href="([^"]*)".*?<\/a>/.exec(renderToStaticMarkup(<StoryCard story={first} />))
  expect(link?.[1]).toBe(first.address)
  expect(link?.[0].replace(/<[^>]*>/g, '')).toBe(`READ FULL STORY ${first.title}`)
})

test('every story that tells somebody in danger whom to call can be left at once', () => {
  const emergency = stories().filter(({ body }) => /\b(?:112|911)\b/.test(body))
  expect(emergency.length).toBeGreaterThan(1)
  expect(emergency.filter(({ quickExit }) => !quickExit).map(({ address }) => address)).toEqual([])
})

test('a story asks for a gift in one currency: rupees in India, dollars elsewhere, until the visitor’s country is known', () => {
  for (const story of stories()) {
    const panels = [
      ...article({ story }).matchAll(/<div data-currency="(\w+)"( hidden="")?>(.*?)(?=<div data-currency|<\/aside>)/gs),
    ]
    const shown = panels.flatMap(([, currency, hidden, html = '']) => (hidden ? [] : [{ currency, html }]))
    expect(shown).toEqual([{ currency: story.country === 'India' ? 'INR' : 'USD', html: expect.any(String) }])
    expect(shown[0]?.html).not.toMatch(/₹.*\$|\$.*₹/s)
  }
})

const drawn = (source: string, headings?: 2 | 3 | 4) =>
  renderToStaticMarkup(<Markdown source={source} {...(headings && { headings })} />).replace(
    /^<div class="prose ">|<\/div>$/g,
    '',
  )

test.each<[string, string, string, (2 | 3 | 4)?]>([
  [
    'raw HTML is text',
    'Hello <script>alert(1)</script> <b>you</b>',
    '<p>Hello &lt;script&gt;alert(1)&lt;/script&gt; &lt;b&gt;you&lt;/b&gt;</p>',
  ],
  ['links to pages are plain', '[Contact us](/ContactUs)', '<p><a href="/ContactUs">Contact us</a></p>'],
  [
    'links to other sites have no opener',
    '[Tax](https://example.org/tax)',
    '<p><a href="https://example.org/tax" rel="noopener">Tax</a></p>',
  ],
  ['headings in a block start at the third level', '# One\n\n## Two', '<h3>One</h3><h4>Two</h4>'],
  ['whatever their level in the source', '#### One\n\n##### Two', '<h3>One</h3><h4>Two</h4>'],
  ['or at the level that the page says', '## One', '<h2>One</h2>', 2],
  ['and never below the sixth', '# One\n\n###### Deep', '<h4>One</h4><h6>Deep</h6>', 4],
  [
    'lists, bold, emphasis and quotations are drawn',
    '- **a**\n- *b*\n\n1. c\n\n> d',
    '<ul><li><strong>a</strong></li><li><em>b</em></li></ul><ol><li>c</li></ol><blockquote><p>d</p></blockquote>',
  ],
])('in Markdown %s', (_, source, html, headings = 3) => expect(drawn(source, headings)).toBe(html))

test('a script is never a link', () => expect(drawn('[press me](javascript:alert(1))')).not.toContain('<a'))

test('a wide table scrolls by itself, also from the keyboard', () => {
  const html = drawn('| Level | Dollars |\n| - | - |\n| Headliner | 10,000 |')
  expect(html).toMatch(/^<section class="overflow-x-auto" aria-label="Table: [^"]+" tabindex="0"><table><thead>/)
})

test('a picture has its alternate text, and its title as a caption', () => {
  const html = drawn('![Two surgeons at work](/photos/camp.jpg "Nairobi, 2019")')
  for (const part of ['alt="Two surgeons at work"', 'src="/photos/camp.jpg', 'Nairobi, 2019'])
    expect(html).toContain(part)
})

describe('links', () => {
  const drawn = (href: string, keepsPage = false) =>
    renderToStaticMarkup(
      <ContentLink href={href} keepsPage={keepsPage}>
        Go
      </ContentLink>,
    )

  test.each([
    ['a ticket shop', 'https://tickets.test/dance', false],
    ['a page that must not replace a half-filled form', '/PrivacyPolicy', true],
  ])('a link to %s opens in a new tab without an opener, and says so', (_, href, keepsPage) => {
    const html = drawn(href, keepsPage)
    expect(html).toMatch(/^<a href="[^"]+" target="_blank" rel="noopener">Go<span/)
    expect(html.replaceAll(/<[^>]*>/g, '')).toBe('Go (opens in a new tab)')
  })

  test('a link to a paper says what it is and how large, and opens in a new tab', () => {
    const words = (href: string) => drawn(href).replaceAll(/<[^>]*>/g, '')
    expect(words('/media/newsletters/2024-02.pdf')).toMatch(/^Go \(PDF, \d+(?: KB|\.\d MB)\) \(opens in a new tab\)$/)
    expect(words('https://tax.test/rules.pdf')).toBe('Go (PDF) (opens in a new tab)')
  })

  test.each([
    ['/India', '<a href="/India">Go</a>'],
    ['https://tax.test/cars', '<a href="https://tax.test/cars" rel="noopener">Go</a>'],
    ['mailto:hello@example.org', '<a href="mailto:hello@example.org">Go</a>'],
  ])('any other link opens in the same tab: %s', (href, html) => expect(drawn(href)).toBe(html))
})

const url = 'https://charity.example/India/stories/the-500th?from=poster&year=2026'
const title = "What's the price? 50% & more"

test.each([
  ['facebook', 'u', url],
  ['whatsapp', 'text', `${title} ${url}`],
  ['x', 'url', url],
  ['x', 'text', title],
  ['linkedin', 'url', url],
])('%s gets the whole address or title in %s', (network, parameter, value) => {
  const target = shareTargets(url, title).find((one) => one.network === network)
  expect(new URL(target?.href ?? '').searchParams.get(parameter)).toBe(value)
})

test('the blog offers Instagram, for which the link is copied because it has no page to share on', () => {
  const targets = shareTargets(url, title, 'blog').map((target) => [target.label, 'copies' in target])
  expect(targets).toEqual([
    ['Facebook', false],
    ['WhatsApp', false],
    ['X', false],
    ['Instagram', true],
  ])
})

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
const postBlocks = () =>
  pages().flatMap((page) =>
    page.blocks.flatMap((block, index) =>
      block.kind === 'posts' ? [renderToStaticMarkup(Posts({ block, page, index, id: 'posts' }))] : [],
    ),
  )
const cardsOf = (html: string) => html.split('<article ').slice(1)

test('every post is on exactly one page of the blog, with nine at most on each, and steps between them', () => {
  const [first = '', ...others] = postBlocks()
  expect([first, ...others].flatMap(cardsOf).map((card) => / id="([^"]+)"/.exec(card)?.[1])).toEqual(
    posts().map(({ slug }) => slug),
  )
  expect(cardsOf(first)).toHaveLength(9)
  const steps = postBlocks().map((html) => html.match(/(?<=<nav[\s\S]*)(aria-disabled="true"|rel="\w+")/g))
  expect(steps).toEqual([
    ['aria-disabled="true"', 'rel="next"'],
    ['rel="prev"', 'aria-disabled="true"'],
  ])
})

test('a card has the day of its post, and shares its address on four networks', () => {
  const [post] = posts()
  const [card = ''] = cardsOf(postBlocks()[0] ?? '')
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

test.each([
  ['list', { items: ['A hospital'], samples: ['Sponsor 1', 'Sponsor 2'] }],
  [
    'links',
    {
      links: ['A hospital', 'Sponsor 1', 'Sponsor 2'].map((label) => ({
        label,
        href: '/India',
        ...(label.startsWith('Sponsor') && { labelled: true }),
      })),
    },
  ],
] as const)('the first real entry of a %s of samples is shown as real', (kind, fields) => {
  const Block = { list: List, links: Links }[kind] as unknown as (props: Record<string, unknown>) => ReactNode
  const html = renderToStaticMarkup(
    <Block block={{ kind, heading: 'Sponsors', items: [], ...fields }} id="x" page={page('/')} />,
  )
  const [real, samples = ''] = html.split('<details data-sample')
  expect(real).toContain('A hospital')
  expect(real).not.toContain('Sponsor 1')
  expect(samples).toMatch(/2 sample entries.*Sponsor 1.*Sponsor 2/s)
  expect(samples).not.toContain('A hospital')
})
