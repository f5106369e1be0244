/** Failures on command: which of the next requests fail, and how. Knows nothing of any service. */
import { z } from 'zod'

export const modes = ['ok', 'fail', 'stall', 'garbage', 'drop', 'slow', 'refuse'] as const

export const behaviourSchema = z.strictObject({
  mode: z.enum(modes),
  /** How many requests it holds for; without it, until it is changed or reset. */
  times: z.int().min(1).optional(),
  /** Only requests to this path or below it; without it, every call of the API, but no page that people look at. */
  path: z.string().startsWith('/').optional(),
  method: z.enum(['GET', 'POST', 'DELETE']).optional(),
  /** For `slow`: how long to wait before acting, in milliseconds. */
  ms: z.int().min(0).max(600_000).optional(),
  /** For `garbage`: a page of HTML, JSON that breaks off, or good JSON of another shape. */
  garbage: z.enum(['html', 'truncated', 'other']).optional(),
})

export type Behaviour = z.infer<typeof behaviourSchema>

export type Behaviours = {
  /** The newest rule that fits comes first. `ok` without path and method forgets every rule. */
  set(behaviour: Behaviour): void
  /** The rule for this request, counted as used; null when it is to be answered as usual. */
  take(request: { method: string; path: string; isApi: boolean }): Behaviour | null
  list(): Behaviour[]
  clear(): void
}

export function createBehaviours(): Behaviours {
  let rules: Behaviour[] = []

  const sameTarget = (a: Behaviour, b: Behaviour) => a.path === b.path && a.method === b.method

  return {
    set(behaviour) {
      if (behaviour.mode === 'ok' && behaviour.path === undefined && behaviour.method === undefined) {
        rules = []
        return
      }
      rules = [{ ...behaviour }, ...rules.filter((rule) => !sameTarget(rule, behaviour))]
    },
    take({ method, path, isApi }) {
      const rule = rules.find(
        (one) =>
          (one.method === undefined || one.method === method) &&
          (one.path === undefined ? isApi : path === one.path || path.startsWith(`${one.path.replace(/\/$/, '')}/`)),
      )
      if (!rule) return null
      const taken = { ...rule }
      if (rule.times !== undefined) {
        rule.times -= 1
        if (rule.times === 0) rules = rules.filter((one) => one !== rule)
      }
      return taken.mode === 'ok' ? null : taken
    },
    list: () => rules.map((rule) => ({ ...rule })),
    clear() {
      rules = []
    },
  }
}
