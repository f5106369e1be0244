/** Joins two edits of one file, and says where both changed the same field. Runs on the server, which knows the file as it is now. Pure. */
import { isRecord } from '#lib/platform/narrow.ts'
import { fieldName, type Path } from '#lib/site/content/problem.ts'
import { joinFile, printValue, sameValue, splitFile, withValue } from '#lib/site/content/yaml-file.ts'
import { placeInWords } from './explained.ts'
import { valuesIn } from './file-format.ts'
import type { Conflict } from './settings.ts'

/** The three texts of a file: when the form was opened, in the form, and as it is now. */
type Versions = { original: string; mine: string; theirs: string }

/** The joined text; or, for a field that both have changed and that `theirsAt` does not decide, the fields to choose. `theirsAt`: by field, whether the other text is kept. */
export function mergeFile(
  file: string,
  { original, mine, theirs }: Versions,
  theirsAt: Readonly<Record<string, boolean>>,
): { text: string } | { fields: Conflict['fields'] } {
  const fields: Conflict['fields'] = []
  const decide: Decide = (path, own, other) => {
    const field = fieldName(path)
    const keepsTheirs = theirsAt[field]
    if (keepsTheirs === undefined)
      fields.push({ field, label: placeInWords(file, field, parsed[1]).place, mine: shown(own), theirs: shown(other) })
    return keepsTheirs ? other : own
  }
  const parsed = [original, mine, theirs].map((text) => valuesIn(file, text))
  // A file with a mistake that was made by hand cannot be compared field by field.
  const [before, own, other] = parsed
  if (!before || !own || !other) {
    const text = String(decide([], mine, theirs))
    return fields.length > 0 ? { fields } : { text }
  }
  const merged = merge(before, own, other, decide)
  if (fields.length > 0) return { fields }
  const { body = '', ...head } = isRecord(merged) ? merged : {}
  const values = file.endsWith('.md') ? head : merged
  return { text: joinFile(file, withValue(splitFile(file, theirs).head, values), String(body)) }
}

type Decide = (path: Path, mine: unknown, theirs: unknown) => unknown

function merge(before: unknown, mine: unknown, theirs: unknown, decide: Decide, path: Path = []): unknown {
  if (sameValue(mine, theirs) || sameValue(before, theirs)) return mine
  if (sameValue(before, mine)) return theirs
  if (path.at(-1) === 'updated') return [String(mine), String(theirs)].sort()[1]
  if (
    isRecord(mine) &&
    isRecord(theirs) &&
    isRecord(before) &&
    before.kind === mine.kind &&
    mine.kind === theirs.kind
  ) {
    const names = [...new Set([...Object.keys(theirs), ...Object.keys(mine)])]
    const parts = names.map((name) => [name, merge(before[name], mine[name], theirs[name], decide, [...path, name])])
    return Object.fromEntries(parts.filter(([, part]) => part !== undefined))
  }
  if (Array.isArray(mine) && Array.isArray(theirs) && Array.isArray(before)) {
    const old: unknown[] = before
    const isSameList = (list: unknown[]) =>
      list.length === old.length && !list.some((part, at) => isMoved(part, at, old))
    if (isSameList(mine) && isSameList(theirs))
      return mine.map((part, at) => merge(old[at], part, theirs[at], decide, [...path, at]))
  }
  return decide(path, mine, theirs)
}

const isMoved = (part: unknown, at: number, before: readonly unknown[]) =>
  !sameValue(part, before[at]) && before.some((old) => sameValue(old, part))

const shown = (value: unknown) =>
  value === undefined ? '' : typeof value === 'string' ? value : printValue(value).trim()
