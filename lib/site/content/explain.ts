/** Turns zod issues into sentences for editors. Pure. */
import type { z } from 'zod'
import { propertyOf } from '#lib/platform/narrow.ts'
import { count, didYouMean, type Path } from './problem.ts'
import { fieldsAt, type Schema } from './walk.ts'

type Issue = z.core.$ZodIssue
/** `key`: the problem is the field's name rather than its value. */
type Finding = { path: Path; message: string; key?: true }

/**
 * One issue may yield several findings (one for each unknown field). Paths lead to the real field, also inside unions. `amounts`: an example in each
 * currency.
 */
export function explain(issue: Issue, schema: Schema, input: unknown, amounts: readonly string[] = []): Finding[] {
  const { path } = issue
  const value = valueAt(input, path)
  switch (issue.code) {
    case 'unrecognized_keys':
      return issue.keys.map((key) => ({
        path: [...path, key],
        key: true,
        message: `is not a field here${didYouMean(key, fieldsAt(schema, input, path)) || '; check the spelling or remove it'}`,
      }))
    case 'invalid_union': {
      if (issue.discriminator) return [{ path, message: oneOf(value, optionsOf(issue)) }]
      const [best] = issue.errors.toSorted((a, b) => depth(b) - depth(a))
      if (!best) return [{ path, message: issue.message }]
      return best.flatMap((inner) => explain({ ...inner, path: [...path, ...inner.path] }, schema, input, amounts))
    }
    case 'invalid_value':
      return [{ path, message: oneOf(value, issue.values) }]
    case 'invalid_type':
      return [{ path, message: wrongType(issue.expected, value) }]
    case 'invalid_key':
      return [{ path, key: true, message: `is not an allowed name: ${wrongForm(issue.issues[0])}` }]
    case 'too_big':
    case 'too_small':
      return [{ path, message: wrongSize(issue, value) }]
    case 'custom':
      return [
        { path, message: issue.params?.isAmount ? `${issue.message}, such as ${amounts.join(' or ')}` : issue.message },
      ]
    default:
      return [{ path, message: wrongForm(issue) }]
  }
}

export function valueAt(input: unknown, path: Path): unknown {
  return path.reduce<unknown>(propertyOf, input)
}

/** Zod provides the members' kinds, but not in its types. */
function optionsOf(issue: Issue): readonly unknown[] {
  const options = propertyOf(issue, 'options')
  return Array.isArray(options) ? options : []
}

/** The intended member of a union is the one whose issues are nested deepest. */
const depth = (issues: readonly Issue[]) => Math.max(...issues.map((issue) => issue.path.length))

function oneOf(value: unknown, values: readonly unknown[]): string {
  const known = values.map(String)
  if (value === undefined) return `is missing; it must be one of: ${known.join(', ')}`
  return `${JSON.stringify(value)} is not one of: ${known.join(', ')}${didYouMean(String(value), known)}`
}

const typeNames: Record<string, string> = {
  string: 'text',
  array: 'a list',
  tuple: 'a list',
  object: 'a group of fields',
  record: 'a group of fields',
  boolean: 'true or false',
  int: 'a whole number',
  number: 'a number',
}

function wrongType(expected: string, value: unknown): string {
  const wanted = typeNames[expected] ?? expected
  if (value === undefined) return `is missing; it must be ${wanted}`
  const [only, ...more] = value !== null && typeof value === 'object' ? Object.entries(value) : []
  // Without quotes YAML parses {founder} as a map with one empty field.
  if (expected === 'string' && only?.[1] === null && more.length === 0)
    return `put quotes around a text that starts with {: "{${only[0]}}"`
  return `must be ${wanted}, but is ${found(value)}${expected === 'string' && typeof value !== 'object' ? '; put quotes around it' : ''}`
}

function found(value: unknown): string {
  if (value === null) return 'empty'
  if (Array.isArray(value)) return 'a list'
  return typeof value === 'object' ? 'a group of fields' : JSON.stringify(value)
}

function wrongSize(issue: Extract<Issue, { code: 'too_big' | 'too_small' }>, value: unknown): string {
  const limit = Number(issue.code === 'too_big' ? issue.maximum : issue.minimum)
  const bound = issue.exact ? 'exactly' : issue.code === 'too_big' ? 'at most' : 'at least'
  if (typeof value === 'string' && value.trim() === '') return 'is empty'
  if (typeof value === 'string') return `has ${count(value.length, 'character')}; it must have ${bound} ${limit}`
  if (Array.isArray(value)) return `has ${count(value.length, 'entry', 'entries')}; it must have ${bound} ${limit}`
  return `is ${String(value)}; it must be ${bound} ${limit}`
}

function wrongForm(issue: Issue | undefined): string {
  if (issue?.code !== 'invalid_format') return issue?.message ?? 'is invalid'
  if (issue.format === 'email') return 'must be an email address such as name@example.org'
  if (issue.format === 'starts_with' && 'prefix' in issue) return `must start with ${issue.prefix}`
  // Quotes the schema's own message if there is one, otherwise shows the pattern.
  return issue.message.startsWith('Invalid string') ? `must have the form ${issue.pattern}` : issue.message
}
