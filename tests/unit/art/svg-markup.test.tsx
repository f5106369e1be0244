import { readFileSync } from 'node:fs'
import path from 'node:path'
import { renderToStaticMarkup } from 'react-dom/server'
import { CardArt, titleSize } from '#components/art/card-art.tsx'
import { MarkArt } from '#components/art/mark.tsx'
import { svgAddress, svgMarkup } from '#components/art/svg-markup.ts'

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

  test('throws for an attribute that is no text', () => {
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

test('the icon in the browser tab is the mark of the logo', () => {
  const icon = readFileSync(path.join(process.cwd(), 'app/icon.svg'), 'utf8')
  expect(icon).toContain(svgMarkup(<MarkArt />))
})

test('a title on a social card becomes smaller as it gets longer', () => {
  const sizes = ['India', "The founders' story", 'W'.repeat(70)].map(titleSize)
  expect(sizes).toEqual([120, 96, 44])
})
