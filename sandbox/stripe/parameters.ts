/** Readers for Stripe's parameters: each says what it takes and refuses the rest in Stripe's words. A name that no reader knows is refused at whatever depth it stands. */
import type { FormNode, FormTree } from '../form.ts'
import { StripeRefusal } from './errors.ts'

export type Reader<T> = {
  /** `path` is the parameter's name as Stripe writes it, `line_items[0][quantity]`. */
  read(node: FormNode, path: string): T
  absent(path: string): T
}

type Fields = Readonly<Record<string, Reader<unknown>>>
type Values<F extends Fields> = { [K in keyof F]: F[K] extends Reader<infer T> ? T : never }

const missing = (path: string): never => {
  throw new StripeRefusal(`Missing required param: ${path}.`, { code: 'parameter_missing', param: path })
}

const empty = (path: string): never => {
  throw new StripeRefusal(
    `You passed an empty string for '${path}'. We assume empty values are an attempt to unset a parameter; however '${path}' cannot be unset. You should remove '${path}' from your request or supply a non-empty value.`,
    { code: 'parameter_invalid_empty', param: path },
  )
}

function required<T>(read: Reader<T>['read']): Reader<T> {
  return { read, absent: missing }
}

function scalar(node: FormNode, path: string, wanted: string): string {
  if (typeof node !== 'string') throw new StripeRefusal(`Invalid ${wanted}: {}`, { param: path })
  return node === '' ? empty(path) : node
}

export function optional<T>(reader: Reader<T>): Reader<T | undefined> {
  return { read: reader.read, absent: () => undefined }
}

export function text(limit = 5000): Reader<string> {
  return required((node, path) => {
    const value = scalar(node, path, 'string')
    if (value.length > limit) {
      throw new StripeRefusal(`Invalid string: ${value.slice(0, 40)}...; must be at most ${limit} characters`, {
        code: 'parameter_invalid_string_length',
        param: path,
      })
    }
    return value
  })
}

export function integer(range: { min?: number; max?: number } = {}): Reader<number> {
  return required((node, path) => {
    const value = scalar(node, path, 'integer')
    const code = 'parameter_invalid_integer'
    if (!/^-?\d{1,15}$/.test(value)) throw new StripeRefusal(`Invalid integer: ${value}`, { code, param: path })
    const number = Number(value)
    if (range.min !== undefined && number < range.min) {
      throw new StripeRefusal(`This value must be greater than or equal to ${range.min}.`, { code, param: path })
    }
    if (range.max !== undefined && number > range.max) {
      throw new StripeRefusal(`This value must be less than or equal to ${range.max}.`, { code, param: path })
    }
    return number
  })
}

export function flag(): Reader<boolean> {
  return required((node, path) => {
    const value = scalar(node, path, 'boolean')
    if (value === 'true' || value === 'false') return value === 'true'
    throw new StripeRefusal(`Invalid boolean: ${value}`, { param: path })
  })
}

const listed = (values: readonly string[]): string =>
  values.length < 2 ? values.join('') : `${values.slice(0, -1).join(', ')}, or ${values.at(-1)}`

/** `notActed` are values that Stripe takes and the sandbox cannot act out: refused, and said to be so. */
export function oneOf<const V extends string>(values: readonly V[], notActed: readonly string[] = []): Reader<V> {
  return required((node, path) => {
    const value = scalar(node, path, 'string')
    const known = values.find((one) => one === value)
    if (known !== undefined) return known
    if (notActed.includes(value)) return refuseNotActed(`${path}=${value}`, path)
    throw new StripeRefusal(`Invalid ${path}: must be one of ${listed([...values, ...notActed])}`, { param: path })
  })
}

export function email(): Reader<string> {
  return required((node, path) => {
    const value = scalar(node, path, 'string')
    if (/^[^\s@,;<>()[\]"]+@[^\s@.,;<>]+(\.[^\s@.,;<>]+)+$/.test(value) && value.length <= 512) return value
    throw new StripeRefusal(`Invalid email address: ${value}`, { code: 'email_invalid', param: path })
  })
}

export function webAddress(): Reader<string> {
  return required((node, path) => {
    const value = scalar(node, path, 'string')
    if (!/^[a-z][a-z0-9+.-]*:/i.test(value)) {
      throw new StripeRefusal('Invalid URL: An explicit scheme (such as https) must be provided.', {
        code: 'url_invalid',
        param: path,
      })
    }
    if (!/^https?:\/\/[^/]/i.test(value) || !URL.canParse(value) || value.length > 5000) {
      throw new StripeRefusal('Not a valid URL', { code: 'url_invalid', param: path })
    }
    return value
  })
}

export function list<T>(item: Reader<T>, limit: number): Reader<T[]> {
  return required((node, path) => {
    if (typeof node === 'string') throw new StripeRefusal('Invalid array', { param: path })
    const entries = [...node]
    if (entries.some(([key], index) => key !== String(index))) throw new StripeRefusal('Invalid array', { param: path })
    if (entries.length > limit) {
      throw new StripeRefusal(`Array ${path} exceeded maximum ${limit} allowed elements.`, { param: path })
    }
    return entries.map(([key, value]) => item.read(value, `${path}[${key}]`))
  })
}

const named = (path: string, key: string): string => (path === '' ? key : `${path}[${key}]`)

/** The fields of a whole request have the path ''. */
export function object<F extends Fields>(fields: F): Reader<Values<F>> {
  return required((node, path) => {
    if (typeof node === 'string') throw new StripeRefusal('Invalid object', { param: path })
    refuseUnknown(node, fields, path)
    const values = Object.entries(fields).map(([key, reader]) => {
      const value = node.get(key)
      const name = named(path, key)
      return [key, value === undefined ? reader.absent(name) : reader.read(value, name)]
    })
    return Object.fromEntries(values) as Values<F>
  })
}

function refuseUnknown(tree: FormTree, fields: Fields, path: string): void {
  const unknown = [...tree.keys()].filter((key) => !Object.hasOwn(fields, key)).map((key) => named(path, key))
  if (unknown.length === 0) return
  throw new StripeRefusal(`Received unknown parameter${unknown.length > 1 ? 's' : ''}: ${unknown.join(', ')}`, {
    code: 'parameter_unknown',
    param: unknown[0],
  })
}

/** https://docs.stripe.com/api/metadata: 50 keys of 40 characters, values of 500. */
export function metadata(): Reader<Record<string, string>> {
  return {
    absent: () => ({}),
    read(node, path) {
      if (typeof node === 'string') throw new StripeRefusal('Invalid object', { param: path })
      const values: [string, string][] = []
      for (const [key, value] of node) {
        if (typeof value !== 'string') throw new StripeRefusal('Invalid string: {}', { param: named(path, key) })
        if (key.length > 40) {
          throw new StripeRefusal(
            `Metadata keys can have up to 40 characters, but you passed in a key that is ${key.length} characters. Invalid key: ${key}`,
            { param: path },
          )
        }
        if (/[[\]]/.test(key))
          throw new StripeRefusal(`Metadata keys cannot contain square brackets: ${key}`, { param: path })
        if (value.length > 500) {
          throw new StripeRefusal(
            `Metadata values can have up to 500 characters, but you passed in a value that is ${value.length} characters. Invalid value: ${value}`,
            { param: named(path, key) },
          )
        }
        // An empty value unsets its key.
        if (value !== '') values.push([key, value])
      }
      if (values.length > 50) {
        throw new StripeRefusal(`Metadata can have up to 50 keys, but you passed in ${values.length} keys.`, {
          param: path,
        })
      }
      return Object.fromEntries(values)
    },
  }
}

function refuseNotActed(what: string, path: string): never {
  throw new StripeRefusal(`Stripe knows ${what}, but the sandbox does not act it out.`, {
    code: 'sandbox_not_acted_out',
    param: path,
  })
}

/** A parameter that Stripe takes and the sandbox cannot act out: refused, so that nobody believes it has been tried. */
export function notActed(): Reader<undefined> {
  return { absent: () => undefined, read: (_node, path) => refuseNotActed(path, path) }
}

/** As `notActed`, for many names at once. */
export function allNotActed<const N extends string>(names: readonly N[]): Record<N, Reader<undefined>> {
  return Object.fromEntries(names.map((name) => [name, notActed()])) as Record<N, Reader<undefined>>
}

/** `expand[]`, on every call. */
export const expansion = optional(list(text(200), 100))
