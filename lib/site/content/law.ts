/** Legal terms by day: `{law:section}` in a text becomes the words of content/giving/law.yaml that apply on that day. Pure. */
import { isRecord } from '#lib/platform/narrow.ts'
import type { Law } from './giving-schema.ts'

const placeholder = /\{law:(\w+)\}/g

/** Unconfirmed words are shown only in demos (`unconfirmed`). `day`: year-month-day, in India. */
export function lawWords({ terms }: Law, day: string, unconfirmed: boolean): Map<string, string> {
  return new Map(
    terms.map(({ id, general, periods }) => {
      const period = periods.findLast(({ from = '' }) => from <= day)
      const isHidden = Array.isArray(period?.sample) && !unconfirmed
      return [id, (isHidden ? undefined : period?.words) ?? general]
    }),
  )
}

/** A copy with the words filled in. Returns the same object if it contains no such placeholder. */
export function withLaw<Value>(value: Value, words: ReadonlyMap<string, string>): Value {
  // The same page is reachable through several objects, such as its forms.
  const done = new Map<object, unknown>()
  const visit = (part: unknown): unknown => {
    if (typeof part === 'string')
      return part.includes('{law:')
        ? part.replace(placeholder, (written, id: string) => words.get(id) ?? written)
        : part
    if (!Array.isArray(part) && !isRecord(part)) return part
    const before = done.get(part)
    if (before !== undefined) return before
    done.set(part, part)
    const entries = Object.entries(part).map(([name, inner]): [string, unknown] => [name, visit(inner)])
    const same = entries.every(([name, inner]) => inner === Reflect.get(part, name))
    const filled = same ? part : Array.isArray(part) ? entries.map(([, inner]) => inner) : Object.fromEntries(entries)
    done.set(part, filled)
    return filled
  }
  return visit(value) as Value
}

/** The days on which words change. */
export const lawDays = ({ terms }: Law): string[] => [
  ...new Set(terms.flatMap(({ periods }) => periods.flatMap(({ from }) => from ?? []))),
]
