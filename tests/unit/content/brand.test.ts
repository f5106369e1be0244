import { colours } from '#lib/site/content/brand.ts'
import { contrast, contrastFaults } from '#lib/site/content/checks/brand.ts'
import { changed, problemsOf } from './small-site.ts'

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
