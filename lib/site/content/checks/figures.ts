/** Each figure is written once, in content/figures.yaml and camps.yaml: everything else names it. */
import { type Figures, figureWords } from '#lib/site/content/figures-schema.ts'
import type { Source } from '#lib/site/content/parse.ts'
import { didYouMean, type Path, type Problem } from '#lib/site/content/problem.ts'
import type { Page } from '#lib/site/content/schema.ts'

/** A page that shows an unknown figure is refused when it is loaded. */
export function unknownFigures({ blocks }: Page, { live, fixed, milestones }: Figures, source: Source): Problem[] {
  const unknown = (path: Path, what: string, id: string | undefined, entries: readonly { id: string }[]) => {
    const ids = entries.map((entry) => entry.id)
    if (id === undefined || ids.includes(id)) return []
    return source.problem(path, `content/figures.yaml has no ${what} "${id}"${didYouMean(id, ids)}`)
  }
  return blocks.flatMap((block, index) => {
    const path: Path = ['blocks', index]
    if (block.kind === 'call-to-give') return unknown([...path, 'next'], 'live figure', block.next, live)
    if (block.kind !== 'figures') return []
    return block.figures.flatMap(({ figure, milestone }, place) =>
      [
        unknown([...path, 'figures', place, 'figure'], 'figure', figure, [...live, ...fixed]),
        unknown([...path, 'figures', place, 'milestone'], 'milestone', milestone, milestones),
      ].flat(),
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

/** A text that repeats a figure in digits. Years, numbers below 100, and amounts of money other than the prices may coincide with one. */
export function repeatedFigures({ entries, figures, campDefaults }: Written): Problem[] {
  const totals = [
    campDefaults.totalSurgeryCount,
    ...Object.values(campDefaults.countryWiseCamps).map(({ surgeryCount }) => surgeryCount),
  ]
  // Of two with the same number, the first in the file is suggested.
  const known = new Map([
    ...figureWords(figures)
      .reverse()
      // The twelfth of a price is an amount that gifts, too, may have.
      .filter(([id]) => !id.endsWith('-a-month'))
      .map(([id, number]) => [number.startsWith('$') ? number : digitsOf(number), `{figure:${id}}`] as const),
    ...totals.map((total) => [String(total), 'a round number that stays true, or show the block of figures'] as const),
  ])
  return entries.flatMap(({ source }) => {
    if (homesOfFigures.includes(source.file)) return []
    return textsIn(source.raw).flatMap(({ text, path }) =>
      [...text.matchAll(/(?<![\w$₹.,:/#-])\$?\d[\d,]*\d(?![\w:]|[.,-]\d)/g)].flatMap(([number]) => {
        const instead = known.get(number.startsWith('$') ? number : digitsOf(number))
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
