/**
 * The Prometheus metrics of this process (docs/operate/monitoring.md). Labels have few values, none of which a visitor can choose: every
 * combination is a series that is kept. https://prometheus.io/docs/practices/naming/
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from '@prometheus-io/client'
import { processState } from '#lib/platform/process-state.ts'
import { noteOutcome } from '#lib/platform/warnings.ts'

const rejections = ['connections', 'pages', 'pages of one address'] as const
export type Rejection = (typeof rejections)[number]

function createMetrics() {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  const gauge = <Label extends string = never>(name: string, help: string, ...labelNames: Label[]) =>
    new Gauge({ name, help, labelNames, registers })
  const created = {
    registry,
    requests: new Histogram({
      name: 'charity_request_duration_seconds',
      help: 'Time from a request to the end of its response. `kind`: memory, rendered, asset, refused, or the path of an API route.',
      labelNames: ['kind', 'status'] as const,
      buckets: [0.001, 0.005, 0.025, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
      registers,
    }),
    vendorCalls: new Histogram({
      name: 'charity_vendor_call_duration_seconds',
      help: 'Time of a call to another service, its retries included. `result`: ok or failed.',
      labelNames: ['vendor', 'result'] as const,
      buckets: [0.05, 0.1, 0.25, 0.5, 1, 2, 3, 5, 10, 20],
      registers,
    }),
    rejections: new Counter({
      name: 'charity_turned_away_total',
      help: 'Connections refused, and pages answered 429 or 503, because there were too many. `what`: of what.',
      labelNames: ['what'] as const,
      registers,
    }),
    storeUp: gauge('charity_store_up', '1 while the database responds, otherwise 0.'),
    mails: gauge(
      'charity_outbox_mails',
      'Mail in the outbox. `state`: waiting, dead or unknown. The same on every server; absent while the database fails.',
      'state',
    ),
    oldestMail: gauge(
      'charity_outbox_oldest_seconds',
      'Age of the oldest waiting mail; 0 when none waits. The same on every server; NaN while the database fails.',
    ),
    quarantined: gauge(
      'charity_quarantined_enquiries',
      'Enquiries that look like spam and wait for review. The same on every server; NaN while the database fails.',
    ),
    warnings: gauge('charity_warnings', 'Sentences for operators in /api/health.'),
    troubles: gauge(
      'charity_trouble',
      '1 while the last call failed, otherwise 0. `trouble`: the service, or webhooks.',
      'trouble',
    ),
    lastBackup: gauge(
      'charity_last_backup_timestamp_seconds',
      'When a backup was last finished and checked, in Unix time; NaN if never, or while the database fails.',
    ),
    freeDisk: gauge('charity_disk_free_bytes', 'Free space on the disk of DATA_DIR.'),
    build: gauge('charity_build_info', 'Always 1. `version`: the commit of this build.', 'version'),
  }
  // For Prometheus a series that starts at 1 has not increased, so those of alerts and rare events start at 0.
  for (const what of rejections) created.rejections.inc({ what }, 0)
  return created
}

/** Created on first use, and then shared by all bundles. */
export const metrics = processState('metrics', createMetrics).get

export type Vendor = 'analytics-service' | 'camps' | 'emailjs' | 'ipinfo' | 'stripe' | 'turnstile'

type Pause = <Result>(call: () => Promise<Result>) => Promise<Result>
const pauses = processState('render-pauses', () => new AsyncLocalStorage<Pause>()).get

/** Runs `work`; `pause` makes all calls to other services in it (lib/platform/next/render.ts). */
export const withPauses = <Result>(pause: Pause, work: () => Result): Result => pauses().run(pause, work)

/** Measures one call. The result is `failed` when `call` throws, or unless `works` returns true for its result: false, or a sentence that says why. */
export async function measureCall<Result>(
  vendor: Vendor,
  call: () => Promise<Result>,
  works: (result: Result) => boolean | string = () => true,
): Promise<Result> {
  const from = performance.now()
  let outcome: boolean | string = false
  try {
    const answer = await (pauses().getStore()?.(call) ?? call())
    outcome = works(answer)
    return answer
  } finally {
    noteOutcome(vendor, outcome === true, typeof outcome === 'string' ? outcome : null)
    const result = outcome === true ? 'ok' : 'failed'
    metrics().vendorCalls.observe({ vendor, result }, (performance.now() - from) / 1000)
  }
}
