/** Walks a value together with its schema, so that checks know the kind of each text. */
import type { z } from 'zod'
import { isOneOf, isRecord, propertyOf } from '#lib/platform/narrow.ts'
import type { Path } from './problem.ts'

export type Schema = z.core.$ZodType
type Visit = (part: { schema: Schema; value: unknown; path: Path }) => void

export const definition = (schema: Schema) => (schema as z.core.$ZodTypes)._zod.def

/** Unwraps `.optional()` and `.default()`. */
function bare(schema: Schema): Schema {
  const def = definition(schema)
  return def.type === 'optional' || def.type === 'default' ? bare(def.innerType) : schema
}

/** The intended member of a union: by its kind, else the first with a matching type. */
function member(schema: Schema, value: unknown): Schema {
  const def = definition(schema)
  if (def.type !== 'union') return schema
  const by = 'discriminator' in def ? String(def.discriminator) : undefined
  const grouped = value !== null && typeof value === 'object'
  const found = def.options.map(bare).find((option) => {
    const shape = definition(option)
    if (shape.type !== 'object') return !grouped
    if (!grouped) return false
    if (by === undefined) return true
    const kind = shape.shape[by]
    const kindDef = kind && definition(kind)
    return kindDef?.type === 'literal' && isOneOf<unknown>(kindDef.values, propertyOf(value, by))
  })
  return found ?? schema
}

/** The schema of one field of a group, or of the entries of a list. */
export function partAt(schema: Schema, key: PropertyKey): Schema | undefined {
  const def = definition(schema)
  const found =
    def.type === 'object'
      ? def.shape[String(key)]
      : def.type === 'array'
        ? def.element
        : def.type === 'tuple'
          ? def.items[Number(key)]
          : def.type === 'record'
            ? def.valueType
            : undefined
  return found && bare(found)
}

/** Calls `visit` for the value and everything in it, outermost first. A union is visited first, then its member. */
export function walk(schema: Schema, value: unknown, visit: Visit, path: Path = []): void {
  if (value === undefined) return
  const whole = bare(schema)
  const part = member(whole, value)
  visit({ schema: whole, value, path })
  if (part !== whole) visit({ schema: part, value, path })
  if (value === null || typeof value !== 'object') return
  for (const key of Array.isArray(value) ? value.keys() : Object.keys(value)) {
    const inner = partAt(part, key)
    if (inner) walk(inner, propertyOf(value, key), visit, [...path, key])
  }
}

/** Without `.optional()` and `.default()`; for a union, the member that the value is meant to be. */
export const memberAt = (schema: Schema, value: unknown): Schema => member(bare(schema), value)

/** The property names allowed at this path, for "did you mean". */
export function fieldsAt(schema: Schema, value: unknown, path: Path): string[] {
  let fields: string[] = []
  const wanted = path.join('\0')
  walk(schema, value, (part) => {
    const def = definition(part.schema)
    if (def.type === 'object' && part.path.join('\0') === wanted) fields = Object.keys(def.shape)
  })
  return fields
}

/**
 * A copy with `change` applied to every part, outermost first. What does not change stays the same object, and several references to one
 * object stay references to one.
 */
export function mapParts<Value>(value: Value, change: (part: unknown, path: Path) => unknown): Value {
  const done = new Map<unknown, unknown>()
  const visit = (part: unknown, path: Path): unknown => {
    if (done.has(part)) return done.get(part)
    const changed = change(part, path)
    if (!Array.isArray(changed) && !isRecord(changed)) return changed
    const inner = partsOf(changed).map(([key, child]) => [key, visit(child, [...path, key])] as const)
    const isSame = inner.every(([key, child]) => child === propertyOf(changed, key))
    const copy = Array.isArray(changed) ? inner.map(([, child]) => child) : Object.fromEntries(inner)
    done.set(part, isSame ? changed : copy)
    return done.get(part)
  }
  return visit(value, []) as Value
}

export type Group = Readonly<Record<string, unknown>>

/** Every group of a value as written, outermost first. */
export function eachGroup(value: unknown, visit: (group: Group, path: Path) => void, path: Path = []): void {
  if (isRecord(value)) visit(value, path)
  for (const [key, inner] of partsOf(value)) eachGroup(inner, visit, [...path, key])
}

/** Every text of a value as written. `isLeftOut`: whether to skip a field of a group. */
export function stringsIn(
  value: unknown,
  isLeftOut: (group: Group, key: string) => boolean = () => false,
  path: Path = [],
): { text: string; path: Path }[] {
  if (typeof value === 'string') return [{ text: value, path }]
  return partsOf(value).flatMap(([key, inner]) =>
    isRecord(value) && isLeftOut(value, String(key)) ? [] : stringsIn(inner, isLeftOut, [...path, key]),
  )
}

function partsOf(value: unknown): [string | number, unknown][] {
  if (value === null || typeof value !== 'object') return []
  return Array.isArray(value) ? [...value.entries()] : Object.entries(value)
}
