/** Placeholders in content files: {organisation}, {link:kenya-card}, {phone:IN}, {figure:women-rescued}, {level:5k-run-marathon}. Only these names; no expressions. Pure. */
import { isRecord } from '#lib/platform/narrow.ts'
import { keepSchema } from './fields.ts'
import type { Law } from './giving-schema.ts'
import { didYouMean, type Path } from './problem.ts'
import { isSample, stateOf, withoutExpired, withoutSamples } from './state.ts'
import { mapParts } from './walk.ts'

/** `organisation` -> "Love Will Restore", `link:kenya-card` -> "https://…" */
export type Placeholders = ReadonlyMap<string, string>

type Unfilled = { path: Path; written: string; message: string }

const placeholder = /\{([A-Za-z]\w*(?::[\w-]+)?)\}/g

/**
 * Placeholder values from content/site.yaml, even if that file has other errors. `figures`: the numbers of figures by their ids, `levels` the
 * prices of sponsorship levels. `lawIds`:
 * legal terms, which depend on the day and stay as placeholders (withLaw).
 */
export function placeholdersOf(
  site: unknown,
  {
    figures = [],
    levels = [],
    lawIds = [],
  }: {
    figures?: Iterable<[id: string, number: string]> | undefined
    levels?: Iterable<[id: string, price: string]>
    lawIds?: readonly string[]
  } = {},
): Placeholders {
  const { names, external, offices, keep } = record(site)
  const known = new Map<string, string>()
  for (const [name, value] of Object.entries(record(names))) if (typeof value === 'string') known.set(name, value)
  const events = known.get('eventsEmail')
  if (events) known.set('email:events', events)
  const organisation = known.get('organisation')
  if (organisation && !known.has('product')) known.set('product', organisation)
  for (const [name, link] of Object.entries(record(external))) {
    const { href } = record(link)
    if (typeof href === 'string') known.set(`link:${name}`, href)
  }
  for (const office of listOf(withoutSamples(offices))) {
    const { code, phones, whatsapp, email } = record(office)
    if (typeof email === 'string') known.set(`email:${code}`, email)
    const { number } = record(listOf(phones)[0])
    if (typeof number === 'string') {
      known.set(`phone:${code}`, number)
      known.set(`tel:${code}`, telephoneHref(number))
    }
    if (typeof whatsapp === 'string') known.set(`whatsapp:${code}`, whatsappHref(whatsapp))
  }
  for (const [id, number] of figures) known.set(`figure:${id}`, number)
  for (const [id, price] of levels) known.set(`level:${id}`, price)
  for (const [name, days] of Object.entries(keepSchema.safeParse(keep ?? {}).data ?? {}))
    known.set(`keep:${name}`, String(days))
  for (const id of lawIds) known.set(`law:${id}`, `{law:${id}}`)
  return known
}

/** Matches the text before the start of a sentence, heading or list entry, where "our founder" gets a capital. */
const sentenceStart = /(?:^|[.!?][)"”’*_]*\s+|\n\s*\n|\n\s*(?:#+|[-*>]|\d+\.)\s+)["“‘(*_[]*$/
const isPerson = (name: string) => name === 'founder' || name === 'second'
const capitalized = (word: string | undefined) => word && word.charAt(0).toUpperCase() + word.slice(1)

/** Replaces placeholders in all texts of the value; unknown ones are left and reported. */
export function fill(value: unknown, known: Placeholders, path: Path = []): { value: unknown; unfilled: Unfilled[] } {
  const unfilled: Unfilled[] = []
  const filled = mapParts(value, (part, at) => {
    if (typeof part !== 'string') return part
    return part.replace(placeholder, (written, name: string, offset: number) => {
      const word = known.get(name)
      if (word === undefined) {
        const message = `${written} is not a placeholder${didYouMean(name, known.keys())}`
        unfilled.push({ path: [...path, ...at], written, message })
      }
      return (isPerson(name) && sentenceStart.test(part.slice(0, offset)) ? capitalized(word) : word) ?? written
    })
  })
  return { value: filled, unfilled }
}

/** RFC 3966: digits, and the plus before a country code. */
export const telephoneHref = (number: string) => `tel:${number.replace(/[^+\d]/g, '')}`

/** https://faq.whatsapp.com/5913398998672934: digits only. `message`: the prefilled text, which the visitor can change. */
export const whatsappHref = (number: string, message = '') =>
  `https://wa.me/${number.replace(/\D/g, '')}${message && `?text=${encodeURIComponent(message)}`}`

/** The words of the law on a day, for `{law:section}`: in general, while those of the day are hidden. `day`: year-month-day, in India. */
export const lawWords = ({ terms }: Law, day: string): Map<string, string> =>
  new Map(
    terms.map(({ id, general, periods }) => {
      const period = periods.findLast(({ from = '' }) => from <= day)
      return [id, (stateOf(period, day) === 'expired' ? undefined : period?.words) ?? general]
    }),
  )

/** What states of the USA want donors to read on a day. */
export const stateWords = ({ disclosures }: Law, day: string) =>
  withoutExpired(disclosures, day).flatMap((disclosure) => {
    const { state, text, receipt = false, conspicuous } = disclosure
    return text
      ? [{ state, text, receipt, isOpen: conspicuous !== undefined, isSample: isSample(disclosure, 'text') }]
      : []
  })

/** A copy with the words filled in. Returns the same object if it contains no such placeholder. */
export const withLaw = <Value>(value: Value, placeholders: ReadonlyMap<string, string>): Value =>
  mapParts(value, (part) =>
    typeof part === 'string' && part.includes('{law:')
      ? part.replace(/\{law:(\w+)\}/g, (written, id: string) => placeholders.get(id) ?? written)
      : part,
  )

const record = (value: unknown) => (isRecord(value) ? value : {})
const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])
