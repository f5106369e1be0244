import { renderToStaticMarkup } from 'react-dom/server'
import { Breadcrumb, pageTrail } from '#components/layout/breadcrumb.tsx'
import { SiteFrame } from '#components/layout/site-frame.tsx'
import { SiteHeader } from '#components/layout/site-header.tsx'
import { buildRoutes } from '#lib/site/content/addresses.ts'
import { navigation, page, pages, photos, posts, site, stories } from '#lib/site/content/index.ts'

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
  expect(html).toContain(`© ${new Date().getUTCFullYear()} ${site().names.organisation}`)
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
