import { renderToStaticMarkup } from 'react-dom/server'
import { Logo } from '#components/art/mark.tsx'
import { Seam, SeamProgress, SeamRule, stitchPath, threadPath } from '#components/art/seam.tsx'

const wave = { width: 240, middle: 20, amplitude: 8, period: 120, gap: 20, stitch: 10 }
const numbers = (path: string) => [...path.matchAll(/-?\d+(?:\.\d+)?/g)].map(Number)

describe('The golden seam', () => {
  test('has one stitch for every gap', () => {
    expect(stitchPath(wave).match(/M/g)).toHaveLength(12)
  })

  test('keeps its thread within its amplitude, from one end to the other', () => {
    const points = numbers(threadPath(wave))
    expect(points[0]).toBe(0)
    expect(points.at(-2)).toBe(240)
    const heights = points.filter((_, index) => index % 2 === 1)
    // Control points stand outside of the curve that they bend.
    for (const height of heights) expect(Math.abs(height - wave.middle)).toBeLessThan(wave.amplitude * 1.5)
  })

  test('is decoration wherever it is drawn', () => {
    for (const drawn of [<Seam key="1" />, <SeamRule key="2" />, <SeamProgress key="3" value={1} steps={2} />])
      expect(renderToStaticMarkup(drawn)).toMatch(/^<svg[^>]* aria-hidden="true"/)
  })

  test('is sewn as far as a form has come, and dotted from there', () => {
    const at = (value: number) => renderToStaticMarkup(<SeamProgress value={value} steps={2} />)
    expect(at(1)).toContain('M125 11H240')
    expect(at(0)).toContain('M5 11H240')
    expect(at(0)).not.toContain('M0 ')
    expect(at(2)).not.toContain('H240')
    expect(at(7)).toBe(at(2))
    expect(at(-1)).toBe(at(0))
  })
})

test('The logo reads as the two words that it shows', () => {
  const text = renderToStaticMarkup(<Logo lines={['Love Will', 'Restore']} />)
    .replace(/<br\/>/g, '')
    .replace(/<[^>]+>/g, '')
  expect(text).toBe('Love Will Restore')
})
