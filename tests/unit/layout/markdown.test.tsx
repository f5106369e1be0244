import { renderToStaticMarkup } from 'react-dom/server'
import { Markdown } from '#components/ui/markdown.tsx'

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
