/** Where a link in content opens, and that it says so. */
import { renderToStaticMarkup } from 'react-dom/server'
import { ContentLink } from '#components/ui/content-link.tsx'
import { paperKind } from '#lib/site/content/site-links.ts'

jest.mock('#lib/site/content/index.ts', () => ({
  site: () => ({
    external: {
      tickets: { label: 'Tickets', href: 'https://tickets.test/dance', newTab: true },
      tax: { label: 'Tax', href: 'https://tax.test/cars', newTab: false },
    },
  }),
}))

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

test('a paper is recognised by the end of its path', () => {
  expect(paperKind('/media/a.pdf?page=2#top')).toBe('PDF')
  expect(paperKind('/media/pdf')).toBeNull()
})
