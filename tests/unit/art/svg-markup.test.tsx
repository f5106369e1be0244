import { renderToStaticMarkup } from 'react-dom/server'
import { CardArt, titleSize } from '#components/art/card-art.tsx'
import { AppIcon, Mark } from '#components/art/mark.tsx'
import { svgAddress, svgMarkup } from '#components/art/svg-markup.ts'
import { drawnLogo, logo, logoSvg } from '#lib/site/content/brand.ts'

/** React closes empty elements with a tag of their own. */
const short = (markup: string) => markup.replace(/><\/(?:path|rect|circle|image)>/g, '/>')

describe('SVG markup', () => {
  test('equals React’s own markup', () => {
    const card = (
      <CardArt picture={{ kind: 'portrait', who: 'woman', look: 5, pattern: 'south-africa', seam: true, alt: '' }} />
    )
    expect(svgMarkup(card)).toBe(short(renderToStaticMarkup(card)))
  })

  test('escapes attributes and text', () => {
    expect(svgMarkup(<text aria-label={'"<&>'}>{'a < b & c'}</text>)).toBe(
      '<text aria-label="&quot;&lt;&amp;&gt;">a &lt; b &amp; c</text>',
    )
  })

  test('throws for an attribute that is not text', () => {
    expect(() => svgMarkup(<path onLoad={() => {}} />)).toThrow('<path> has an attribute onLoad that is no text')
    expect(() => svgMarkup(<path style={{ fill: 'red' }} />)).toThrow('<path> has an attribute style that is no text')
  })

  test('is encoded as a data URL', () => {
    const [head, body] = svgAddress(<svg xmlns="http://www.w3.org/2000/svg" aria-hidden="true" />).split(',')
    expect(head).toBe('data:image/svg+xml;base64')
    expect(Buffer.from(body ?? '', 'base64').toString()).toBe(
      '<svg xmlns="http://www.w3.org/2000/svg" aria-hidden="true"/>',
    )
  })
})

test('icons, social cards and the browser’s tab show the logo in fixed colours, and pages in theirs', () => {
  const card = <CardArt picture={{ kind: 'pattern', pattern: 'usa' }} />
  for (const drawn of [<AppIcon key="icon" size={180} />, card]) expect(svgMarkup(drawn)).toContain(drawnLogo.inside)
  expect(logoSvg).toContain(drawnLogo.inside)
  expect(logoSvg).not.toContain('var(')
  expect(renderToStaticMarkup(<Mark />)).toContain(logo.inside)
  expect(logo.inside).toContain('var(--logo)')
})

test('a title on a social card becomes smaller as it gets longer', () => {
  const sizes = ['India', "The founders' story", 'W'.repeat(70)].map(titleSize)
  expect(sizes).toEqual([120, 96, 44])
})
