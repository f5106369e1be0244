import { renderToStaticMarkup as markupOf } from 'react-dom/server'
import { Logo, Mark } from '#components/art/mark.tsx'
import { Band, PatternFill } from '#components/art/patterns.tsx'
import { Picture } from '#components/art/picture.tsx'
import { Portrait } from '#components/art/portrait.tsx'
import { Seam, SeamProgress, SeamRule } from '#components/art/seam.tsx'
import { appIcon, cardArt, titleSize } from '#components/art/standalone.ts'
import { drawnLogo, logo, logoSvg } from '#lib/site/content/brand.ts'
import { objectNames } from '#lib/site/content/fields.ts'

jest.mock('#lib/site/photos/index.ts', () => ({
  photograph: (src: string) => ({ src, hash: '0123456789abcdef', width: 4032, height: 3024 }),
}))

const photo = { kind: 'photo', src: '/photos/camp.jpg', alt: 'Surgeons at a camp' } as const
const girl = { kind: 'portrait', who: 'girl', look: 1, pattern: 'india', seam: true, alt: 'A girl' } as const

test.each([
  [<PatternFill key="1" name="usa" />],
  [<Band key="2" pattern="usa" />],
  [<Seam key="3" />],
  [<SeamRule key="4" />],
  [<SeamProgress key="5" value={1} steps={2} />],
  [<Portrait key="6" who="boy" look={3} pattern="uganda" seam alt="" />],
])('decoration is hidden from screen readers (%#)', (drawing) => {
  expect(markupOf(drawing)).toMatch(/^<svg[^>]* aria-hidden="true"/)
})

test('a picture has its alternate text unless it is decorative, and only the first of a page is loaded eagerly', () => {
  expect(markupOf(<Picture picture={photo} />)).toMatch(/(?=.*alt="Surgeons at a camp").*loading="lazy"/)
  expect(markupOf(<Picture picture={photo} decorative />)).toContain('alt=""')
  expect(markupOf(<Picture picture={girl} />)).toContain('role="img" aria-label="A girl"')
  expect(markupOf(<Picture picture={girl} decorative />)).not.toContain('A girl')
  expect(markupOf(<Picture picture={photo} priority />)).toMatch(/(?=.*loading="eager").*fetchPriority="high"/)
})

test('a photograph is loaded in the size it is shown, and its space is reserved while it loads', () => {
  const markup = markupOf(<Picture picture={photo} sizes="20rem" />)
  expect(markup).toContain(
    '<source type="image/avif" srcSet="/photos/camp.jpg.0123456789abcdef.320.avif 320w, /photos/camp.jpg.0123456789abcdef.640.avif 640w,',
  )
  expect(markup).toContain('/photos/camp.jpg.0123456789abcdef.1600.webp 1600w" width="4032" height="3024"')
  expect(markup.match(/sizes="20rem"/g)).toHaveLength(2)
})

test('each pattern on a page has its own id', () => {
  const page = markupOf(
    <>
      {[0, 1, 2].map((dye) => (
        <PatternFill key={dye} name="india" dye={dye} />
      ))}
      <PatternFill name="india" />
      <Band pattern="india" />
    </>,
  )
  const ids = [...page.matchAll(/ id="([^"]+)"/g)].map((found) => found[1])
  expect(new Set(ids).size).toBe(5)
  for (const id of ids) expect(page).toContain(`url(#${id})`)
})

test('the progress of a form is drawn between its start and its end', () => {
  const at = (value: number) => markupOf(<SeamProgress value={value} steps={2} />)
  expect(new Set([at(0), at(1), at(2)]).size).toBe(3)
  expect(at(7)).toBe(at(2))
  expect(at(-1)).toBe(at(0))
})

test.each([
  ['Love Will Restore', 'Love Will |Restore'],
  ['The Society of Mended Bowls', 'The Society of |Mended Bowls'],
  ['Mended', 'Mended'],
])('the logo of %s breaks as %s, and reads as the name', (name, lines) => {
  const text = markupOf(<Logo name={name} />)
  expect(text.replace(/<br[^>]*>/g, '|').replace(/<[^>]+>/g, '')).toBe(lines)
})

test.each(objectNames)('the drawing of %s says what it shows unless the words beside it do', (object) => {
  const picture = { kind: 'object', object, alt: 'A thing' } as const
  expect(markupOf(<Picture picture={picture} />)).toMatch(/role="img" aria-label="A thing".*<path /)
  expect(markupOf(<Picture picture={picture} decorative />)).toMatch(/^<svg[^>]* aria-hidden="true"/)
})

test('icons, social cards and the browser’s tab show the logo in fixed colours, and pages in theirs', () => {
  for (const drawn of [appIcon({ size: 180 }), cardArt({ kind: 'pattern', pattern: 'usa' }), logoSvg])
    expect(drawn).toContain(drawnLogo.inside)
  expect(drawnLogo.inside).not.toContain('var(')
  expect(markupOf(<Mark />)).toContain(logo.inside)
  expect(logo.inside).toContain('var(--logo)')
})

test('a title on a social card becomes smaller as it gets longer', () => {
  const sizes = ['India', "The founders' story", 'W'.repeat(70)].map(titleSize)
  expect(sizes).toEqual([120, 96, 44])
})
