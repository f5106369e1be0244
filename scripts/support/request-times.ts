/** Counts and response times of requests by kind. */

export type TimesRow = {
  requests: number
  failed: number
  refused: number
  'p50 ms': number
  'p95 ms': number
  'p99 ms': number
  'longest ms': number
}

/** The value below which `share` (0 to 1) of the sorted values lie; 0 without values. */
export function percentile(sorted: ArrayLike<number>, share: number): number {
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? 0
}

type Kind = { times: number[]; failed: number; refused: number }

export function createTimes() {
  const kinds = new Map<string, Kind>()
  const failures = new Map<string, number>()
  function kindOf(name: string): Kind {
    const known = kinds.get(name) ?? { times: [], failed: 0, refused: 0 }
    kinds.set(name, known)
    return known
  }
  return {
    /** `status`: 429 counts as refused, other statuses from 400 as failed. */
    answered(name: string, status: number, ms: number) {
      const kind = kindOf(name)
      kind.times.push(ms)
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
          const sorted = Float64Array.from(times).sort()
          const at = (share: number) => Math.round(percentile(sorted, share))
          const row: TimesRow = {
            requests: sorted.length,
            failed,
            refused,
            'p50 ms': at(0.5),
            'p95 ms': at(0.95),
            'p99 ms': at(0.99),
            'longest ms': at(1),
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
