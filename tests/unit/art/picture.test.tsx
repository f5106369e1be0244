import { renderToStaticMarkup } from 'react-dom/server'
import { colour } from '#components/art/colours.ts'
import { Band, type Cloth, cloths, PatternFill } from '#components/art/patterns.tsx'
import { Picture } from '#components/art/picture.tsx'
import { draw } from '#components/art/shapes.ts'
import { svgMarkup } from '#components/art/svg-markup.ts'
import { patternNames } from '#lib/content/fields.ts'

describe('A cloth', () => {
  test.each(patternNames)('of %s is drawn in few bytes', (name) => {
    const { tile, border }: Cloth = cloths[name]
    expect(svgMarkup(draw(colour, tile)).length).toBeLessThan(1300)
    expect(svgMarkup(draw(colour, border.shapes)).length).toBeLessThan(600)
  })

  test('has an id of its own each time, with the name of the cloth in it', () => {
    const page = renderToStaticMarkup(
      <>
        <PatternFill name="india" />
        <PatternFill name="india" />
        <Band pattern="india" />
      </>,
    )
    const ids = [...page.matchAll(/ id="([^"]+)"/g)].map((found) => found[1])
    expect(new Set(ids).size).toBe(3)
    for (const id of ids) {
      expect(id).toMatch(/^india/)
      expect(page).toContain(`url(#${id})`)
    }
  })

  test('hangs in its other colours by turns with the one that it is known by, each under an id of its own', () => {
    const drawn = (dye: number) => renderToStaticMarkup(<PatternFill name="india" dye={dye} />)
    const { ground, dyes = [] }: Cloth = cloths.india
    const grounds = [ground, ...dyes.map((other) => other.ground)]
    expect(new Set(grounds).size).toBe(4)
    for (const [dye, fill] of [...grounds, ground].entries())
      expect(drawn(dye)).toContain(`<rect width="100%" height="100%" fill="${fill}"`)
    expect(new Set([0, 1, 2, 3].map((dye) => / id="([^"]+)"/.exec(drawn(dye))?.[1])).size).toBe(4)
  })

  test('without other colours is drawn in its own whichever is asked for', () => {
    expect(renderToStaticMarkup(<PatternFill name="kenya" dye={2} />)).toContain(cloths.kenya.ground)
  })

  test('is decoration, never announced', () => {
    expect(renderToStaticMarkup(<PatternFill name="usa" />)).toMatch(/^<svg[^>]* aria-hidden="true"/)
    expect(renderToStaticMarkup(<Band pattern="usa" />)).toMatch(/^<svg[^>]* height="26"[^>]* aria-hidden="true"/)
  })
})

describe('A picture', () => {
  const photo = { kind: 'photo', src: '/media/camp.jpg', alt: 'Surgeons at a camp' } as const

  test('that is a photograph fills its frame and waits until it is needed', () => {
    const markup = renderToStaticMarkup(<Picture picture={photo} />)
    expect(markup).toContain('src="/media/camp.jpg"')
    expect(markup).toContain('alt="Surgeons at a camp"')
    expect(markup).toContain('loading="lazy"')
    expect(markup).toContain('decoding="async"')
    expect(markup).toContain('object-cover')
    expect(markup).not.toContain('style=')
  })

  test('that is seen first is fetched first', () => {
    const markup = renderToStaticMarkup(<Picture picture={photo} priority />)
    expect(markup).toContain('loading="eager"')
    expect(markup).toContain('fetchPriority="high"')
  })

  test('that only decorates has empty alternate text', () => {
    expect(renderToStaticMarkup(<Picture picture={photo} decorative />)).toContain('alt=""')
    const portrait = { kind: 'portrait', who: 'girl', look: 1, pattern: 'india', seam: true, alt: 'A girl' } as const
    expect(renderToStaticMarkup(<Picture picture={portrait} decorative />)).not.toContain('A girl')
    expect(renderToStaticMarkup(<Picture picture={portrait} />)).toContain('aria-label="A girl"')
  })

  test('may be cloth alone', () => {
    const markup = renderToStaticMarkup(
      <Picture picture={{ kind: 'pattern', pattern: 'kenya' }} className="opacity-50" />,
    )
    expect(markup).toContain('opacity-50')
    expect(markup).toContain(cloths.kenya.ground)
  })
})
