/**
 * Converts between the values of a content file and those of its form, which has no unions of plain values and no groups with free names.
 * Pure.
 */

import { isRecord } from '#lib/platform/narrow.ts'
import { kindOf } from '#lib/site/content/fields.ts'
import { filmIdOf } from '#lib/site/content/film-schema.ts'
import { cleanText, typedDay, typedMonth } from '#lib/site/content/pasted.ts'
import { isMark } from '#lib/site/content/state.ts'
import { definition, memberAt, type Schema } from '#lib/site/content/walk.ts'
import { sameValue } from '#lib/site/content/yaml-file.ts'
import { memberKey, recordKey, recordValue, wholeGroup } from './fields.ts'
import { memberName, membersOf, unwrap } from './schema.ts'

/** The value as in the form. */
export function toForm(schema: Schema, value: unknown): unknown {
  const { inner } = unwrap(schema)
  const def = definition(inner)
  if (def.type === 'object' && isRecord(value))
    return mapFields({ ...impliedBy(def.shape, value), ...value }, (name, part) =>
      isMark(name) ? marksToForm(part) : def.shape[name] ? toForm(def.shape[name], part) : part,
    )
  if (def.type === 'array' && Array.isArray(value)) return value.map((part) => toForm(def.element, part))
  if (def.type === 'record' && isRecord(value))
    return Object.entries(value).map(([name, part]) => {
      const shown = toForm(def.valueType, part)
      return { [recordKey]: name, ...(isRecord(shown) ? shown : { [recordValue]: shown }) }
    })
  if (def.type !== 'union') return value
  const { by } = membersOf(inner)
  const member = memberAt(inner, value)
  if (member === inner) return value
  if (by) return toForm(member, value)
  if (definition(member).type === 'boolean') return value === true ? { [memberKey]: 'yes' } : undefined
  return { [memberKey]: memberName(member, by), ...(isRecord(value) ? value : { [recordValue]: value }) }
}

/** The value as in the file. `before`: its previous value, because a field that is empty, or at its default, is written only where it was. */
export function fromForm(schema: Schema, value: unknown, before: unknown): unknown {
  const { inner } = unwrap(schema)
  const def = definition(inner)
  if (def.type === 'number' && typeof value === 'string' && value.trim() !== '') return Number(value)
  const { isText, isLine, isMarkdown = false, form } = kindOf(inner)
  // Not every browser has a field of its own for these.
  const typed = { month: typedMonth, day: typedDay, moment: typedDay }[String(form)]
  if (typed && typeof value === 'string') return typed(value)
  if ((isText || isLine) && typeof value === 'string') return cleanText(value, { isMarkdown })
  if (def.type === 'object' && isRecord(value)) return groupFrom(def.shape, value, isRecord(before) ? before : {})
  if (def.type === 'array' && Array.isArray(value)) {
    const old = Array.isArray(before) ? before : []
    return value.map((part, index) => fromForm(def.element, part, closest(part, old, index)))
  }
  if (def.type === 'record' && Array.isArray(value))
    return Object.fromEntries(
      value.filter(isRecord).map(({ [recordKey]: name, ...part }) => {
        const old = isRecord(before) ? before[String(name)] : undefined
        const plain = definition(unwrap(def.valueType).inner).type !== 'object'
        return [String(name), fromForm(def.valueType, plain ? part[recordValue] : part, old)]
      }),
    )
  if (def.type !== 'union') return value
  const { by, members } = membersOf(inner)
  if (by) {
    const member = memberAt(inner, value)
    return member === inner ? value : fromForm(member, withFilmId(value), before)
  }
  if (!isRecord(value)) return value
  const { [memberKey]: kind, ...part } = value
  const member = members.find((candidate) => memberName(candidate, by) === kind)
  if (!member) return undefined
  const { type } = definition(member)
  return type === 'boolean' ? true : type === 'object' ? fromForm(member, part, before) : part[recordValue]
}

/** The address of a film is pasted as it is copied from a browser; the file has its id. */
const withFilmId = (value: unknown) =>
  isRecord(value) && typeof value.id === 'string' ? { ...value, id: filmIdOf(String(value.kind), value.id) } : value

/** Defaults of a drawn person: the form shows them, so that they do not change with another field. */
const impliedBy = (shape: Readonly<Record<string, Schema>>, { pattern }: Record<string, unknown>) =>
  shape.home ? { home: pattern } : {}

const groupFrom = (
  shape: Readonly<Record<string, Schema>>,
  value: Record<string, unknown>,
  before: Record<string, unknown>,
) =>
  mapFields(value, (name, part) => {
    const field = shape[name]
    if (isMark(name)) return marksFromForm(part)
    if (!field) return part
    const { optional, standard } = unwrap(field)
    const next = fromForm(field, part, before[name])
    const implied = shape.home && name === 'home' && next === value.pattern
    if (!optional || !(implied || isEmpty(next) || sameValue(next, standard ?? false))) return next
    // A field written with its default value stays; an emptied field is removed.
    return name in before && (sameValue(before[name], next) || standard !== undefined) && !isEmptyText(next)
      ? next
      : undefined
  })

const marksToForm = (marks: unknown) => (marks === true ? [wholeGroup] : marks)

function marksFromForm(marks: unknown): unknown {
  if (!Array.isArray(marks)) return isEmptyText(marks) ? undefined : marks
  return marks.includes(wholeGroup) ? true : marks.length > 0 ? marks : undefined
}

/** The old entry that a new one was most probably made from: the equal one, otherwise the one at its position. */
const closest = (part: unknown, old: readonly unknown[], index: number) =>
  old.find((candidate) => sameValue(candidate, part)) ?? old[index]

const isEmptyText = (value: unknown) => value === undefined || value === null || value === ''

/** Nothing filled in: forms return empty texts, lists and groups for untouched fields. */
function isEmpty(value: unknown): boolean {
  if (isEmptyText(value)) return true
  if (Array.isArray(value)) return value.length === 0
  return isRecord(value) && Object.values(value).every(isEmpty)
}

function mapFields(
  value: Record<string, unknown>,
  change: (name: string, part: unknown) => unknown,
): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(value)
      .map(([name, part]) => [name, change(name, part)] as const)
      .filter(([, part]) => part !== undefined),
  )
}
