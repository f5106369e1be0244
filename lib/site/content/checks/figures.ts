/** Each figure is written once, in content/figures.yaml and camps.yaml: everything else names it. */
import { type Figures, figureWords } from '#lib/site/content/figures-schema.ts'
import type { Source } from '#lib/site/content/parse.ts'
import { didYouMean, type Path, type Problem } from '#lib/site/content/problem.ts'
import type { Page } from '#lib/site/content/schema.ts'

/** A page that shows an unknown figure is refused when it is loaded. */
export function unknownFigures({ blocks }: Page, { live, fixed }: Figures, source: Source): Problem[] {
  const ids = [...live, ...fixed].map(({ id }) => id)
  return blocks.flatMap((block, index) => {
    if (block.kind !== 'figures') return []
    return block.figures.flatMap(({ figure }, place) =>
      ids.includes(figure)
        ? []
        : source.problem(
            ['blocks', index, 'figures', place, 'figure'],
            `content/figures.yaml has no figure "${figure}"${didYouMean(figure, ids)}`,
          ),
    )
  })
}

const homesOfFigures = ['content/figures.yaml', 'content/camps.yaml']
/** Addresses and ids may contain a number that a visitor never reads. */
const unread = new Set(['id', 'href', 'src', 'address', 'aliases', 'about'])

type Written = {
  entries: readonly { source: Source }[]
  figures: Figures
  campDefaults: { totalSurgeryCount: number; countryWiseCamps: Readonly<Record<string, { surgeryCount: number }>> }
}

/** A text that repeats a figure in digits. Amounts of money, years and numbers below 100 may coincide with one. */
export function repeatedFigures({ entries, figures, campDefaults }: Written): Problem[] {
  const totals = [
    campDefaults.totalSurgeryCount,
    ...Object.values(campDefaults.countryWiseCamps).map(({ surgeryCount }) => surgeryCount),
  ]
  // Of two with the same number, the first in the file is suggested.
  const known = new Map([
    ...figureWords(figures)
      .reverse()
      .map(([id, number]) => [digitsOf(number), `{figure:${id}}`] as const),
    ...totals.map((total) => [String(total), 'a round number that stays true, or show the block of figures'] as const),
  ])
  return entries.flatMap(({ source }) => {
    if (homesOfFigures.includes(source.file)) return []
    return textsIn(source.raw).flatMap(({ text, path }) =>
      [...text.matchAll(/(?<![\w$₹.,:/#-])\d[\d,]*\d(?![\w:]|[.,-]\d)/g)].flatMap(([number]) => {
        const instead = known.get(digitsOf(number))
        const telling = Number(digitsOf(number)) >= 100 && !/^(?:19|20)\d\d$/.test(number)
        return instead && telling
          ? source.problem(path, `${number} is a figure of content/figures.yaml: write ${instead}`, { words: number })
          : []
      }),
    )
  })
}

const digitsOf = (text: string) => text.replace(/\D/g, '')

function textsIn(value: unknown, path: Path = []): { text: string; path: Path }[] {
  if (typeof value === 'string') return [{ text: value, path }]
  if (value === null || typeof value !== 'object') return []
  return Object.entries(value).flatMap(([key, inner]) =>
    unread.has(key) ? [] : textsIn(inner, [...path, Array.isArray(value) ? Number(key) : key]),
  )
}
