/** Reads `application/x-www-form-urlencoded` with bracketed names, as Stripe takes them: `a[b][0][c]=1`. Values stay text. */

export type FormValue = string | FormValue[] | { [name: string]: FormValue }

type Tree = Map<string, string | Tree>

/** Parses a body or a query string: keys that count up from 0 make a list. A later value replaces an earlier one of the same name. */
export function parseForm(text: string): FormValue {
  // Maps, so that no name from outside is ever a property of a plain object while it is read.
  const root: Tree = new Map()
  for (const [name, value] of new URLSearchParams(text)) {
    const keys = name.split(/[[\]]+/).filter(Boolean)
    const last = keys.pop() ?? ''
    let tree = root
    for (const key of keys) {
      const found = tree.get(key)
      const next = found instanceof Map ? found : new Map()
      tree.set(key, next)
      tree = next
    }
    tree.set(last, value)
  }
  return toPlain(root)
}

function toPlain(node: string | Tree): FormValue {
  if (typeof node === 'string') return node
  const entries = [...node].map(([key, child]) => [key, toPlain(child)] as const)
  const isList = entries.length > 0 && entries.every(([key], index) => key === String(index))
  return isList ? entries.map(([, value]) => value) : Object.fromEntries(entries)
}
