/** Where a link of an editor's opens, and that it says so. */
import { renderToStaticMarkup } from 'react-dom/server'
import { ContentLink } from '#components/ui/content-link.tsx'
import { paperKind } from '#lib/content/new-tab.ts'

jest.mock('#lib/content/index.ts', () => ({
  site: () => ({
    external: {
      tickets: { label: 'Tickets', href: 'https://tickets.test/dance', newTab: true },
      tax: { label: 'Tax', href: 'https://tax.test/cars', newTab: false },
    },
  }),
}))

const drawn = (href: string) => renderToStaticMarkup(<ContentLink href={href}>Go</ContentLink>)

test.each(['https://tickets.test/dance', '/media/newsletters/2024-02.pdf'])(
  'a ticket shop and a paper open in a new tab, without an opener, and say so: %s',
  (href) => {
    const html = drawn(href)
    expect(html).toMatch(/^<a href="[^"]+" target="_blank" rel="noopener">Go<span/)
    expect(html.replaceAll(/<[^>]*>/g, '')).toBe('Go (opens in a new tab)')
  },
)

test('a link that must not take a half-filled form away opens in a new tab too, and says so', () => {
  const html = renderToStaticMarkup(
    <ContentLink href="/PrivacyPolicy" keepsPage>
      Go
    </ContentLink>,
  )
  expect(html).toMatch(/^<a href="\/PrivacyPolicy" target="_blank" rel="noopener">Go<span/)
  expect(html.replaceAll(/<[^>]*>/g, '')).toBe('Go (opens in a new tab)')
})

test.each([
  ['/India', '<a href="/India">Go</a>'],
  ['https://tax.test/cars', '<a href="https://tax.test/cars" rel="noopener">Go</a>'],
  ['mailto:hello@example.org', '<a href="mailto:hello@example.org">Go</a>'],
])('any other link opens where the visitor is: %s', (href, html) => {
  expect(drawn(href)).toBe(html)
})

test('a paper is known by the end of its address, whatever is asked of it', () => {
  expect(paperKind('/media/a.pdf?page=2#top')).toBe('PDF')
  expect(paperKind('/media/pdf')).toBeNull()
})
