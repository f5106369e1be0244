/** Reads `application/x-www-form-urlencoded` with bracketed names, as Stripe takes them: `a[b][0][c]=1`. Values stay text. Never uses a name as a property of a plain object. */

export type FormNode = string | FormTree
export type FormTree = Map<string, FormNode>

/** `a[b][]` -> ['a', 'b', '']; a name with unbalanced brackets is one literal key. */
function keysOf(name: string): string[] {
  const open = name.indexOf('[')
  if (open < 1 || !name.endsWith(']')) return [name]
  const inner = name.slice(open + 1, -1).split('][')
  if (inner.some((key) => key.includes('[') || key.includes(']'))) return [name]
  return [name.slice(0, open), ...inner]
}

/** Parses a body or a query string. A later value replaces an earlier one of the same name; `a[]` appends. */
export function parseForm(text: string): FormTree {
  const root: FormTree = new Map()
  for (const [name, value] of new URLSearchParams(text)) {
    const keys = keysOf(name)
    let tree = root
    keys.forEach((given, depth) => {
      const key = given === '' && depth > 0 ? String(tree.size) : given
      if (depth === keys.length - 1) {
        tree.set(key, value)
        return
      }
      const next = tree.get(key)
      if (next instanceof Map) {
        tree = next
        return
      }
      const fresh: FormTree = new Map()
      tree.set(key, fresh)
      tree = fresh
    })
  }
  return root
}

/** The same as plain JSON, for the log of requests: lists where the keys count up from 0, objects elsewhere. */
export function formToJson(node: FormNode): unknown {
  if (typeof node === 'string') return node
  const keys = [...node.keys()]
  if (keys.length > 0 && keys.every((key, index) => key === String(index))) return [...node.values()].map(formToJson)
  return Object.fromEntries([...node].map(([key, value]) => [key, formToJson(value)]))
}
