import { readFileSync } from 'node:fs'
import path from 'node:path'
import { renderToStaticMarkup } from 'react-dom/server'
import { CardArt } from '#components/art/card-art.tsx'
import { MarkArt } from '#components/art/mark.tsx'
import { svgAddress, svgMarkup } from '#components/art/svg-markup.ts'

/** React closes empty elements with a tag of their own. */
const short = (markup: string) => markup.replace(/><\/(?:path|rect|circle|image)>/g, '/>')

const Dot = ({ x }: { x: number }) => <circle cx={x} />

describe('Art as text', () => {
  test('is what React itself would write', () => {
    const card = (
      <CardArt picture={{ kind: 'portrait', who: 'woman', look: 5, pattern: 'south-africa', seam: true, alt: '' }} />
    )
    expect(svgMarkup(card)).toBe(short(renderToStaticMarkup(card)))
  })

  test('keeps the capitals that svg has and hyphenates the rest', () => {
    expect(
      svgMarkup(
        <svg aria-hidden="true" viewBox="0 0 1 1" preserveAspectRatio="none">
          <path strokeWidth={2} strokeLinecap="round" d="M0 0" />
        </svg>,
      ),
    ).toBe(
      '<svg aria-hidden="true" viewBox="0 0 1 1" preserveAspectRatio="none"><path stroke-width="2" stroke-linecap="round" d="M0 0"/></svg>',
    )
  })

  test('escapes what would end an attribute or an element', () => {
    expect(svgMarkup(<text aria-label={'"<&>'}>{'a < b & c'}</text>)).toBe(
      '<text aria-label="&quot;&lt;&amp;&gt;">a &lt; b &amp; c</text>',
    )
  })

  test('leaves out what React leaves out, and draws components and lists', () => {
    expect(
      svgMarkup(
        <g>
          {false}
          {null}
          {[1, 2].map((x) => (
            <Dot key={x} x={x} />
          ))}
          <path d={undefined} />
        </g>,
      ),
    ).toBe('<g><circle cx="1"/><circle cx="2"/><path/></g>')
  })

  test('refuses what is no art', () => {
    expect(() => svgMarkup(<path onLoad={() => {}} />)).toThrow('<path> has an attribute onLoad that is no text')
    expect(() => svgMarkup(<path style={{ fill: 'red' }} />)).toThrow('<path> has an attribute style that is no text')
  })

  test('becomes the address of an image', () => {
    const [head, body] = svgAddress(<svg xmlns="http://www.w3.org/2000/svg" aria-hidden="true" />).split(',')
    expect(head).toBe('data:image/svg+xml;base64')
    expect(Buffer.from(body ?? '', 'base64').toString()).toBe(
      '<svg xmlns="http://www.w3.org/2000/svg" aria-hidden="true"/>',
    )
  })
})

test('The icon in the browser tab is the mark of the logo', () => {
  const icon = readFileSync(path.join(process.cwd(), 'app/icon.svg'), 'utf8')
  expect(icon).toContain(svgMarkup(<MarkArt />))
})
