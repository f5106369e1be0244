/** Classes and style sheets use the sizes, breakpoints, corners and spacing of tailwind.config.ts, so that pages do not drift apart. */
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import config from '../../../tailwind.config.ts'

const root = path.join(import.meta.dirname, '../../..')

const exceptions = [
  // A sheet of paper: everything on it is sized by its width.
  'components/blocks/poster.tsx',
  // Sizes on paper, in points.
  'components/layout/print.css',
]

/** Tailwind's spacing, in steps of 4 px. */
const steps = '0 0.5 1 1.5 2 2.5 3 3.5 4 5 6 7 8 9 10 11 12 14 16 20 24 28 32'.split(' ')
const sizes = Object.keys(config.theme.fontSize)
const screens = Object.keys(config.theme.screens)

/** Whether a class or variant is of Tailwind's or arbitrary where the site has its own. Points are for print. */
function isForeign(name: string): boolean {
  const [, size] = /^text-(\[[\d.]+(?!pt)[a-z]+\]|\[clamp.*|xs|sm|md|lg|xl|\dxl|h\d)$/.exec(name) ?? []
  const [, step] = /^-?(?:[pm][xytbse]?|gap(?:-[xy])?|space-[xy])-(\[.*|[\d.]+)$/.exec(name) ?? []
  const [, screen] = /^(?:min-|max-)?(\[.*|xs|sm|md|lg|xl|\dxl)$/.exec(name) ?? []
  return (
    (size && !sizes.includes(size)) ||
    (step && !steps.includes(step)) ||
    (screen && !screens.includes(screen)) ||
    /^rounded(-\w+)?-(\[\d|xs|sm|md|lg|xl|\dxl)/.test(name)
  )
}

const foreignIn = (file: string, text: string): string[] =>
  file.endsWith('.css')
    ? (text.match(/font-size: .*\d(rem|px|em|vw).*|@media .*width.*\d(px|rem).*/g) ?? [])
    : text.split(/[\s'"`]+/).filter((found) => {
        const parts = found.split(/:(?![^[]*\])/)
        // Before a colon `[&_dd]` is a selector; other brackets that begin a word are code.
        return parts.some(
          (part, index) => !part.startsWith('[') && isForeign(part) && (index > 0 || /[-:]/.test(found)),
        )
      })

test('classes and style sheets use only what tailwind.config.ts defines', () => {
  const wrong = 'text-[0.98rem] text-xl md:flex min-[600px]:flex max-md:mt-2 p-[7px] lg:gap-x-13 -mt-4.5 rounded-[18px]'
  expect(foreignIn('a.tsx', wrong)).toEqual(wrong.split(' '))
  const right =
    'text-h2 text-[HighlightText] max-sm:p-4 2xl:block -me-2 px-(--side) [&>p]:mx-auto min-h-11 print:text-[10pt]'
  expect(foreignIn('a.tsx', right)).toEqual([])
  const files = globSync('{app,components}/**/*.{ts,tsx,css}', { cwd: root }).filter(
    (file) => !exceptions.includes(file),
  )
  const found = files.flatMap((file) =>
    foreignIn(file, readFileSync(path.join(root, file), 'utf8')).map((one) => `${file}: ${one}`),
  )
  expect(found).toEqual([])
})
