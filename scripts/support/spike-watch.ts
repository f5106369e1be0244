/** Watches processes and the database while a load runs, for `npm run bench -- --spike`. Linux only. */
import { cpus } from 'node:os'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { familyMs } from './processor-time.ts'
import { operatorToken } from './sandbox-environment.ts'

/** `oneThread`: cannot use more than one core. `url`: of a server of the site, which is asked for its metrics. */
export type Watched = { name: string; pid: number; oneThread?: boolean; url?: string }

export type WatchedRow = {
  'cores, mean': string
  'cores, busiest 5 s': string
  'event loop p99, worst ms': string
  'memory, MB': string
}

/** In cores. */
type Usage = { name: string; busiest: number; most: number }

type Series = Watched & { used: number[]; loopDelays: number[]; memory: number[] }

const intervalMs = 5000

/** Used processor time of the whole machine, in milliseconds. */
const machineMs = () =>
  cpus().reduce((sum, { times: { idle: _, ...busy } }) => sum + Object.values(busy).reduce((a, b) => a + b), 0)

const metricIn = (text: string, name: string) =>
  Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1] ?? Number.NaN)

async function metricsOf(url: string): Promise<string> {
  const headers = { authorization: `Bearer ${operatorToken}` }
  try {
    const answer = await fetch(`${url}/api/metrics`, { headers, signal: AbortSignal.timeout(intervalMs) })
    return answer.ok ? await answer.text() : ''
  } catch {
    return ''
  }
}

/** What reached its limit: a single thread nearly one core, the machine nearly all of its cores. The busiest one when nothing did. */
export function saturated(usages: readonly Usage[]): string {
  const full = usages.filter(({ busiest, most }) => busiest >= 0.9 * most)
  const shown = ({ name, busiest, most }: Usage) => `${name} (${busiest.toFixed(2)} of ${most})`
  if (full.length > 0) return `Saturated: ${full.map(shown).join(', ')}.`
  const busiest = usages.toSorted((one, other) => other.busiest / other.most - one.busiest / one.most)[0]
  return busiest ? `Nothing was saturated; nearest to it: ${shown(busiest)}.` : 'Nothing was watched.'
}

/** Measures every five seconds until `stop`. `sampleDatabase` is called as often. */
export function startWatch(watched: readonly Watched[], sampleDatabase: () => Promise<void>) {
  const cores = cpus().length
  const series: Series[] = [
    ...watched.map((one) => ({ ...one, used: [], loopDelays: [], memory: [] })),
    { name: 'whole machine', pid: 0, used: [], loopDelays: [], memory: [] },
  ]
  const usedBy = ({ pid }: Series) => (pid === 0 ? machineMs() : familyMs(pid))
  const own = monitorEventLoopDelay({ resolution: 10 })
  own.enable()
  const started = performance.now()
  let last = { at: started, used: series.map(usedBy) }
  const first = last

  async function measure() {
    const at = performance.now()
    const used = series.map(usedBy)
    series.forEach((one, index) => {
      one.used.push(((used[index] ?? 0) - (last.used[index] ?? 0)) / (at - last.at))
    })
    last = { at, used }
    await Promise.all([
      sampleDatabase(),
      ...series.map(async ({ url, pid, loopDelays, memory }) => {
        if (pid === process.pid) {
          loopDelays.push(own.percentile(99) / 1e6)
          own.reset()
        }
        if (!url) return
        const text = await metricsOf(url)
        loopDelays.push(metricIn(text, 'nodejs_eventloop_lag_p99_seconds') * 1000)
        memory.push(metricIn(text, 'process_resident_memory_bytes') / 1024 / 1024)
      }),
    ])
  }
  const timer = setInterval(() => void measure(), intervalMs)
  const highest = (figures: readonly number[]) => {
    const known = figures.filter(Number.isFinite)
    return known.length > 0 ? Math.max(...known) : null
  }
  return {
    async stop(): Promise<{ table: Record<string, WatchedRow>; verdict: string }> {
      clearInterval(timer)
      await measure()
      own.disable()
      const mean = (index: number) => ((last.used[index] ?? 0) - (first.used[index] ?? 0)) / (last.at - started)
      const rows = series.map(({ name, used, loopDelays, memory }, index): [string, WatchedRow] => [
        name,
        {
          'cores, mean': mean(index).toFixed(2),
          'cores, busiest 5 s': (highest(used) ?? 0).toFixed(2),
          'event loop p99, worst ms': highest(loopDelays)?.toFixed(0) ?? '',
          'memory, MB': highest(memory)?.toFixed(0) ?? '',
        },
      ])
      const limited = series.flatMap((one): Usage[] => {
        const most = one.pid === 0 ? cores : one.oneThread ? 1 : null
        return most === null ? [] : [{ name: one.name, busiest: highest(one.used) ?? 0, most }]
      })
      return { table: Object.fromEntries(rows), verdict: saturated(limited) }
    },
  }
}
