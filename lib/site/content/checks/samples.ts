/**
 * Finds values that are not real yet: marked ones, and unmarked ones that look like samples. Works on the files as written, with
 * placeholders.
 */
import type { Money } from '#lib/platform/money.ts'
import { isRecord } from '#lib/platform/narrow.ts'
import type { Content, Entry } from '#lib/site/content/content.ts'
import type { Source } from '#lib/site/content/parse.ts'
import { byPlace, count, didYouMean, type Path, type Problem } from '#lib/site/content/problem.ts'
import { isSample, type Mark, markedFields, markNames, markOf } from '../state.ts'
import { definition, eachGroup, type Schema, stringsIn, walk } from '../walk.ts'
import type { Subject } from './found.ts'

export type Sample = { mark: Mark; file: string; line: number; field: string; value: string }

/** Reserved for examples: RFC 2606 domains, telephone numbers 555-0100 to 555-0199, and unnamed people. */
const sampleLike = /\bexample\.(?:com|net|org)\b|\b555[-. )]*01\d\d\b|\bname to be announced\b/i

/** Every marked object and field, by file, from the top. */
export function listSamples(entries: readonly Pick<Entry, 'source'>[]): Sample[] {
  const samples = marked(entries).map(({ mark, source, path, value }) => {
    const { file, line, field } = source.problem(path, '', { key: true })
    return { mark, file, line, field, value: summary(value) }
  })
  return samples.sort(byPlace)
}

const headings: Record<Mark, string> = {
  sample: 'Hidden until real',
  labelled: 'Shown as samples',
  review: 'Wording to review',
}

/** The list for people: a heading for each mark, and the total. */
export function samplesInWords(samples: readonly Sample[]): string {
  const lines = markNames.flatMap((mark) => {
    const found = samples.filter((sample) => sample.mark === mark)
    const rows = found.map(({ file, line, field, value }) => `  ${file}:${line} ${field || 'the whole file'} ${value}`)
    return found.length > 0 ? [`${headings[mark]}: ${found.length}`, ...rows] : []
  })
  return [...lines, samples.length > 0 ? `${count(samples.length, 'mark')} left.` : 'No marks left.', ''].join('\n')
}

/**
 * Samples in the identity of the organisation that issues the receipts: its names, addresses and registrations. Nobody may be charged
 * while there are any.
 */
export const identitySamples = (samples: readonly Sample[]): Sample[] =>
  samples.filter(
    ({ mark, file, field }) =>
      mark !== 'review' &&
      ((file === 'content/giving/receipts.yaml' && !/\blargeGift\b/.test(field)) ||
        (file === 'content/site.yaml' && /^(?:names|offices)\b/.test(field))),
  )

/** By the field in which a sponsorship level or a kind of tickets says what is given in return for its price. */
const unvalued = {
  fairValue: 'has no confirmed `fairValue`, so sponsors cannot be told what they get in return',
  value: 'has no confirmed value, so buyers cannot be told what a ticket is worth',
}

/**
 * Sponsorship levels and kinds of tickets in a currency of the USA without a confirmed value. Whoever is paid more than $75 partly in return for something
 * must give its good-faith value when asking or in the receipt: IRC section 6115, https://www.irs.gov/pub/irs-pdf/p1771.pdf (read in
 * November 2026). Several levels may be bought together, so those of $75 and less count too.
 */
export function unvaluedLevels({ entries, currencies }: Pick<Content, 'entries' | 'currencies'>): Problem[] {
  const ofUsa = currencies.flatMap(({ code, law }) => (law === 'usa' ? code : []))
  return entries.flatMap(({ source, schema, data }) => {
    const problems: Problem[] = []
    walk(schema, data, ({ schema: part, value: sold, path }) => {
      const def = definition(part)
      const field = def.type === 'object' && 'price' in def.shape && Object.keys(unvalued).find((is) => is in def.shape)
      if (!field || markOf(sold, []) === 'sample') return
      const { name, price, [field]: value } = sold as { name: string; price: Money; [field: string]: unknown }
      const isFree = price.amount === 0
      if (ofUsa.includes(price.currency) && !isFree && (!value || isSample(sold, field)))
        problems.push(source.problem(path, `${name} ${unvalued[field as keyof typeof unvalued]}`))
    })
    return problems
  })
}

/** The comments of a file that begin with "Lawyer:", each with its line. A question stands beside the words that it is about. */
export const lawyerQuestions = (written: string): { line: number; question: string }[] =>
  [...written.matchAll(/^ *# Lawyer: .*(?:\n *# (?!Lawyer: ).*)*/gm)].map(({ 0: comment, index }) => ({
    line: written.slice(0, index).split('\n').length,
    question: comment.replace(/^ *# (?:Lawyer: )?/gm, '').replace(/\n/g, ' '),
  }))

/** For CONTENT_STRICT, where every mark is a problem. */
export function strictProblems(entries: readonly Pick<Entry, 'source'>[]): Problem[] {
  return marked(entries)
    .map(({ mark, source, path }) =>
      source.problem(path, `is still marked \`${mark}\`, and CONTENT_STRICT is set`, { key: true }),
    )
    .sort(byPlace)
}

type Marked = { mark: Mark; source: Source; path: Path; value: unknown }

function marked(entries: readonly Pick<Entry, 'source'>[]): Marked[] {
  return entries.flatMap(({ source }) => {
    const found: Marked[] = []
    eachGroup(source.raw, (group, path) => {
      for (const mark of markNames) {
        if (group[mark] === true) found.push({ mark, source, path, value: group })
        for (const field of markedFields(group, mark))
          if (field in group) found.push({ mark, source, path: [...path, field], value: group[field] })
      }
    })
    return found
  })
}

/** A translation has no schema: its texts are those of the original. */
export function checkSamples({ content: { entries, translations } }: Subject): Problem[] {
  const files: readonly (Pick<Entry, 'source'> & { schema?: Schema })[] = [...entries, ...translations]
  return files.flatMap(({ source, schema }) => {
    const problems: Problem[] = []
    if (schema)
      walk(schema, source.raw, ({ schema: part, value, path }) => {
        const def = definition(part)
        if (def.type !== 'object' || !isRecord(value)) return
        for (const field of markedFields(value, 'sample')) {
          const inner = def.shape[field]
          const isNeeded = inner && field in value && !['optional', 'default'].includes(definition(inner).type)
          if (isNeeded)
            problems.push(
              source.problem([...path, field], 'cannot be hidden, because a page needs it: mark it `labelled`'),
            )
        }
      })
    eachGroup(source.raw, (group, path) => {
      for (const mark of markNames) {
        for (const [index, field] of markedFields(group, mark).entries()) {
          const known = Object.keys(group)
          if (!known.includes(field)) {
            const message = `"${field}" is not a field of this group${didYouMean(field, known)}`
            problems.push(source.problem([...path, mark, index], message))
          }
          const real = realIn(group[field], mark)
          if (real) problems.push(source.problem([...path, field], `is marked \`${mark}\`, but ${real} ${isReal}`))
        }
        const real = group[mark] === true && realIn(group, mark)
        if (real) problems.push(source.problem([...path, mark], `${real} in this group ${isReal}`, { key: true }))
      }
    })
    for (const { text, path } of stringsIn(source.raw, (group, key) => markOf(group, [key]) !== undefined)) {
      const [phrase] = sampleLike.exec(text) ?? []
      // Beside its translation the English stands a second time.
      if (phrase === undefined || (!schema && path.at(-1) !== 'text')) continue
      const field = path.findLast((key) => typeof key === 'string')
      const message = `"${phrase}" looks like a sample: put the real value, or mark it \`sample: [${String(field)}]\``
      problems.push(source.problem(path, message, { words: phrase }))
    }
    return problems
  })
}

const isReal = 'is not a sample: remove the mark where the values are real'

/** An e-mail address, web address or telephone number in a sample, if none there is reserved for examples. */
function realIn(value: unknown, mark: Mark): string | undefined {
  if (mark === 'review') return undefined
  // The law that a sample is about is real.
  const telling = stringsIn(value, (_, key) => key === 'source')
    .map(({ text }) => text)
    .filter((text) => /^(?:https:\/\/|\+\d|[^\s@{]+@[^\s@]+\.[^\s@]+$)/.test(text))
  return telling.some(looksLikeSample) ? undefined : telling[0]
}

export const looksLikeSample = (text: string) =>
  sampleLike.test(text) || (text.startsWith('+') && /000/.test(text.replace(/\D/g, '')))

/** The texts of a value in one line of at most 80 characters. */
function summary(value: unknown): string {
  const texts: string[] = []
  const visit = (part: unknown) => {
    if (typeof part === 'string' || typeof part === 'number') texts.push(String(part).replace(/\s+/g, ' ').trim())
    else if (part !== null && typeof part === 'object') Object.values(part).forEach(visit)
  }
  visit(value)
  const line = texts.join(' · ')
  return line.length > 80 ? `${line.slice(0, 79)}…` : line
}
