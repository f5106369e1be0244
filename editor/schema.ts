/** Reads zod schemas: what a field holds, and within which limits. Pure. */
import { isMark } from '#lib/site/content/state.ts'
import { definition, type Schema } from '#lib/site/content/walk.ts'

/** The schema of a value that is there, and whether the field may be left out. `standard` is what then counts. */
export function unwrap(schema: Schema): { inner: Schema; optional: boolean; standard?: unknown } {
  const def = definition(schema)
  if (def.type === 'optional') return { ...unwrap(def.innerType), optional: true }
  if (def.type === 'default' || def.type === 'prefault')
    return { ...unwrap(def.innerType), optional: true, standard: def.defaultValue }
  return { inner: schema, optional: false }
}

/** The fields of a group, without its marks. Empty for other schemas. */
export function shapeOf(schema: Schema): [name: string, field: Schema][] {
  const def = definition(schema)
  return def.type === 'object' ? Object.entries<Schema>(def.shape).filter(([name]) => !isMark(name)) : []
}

/** The members of a union, and the field that tells them apart where there is one. Empty for other schemas. */
export function membersOf(schema: Schema | undefined): { by: string | undefined; members: Schema[] } {
  const def = schema && definition(schema)
  if (def?.type !== 'union') return { by: undefined, members: [] }
  return { by: 'discriminator' in def ? String(def.discriminator) : undefined, members: [...def.options] }
}

/** The only value of a literal, as text: `hero` for the `kind` of a hero. */
function literalOf(schema: Schema | undefined): string | undefined {
  const def = schema && definition(schema)
  return def?.type === 'literal' ? String(def.values[0]) : undefined
}

/** The member's name in a union: its kind, or what it holds where it has none. */
export function memberName(member: Schema, by: string | undefined): string {
  const def = definition(member)
  const kind = by && def.type === 'object' ? literalOf(def.shape[by]) : undefined
  return kind ?? (def.type === 'object' ? 'details' : def.type === 'boolean' ? 'yes' : 'value')
}

type Limits = { minimum?: number; maximum?: number; pattern?: [source: string, message: string] }

/** Of a text its length and form, of a number its size, of a list its length. */
export function limitsOf(schema: Schema): Limits {
  const limits: Limits = {}
  const def = definition(schema)
  const checks = [...(def.checks ?? []), ...('check' in def ? [schema] : [])] as Schema[]
  for (const check of checks) {
    const rule: Record<string, unknown> = { ...check._zod.def }
    const { check: kind, value, minimum, maximum, length, pattern } = rule
    if (kind === 'greater_than' && typeof value === 'number') limits.minimum = value
    if (kind === 'less_than' && typeof value === 'number') limits.maximum = value
    if (kind === 'min_length' && typeof minimum === 'number') limits.minimum = minimum
    if (kind === 'max_length' && typeof maximum === 'number') limits.maximum = maximum
    if (kind === 'length_equals' && typeof length === 'number') limits.minimum = limits.maximum = length
    if (kind === 'string_format' && pattern instanceof RegExp)
      limits.pattern = [pattern.source, message(rule.error) ?? standardMessage(rule)]
  }
  return limits
}

/** The sentence given with a rule: zod wraps it in a function. */
function message(error: unknown): string | undefined {
  const text: unknown = typeof error === 'function' ? error({}) : error
  return typeof text === 'string' ? text : undefined
}

function standardMessage({ format, prefix }: Record<string, unknown>): string {
  if (format === 'email') return 'must be an email address such as name@example.org'
  return format === 'starts_with' ? `must start with ${String(prefix)}` : 'does not have the expected form'
}
