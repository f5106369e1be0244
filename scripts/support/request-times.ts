/** Counts and response times of requests by kind. */
import { createHistogram, type RecordableHistogram } from 'node:perf_hooks'

export type TimesRow = {
  requests: number
  failed: number
  refused: number
  'p50 ms': number
  'p95 ms': number
  'p99 ms': number
  'longest ms': number
}

/** `times` in whole milliseconds, at least one: a histogram holds nothing less. */
type Kind = { times: RecordableHistogram; failed: number; refused: number }

export function createTimes() {
  const kinds = new Map<string, Kind>()
  const failures = new Map<string, number>()
  function kindOf(name: string): Kind {
    const known = kinds.get(name) ?? { times: createHistogram(), failed: 0, refused: 0 }
    kinds.set(name, known)
    return known
  }
  return {
    /** `status`: 429 counts as refused, other statuses from 400 as failed. */
    answered(name: string, status: number, ms: number) {
      const kind = kindOf(name)
      kind.times.record(Math.max(1, Math.round(ms)))
      if (status === 429) kind.refused += 1
      else if (status >= 400) this.failed(name, String(status))
    },
    failed(name: string, why: string) {
      kindOf(name).failed += 1
      const what = `${name}: ${why}`
      failures.set(what, (failures.get(what) ?? 0) + 1)
    },
    table(): Record<string, TimesRow> {
      return Object.fromEntries(
        [...kinds].map(([name, { times, failed, refused }]) => {
          const row: TimesRow = {
            requests: times.count,
            failed,
            refused,
            'p50 ms': times.percentile(50),
            'p95 ms': times.percentile(95),
            'p99 ms': times.percentile(99),
            'longest ms': times.max,
          }
          return [name, row]
        }),
      )
    },
    /** What failed and how often, the most frequent first. */
    failures: () => [...failures].sort(([, one], [, other]) => other - one),
  }
}

export type Times = ReturnType<typeof createTimes>
