import { globSync, readFileSync } from 'node:fs'
import { colours } from '#lib/site/content/brand.ts'
import { cssName } from '#lib/site/content/brand-schema.ts'
import { contrast, contrastFaults, fixedPairs, pagePairs } from '#lib/site/content/checks/brand.ts'
import { changed, problemsOf, smallSite } from './small-site.ts'

test('contrasts are those of WCAG', () => {
  expect(contrast('#000000', '#ffffff')).toBe(21)
  expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.48, 2)
})

test('every text can be read on its background, in both schemes and on dark bands', () => {
  expect(contrastFaults(colours)).toEqual([])
})

test('a colour that cannot be read on another is reported where it stands', () => {
  const pale = changed('content/colours.yaml', 'light: "#5b5166"', 'light: "#9b91a6"')
  expect(problemsOf(pale)).toEqual(
    ['2.79 to light paper (#fbf6ee)', '2.49 to light sand (#f3e9da)', '3 to light card (#ffffff)'].map(
      (found) => `content/colours.yaml:27:12  page.soft.light: has a contrast of ${found}; 4.5 is needed`,
    ),
  )
  const short = changed('content/colours.yaml', 'gold: "#e0a526"', 'gold: "#fa0"')
  expect(problemsOf(short)).toEqual([
    expect.stringContaining('fixed.gold: must be a colour such as "#c8401f", in small letters'),
  ])
})

/** The classes of colours, as in "hover:bg-ink": under which condition, and which colour. */
function coloursOf(classes: string, property: 'text' | 'bg', names: readonly string[]) {
  const pattern = new RegExp(String.raw`(?<![\w-])(\S+:)?${property}-(${names.join('|')})(?![\w/-])`, 'g')
  return [...classes.matchAll(pattern)].map(([, condition = '', colour = '']) => ({ condition, colour }))
}

test('every text colour that components put on a background is among those whose contrast is checked', () => {
  const names = [...Object.keys(colours.page), ...Object.keys(colours.fixed)].map(cssName)
  const checked = new Set(
    [...pagePairs, ...fixedPairs].flatMap(({ on, colours }) =>
      [on]
        .flat()
        .flatMap((ground) =>
          colours.flatMap((colour) => [
            `${cssName(colour)} on ${cssName(ground)}`,
            `${cssName(ground)} on ${cssName(colour)}`,
          ]),
        ),
    ),
  )
  const used = globSync('{app,components}/**/*.tsx').flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/(['"`])([^'"`\n]*)\1/g)].flatMap(([, , classes = '']) => {
      const [texts, grounds] = (['text', 'bg'] as const).map((property) => coloursOf(classes, property, names))
      return (texts ?? []).flatMap((text) => {
        // Under a condition both change, or the one that does not change stays.
        const same = (grounds ?? []).filter(({ condition }) => condition === text.condition)
        const other = (grounds ?? []).filter(({ condition }) => condition === '' && text.condition !== '')
        return (same.length > 0 ? same : other).map((ground) => `${text.colour} on ${ground.colour}`)
      })
    }),
  )
  expect(used.length).toBeGreaterThan(20)
  expect([...new Set(used)].filter((pair) => !checked.has(pair))).toEqual([])
})

test('no component and no style sheet has a brand colour of its own', () => {
  const brand = smallSite['content/colours.yaml']?.match(/#[0-9a-f]{6}(?=")/g)?.filter((colour) => colour !== '#ffffff')
  const files = globSync(['app/**/*.{css,ts,tsx}', 'components/**/*.{css,ts,tsx}', 'tailwind.config.ts'])
  expect(
    files.filter((file) => brand?.some((colour) => readFileSync(file, 'utf8').toLowerCase().includes(colour))),
  ).toEqual([])
})
