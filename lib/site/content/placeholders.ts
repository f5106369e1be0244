/** Placeholders in content files: {organisation}, {link:kenya-card}, {phone:IN}, {figure:women-rescued}. Only these names; no expressions. */
import { isRecord } from '#lib/platform/narrow.ts'
import { telephoneHref, whatsappHref } from './contact-links.ts'
import { didYouMean, type Path } from './problem.ts'
import { withoutSamples } from './samples.ts'

/** `organisation` -> "Love Will Restore", `link:kenya-card` -> "https://…" */
export type Placeholders = ReadonlyMap<string, string>

type Unfilled = { path: Path; written: string; message: string }

const placeholder = /\{([A-Za-z]\w*(?::[\w-]+)?)\}/g

/**
 * Placeholder values from content/site.yaml, even if that file has other errors. `figures`: the numbers of figures by their ids. `lawIds`:
 * legal terms, which depend on the day and stay as placeholders (law.ts).
 */
export function wordsOf(
  site: unknown,
  {
    figures = [],
    lawIds = [],
  }: { figures?: Iterable<[id: string, number: string]> | undefined; lawIds?: readonly string[] } = {},
): Placeholders {
  const { names, external, offices } = record(site)
  const words = new Map<string, string>()
  for (const [name, value] of Object.entries(record(names))) if (typeof value === 'string') words.set(name, value)
  const events = words.get('eventsEmail')
  if (events) words.set('email:events', events)
  const organisation = words.get('organisation')
  if (organisation && !words.has('product')) words.set('product', organisation)
  for (const [name, link] of Object.entries(record(external))) {
    const { href } = record(link)
    if (typeof href === 'string') words.set(`link:${name}`, href)
  }
  for (const office of listOf(withoutSamples(offices))) {
    const { code, phones, whatsapp, email } = record(office)
    if (typeof email === 'string') words.set(`email:${code}`, email)
    const { number } = record(listOf(phones)[0])
    if (typeof number === 'string') {
      words.set(`phone:${code}`, number)
      words.set(`tel:${code}`, telephoneHref(number))
    }
    if (typeof whatsapp === 'string') words.set(`whatsapp:${code}`, whatsappHref(whatsapp))
  }
  for (const [id, number] of figures) words.set(`figure:${id}`, number)
  for (const id of lawIds) words.set(`law:${id}`, `{law:${id}}`)
  return words
}

/** Matches the text before the start of a sentence, heading or list entry, where "our founder" gets a capital. */
const sentenceStart = /(?:^|[.!?][)"”’*_]*\s+|\n\s*\n|\n\s*(?:#+|[-*>]|\d+\.)\s+)["“‘(*_[]*$/
const isPerson = (name: string) => name === 'founder' || name === 'second'
const capitalized = (word: string | undefined) => word && word.charAt(0).toUpperCase() + word.slice(1)

/** Replaces placeholders in all texts of the value; unknown ones are left and reported. */
export function fill(value: unknown, words: Placeholders, path: Path = []): { value: unknown; unfilled: Unfilled[] } {
  const unfilled: Unfilled[] = []
  const visit = (part: unknown, at: Path): unknown => {
    if (typeof part === 'string')
      return part.replace(placeholder, (written, name: string, offset: number) => {
        const word =
          isPerson(name) && sentenceStart.test(part.slice(0, offset)) ? capitalized(words.get(name)) : words.get(name)
        if (word === undefined)
          unfilled.push({
            path: at,
            written,
            message: `${written} is not a placeholder${didYouMean(name, words.keys())}`,
          })
        return word ?? written
      })
    if (Array.isArray(part)) return part.map((item, index) => visit(item, [...at, index]))
    if (part !== null && typeof part === 'object')
      return Object.fromEntries(Object.entries(part).map(([key, item]) => [key, visit(item, [...at, key])]))
    return part
  }
  return { value: visit(value, path), unfilled }
}

const record = (value: unknown) => (isRecord(value) ? value : {})
const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])
