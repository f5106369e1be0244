/** Finds where an old number still stands after it was changed: in other texts, in digits or words, by itself or in a sum. Pure. */
import { dayInWords } from '#lib/platform/dates.ts'
import { isRecord, propertyOf } from '#lib/platform/narrow.ts'
import type { Content } from '#lib/site/content/content.ts'
import { kindOf } from '#lib/site/content/fields.ts'
import type { Path } from '#lib/site/content/problem.ts'
import { walk } from '#lib/site/content/walk.ts'
import { sameValue } from '#lib/site/content/yaml-file.ts'
import { formOf } from './collections.ts'
import { fileInWords } from './explained.ts'
import { nameOf } from './labels.ts'
import type { Echo } from './settings.ts'

/** How an old value may be written in a text. `beside`: what the same group of texts must also say, for a number that could mean anything. */
type Wording = { pattern: RegExp; beside?: RegExp | undefined }
/** A value that a save has changed. `was`: its old value; for a list that became longer or shorter, the old number of its entries. */
export type Changed = { file: string; path: Path; was: unknown; wordings: Wording[] }

const rawOf = ({ entries }: Content, file: string) => entries.find(({ source }) => source.file === file)?.source.raw

/** `files`: those that were saved. */
export const changedValues = (before: Content, after: Content, files: readonly string[]): Changed[] =>
  files.flatMap((file) => differences(rawOf(before, file), rawOf(after, file)).map((change) => ({ file, ...change })))

const maxPlaces = 5

/** The old values that texts still say, each with the places where they do. A value that has been changed back is left out. */
export function echoesOf(content: Content, values: readonly Changed[]): Echo[] {
  const groups = values.length > 0 ? groupsOf(content) : []
  return values.flatMap(({ file, path, was, wordings }) => {
    const now = path.reduce<unknown>(propertyOf, rawOf(content, file))
    if (sameValue(typeof was === 'number' && Array.isArray(now) ? now.length : now, was)) return []
    return wordings.flatMap(({ pattern, beside }): Echo[] => {
      const found = groups.flatMap((group) => {
        const text = group.texts.find((text) => pattern.test(text) && (beside || text !== was))
        return text && (!beside || beside.test(group.texts.join('\n'))) ? [{ ...group, text }] : []
      })
      const [words] = pattern.exec(found[0]?.text ?? '') ?? []
      if (!words) return []
      const all = [...new Map(found.map((group) => [group.file, group])).values()]
      const places = all
        .slice(0, maxPlaces)
        .map(({ file, name }) => ({ label: [fileInWords(file), ...name].join(', '), form: formOf(file) }))
      return [{ form: formOf(file), field: path.join('.'), words, places, more: all.length - places.length }]
    })
  })
}

/** `name`: its heading, if it has one. */
type Group = { file: string; texts: string[]; name: string[] }

/** The texts that visitors read, by group, such as a heading with its paragraph. Only groups that say a number. */
function groupsOf({ entries }: Content): Group[] {
  return entries.flatMap(({ source: { file, raw }, schema }) => {
    const groups = new Map<string, Group>()
    walk(schema, raw, ({ schema: part, value, path }) => {
      const { isText, isLine } = kindOf(part)
      if (typeof value !== 'string' || !(isText || isLine || amountIn(value))) return
      const place = path.slice(0, -1).join('.')
      const group = groups.get(place) ?? { file, texts: [], name: [] }
      groups.set(place, group)
      group.texts.push(value)
      if (place && /^(?:title|heading|label|name)$/.test(String(path.at(-1)))) group.name = [`“${value}”`]
    })
    return [...groups.values()].filter(({ texts }) => hasNumber.test(texts.join('\n')))
  })
}

type Difference = Omit<Changed, 'file'>

/** Fields whose numbers no text repeats, and the day of the save. */
const codes = new Set(['look', 'preset', 'reason', 'updated'])

/** `near`: texts that may say what a number counts. `siblings`: the old values of its group. */
function differences(
  was: unknown,
  is: unknown,
  path: Path = [],
  near: string[] = [],
  siblings: Readonly<Record<string, unknown>> = {},
): Difference[] {
  if (was === undefined || is === undefined || sameValue(was, is)) return []
  if (isRecord(was) && isRecord(is)) {
    const words = Object.values(was).filter((value) => typeof value === 'string' && value.length < 60) as string[]
    return Object.keys(was).flatMap((name) =>
      codes.has(name) ? [] : differences(was[name], is[name], [...path, name], [...near, ...words, nameOf(name)], was),
    )
  }
  if (Array.isArray(was) && Array.isArray(is)) {
    const repeats = repeated(was, is).map(([count, words]) => ({ path, was, wordings: counted(count, [words]) }))
    if (was.length !== is.length) return [{ path, was: was.length, wordings: counted(was.length, near) }, ...repeats]
    const parts = was.flatMap((part, at) => differences(part, is[at], [...path, at], near, siblings))
    return [...repeats, ...parts.map((part) => ({ ...part, wordings: [...part.wordings, ...totals(was, part)] }))]
  }
  const own = wordingsOf(was, near, siblings)
  const wordings = own.length === 0 && typeof was === 'string' ? wordingsIn(was, String(is)) : own
  return wordings.length > 0 ? [{ path, was, wordings }] : []
}

/** How many groups of a list had the same text, for each text whose number has changed: four had the role “Board Member”. */
function repeated(was: readonly unknown[], is: readonly unknown[]): [count: number, words: string][] {
  const countsIn = (list: readonly unknown[]) => {
    const texts = list
      .filter(isRecord)
      .flatMap((group) => Object.values(group).filter((text) => typeof text === 'string'))
    return new Map(
      Map.groupBy(texts, (text) => text)
        .entries()
        .map(([text, all]) => [text, all.length]),
    )
  }
  const now = countsIn(is)
  return [...countsIn(was)].flatMap(([text, count]) => (now.get(text) === count ? [] : [[count, text]]))
}

function wordingsOf(was: unknown, near: readonly string[], siblings: Readonly<Record<string, unknown>>): Wording[] {
  const amount = amountIn(was)
  const others = Object.values(siblings)
  if (amount)
    return [
      { pattern: amountPattern(amount) },
      ...multiples(amount),
      ...others.flatMap((count) => (typeof count === 'number' ? product(amount, count) : [])),
    ]
  if (typeof was === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(was))
    return (['en-GB', 'en-US'] as const).map((locale) => ({
      pattern: standing(RegExp.escape(dayInWords(was, locale))),
    }))
  // “310+”, “3 months”
  const [, digits = '', unit] = /^(\d[\d,]*)\+?(?: (\p{L}+))?$/u.exec(String(was)) ?? []
  const count = numberOf(digits)
  if (!digits || !Number.isSafeInteger(count)) return []
  return [...counted(count, unit ? [unit] : near), ...others.flatMap((price) => product(amountIn(price), count))]
}

/** The amounts and counts that a sentence no longer says. */
function wordingsIn(was: string, is: string): Wording[] {
  const said = (text: string) =>
    text.match(
      new RegExp(
        `\\p{Sc}\\s?\\d[\\d,]*|(?<![\\p{Sc}\\d.,])(?:\\d[\\d,]*|\\b(?:${small.slice(2).join('|')})) \\p{L}{4,}`,
        'giu',
      ),
    ) ?? []
  const kept = new Set(said(is))
  return said(was).flatMap((words) => {
    if (kept.has(words)) return []
    const amount = amountIn(words)
    if (amount) return { pattern: amountPattern(amount) }
    const [number = '', noun = ''] = words.split(' ')
    const count = small.indexOf(number.toLowerCase())
    return counted(count < 0 ? numberOf(number) : count, [noun])
  })
}

const numberOf = (digits: string) => Number(digits.replaceAll(',', ''))

/** Written without a decimal point. */
type Amount = { sign: string; value: number }

function amountIn(value: unknown): Amount | undefined {
  const [, sign, digits = ''] = (typeof value === 'string' && /^(\p{L}{0,3}\p{Sc})\s?(\d[\d,]*)$/u.exec(value)) || []
  return sign ? { sign, value: numberOf(digits) } : undefined
}

/** Matches the source where it is no part of a longer number, amount or word. */
const standing = (source: string) => new RegExp(`(?<![\\p{L}\\d.,\\p{Sc}])(?:${source})(?!\\p{L}|[.,]?\\d)`, 'iu')

/** With or without commas anywhere, as in 5,00,000 and 500,000. */
const digitsOf = (number: number) => [...String(number)].join(',?')

const amountPattern = ({ sign, value }: Amount) => standing(`${RegExp.escape(sign)}\\s?${digitsOf(value)}`)

/** Two to twelve times the amount, and as many parts of it, beside that number. Twelve may also be said as months or years. */
const multiples = ({ sign, value }: Amount): Wording[] =>
  small.slice(2, 13).flatMap((_, index) => {
    const count = index + 2
    const beside =
      count === 12 ? /\b(?:months?|monthly|years?|yearly|twelve|12)\b/i : standing(`${count}|${small[count]}`)
    return [value * count, value / count]
      .filter((sum) => Number.isInteger(sum) && sum >= 10)
      .map((sum) => ({ pattern: amountPattern({ sign, value: sum }), beside }))
  })

const product = (price: Amount | undefined, count: number): Wording[] =>
  price && count > 12 ? [{ pattern: amountPattern({ ...price, value: price.value * count }) }] : []

const small =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty'.split(
    ' ',
  )
const hasNumber = new RegExp(`\\d|\\b(?:${small.join('|')})\\b`, 'i')

/** A number up to twenty must stand before what it counts, as in “six people”; for one below 1,000 the group must name that; a larger one stands alone. */
function counted(count: number, near: readonly string[]): Wording[] {
  const nouns = [...new Set(near.flatMap(nounsIn))].map((noun) => RegExp.escape(noun)).join('|')
  if (count < 2 || (!nouns && count < 1000)) return []
  const word = small[count]
  if (word) return [{ pattern: standing(`(?:${count}|${word})(?:[ -]\\p{L}+){0,3}?(?:[ -](?:${nouns})\\p{L}*)+`) }]
  return [{ pattern: standing(digitsOf(count)), beside: count < 1000 ? new RegExp(`\\b(?:${nouns})`, 'i') : undefined }]
}

const emptyWords = new Set(
  'about after from have number text than that their they this value what when which with your'.split(' '),
)

const nounsIn = (text: string): string[] =>
  (text.toLowerCase().match(/\p{L}{4,}/gu) ?? [])
    .filter((word) => !emptyWords.has(word))
    .map((word) => word.replace(/(?:ies|ed|ing|ions?|s)$/, ''))
    .filter((stem) => stem.length > 3)

/** The old sum over a list, one of whose entries has changed, beside a word such as “total”. */
function totals(list: readonly unknown[], { path, was }: Difference): Wording[] {
  const name = path.at(-1) ?? ''
  const values: unknown[] = list.map((entry) => propertyOf(entry, name)).filter((value) => value !== undefined)
  const amounts = values.map((value) => amountIn(value) ?? { sign: '', value: Number(value) })
  const total = amounts.reduce((sum, { value }) => sum + value, 0)
  const [first] = amounts
  if (!first || !values.includes(was) || values.length < 2 || !Number.isSafeInteger(total)) return []
  return [
    {
      pattern: amountPattern({ sign: first.sign, value: total }),
      beside: /\b(?:total|together|altogether|sum|in all)\b/i,
    },
  ]
}
