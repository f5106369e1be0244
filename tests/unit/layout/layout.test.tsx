/** The frame of a page, its links, its Markdown and its stories. */
import { renderToStaticMarkup } from 'react-dom/server'
import { Breadcrumb, pageTrail } from '#components/layout/breadcrumb.tsx'
import { SiteFrame } from '#components/layout/site-frame.tsx'
import { SiteHeader } from '#components/layout/site-header.tsx'
import { shareTargets } from '#components/share/share.tsx'
import { StoryArticle } from '#components/stories/story-article.tsx'
import { StoryCard } from '#components/stories/story-card.tsx'
import { ContentLink } from '#components/ui/content-link.tsx'
import { Markdown } from '#components/ui/markdown.tsx'
import { giftHref } from '#lib/giving/checkout/donate-destinations.ts'
import { buildRoutes } from '#lib/site/content/addresses.ts'
import { navigation, page, pages, photos, posts, site, stories } from '#lib/site/content/index.ts'

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
