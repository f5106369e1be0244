/** Removes values marked as samples from what visitors see. The only module that does, so that no page, mail or feed can forget it. Pure. */
import { isRecord } from '#lib/platform/narrow.ts'

/** Without groups marked `sample: true` and without fields that `sample: […]` names. Returns the same object if nothing is marked. */
export function withoutSamples<Value>(value: Value): Value {
  // The same page is reachable through several objects, such as its forms.
  const done = new Map<unknown, unknown>()
  const visit = (part: unknown): unknown => {
    if (part === null || typeof part !== 'object') return part
    const before = done.get(part)
    if (before !== undefined) return before
    const left = Array.isArray(part) ? listWithout(part) : isRecord(part) ? groupWithout(part) : part
    done.set(part, left)
    return left
  }
  const listWithout = (list: readonly unknown[]) => {
    const left = list.filter((entry) => !isSample(entry)).map(visit)
    return left.length === list.length && left.every((entry, index) => entry === list[index]) ? list : left
  }
  const groupWithout = (group: Record<string, unknown>) => {
    const hidden = Array.isArray(group.sample) ? group.sample : []
    const before = Object.entries(group)
    const left = before.flatMap(([name, inner]): [string, unknown][] =>
      hidden.includes(name) || isSample(inner) ? [] : [[name, visit(inner)]],
    )
    const same = left.length === before.length && left.every(([, inner], index) => inner === before[index]?.[1])
    return same ? group : Object.fromEntries(left)
  }
  return visit(value) as Value
}

const isSample = (value: unknown) => isRecord(value) && value.sample === true
