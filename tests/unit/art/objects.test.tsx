import { renderToStaticMarkup } from 'react-dom/server'
import { CardArt } from '#components/art/card-art.tsx'
import { colour } from '#components/art/colours.ts'
import drawn from '#components/art/objects.json' with { type: 'json' }
import { Picture } from '#components/art/picture.tsx'
import { svgMarkup } from '#components/art/svg-markup.ts'
import { objectNames } from '#lib/site/content/fields.ts'

test.each(objectNames)(
  'the drawing of %s has the golden seam, and says what it shows unless the words beside it do',
  (object) => {
    const picture = { kind: 'object', object, alt: 'A thing' } as const
    const markup = renderToStaticMarkup(<Picture picture={picture} />)
    expect(markup).toContain(`stroke="${colour.gold}"`)
    expect(markup).toContain('aria-label="A thing"')
    expect(markup).not.toMatch(/style=|NaN|undefined/)
    const decorative = renderToStaticMarkup(<Picture picture={picture} decorative />)
    expect(decorative).toContain('aria-hidden="true"')
    expect(decorative).not.toContain('aria-label')
    expect(svgMarkup(<CardArt picture={picture} />)).toContain('id="floor"')
  },
)

test('every drawing can be chosen in content', () => {
  expect(Object.keys(drawn)).toEqual([...objectNames])
})
