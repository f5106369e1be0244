/** Finds sample values: those marked as such, and unmarked ones that look like samples. Works on the files as written, with placeholders. */
import { isRecord } from '#lib/platform/narrow.ts'
import type { Entry } from '#lib/site/content/load.ts'
import type { Source } from '#lib/site/content/parse.ts'
import { byPlace, didYouMean, type Path, type Problem } from '#lib/site/content/problem.ts'

type Sample = { file: string; line: number; field: string; value: string }

/** Reserved for examples: RFC 2606 domains, telephone numbers 555-0100 to 555-0199, and unnamed people. */
const sampleLike = /\bexample\.(?:com|net|org)\b|\b555[-. )]*01\d\d\b|\bname to be announced\b/i

type Group = { [field: string]: unknown; sample?: unknown }

/** Every object and field marked `sample`, by file, from the top. */
export function listSamples(entries: readonly Pick<Entry, 'source'>[]): Sample[] {
  const samples = marks(entries).map(({ source, path, value }) => {
    const { file, line, field } = source.problem(path, '', { key: true })
    return { file, line, field, value: summary(value) }
  })
  return samples.sort(byPlace)
}

/** For CONTENT_STRICT: every sample is a problem. */
export function strictProblems(entries: readonly Pick<Entry, 'source'>[]): Problem[] {
  return marks(entries)
    .map(({ source, path }) => source.problem(path, 'is still a sample, and CONTENT_STRICT is set', { key: true }))
    .sort(byPlace)
}

function marks(entries: readonly Pick<Entry, 'source'>[]): { source: Source; path: Path; value: unknown }[] {
  return entries.flatMap(({ source }) => {
    const found: { source: Source; path: Path; value: unknown }[] = []
    eachGroup(source.raw, (group, path) => {
      if (group.sample === true) found.push({ source, path, value: group })
      for (const field of fieldsOf(group))
        if (field in group) found.push({ source, path: [...path, field], value: group[field] })
    })
    return found
  })
}

export function checkSamples(entries: readonly Pick<Entry, 'source'>[]): Problem[] {
  return entries.flatMap(({ source }) => {
    const problems: Problem[] = []
    eachGroup(source.raw, (group, path) => {
      for (const [index, field] of fieldsOf(group).entries())
        if (!(field in group))
          problems.push(
            source.problem(
              [...path, 'sample', index],
              `"${field}" is not a field of this group${didYouMean(field, Object.keys(group))}`,
            ),
          )
    })
    eachGroup(source.raw, (group, path) => {
      for (const field of fieldsOf(group)) {
        const real = realIn(group[field])
        if (real) problems.push(source.problem([...path, field], `is marked as a sample, but ${real} ${isReal}`))
      }
      const real = group.sample === true ? realIn({ ...group, sample: undefined }) : undefined
      if (real) problems.push(source.problem([...path, 'sample'], `${real} in this group ${isReal}`, { key: true }))
    })
    eachUnmarkedText(source.raw, (text, path) => {
      const [words] = sampleLike.exec(text) ?? []
      if (words === undefined) return
      const field = path.findLast((key) => typeof key === 'string')
      problems.push(
        source.problem(
          path,
          `"${words}" looks like a sample: mark it with sample: [${String(field)}], or put the real value`,
          {
            words,
          },
        ),
      )
    })
    return problems
  })
}

const isReal = 'is no sample: take the mark away where the values are real'

/** An e-mail address, an address on the web or a telephone number that is not reserved for examples; undefined where one is. */
function realIn(value: unknown): string | undefined {
  const texts: string[] = []
  eachText(value, (text) => texts.push(text))
  const telling = texts.filter((text) => /^(?:https:\/\/|\+\d|[^\s@{]+@[^\s@]+$)/.test(text))
  return telling.some(looksLikeSample) ? undefined : telling[0]
}

const looksLikeSample = (text: string) =>
  sampleLike.test(text) || (text.startsWith('+') && /000/.test(text.replace(/\D/g, '')))

function fieldsOf(group: Group): string[] {
  return Array.isArray(group.sample) ? group.sample.map(String) : []
}

function eachGroup(value: unknown, visit: (group: Group, path: Path) => void, path: Path = []): void {
  if (value === null || typeof value !== 'object') return
  if (isRecord(value)) visit(value, path)
  for (const [key, inner] of entriesOf(value)) eachGroup(inner, visit, [...path, key])
}

function eachUnmarkedText(value: unknown, visit: (text: string, path: Path) => void, path: Path = []): void {
  if (typeof value === 'string') visit(value, path)
  if (value === null || typeof value !== 'object') return
  const group: Group = isRecord(value) ? value : {}
  if (group.sample === true) return
  const marked = fieldsOf(group)
  for (const [key, inner] of entriesOf(value))
    if (!marked.includes(String(key))) eachUnmarkedText(inner, visit, [...path, key])
}

function eachText(value: unknown, visit: (text: string) => void): void {
  if (typeof value === 'string') visit(value)
  else if (value !== null && typeof value === 'object') for (const [, inner] of entriesOf(value)) eachText(inner, visit)
}

const entriesOf = (value: object): [string | number, unknown][] =>
  Array.isArray(value) ? [...value.entries()] : Object.entries(value)

/** The texts in a value on one line, at most 80 characters. */
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
