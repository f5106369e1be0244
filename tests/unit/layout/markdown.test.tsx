import { renderToStaticMarkup } from 'react-dom/server'
import { Markdown } from '#components/ui/markdown.tsx'

const drawn = (source: string, headings?: 2 | 3 | 4) =>
  renderToStaticMarkup(<Markdown source={source} {...(headings && { headings })} />).replace(
    /^<div class="prose ">|<\/div>$/g,
    '',
  )

describe('Markdown of an editor', () => {
  test('shows raw HTML as the text that it is', () => {
    expect(drawn('Hello <script>alert(1)</script> <b>you</b>')).toBe(
      '<p>Hello &lt;script&gt;alert(1)&lt;/script&gt; &lt;b&gt;you&lt;/b&gt;</p>',
    )
  })

  test('never makes a link of a script', () => {
    expect(drawn('[press me](javascript:alert(1))')).not.toContain('<a')
  })

  test('links to other pages plainly, and elsewhere without an opener', () => {
    expect(drawn('[Contact us](/ContactUs)')).toBe('<p><a href="/ContactUs">Contact us</a></p>')
    expect(drawn('[Tax](https://example.org/tax)')).toBe(
      '<p><a href="https://example.org/tax" rel="noopener">Tax</a></p>',
    )
  })

  test.each(['# One\n\n## Two', '## One\n\n### Two', '#### One\n\n##### Two'])(
    'starts its headings at the third level within a block, however they were written: %j',
    (source) => {
      expect(drawn(source)).toBe('<h3>One</h3><h4>Two</h4>')
    },
  )

  test('starts its headings where the page says, and never goes below the sixth', () => {
    expect(drawn('## One', 2)).toBe('<h2>One</h2>')
    expect(drawn('# One\n\n###### Deep', 4)).toBe('<h4>One</h4><h6>Deep</h6>')
  })

  test('draws lists, bold, emphasis and quotations', () => {
    expect(drawn('- **a**\n- *b*\n\n1. c\n\n> d')).toBe(
      '<ul><li><strong>a</strong></li><li><em>b</em></li></ul><ol><li>c</li></ol><blockquote><p>d</p></blockquote>',
    )
  })

  test('lets a wide table scroll by itself, also from the keyboard', () => {
    const html = drawn('| Level | Dollars |\n| - | - |\n| Headliner | 10,000 |')
    expect(html).toMatch(/^<section class="overflow-x-auto" aria-label="Table" tabindex="0"><table><thead>/)
    expect(html).toContain('<td>10,000</td>')
  })

  test('frames a picture and writes its title under it', () => {
    const html = drawn('![Two surgeons at work](/media/camp.jpg "Nairobi, 2019")')
    expect(html).toContain('alt="Two surgeons at work"')
    expect(html).toContain('src="/media/camp.jpg"')
    expect(html).toContain('Nairobi, 2019')
  })
})

test('a name whose brackets touch is not torn at them, and stays the words that it is', () => {
  const html = renderToStaticMarkup(<Markdown source={'A **US 501(c)(3)** nonprofit (since 2007).'} />)
  expect(html).toContain('<strong>US <span class="whitespace-nowrap">501(c)(3)</span></strong> nonprofit (since 2007).')
})
