/** Type guards for values of unknown shape. */

/** Whether `value` is one of the constants in `list`. */
export function isOneOf<Item>(list: readonly Item[], value: unknown): value is Item {
  return list.some((item) => item === value)
}

/**
 * Whether `name` is a key of the table itself. Every look-up by a word that a visitor sent asks this first: "constructor" and "__proto__" are
 * inherited by every object.
 */
export function isKeyOf<Table extends object>(table: Table, name: unknown): name is keyof Table & string {
  return typeof name === 'string' && Object.hasOwn(table, name)
}

/** A property of a value that may not be an object, such as the `code` of a caught error. */
export function propertyOf(value: unknown, name: PropertyKey): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
}

/** Whether it is an object with named fields: neither a list nor null. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
