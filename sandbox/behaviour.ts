/** Failures on command: which of the next requests fail, and how. */
import { z } from 'zod'

export const modes = ['ok', 'fail', 'stall', 'garbage', 'drop', 'refuse'] as const

export const behaviourSchema = z.strictObject({
  mode: z.enum(modes),
  /** How many requests it applies to; without it, all of them until it is changed or reset. */
  times: z.int().min(1).optional(),
  /** Only requests to this path or below it; without it, every API call, but no page that people look at. */
  path: z.string().startsWith('/').optional(),
  method: z.enum(['GET', 'POST', 'DELETE']).optional(),
  /** For `garbage`: a page of HTML, JSON that breaks off, or good JSON of another shape. */
  garbage: z.enum(['html', 'truncated', 'other']).default('html'),
})

export type Behaviour = z.output<typeof behaviourSchema>

export function createBehaviours() {
  let rules: Behaviour[] = []

  const isBelow = (path: string, folder: string) =>
    path === folder || path.startsWith(folder.endsWith('/') ? folder : `${folder}/`)

  return {
    /** The newest matching rule wins. `ok` without path and method removes every rule. */
    set(behaviour: Behaviour) {
      const { mode, path, method } = behaviour
      const others = rules.filter((rule) => rule.path !== path || rule.method !== method)
      rules = mode === 'ok' && path === undefined && method === undefined ? [] : [behaviour, ...others]
    },

    /** The rule for this request, counted as used; null if the request is answered as usual. */
    take(request: { method: string; path: string; isApi: boolean }): Behaviour | null {
      const rule = rules.find(
        ({ method, path }) =>
          (method === undefined || method === request.method) &&
          (path === undefined ? request.isApi : isBelow(request.path, path)),
      )
      if (!rule || rule.mode === 'ok') return null
      if (rule.times !== undefined) {
        rule.times -= 1
        if (rule.times === 0) rules = rules.filter((one) => one !== rule)
      }
      return rule
    },

    clear() {
      rules = []
    },
  }
}
